"""The command line: a thin shell around the functions of the same names.

Exit codes: 0 it holds or is done, 1 it does not hold, 2 the input is wrong (one line on standard error),
3 undecided, 70 an error that nobody foresaw. Modules are imported by the command that needs them, so that help is
instant and ``evaluate`` never loads sympy.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import traceback
import warnings
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from workbench.commands.common import HOLDS, UNFORESEEN, WRONG_INPUT
from workbench.errors import InputError

_COMMANDS = (
    "verify", "evaluate", "choose", "derive", "prove", "compare", "check", "recheck", "certify", "discover", "plot",
    "latex", "new", "docs",
)  # fmt: skip
"""The modules of `workbench.commands` in the order in which help lists them."""


DEBUG = "WORKBENCH_DEBUG"
"""The environment variable that shows where an error that nobody foresaw came from."""


_ELSEWHERE = {
    **dict.fromkeys(("--fn", "--false-negative", "--cost-fn", "--fn-cost"), "--miss"),
    **dict.fromkeys(("--fp", "--false-positive", "--cost-fp", "--fp-cost"), "--false-alarm"),
    **dict.fromkeys(("--tp", "--true-positive"), "--hit"),
    **dict.fromkeys(("--tn", "--true-negative"), "--correct-rejection"),
    **dict.fromkeys(("--pos-label", "--positive-class"), "--event"),
    **dict.fromkeys(("--label", "--target", "--y-true"), "--class"),
}
"""What options are called in other programs."""


class _Parser(argparse.ArgumentParser):
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Every command knows its own arguments, and says of others what may have been meant."""
        found, unknown = super().parse_known_args(None if args is None else self._joined(args), namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}{self._instead(found, unknown)}")
        return found, unknown

    def _joined(self, arguments: Sequence[str]) -> list[str]:
        """With each option that takes a value joined to one that begins with a minus, such as --weight -log(c)."""
        joined: list[str] = []
        for text in arguments:
            option = self._option_string_actions.get(joined[-1]) if joined else None
            signed = re.match(r"-[^-]", text) and ("(" in text or text[:2] not in self._option_string_actions)
            if option is not None and option.nargs is None and signed:
                text = f"{joined.pop()}={text}"
            joined.append(text)
        return joined

    def _instead(self, found: argparse.Namespace, unknown: list[str]) -> str:
        from workbench.language.grammar import suggestion

        statement = getattr(found, "statement", None)
        if statement is not None and not any(x.startswith("-") for x in unknown):
            return f'; did you mean {self.prog} "{" ".join([statement, *unknown])}"?'
        known = re.findall(r"--[a-z-]+", self.format_help())
        named = (_ELSEWHERE.get(name.partition("=")[0].replace("_", "-"), "") for name in unknown)
        meant = [option for option in named if option in known]
        return f"; did you mean {' and '.join(meant)}?" if meant else suggestion(unknown[0], known)

    def error(self, message: str) -> NoReturn:
        message = re.sub(r"\S{300,}", lambda found: f"{found[0][:40]}...", message)
        self.exit(WRONG_INPUT, f"{self.prog}: {message}{_meant(message)}; {self.prog} --help shows how\n")


def _meant(message: str) -> str:
    """Which choice may have been meant instead of one that there is not; a statement is to be proved.

    >>> _meant("argument COMMAND: invalid choice: 'verfy' (choose from 'verify', 'evaluate')")
    '; did you mean verify?'
    >>> _meant("argument COMMAND: invalid choice: 'BS <= MAE' (choose from 'verify', 'evaluate')")
    '; did you mean workbench prove "BS <= MAE"?'
    """
    from workbench.language.grammar import suggestion

    found = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
    if found is None:
        return ""
    if "COMMAND" in message and re.search("[<>=]", found[1]):
        return f'; did you mean workbench prove "{found[1]}"?'
    return suggestion(found[1], re.findall(r"[\w-]+", found[2]))


def _module(command: str) -> Any:
    return import_module(f"workbench.commands.{command}")


def _parser(names: Iterable[str] = _COMMANDS) -> argparse.ArgumentParser:
    """The parser of these commands; that of one is made sooner than that of all."""
    parser = _Parser(
        prog="workbench",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Derive the expected loss of a threshold choice method, verify what papers claim\n"
        "about it, evaluate a classifier's scores exactly, and write and draw all of it.",
        epilog="examples:\n"
        '  workbench prove "BS <= MAE"          prove it, or refute it by data\n'
        "  workbench verify                     check every theorem and every paper\n"
        "  workbench evaluate scores.csv        every metric and loss, as fractions\n"
        "  workbench choose scores.csv --miss 5 --false-alarm 1\n"
        '  workbench derive score_driven --cost "beta(2, 2)"\n'
        "  workbench plot scores.csv --curve brier\n"
        '  workbench latex "Theorem 10"\n'
        "  workbench docs                       the documentation, page by page\n"
        "\nexit codes: 0 it holds or is done, 1 it does not hold, 2 the input is wrong,\n"
        "3 undecided, 70 an error in the workbench itself, which is no verdict; with\n"
        f"{DEBUG}=1 in the environment it is shown where",
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name in names:
        _module(name).add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    warnings.formatwarning = _in_one_line
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = _parser([name for name in arguments[:1] if name in _COMMANDS] or _COMMANDS)
    given = parser.parse_args(arguments)
    if given.version:
        from importlib.metadata import version

        print(f"workbench {version('threshold-workbench')}")
        return HOLDS
    if given.command is None:
        parser.print_help()
        return HOLDS
    try:
        if sys.stdout is None:
            raise InputError("standard output is closed; there is nowhere to print to")
        code: int = _module(given.command).run(given)
        sys.stdout.flush()
        return code
    except InputError as error:
        message = " ".join(str(error).split()) + _other_columns(given, error)
        print(f"workbench {given.command}: {message}", file=sys.stderr)
        return WRONG_INPUT
    except OSError as error:
        _discard_output()
        print(f"workbench {given.command}: standard output cannot be written: {error.strerror}", file=sys.stderr)
        return WRONG_INPUT
    except MemoryError:
        more = "; --memory SIZE counts larger files" if given.command == "evaluate" else ""
        print(f"workbench {given.command}: not enough memory{more}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print(f"workbench {given.command}: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        print(_unforeseen(given.command, error), file=sys.stderr)
        return UNFORESEEN


def _other_columns(given: argparse.Namespace, error: InputError) -> str:
    """How columns are named, where a file has not those that are looked for by themselves."""
    by_themselves = (getattr(given, "score", None), getattr(given, "label", None)) == ("score", "class")
    missing = getattr(error, "column", None) in ("score", "class")  # of a `NoColumn`, which is not imported here
    return "; --score COLUMN and --class COLUMN name others" if by_themselves and missing else ""


def _in_one_line(message: Warning | str, *_: object, **__: object) -> str:
    return f"workbench: {' '.join(str(message).split())}\n"


def _unforeseen(command: str, error: Exception) -> str:
    """One line on an error that no command knows, after its traceback where that is asked for."""
    shown = os.environ.get(DEBUG)
    if shown:
        traceback.print_exception(error)
    said = "".join(x if x.isprintable() else "?" for x in " ".join(str(error).split())[:200])
    kind = f"{type(error).__name__}: {said}" if said else type(error).__name__
    where = "" if shown else f"; {DEBUG}=1 in the environment shows where"
    return f"workbench {command}: an error that nobody foresaw, and no verdict: {kind}{where}"


def _discard_output() -> None:
    """Let what is left in the buffer of standard output go nowhere when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
