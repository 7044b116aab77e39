"""The command line: a thin shell around the functions of the same names.

Exit codes: 0 it holds or is done, 1 it does not hold, 2 the input is wrong (one line on standard error),
3 undecided. Modules are imported by the command that needs them, so that help is instant and
``evaluate`` never loads sympy.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from workbench.errors import InputError

HOLDS, FAILS, WRONG_INPUT, UNDECIDED = 0, 1, 2, 3


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_INPUT, f"{self.prog}: {message}; {self.prog} --help shows how\n")


def _parser() -> argparse.ArgumentParser:
    plain = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="workbench",
        formatter_class=plain,
        description="Derive the expected loss of a threshold choice method, verify what papers claim about it,\n"
        "and evaluate a classifier's scores exactly.",
        epilog="examples:\n"
        "  workbench verify                              check every theorem and every paper\n"
        "  workbench evaluate scores.csv                 every metric and loss, as exact fractions\n"
        '  workbench derive score_driven --cost "beta(2, 2)"\n'
        "\nexit codes: 0 it holds, 1 it does not hold, 2 the input is wrong, 3 undecided",
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    verify = commands.add_parser(
        "verify",
        formatter_class=plain,
        help="check theorems and what papers claim",
        description="Check every theorem's proof and run every claim of every paper through both engines: a symbolic\n"
        "proof on one side, exact numbers on data and certified numbers on models on the other.",
        epilog="examples:\n"
        "  workbench verify                  everything\n"
        "  workbench verify 004              one paper\n"
        "  workbench verify 004.T10          one claim\n"
        '  workbench verify "Theorem 10"     one theorem\n'
        "\nA claim that is known to be wrong as printed is expected to fail; exit code 0 means that every\n"
        "verdict is the expected one.",
    )
    verify.add_argument(
        "names", nargs="*", metavar="NAME", help="a paper, a claim or a theorem; all when none is named"
    )
    verify.add_argument("--json", action="store_true", help="print the result as JSON")

    evaluate = commands.add_parser(
        "evaluate",
        formatter_class=plain,
        help="every metric and expected loss of a file of scores, exactly",
        description="Every metric, and the expected loss of every threshold choice method for uniform cost\n"
        "proportions and uniform skews, as exact fractions. Decimal text is taken as written: 0.1 is 1/10.",
        epilog="examples:\n"
        "  workbench evaluate scores.csv\n"
        "  workbench evaluate scores.csv --score p_spam --class spam --json\n"
        '  workbench evaluate scores.csv --evaluate "MAE - BS" --evaluate "loss(score_driven, cost=beta(2, 2))"\n'
        "\nThe score is the belief in class 1. A file whose higher scores mean class 0 needs --higher-means 0.",
    )
    evaluate.add_argument(
        "file", metavar="FILE", help="CSV or Parquet with a column of scores and one of classes 0 and 1"
    )
    evaluate.add_argument("--score", default="score", metavar="COLUMN", help="the column of scores (default: score)")
    evaluate.add_argument(
        "--class",
        dest="label",
        default="class",
        metavar="COLUMN",
        help="the column of classes (default: class)",
    )
    evaluate.add_argument(
        "--higher-means",
        type=int,
        choices=(0, 1),
        default=1,
        help="the class that a higher score speaks for (default: 1)",
    )
    evaluate.add_argument(
        "--evaluate",
        dest="expressions",
        action="append",
        default=[],
        metavar="EXPRESSION",
        help="also the value of an expression of the statement language; may be repeated",
    )
    evaluate.add_argument("--json", action="store_true", help="print the result as JSON")

    derive = commands.add_parser(
        "derive",
        formatter_class=plain,
        help="the expected loss of a threshold choice method, with its proof",
        description="The expected loss of a threshold choice method in closed form: its scoring rule (l0, l1) or rank\n"
        "statistic (constant, H), the named metrics it amounts to, whether it is proper, and the proof.",
        epilog="methods:  score_fixed(t) score_uniform score_uniform(l, u) score_driven rate_fixed(r) rate_uniform\n"
        "          rate_driven optimal score(g) rate(g) mix(q, METHOD, METHOD)\n"
        "          g is an expression in the operating condition c and in u, uniform on [0, 1]\n"
        "costs:    uniform uniform(a, b) beta(a, b) point(c0) density(f), f an expression in c\n\n"
        "examples:\n"
        "  workbench derive rate_driven\n"
        '  workbench derive score_driven --cost "beta(2, 2)" --condition skew\n'
        '  workbench derive "score(c**2)"',
    )
    derive.add_argument("method", metavar="METHOD", help="a threshold choice method")
    derive.add_argument(
        "--cost",
        default="uniform",
        metavar="COST",
        help="density of the operating condition (default: uniform)",
    )
    derive.add_argument(
        "--condition",
        choices=("cost", "skew"),
        default="cost",
        help="operating condition: cost proportion or skew (default: cost)",
    )
    derive.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.version:
        from importlib.metadata import version

        print(f"workbench {version('threshold-workbench')}")
        return HOLDS
    if given.command is None:
        parser.print_help()
        return HOLDS
    try:
        code = {"verify": _verify, "evaluate": _evaluate, "derive": _derive}[given.command](given)
        sys.stdout.flush()
        return code
    except InputError as error:
        message = " ".join(str(error).split())
        print(f"workbench {given.command}: {message}", file=sys.stderr)
        return WRONG_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return HOLDS
    except KeyboardInterrupt:
        print(f"workbench {given.command}: interrupted", file=sys.stderr)
        return 130


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _evaluate(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.datafile import read_sample
    from workbench.evaluation import evaluate_sample

    with tables.progress("evaluating") as advance:
        advance(given.file, 0, 1)
        sample = read_sample(given.file, score=given.score, label=given.label, higher_means=given.higher_means)
        found = evaluate_sample(sample, expressions=given.expressions, progress=advance)
    if given.json:
        _print_json(found.to_json())
    else:
        tables.show_evaluation(found, given.file)
    return HOLDS


def _derive(given: argparse.Namespace) -> int:
    from workbench.derivation import derive

    found = derive(given.method, given.cost, given.condition)
    if given.json:
        _print_json(found.to_json())
    else:
        from workbench import tables

        tables.show_derivation(found)
    return HOLDS if found.theorem is not None else UNDECIDED


def _verify(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.verification import verify

    with tables.progress("verifying") as advance:
        found = verify(given.names, progress=advance)
    if given.json:
        _print_json(found.to_json())
    else:
        tables.show_verification(found)
    return HOLDS if found.ok else FAILS


if __name__ == "__main__":
    sys.exit(main())
