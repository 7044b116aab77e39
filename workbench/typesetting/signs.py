r"""Signs of Unicode in letters that every LaTeX knows: accents, scripts, Greek, mathematical letters.

What has no LaTeX without packages, such as a letter of another script, is written as its code point, which is seen
in print and found again by `not_set`.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from workbench.errors import warn_user

_ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': "''", "–": "--", "—": "---", "…": r"\dots{}", "’": "'", "‘": "`", "“": "``", "”": "''",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d", "\u0326": "textcommabelow",
    "\u0327": "c", "\u0328": "k", "\u0331": "b",
}  # fmt: skip
_LETTERS = {
    "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}", "œ": r"\oe{}", "Œ": r"\OE{}",
    "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}",
    "ȷ": r"\j{}", "Đ": r"\makebox[0pt][l]{\kern.05em-}D", "đ": r"d\makebox[0pt][r]{\raisebox{.45ex}{-}}",
}  # fmt: skip

_SIGNS = {
    "§": r"\S{}", "¶": r"\P{}", "†": r"\dag{}", "‡": r"\ddag{}", "©": r"\copyright{}", "£": r"\pounds{}",
    "¡": "!`", "¿": "?`", "\u00a0": "~", "\u202f": "~", "\u2009": r"\,", "\u2010": "-", "\u2011": "-", "\u2012": "--",
    "\u2015": "---", "‚": ",", "„": ",,", "′": "$'$", "«": r"$\ll$", "»": r"$\gg$", "•": r"$\bullet$", "·": r"$\cdot$",
    "×": r"$\times$", "÷": r"$\div$", "±": r"$\pm$", "−": "$-$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$",
    "≈": r"$\approx$", "≡": r"$\equiv$", "∼": r"$\sim$", "∝": r"$\propto$", "∞": r"$\infty$", "∈": r"$\in$",
    "∉": r"$\notin$", "⊂": r"$\subset$", "⊆": r"$\subseteq$", "∪": r"$\cup$", "∩": r"$\cap$", "∅": r"$\emptyset$",
    "∀": r"$\forall$", "∃": r"$\exists$", "¬": r"$\neg$", "∧": r"$\wedge$", "∨": r"$\vee$", "→": r"$\to$",
    "←": r"$\leftarrow$", "↔": r"$\leftrightarrow$", "⇒": r"$\Rightarrow$", "⇔": r"$\Leftrightarrow$", "∫": r"$\int$",
    "∑": r"$\sum$", "∏": r"$\prod$", "∂": r"$\partial$", "√": r"$\surd$", "°": r"$^\circ$", "ℝ": r"$\mathbf{R}$",
    "¹": "$^1$", "²": "$^2$", "³": "$^3$", "½": r"$\frac{1}{2}$", "¼": r"$\frac{1}{4}$", "¾": r"$\frac{3}{4}$",
    "≪": r"$\ll$", "≫": r"$\gg$", "∇": r"$\nabla$", "⟨": r"$\langle$", "⟩": r"$\rangle$", "⊥": r"$\perp$",
    "∥": r"$\parallel$", "⊕": r"$\oplus$", "⊗": r"$\otimes$", "∘": r"$\circ$", "⋅": r"$\cdot$", "∖": r"$\setminus$",
    "⊃": r"$\supset$", "⊇": r"$\supseteq$", "≺": r"$\prec$", "≻": r"$\succ$", "⋯": r"$\cdots$", "∣": r"$\mid$",
    "∗": "$*$", "⋆": r"$\star$", "↦": r"$\mapsto$", "⟶": r"$\longrightarrow$", "⌊": r"$\lfloor$", "⌋": r"$\rfloor$",
    "⌈": r"$\lceil$", "⌉": r"$\rceil$", "≃": r"$\simeq$", "≅": r"$\cong$", "ℓ": r"$\ell$",
    "ℵ": r"$\aleph$", "ℜ": r"$\Re$", "ℑ": r"$\Im$", "∆": r"$\Delta$", "⁄": "/", "‖": r"$\|$", "↑": r"$\uparrow$",
    "↓": r"$\downarrow$", "€": r"\texteuro{}", "‰": r"\textperthousand{}", "®": r"\textregistered{}",
    "™": r"\texttrademark{}", "ª": r"\textsuperscript{a}", "º": r"\textsuperscript{o}", "\u00ad": r"\-",
    "∎": r"\rule{0.8ex}{0.8ex}", "″": "$''$", "‹": r"$<$", "›": r"$>$", "∓": r"$\mp$",
}  # fmt: skip
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega", "Υ": "Upsilon", "ϑ": "vartheta", "ϱ": "varrho", "ϖ": "varpi",
}  # fmt: skip

_OF_LATIN = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True))
_MATH_ACCENTS = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "overline",
    "\u0306": "breve", "\u0307": "dot", "\u0308": "ddot", "\u030c": "check", "\u0332": "underline", "\u20d7": "vec",
}  # fmt: skip
_ALPHABETS = {
    "SCRIPT CAPITAL": r"\mathcal", "DOUBLE-STRUCK": r"\mathbf", "BOLD": r"\mathbf", "SANS-SERIF": r"\mathsf",
    "MONOSPACE": r"\mathtt",
}  # fmt: skip
_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=()aehijklmnoprstuvx", strict=True))
_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿᵀ", "0123456789+-=()inT", strict=True))
_SCRIPT = {**{sign: ("_", text) for sign, text in _BELOW.items()}, **{x: ("^", y) for x, y in _ABOVE.items()}}
_MARKS = r"[\u0300-\u036f\u20d7]"
_LOW, _HIGH = f"[{''.join(_BELOW)}]", f"[{''.join(_ABOVE)}]"

SCRIPTS = f"(?:{_LOW}+|{_HIGH}+)"
"""A pattern of indices or exponents of Unicode."""

_ESTIMATED = "".join(
    sign
    for sign in map(chr, range(0xC0, 0x1F00))
    if re.fullmatch("[A-Za-z][\u0302\u0303\u0304\u0307]", unicodedata.normalize("NFD", sign))
)
ESTIMATED = f"[{_ESTIMATED}]"
"""A pattern of letters with a hat, a tilde, a bar or a dot, which alone are symbols."""

LETTER = rf"[A-Za-z{''.join(GREEK)}ℓ\U0001d400-\U0001d7cb]"
"""A pattern of letters that may carry an accent, an index or an exponent of Unicode."""

_CLUSTER = re.compile(rf"{SCRIPTS}+|.{_MARKS}*", re.S)
_POINT = re.compile(r"\\texttt\{U\+([0-9A-F]{4,6})\}")
_POINTS = re.compile(r"\\texttt\{U\+[0-9A-F]+\}(?=\\texttt\{U\+)")
_MEETING = re.compile(r"(\\[A-Za-z]+)\$\$(?=[A-Za-z])|(?<!\\)\$\$")


def composed(text: str) -> str:
    """Text in which an accent behind a letter is one with it, where Unicode has that letter."""
    return unicodedata.normalize("NFC", text)


def joined(text: str) -> str:
    r"""Formulas within text that meet as one; between code points that meet a line may end.

    >>> print(joined(r"$\pi$$_0$ costs \$$x$"))
    $\pi_0$ costs \$$x$
    """
    text = _POINTS.sub(r"\g<0>\\allowbreak{}", text)
    return _MEETING.sub(lambda found: f"{found[1]} " if found[1] else "", text)


def escaped(text: str) -> str:
    r"""Plain text in LaTeX, in letters that every LaTeX knows.

    >>> print(escaped("50% of José & Cèsar_1"))
    50\% of Jos\'{e} \& C\`{e}sar\_1
    >>> print(escaped("τ̂ ≤ x̄, 10⁻³, 𝔼 and ﬁ; 漢"))
    $\hat{\tau}$ $\le$ $\bar{x}$, 10$^{-3}$, $\mathbf{E}$ and fi; \texttt{U+6F22}
    """
    return joined("".join(_ESCAPED.get(found[0]) or _cluster(found[0]) for found in _CLUSTER.finditer(composed(text))))


def scripted(text: str) -> str:
    r"""A letter or word with accents, indices and exponents of Unicode, in LaTeX, without dollars.

    >>> print(scripted("π₀"), scripted("τ̂₁²"), scripted("s₁₀"), scripted("TPR₀"))
    \pi_0 \hat{\tau}_1^2 s_{10} \mathrm{TPR}_0
    """
    stem, *rest = re.split(f"({SCRIPTS})", text, maxsplit=1)
    stem = unicodedata.normalize("NFD", stem)
    base, marks = re.fullmatch(rf"(.*?)({_MARKS}*)", stem, re.S).groups()  # type: ignore[union-attr]
    found = _in_mathematics(base) if len(base) == 1 else rf"\mathrm{{{base}}}"
    for mark in marks:
        found = rf"\{_MATH_ACCENTS[mark]}{{{found}}}"
    return found + _scripts("".join(rest))


def _scripts(text: str) -> str:
    parts = []
    for place, signs in groupby(map(_SCRIPT.__getitem__, text), key=lambda x: x[0]):
        inside = "".join(sign for _, sign in signs)
        parts.append(f"{place}{inside}" if len(inside) == 1 else f"{place}{{{inside}}}")
    return "".join(parts)


def _in_mathematics(letter: str) -> str:
    if letter in GREEK:
        return rf"\{GREEK[letter]}"
    if letter.isascii():
        return letter
    if letter == "ℓ":
        return r"\ell"
    plain, name = unicodedata.normalize("NFKC", letter), unicodedata.name(letter, "")
    inside = _in_mathematics(plain) if plain != letter else letter
    alphabet = next((command for word, command in _ALPHABETS.items() if word in name and plain.isascii()), "")
    return f"{alphabet}{{{inside}}}" if alphabet else inside


def _cluster(signs: str) -> str:
    """A sign with the accents behind it, or a run of indices or exponents."""
    if signs[0] in _SCRIPT:
        return f"${_scripts(signs)}$"
    if len(signs) > 1:
        known = all(mark in _MATH_ACCENTS for mark in signs[1:])
        if known and re.fullmatch(LETTER, signs[0]):
            return f"${scripted(signs)}$"
        return "".join(map(_cluster, signs)) if not signs[0].isascii() else _accented(signs[0], signs[1:])
    sign = signs
    if sign.isascii():
        return sign if sign.isprintable() else " "
    if sign in GREEK:
        return rf"$\{GREEK[sign]}$"
    if found := _LETTERS.get(sign) or _SIGNS.get(sign) or _OF_LATIN.get(sign):
        return found
    parts = unicodedata.normalize("NFD", sign)
    if len(parts) > 1:
        return _accented(parts[0], parts[1:])
    return _otherwise(sign)


def _accented(base: str, marks: str) -> str:
    if (base in GREEK or base in _OF_LATIN) and all(mark in _MATH_ACCENTS for mark in marks):
        return f"${scripted(_OF_LATIN.get(base, base) + marks)}$"
    if not base.isascii() or not base.isprintable():
        return _point(composed(base + marks))
    text = base
    for mark in marks:
        if mark not in _ACCENTS:
            return _point(composed(base + marks))
        above = text != base and mark in _MATH_ACCENTS  # accents of text stand beside each other
        text = rf"$\{_MATH_ACCENTS[mark]}{{\text{{{text}}}}}$" if above else rf"\{_ACCENTS[mark]}{{{text}}}"
    return text


def _otherwise(sign: str) -> str:
    """A sign as others that are alike, or as its code point."""
    kind, alike = unicodedata.category(sign), unicodedata.normalize("NFKC", sign)
    if kind in ("Zs", "Zl", "Zp", "Cc"):
        return " "
    if kind == "Cf":
        return ""
    if re.fullmatch(LETTER, sign) or (alike != sign and re.fullmatch(LETTER, alike) and kind[0] == "L"):
        return f"${_in_mathematics(sign)}$"
    if alike != sign:
        written = escaped(alike)
        return _point(sign) if _POINT.search(written) else written
    return _point(sign)


def _point(signs: str) -> str:
    return "".join(rf"\texttt{{U+{ord(sign):04X}}}" for sign in signs)


def not_set(texts: list[str]) -> list[str]:
    r"""The signs that LaTeX has as their code points, in their order.

    >>> not_set([r"the loss of \texttt{U+6F22}", r"\texttt{U+0438}, \texttt{U+6F22}"])
    ['漢', 'и']
    """
    return list(dict.fromkeys(chr(int(found, 16)) for text in texts for found in _POINT.findall(text)))


def warn_of_signs(texts: list[str]) -> None:
    """A warning that names the signs which are printed as code points, where there are such."""
    if missing := not_set(texts):
        told = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in missing)
        what = "is printed as its code point" if len(missing) == 1 else "are printed as their code points"
        warn_user(f"{told} {what}: LaTeX has no such letter without packages")
