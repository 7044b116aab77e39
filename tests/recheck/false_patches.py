"""False theorems about means over c and u together, and about inverses and roots of quotients."""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import FALSE, Document, Use, equality
from tests.recheck.false_values import cell, integral


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


def patch(
    inner: str, whole: str, inverse: str | None = None, section: str | None = None, **more: Any
) -> dict[str, Any]:
    """A patch, the whole square if nothing else is said; ``edges`` as their inverses."""
    edges = [{"inverse": e} for e in more.pop("edges", (None, None))]
    found = {"from": "0", "to": "1", "bottom": "0", "top": "1", "inner": inner, "whole": whole, "edges": edges}
    return {**found, "inverse": inverse, "section": section, **more}


def over(text: str, *patches: dict[str, Any], **more: Any) -> Use:
    """An integral by its patches."""
    return {"integral": text, "patches": list(patches), **more}


def _mean(name: str, why: str, text: str, value: str, *patches: dict[str, Any], **more: Any) -> None:
    _is_false(name, why, equality(f"{text} == {value}", (value, over(text, *patches)), **more))


PRODUCT = "Ec(indicator(c*u < t))"
OF_PRODUCT = patch("u", "c", "y/c", "y*log(c)", edges=(None, "y"))
BELOW, ABOVE = patch("c*u", "c**3/3", top="c"), patch("u**2/2", "c/2 - c**3/6", bottom="c")

# --- the square is not filled -----------------------------------------------------------------------------

_mean("a patch twice", "counted twice", PRODUCT, "2*t - 2*t*log(t)", OF_PRODUCT, OF_PRODUCT, given=("t > 0",))
_mean("half of the square", "u < c only", "Ec(max(c, u))", "1/3", BELOW)
_mean("the other half", "u > c only", "Ec(max(c, u))", "1/3", ABOVE)
_mean("a half twice", "counted twice", "Ec(max(c, u))", "1", BELOW, ABOVE, BELOW)
_mean("columns left out", "up to c = 1/2", "Ec(max(c, u))", "1/24", {**BELOW, "to": "1/2"}, {**ABOVE, "to": "1/2"})
_mean(
    "another support",
    "from 0 to 1",
    "Ec(max(c, u), uniform(1/4, 3/4))",
    "4/3",
    {**BELOW, "whole": "2*c**3/3"},
    {**ABOVE, "whole": "c - c**3/3"},
)
_mean(
    "patches side by side that overlap",
    "between 1/3 and 1/2",
    "Ec(max(c, u))",
    "5/8",
    *({**x, "to": "1/2"} for x in (BELOW, ABOVE)),
    *({**x, "from": "1/3"} for x in (BELOW, ABOVE)),
)
_mean(
    "a wall beyond the square", "up to 2", "Ec(max(c, u))", "2", BELOW, {**ABOVE, "top": "2", "whole": "2*c - c**3/6"}
)
_mean(
    "a wall that goes back",
    "from 1 down to c",
    "Ec(max(c, u))",
    "5",
    patch("u**2/2", "c/2"),
    patch("c*u", "c**3/3 - c**2/2", bottom="1", top="c"),
    ABOVE,
)
_mean(
    "walls that move with u",
    "u is what the wall is for",
    "Ec(max(c, u))",
    "1/2",
    patch("c*u", "c**2*u/2", top="u"),
    patch("c*u", "c**2*(1 - u)/2", bottom="u"),
)

# --- what is said of a patch is wrong -----------------------------------------------------------------------

