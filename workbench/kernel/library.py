"""The files of the Coq library: what each needs, what it may not say, the theorems in it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from workbench.errors import InputError, shown

_HERE = Path(__file__).parents[1]
FOLDER = next((x for x in (_HERE / "proofs" / "coq", _HERE.parent / "proofs" / "coq") if x.is_dir()), _HERE)
AXIOMS = _HERE / "recheck" / "axioms.toml"
_DEFINITIONS = _HERE / "recheck" / "definitions.toml"

# What could put something into the library that the kernel did not prove, or keep it from looking.
_FORBIDDEN = re.compile(
    r"\b(Axioms?|Parameters?|Conjectures?|Primitive|Admitted|admit|give_up|Admit|Abort|bypass_check|Load|Redirect|"
    r"Declare\s+ML|Unset\s+\w+\s+Checking|(?:Universe|Guard|Positivity)\s+Checking|Extraction|Drop|Cd|Add\s+LoadPath|"
    r"type_in_type|-type-in-type)\b"
)
_NEEDS = re.compile(r"^From Workbench Require (?:Import|Export) ([\w ]+)\.", re.MULTILINE)
_QUOTE = re.compile(r"\(\*\* Axiom (\w+)\.((?:(?!\*\)).)*)\*\)\s*Theorem (\w+)", re.DOTALL)
_THEOREM = re.compile(r"^Theorem (\w+)\b(.*?)\.\s*^Proof\.", re.MULTILINE | re.DOTALL)


def without_comments(text: str) -> str:
    """A file of Coq with its comments, which may stand inside of one another, left out; lines stay where they are.

    >>> without_comments("(* Axiom (* x *) *) Lemma a. (* b *)")
    '  Lemma a.  '
    >>> without_comments('Definition a := "(*".')
    'Definition a := "(*".'
    """
    found, depth, quoted, i = [], 0, False, 0
    while i < len(text):
        two = text[i : i + 2]
        if not quoted and two in ("(*", "*)"):
            if two == "*)":
                depth -= 1
            elif not depth:
                found.append(" ")
            depth += two == "(*"
            i += 2
            continue
        quoted ^= text[i] == '"'
        if not depth or text[i] == "\n":
            found.append(text[i])
        i += 1
    return "".join(found)


@dataclass(frozen=True)
class Source:
    """A file of the library: ``name`` without its ending, and its ``text``."""

    name: str
    text: str

    @cached_property
    def code(self) -> str:
        return without_comments(self.text)

    @property
    def needs(self) -> set[str]:
        """The files of the library that it imports."""
        return {name for line in _NEEDS.findall(self.code) for name in line.split()}

    @property
    def theorems(self) -> dict[str, str]:
        """The statement of each theorem, on one line."""
        return {name: " ".join(f"{name} {rest}".split()) for name, rest in _THEOREM.findall(self.code)}

    @property
    def quotes(self) -> dict[str, str]:
        """The comment above each theorem that is called as the axiom that the comment quotes."""
        return {name: text for axiom, text, name in _QUOTE.findall(self.text) if axiom == name}

    @property
    def refusal(self) -> str | None:
        """The line at which the file says what would go past the kernel, if there is one."""
        found = _FORBIDDEN.search(self.code)
        if found is None:
            return None
        return f"{self.name}.v, line {self.code[: found.start()].count(chr(10)) + 1}: {found[0]} may not stand there"


def sources(folder: Path = FOLDER) -> dict[str, Source]:
    """The files of a library by their names. `InputError` where there is none."""
    found = {path.stem: Source(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.v"))}
    if not found:
        raise InputError(f"{shown(str(folder))} has no file of Coq in it; a library is a folder of .v files")
    return found


def axioms() -> dict[str, Mapping[str, Any]]:
    """The axioms of the reader of proofs by their names."""
    return tomllib.loads(AXIOMS.read_text("utf-8"))


def reasons(folder: Path = FOLDER) -> dict[str, str]:
    """Why an axiom has no theorem in the library yet."""
    place = folder / "reasons.toml"
    return tomllib.loads(place.read_text("utf-8")) if place.is_file() else {}


def digest(said: Any) -> str:
    """The hash of plain values, whatever the order of their keys.

    >>> digest({"a": 1, "b": [2]}) == digest({"b": (2,), "a": 1}) != digest({"a": 1, "b": [3]})
    True
    """
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def digest_of_axiom(axiom: Mapping[str, Any]) -> str:
    """The hash of all that an axiom says; why it holds is not a part of it."""
    return digest({key: value for key, value in axiom.items() if key != "because"})


def quoted(comment: str, axiom: Mapping[str, Any]) -> bool:
    r"""Whether the comment above a theorem quotes an axiom as it is.

    >>> quoted("left: x\n relation: <=\n right: y", {"left": "x", "right": "y", "relation": "<="})
    True
    >>> quoted("left: x\n relation: <=\n right: y", {"left": "x", "right": "y", "relation": "<=", "given": ["y > 0"]})
    False
    """
    lines = [line.strip().partition(": ") for line in comment.splitlines()]
    wanted = {"left": [axiom["left"]], "relation": [axiom.get("relation", "==")], "right": [axiom["right"]]}
    wanted |= {key: list(axiom.get(key, [])) for key in ("given", "for_all")}
    return all([text.strip() for word, _, text in lines if word == key] == said for key, said in wanted.items())


def state(library: Mapping[str, Source]) -> str:
    """The hash of all that certificates are about beside axioms and documents: the library, the definitions of the
    reader, and what writes theorems of Coq and reads them back. When one of them changes, no certificate counts."""
    judges = (
        x for x in Path(__file__).parent.glob("*.py") if x.name != "levels.py"
    )  # which only reads what they found
    others = [_DEFINITIONS, *sorted(judges)]
    texts = {x.name: x.read_text("utf-8") for x in others}
    return digest({**texts, **{f"{x.name}.v": x.text for x in library.values()}})
