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
from functools import partial
from time import perf_counter
from typing import Any, NoReturn

from workbench.errors import InputError

HOLDS, FAILS, WRONG_INPUT, UNDECIDED = 0, 1, 2, 3

_LANGUAGE = (
    "expressions:\n"
    "  numbers 1/3 0.25, + - * / **, min max abs sqrt log exp\n"
    "  n n0 n1 pi0 pi1, every metric, h_measure(a, b), error(t), macro_error(t)\n"
    "  E0(f) E1(f) E(f)    means of an expression f in the score s\n"
    "  loss(METHOD, cost=COST, condition=cost|skew,\n"
    "       rates=interpolated|step|nearest|cutpoints)\n"
    "  METHOD and COST as in workbench derive --help\n"
)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_INPUT, f"{self.prog}: {message}; {self.prog} --help shows how\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="workbench",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Derive the expected loss of a threshold choice method, verify what papers claim\n"
        "about it, and evaluate a classifier's scores exactly.",
        epilog="examples:\n"
        '  workbench prove "BS <= MAE"          prove it, or refute it by a small data set\n'
        "  workbench verify                     check every theorem and every paper\n"
        "  workbench evaluate scores.csv        every metric and loss, as fractions\n"
        '  workbench derive score_driven --cost "beta(2, 2)"\n'
        "\nexit codes: 0 it holds or is done, 1 it does not hold, 2 the input is wrong,\n"
        "3 undecided",
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    _add_verify(commands)
    _add_evaluate(commands)
    _add_derive(commands)
    _add_prove(commands)
    _add_compare(commands)
    _add_check(commands)
    return parser