_mean("a kink inside", "max(c, u) is not c", "Ec(max(c, u))", "1/2", patch("c*u", "c**2/2"))
_mean("a kink taken the wrong way", "max(c, u) is not u below", "Ec(max(c, u))", "1/2", patch("u**2/2", "c/2"))
_mean("an inner jump", "u + 1{u < 1/2}", "Ec(max(c, u))", "0", patch("c*u + indicator(u < 1/2)", "c**2/2 - c"))
_mean("not absolutely convergent", "no mean", "Ec((c - u)/(c + u)**3)", "1/2", patch("u/(c + u)**2", "-1/(1 + c)"))
_mean("a pole", "1/(c*u) has no mean", "Ec(1/(c + u)**2)", "0", patch("-1/(c + u)", "log(c) - log(1 + c)"))
_mean("a constant in the section", "g moves", PRODUCT, "t", patch("u", "c", None, None, edges=(None, "y")))
_mean("no section", "0", PRODUCT, "t", patch("u", "c", "y/c", None, edges=(None, "y")))
_mean("the section from the top", "g rises", PRODUCT, "1", patch("u", "c", "y/c", "c - y*log(c)", edges=(None, "y")))
_mean("half of the section", "1/2", PRODUCT, "t", patch("u", "c", "y/c", "y*log(c)/2", edges=(None, "y")))
_mean("another inverse", "y/c**2", PRODUCT, "t", patch("u", "c", "y/c**2", "-y/c", edges=(None, "y")))
_mean("another edge", "y**2", PRODUCT, "t", patch("u", "c", "y/c", "y*log(c)", edges=(None, "y**2")))
_mean("edges exchanged", "g is 0 below", PRODUCT, "0", patch("u", "c", "y/c", "y*log(c)", edges=("y", None)))
_mean("one edge", "two are needed", PRODUCT, "0", {**OF_PRODUCT, "edges": [{"inverse": None}]})
_mean("no edges", "two are needed", PRODUCT, "0", {k: x for k, x in OF_PRODUCT.items() if k != "edges"})
_is_false(
    "an edge at which c is c",
    "an inverse that moves with what it is to solve for",
    equality(
        "Ec(indicator((c + u)/2 < t)) == Ec(indicator((c + u)/2 < q))",
        (
            "Ec(indicator((c + u)/2 < q))",
            *(
                over(f"Ec(indicator((c + u)/2 < {x}))", patch("u", "c", "2*y - c", "2*y*c - c**2/2", edges=("c", "c")))
                for x in "tq"
            ),
        ),
    ),
)
_is_false(
    "a height at which u is u",
    "an inverse that moves with what it is to solve for",
    equality(
        f"{PRODUCT} == Ec(indicator(c*u < q))",
        (
            "Ec(indicator(c*u < q))",
            *(over(f"Ec(indicator(c*u < {x}))", patch("u", "c", "u", "c*u", edges=(None, "y"))) for x in "tq"),
        ),
    ),
)
_mean(
    "not monotone in u",
    "4*u*(1 - u)*c falls again",
    "Ec(indicator(4*u*(1 - u)*c < t))",
    "0",
    patch("u", "c", "(1 - sqrt(1 - y/c))/2", "c/2", roots=["1 - 2*u"], edges=(None, None)),
)
_mean(
    "an edge that is not monotone",
    "4*c*(1 - c) falls again",
    "Ec(indicator(4*c*(1 - c)*u < t))",
    "0",
    patch(
        "u",
        "c",
        "y/(4*c*(1 - c))",
        "y*(log(c) - log(1 - c))/4",
        edges=(None, "(1 - sqrt(1 - y))/2"),
    ),
)
_FLAT = patch("u", "c", None, "c", to="1/2")
_mean(
    "a section where nothing moves",
    "both antiderivatives are the same expression",
    "Ec(indicator(max(c - 1/2, 0)*u < t))",
    "t*log(2*t)",
    _FLAT,
    patch("u", "c", "y/(c - 1/2)", "y*log(c - 1/2)", edges=(None, "y + 1/2"), **{"from": "1/2"}),
    given=("t > 0", "t < 1/2"),
)
_mean(
    "a patch without levels",
    "what moves is counted as if it did not",
    "Ec(indicator(max(c - 1/2, 0)*u < t))",
    "1",
    patch("u", "c", to="1/2"),
    {k: x for k, x in patch("u", "c", **{"from": "1/2"}).items() if k not in ("edges", "inverse", "section")},
    given=("t > 0",),
)
_ZERO = "log(c) - log(c**2 + 2*c) + log(c + 2)"
_mean(
    "logarithms of 0 that cancel",
    "what is 0 everywhere is log(2) with log(0) - log(0) for 0 at the end",
    "Ec(max(c, u))",
    "2/3 - log(2)",
    {**BELOW, "whole": f"c**3/3 + {_ZERO}"},
    ABOVE,
)
_mean(
    "logarithms of 0 that cancel, with an event",
    "the same with t = 1/2",
    PRODUCT,
    "1/2 - log(1/2)/2 - log(2)",
    {**OF_PRODUCT, "whole": f"c + {_ZERO}"},
    given=("t == 1/2",),
)
_mean(
    "logarithms of 0 that cancel in a level",
    "the threshold is c*u, its value at 0 is not log(2)",
    f"Ec(indicator(c*u + {_ZERO} < t))",
    "1",
    patch("u", "c", f"(y - {_ZERO})/c", "y*log(c)", edges=(None, "y")),
    given=("t == 1/2",),
)
_mean(
    "logarithms of 0 that cancel in an antiderivative in u",
    "at the bottom of the square",
    "Ec(max(c, u))",
    "2/3 - log(2)/2",
    {**BELOW, "inner": f"c*u + {_ZERO.replace('c', 'u')}", "whole": "c**3/3 - c*log(2)"},
    {**ABOVE, "inner": f"u**2/2 + {_ZERO.replace('c', 'u')}"},
)
_mean("an event inside", "no factor", "Ec(max(indicator(c*u < t), 1/2))", "1", OF_PRODUCT)
_mean("two events", "no product of one", "Ec(indicator(c*u < t)*indicator(c + u < q))", "1", OF_PRODUCT)
_mean("a threshold with a letter", "q is not known", "Ec(indicator(c*u*q < t))", "1", OF_PRODUCT)
_mean(
    "letters as ends",
    "not known",
    "Ec(max(c, u), uniform(a, b))",
    "2/3/(b - a)",
    *({**x, "whole": f"({x['whole']})/(b - a)"} for x in (BELOW, ABOVE)),
    given=("a >= 0", "b <= 1", "a < b"),
)