def _command(commands: Any, name: str, summary: str, description: str, epilog: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    return command


def _add_verify(commands: Any) -> None:
    verify = _command(
        commands,
        "verify",
        "check theorems and what papers claim",
        "Check every theorem's proof, and run every claim of every paper through both\n"
        "engines: a symbolic proof on one side, exact numbers on data and certified\n"
        "numbers on models on the other.",
        "verdicts:\n"
        "  holds           proved and not refuted, or printed digits that are right\n"
        "  fails           refuted, or printed digits that are wrong\n"
        "  consistent      some data have the printed figures together\n"
        "  inconsistent    no data can have the printed figures together\n"
        "  undecided       neither proved nor refuted\n"
        "  not checkable   a figure or the data are missing, or it is an opinion\n\n"
        "examples:\n"
        "  workbench verify                  everything\n"
        "  workbench verify 004              one paper\n"
        "  workbench verify 004.T10          one claim\n"
        '  workbench verify "Theorem 10"     one theorem\n'
        "  workbench verify --report all.html\n"
        "\nA claim that is known to be wrong as printed is expected to fail; exit code 0\n"
        "means that every verdict is the expected one.\n\n"
        "What was found is kept among the user's caches, or in the folder WORKBENCH_CACHE\n"
        "(nowhere if that is empty), and read again until a source, Python or a library\n"
        "changes.",
    )
    verify.add_argument("names", nargs="*", metavar="NAME", help="a paper, a claim or a theorem; all without one")
    verify.add_argument("--report", metavar="FILE", help="also write what was found as one HTML page")
    verify.add_argument("--fresh", action="store_true", help="compute again what an earlier run found")
    verify.add_argument(
        "--jobs", type=_jobs, metavar="N", help="processes that share the work (default: one for each processor)"
    )


def _add_evaluate(commands: Any) -> None:
    evaluate = _command(
        commands,
        "evaluate",
        "every metric and expected loss of a file of scores, exactly",
        "Every metric, and the expected loss of every threshold choice method for\n"
        "uniform cost proportions and uniform skews, as exact fractions. Decimal text is\n"
        "taken as written: 0.1 is 1/10.",
        f"{_LANGUAGE}\n"
        "examples:\n"
        "  workbench evaluate scores.csv\n"
        "  workbench evaluate scores.csv --score p_spam --class spam --json\n"
        '  workbench evaluate scores.csv --evaluate "MAE - BS"\n'
        '  workbench evaluate scores.csv --evaluate "loss(score(c**2), cost=beta(2, 2))"\n'
        "  workbench evaluate scores.csv --resamples 10000\n"
        "  workbench evaluate large.parquet --memory 2GB\n"
        "  workbench evaluate results.duckdb --table scored\n"
        "\nThe score is the belief in class 1. A file whose higher scores mean class 0\n"
        "needs --higher-means 0.",
    )
    evaluate.add_argument(
        "file", metavar="FILE", help="CSV, Parquet or DuckDB file with scores and classes; - is standard input"
    )
    evaluate.add_argument("--score", default="score", metavar="COLUMN", help="the column of scores (default: score)")
    evaluate.add_argument(
        "--class", dest="label", default="class", metavar="COLUMN", help="the column of classes (default: class)"
    )
    evaluate.add_argument(
        "--higher-means", type=int, choices=(0, 1), default=1, help="the class a higher score speaks for (default: 1)"
    )
    evaluate.add_argument(
        "--evaluate",
        dest="expressions",
        action="append",
        default=[],
        metavar="EXPRESSION",
        help="also the value of an expression; may be repeated",
    )
    evaluate.add_argument(
        "--resamples", type=int, metavar="N", help="also a bootstrap interval of each figure, from N resamples"
    )
    evaluate.add_argument(
        "--memory", metavar="SIZE", help="count by DuckDB in so much memory, such as 2GB, if the file is larger"
    )
    evaluate.add_argument("--table", metavar="NAME", help="the table of a DuckDB file, if it has more than one")
    evaluate.add_argument("--level", default="0.95", metavar="P", help="level of the intervals (default: 0.95)")
    evaluate.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the resamples (default: 0)")
    evaluate.add_argument(
        "--verbose", action="store_true", help="say on standard error how long it took, and by which route"
    )


def _add_derive(commands: Any) -> None:
    derive = _command(
        commands,
        "derive",
        "the expected loss of a threshold choice method, with its proof",
        "The expected loss of a threshold choice method in closed form: its scoring rule\n"
        "(l0, l1) or rank statistic (constant, H), the named metrics it amounts to,\n"
        "whether it is proper, and the proof.",
        "methods:\n"
        "  score_fixed(t) score_uniform score_uniform(1/4, 3/4) score_driven\n"
        "  rate_fixed(r) rate_uniform rate_driven optimal\n"
        "  score(g) rate(g)        g is an expression in the operating condition c\n"
        "                          and in u, uniform on [0, 1] and independent of c\n"
        "  mix(q, METHOD, METHOD)  the first with probability q\n"
        "costs:\n"
        "  uniform uniform(a, b) beta(a, b) point(c0) density(f)   f is in c\n\n"
        "examples:\n"
        "  workbench derive rate_driven\n"
        '  workbench derive score_driven --cost "beta(2, 2)" --condition skew\n'
        '  workbench derive "score(c**2)"\n'
        "\nExit code 3 means that no rule leads to a result; it may still exist.",
    )
    derive.add_argument("method", metavar="METHOD", help="a threshold choice method")
    derive.add_argument("--cost", default="uniform", metavar="COST", help="density of the operating condition")
    derive.add_argument("--condition", choices=("cost", "skew"), default="cost", help="cost proportion or skew")
    _limit(derive)


def _add_prove(commands: Any) -> None:
    prove = _command(
        commands,
        "prove",
        "prove a statement, or refute it by a small data set",
        "Prove a statement about metrics and expected losses, with steps that a checker\n"
        "reads again, or refute it by the smallest data set found, or say that it is\n"
        "undecided. A statement holds when it is true for every finite sample with both\n"
        "classes and scores in [0, 1], and for all values of its free parameters; t, r\n"
        "and q lie in [0, 1].",
        "statements:\n"
        "  EXPRESSION == != <= < >= > EXPRESSION [given ASSUMPTION, ...]\n"
        "assumptions:\n"
        "  calibrated evenly_spaced no_ties pi0 == 1/2 auc >= 0.8 (any relation)\n"
        f"{_LANGUAGE}\n"
        "examples:\n"
        '  workbench prove "loss(score_driven) == BS"\n'
        '  workbench prove "loss(optimal) <= loss(score_fixed(t))"\n'
        '  workbench prove "MAE == 2*BS given calibrated"\n'
        '  workbench prove "BS == loss(rate_driven) given evenly_spaced"\n'
        "\nExit code 0 proved, 1 refuted, 3 undecided.",
    )
    prove.add_argument("statement", metavar="STATEMENT", help="a statement, in quotes")
    _limit(prove)


def _limit(command: argparse.ArgumentParser, seconds: float = 30.0) -> None:
    text = f"undecided after this time (default: {seconds:g})"
    command.add_argument("--seconds", type=_seconds, default=seconds, metavar="N", help=text)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return found


def _jobs(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes from 1 to 999")
    return int(text)


def _add_check(commands: Any) -> None:
    check = _command(
        commands,
        "check",
        "what printed figures can mean together",
        "Can printed figures be true together, of the data that a paper prints or of any\n"
        "data at all? A data set, confusion matrix or folds show it when they can, a\n"
        "violated inequality when they cannot. Claims in the file are proved or refuted.",
        "the file, in TOML:\n"
        "  [[sample]]                  data: name, and scores and classes, or file\n"
        "  [[reported]]                where, sample or n0 and n1 (or n), calibrated,\n"
        "                              rounding half half-even half-up down up any\n"
        '    values = {AUC = "0.79", sensitivity = "0.8", "loss(rate_driven)" = "0.188"}\n'
        "    folds = 10                the values are means over so many folds, or over\n"
        "    folds = [[5, 5], [6, 4]]  folds of these class sizes; also repeats = 3,\n"
        "    stratified = true         and even = true: also of even sizes (scikit-learn)\n"
        "    datasets = [{n0 = 50, n1 = 50, folds = 10}, {n0 = 30, n1 = 60}]\n"
        "  [[claim]]                   where, says: a statement as in workbench prove\n\n"
        "examples:\n"
        "  workbench check paper.toml\n"
        '  workbench check --reported "n0=50 n1=50 AUC=0.79 BS=0.33"\n'
        '  workbench check --reported "n=100 folds=10 accuracy=0.857"\n'
        "\nExit code 0 all consistent or proved, 1 some inconsistent or refuted, 3 some\n"
        "undecided. --seconds is for each search: for a data set, for the slips that\n"
        "would explain what is impossible, and for the nearest figures.",
    )
    check.add_argument("file", nargs="?", metavar="FILE", help='a TOML file, "-" for standard input')
    check.add_argument("--reported", metavar="FIGURES", help="figures and class sizes instead of a file, name=value")
    check.add_argument("--rounding", default="half", metavar="WAY", help="how --reported is rounded (default: half)")
    _limit(check, 5.0)


def _add_compare(commands: Any) -> None:
    compare = _command(
        commands,
        "compare",
        "which of two threshold choice methods is never worse",
        "Which of two threshold choice methods is never worse than the other, for any\n"
        "model and any class proportions; if neither, a data set for each direction. The\n"
        "difference of their expected losses, the value of what one knows more, in closed\n"
        "form. With --all, a matrix over the catalogue.",
        "methods and costs as in workbench derive --help\n\n"
        "examples:\n"
        "  workbench compare score_driven score_uniform\n"
        "  workbench compare rate_driven rate_uniform\n"
        '  workbench compare score_driven "score(c**2)" --cost "beta(2, 2)"\n'
        "  workbench compare --all\n"
        "\nExit code 0 one is never worse, 1 neither is, 3 undecided; 0 with --all.",
    )
    compare.add_argument("methods", nargs="*", metavar="METHOD", help="two threshold choice methods")
    compare.add_argument("--all", action="store_true", help="every method of the catalogue against every other")
    compare.add_argument("--cost", default="uniform", metavar="COST", help="density of the operating condition")
    compare.add_argument("--condition", choices=("cost", "skew"), default="cost", help="cost proportion or skew")
    _limit(compare)


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
        code = _COMMANDS[given.command](given)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except InputError as error:
        message = " ".join(str(error).split())
        print(f"workbench {given.command}: {message}", file=sys.stderr)
        return WRONG_INPUT
    except BrokenPipeError:
        _discard_output()
        return HOLDS
    except OSError as error:
        _discard_output()
        print(f"workbench {given.command}: standard output cannot be written: {error.strerror}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print(f"workbench {given.command}: interrupted", file=sys.stderr)
        return 130


def _discard_output() -> None:
    """Let what is left in the buffer of standard output go nowhere when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _evaluate(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.numeric.databases import MEMORY, is_database, read_grouped
    from workbench.numeric.datafile import read_sample
    from workbench.numeric.evaluation import evaluate_sample

    columns = {"score": given.score, "label": given.label, "higher_means": given.higher_means}
    start = perf_counter()
    with tables.progress("evaluating") as advance:
        advance(given.file, 0, 1)
        if given.memory is not None or given.table is not None or is_database(given.file):
            memory = given.memory or MEMORY
            sample = read_grouped(given.file, **columns, table=given.table, memory=memory, progress=advance)
        else:
            sample = read_sample(given.file, **columns, progress=advance)
        read = perf_counter()
        found = evaluate_sample(sample, expressions=given.expressions, progress=advance)
    if given.verbose:
        times = f"read in {read - start:.3f} s (route: {sample.route}), figures in {perf_counter() - read:.3f} s"
        print(f"workbench evaluate: {sample.n} examples {times}", file=sys.stderr)
    spread = None
    if given.resamples is not None:
        from workbench.analysis.bootstrap import Plan
        from workbench.analysis.evaluation_intervals import evaluation_intervals

        with tables.progress("resampling") as advance:
            plan = Plan(given.resamples, given.level, seed=given.seed, progress=partial(advance, given.file))
            spread = evaluation_intervals(sample, found, plan)
    if given.json:
        _print_json(found.to_json() | ({"intervals": spread.to_json()} if spread else {}))
    else:
        tables.show_evaluation(found, given.file)
        if spread:
            tables.show_intervals(spread)
    return HOLDS


def _derive(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.symbolic.derivation import derive

    with tables.waiting("deriving"):
        found = derive(given.method, given.cost, given.condition, seconds=given.seconds)
    if given.json:
        _print_json(found.to_json())
    else:
        tables.show_derivation(found)
    return HOLDS if found.theorem is not None else UNDECIDED


def _verify(given: argparse.Namespace) -> int:
    from workbench import tables, verification_tables
    from workbench.papers import cache, workers
    from workbench.papers.verification import verify
    from workbench.report import writing

    place = None if given.report is None else writing.checked_place(given.report)
    with tables.progress("verifying") as advance:
        found = verify(
            given.names,
            progress=advance,
            jobs=given.jobs or workers.available(),
            cache=cache.default_folder(),
            fresh=given.fresh,
        )
    if place is not None:
        writing.put(place, found.to_html())
    if given.json:
        _print_json(found.to_json())
    else:
        verification_tables.show_verification(found, given.names)
    return HOLDS if found.ok else FAILS


def _prove(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.deciding.decide import prove

    with tables.waiting("deciding"):
        found = prove(given.statement, given.seconds)
    if given.json:
        _print_json(found.to_json())
    else:
        tables.show_decision(found)
    return {"proved": HOLDS, "refuted": FAILS, "undecided": UNDECIDED}[found.verdict]


def _check(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.papers.check import Checked, check, check_report

    if (given.file is None) == (given.reported is None):
        raise InputError("FILE or --reported is needed, and not both; workbench check --help shows how")
    if given.file is None:
        with tables.waiting("checking"):
            found = Checked("", (check_report(given.reported, given.rounding, given.seconds),))
    else:
        with tables.progress("checking") as advance:
            found = check(given.file, advance, given.seconds)
    if given.json:
        _print_json(found.to_json())
    else:
        tables.show_check(found)
    verdicts = set(found.counts)
    if verdicts & {"inconsistent", "refuted"}:
        return FAILS
    return UNDECIDED if "undecided" in verdicts else HOLDS


def _compare(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.deciding.comparison import compare, compare_all

    if given.all:
        if given.methods:
            raise InputError(f"{given.methods[0]}: --all compares the whole catalogue and takes no method")
        with tables.progress("comparing") as advance:
            every = compare_all(given.cost, given.condition, seconds=given.seconds, progress=advance)
        if given.json:
            _print_json(every.to_json())
        else:
            tables.show_comparisons(every)
        return HOLDS
    if len(given.methods) != 2:
        raise InputError(f"{len(given.methods)} methods are given; two are compared, or all with --all")
    with tables.waiting("comparing"):
        first, second = given.methods
        found = compare(first, second, given.cost, given.condition, seconds=given.seconds)
    if given.json:
        _print_json(found.to_json())
    else:
        tables.show_comparison(found)
    return UNDECIDED if found.verdict == "undecided" else FAILS if found.verdict == "neither" else HOLDS


_COMMANDS = {
    "verify": _verify,
    "evaluate": _evaluate,
    "derive": _derive,
    "prove": _prove,
    "compare": _compare,
    "check": _check,
}


if __name__ == "__main__":
    sys.exit(main())