# --- inverses and roots elsewhere -----------------------------------------------------------------------------

_is_false(
    "an inverse that is c",
    "it moves with what it is to solve for",
    equality(
        "Ec(indicator(c < t)) == Ec(indicator(c < q))",
        (
            "Ec(indicator(c < q))",
            *(integral(f"Ec(indicator(c < {x}))", cell("0", "1", "c", "c")) for x in "tq"),
        ),
    ),
)
_SUM = patch("u", "c", "2*y - c", "2*y*c - c**2/2", edges=("2*y", "2*y - 1"))
_is_false(
    "a root of a square that is divided",
    "k*BS >= 0 says nothing of k where BS is 0",
    equality(
        "Ec(indicator((c + u)/2 < sqrt(k**2))) == Ec(indicator((c + u)/2 < k))",
        (
            "Ec(indicator((c + u)/2 < k))",
            over("Ec(indicator((c + u)/2 < sqrt(k**2)))", _SUM, roots=["k*BS"]),
            over("Ec(indicator((c + u)/2 < k))", _SUM),
        ),
        given=("k*BS >= 0",),
    ),
)
_ROOTS = "sqrt(1/(t - 1)/(t - 2))*sqrt((t - 1)/(t - 3))*sqrt((t - 2)/(t - 3))"
_is_false(
    "roots of quotients of what is negative",
    "the left side is positive, the right side negative",
    equality(
        f"{_ROOTS} == 1/(t - 3)",
        ("1/(t - 3)",),
        given=("t < 1/2",),
        defined=[
            {"expression": x, "strict": True, "certificate": {"sum": terms}}
            for x, terms in (
                *((f"{k} - t", [["1", ["1/2 - t"], []], [f"{2 * k - 1}/2", [], []]]) for k in (1, 2, 3)),
                ("1/(t - 1)/(t - 2)", [["1", [], []]]),
                *((f"(t - {k})/(t - 3)", [["1", ["1/2 - t"], []], [f"{2 * k - 1}/2", [], []]]) for k in (1, 2)),
            )
        ],
    ),
)
