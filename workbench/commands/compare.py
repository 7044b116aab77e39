"""``workbench compare``: which of two methods, or of two models, is the better one."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from functools import partial
from typing import Any

from workbench.commands.common import (
    FAILS,
    HOLDS,
    UNDECIDED,
    add_columns,
    add_design,
    add_limit,
    add_proof,
    add_smooth,
    law_given,
    names_of,
    new_command,
    printed,
    write_proof,
    write_proofs,
)
from workbench.errors import InputError, shown
from workbench.formats import counted

OF_METHODS = {"all": "--all", "seconds": "--seconds", "proof": "--proof"}
OF_FILES = {
    "method": "--method",
    "score": "--score",
    "label": "--class",
    "higher_means": "--higher-means",
    "event": "--event",
    "paired": "--paired",
    "names": "--name",
    "resamples": "--resamples",
    "level": "--level",
    "seed": "--seed",
    "output": "-o",
    "smooth": "--smooth",
    "weights": "--weights",
    "groups": "--groups",
    "prior": "--prior",
    "expressions": "--evaluate",
}
SECONDS = 30.0


def add(commands: Any) -> None:
    compare = new_command(
        commands,
        "compare",
        "which of two threshold choice methods, or of two models, is better",
        "Of two threshold choice methods: which is never worse than the other, for any\n"
        "model and any class proportions; if neither, a data set for each direction. The\n"
        "difference of their expected losses, the value of what one knows more, in closed\n"
        "form. With --all, a matrix over the catalogue.\n\n"
        "Of two models, given by two files of scores: which loses less under a law of\n"
        "costs, by how much with an interval, at which operating conditions each is\n"
        "better, and whether one is better under every law of costs. Files with the same\n"
        "classes row by row are taken as the same examples, whose resamples are paired.",
        "methods and costs as in workbench derive --help\n\n"
        "examples:\n"
        "  workbench compare score_driven score_uniform\n"
        "  workbench compare rate_driven rate_uniform\n"
        '  workbench compare score_driven "score(c**2)" --cost "beta(2, 2)"\n'
        "  workbench compare --all\n"
        "  workbench compare a.csv b.csv\n"
        '  workbench compare a.csv b.csv --cost "beta(2, 5)" -o a_and_b.svg\n'
        "  workbench compare a.csv b.csv --cost costs.csv --smooth auto\n"
        '  workbench compare a.csv b.csv --prior 0.02 --evaluate "net_benefit(0.1)"\n'
        "  workbench compare a.csv b.csv --method optimal --condition skew --json\n"
        "  workbench compare old.csv new.csv --no-paired --resamples 2000\n"
        "\nExit code 0 one is never worse, 1 neither is, 3 undecided; 0 with --all, and of\n"
        "files. What ends in .csv, .parquet, .arff, ..., has a folder, or is there, is a\n"
        "file; a difference is the second file's loss less the first one's.",
    )
    compare.add_argument(
        "both", nargs="*", metavar="METHOD|FILE", help="two threshold choice methods, or two files of scores"
    )
    compare.add_argument(
        "--cost",
        default="uniform",
        metavar="COST",
        help="density of the operating condition; for files also a file of costs",
    )
    compare.add_argument("--condition", choices=("cost", "skew"), default="cost", help="cost proportion or skew")
    compare.add_argument("--all", action="store_true", default=None, help="methods: every one against every other")
    add_limit(compare, SECONDS)
    add_proof(
        compare, "also write the proof as a document, for workbench recheck; with --all into a folder, one a pair"
    )
    files = compare.add_argument_group("for files")
    files.add_argument(
        "--method",
        metavar="METHOD",
        help="how thresholds are chosen (default: score_driven, and optimal where a score is no probability)",
    )
    files.add_argument(
        "-o", "--output", metavar="OUT", help="also draw both curves and their difference: OUT.svg, OUT.png or OUT.pdf"
    )
    files.add_argument(
        "--paired",
        action=argparse.BooleanOptionalAction,
        help="the rows of both files are the same examples (default: if their classes are the same)",
    )
    files.add_argument(
        "--name",
        dest="names",
        action="append",
        metavar="NAME",
        help="what a model is called, once for each in turn (default: the file's name)",
    )
    add_smooth(files)
    add_design(files)
    files.add_argument(
        "--evaluate",
        dest="expressions",
        action="append",
        metavar="EXPRESSION",
        help="also an expression of both models and its difference; may be repeated",
    )
    files.add_argument("--resamples", type=int, metavar="N", help="how many resamples (default: 10000)")
    files.add_argument("--level", metavar="P", help="level of the interval and the band (default: 0.95)")
    files.add_argument("--seed", type=int, metavar="N", help="seed of the resamples (default: 0)")
    add_columns(files)
    compare.set_defaults(score=None, label=None, higher_means=None, seconds=None)


def run(given: argparse.Namespace) -> int:
    files = [text for text in given.both if _is_file(text)]
    if files and len(files) < len(given.both):
        method = next(text for text in given.both if text not in files)
        raise InputError(
            f"{shown(files[0])} is a file and {shown(method)} is none; two files or two methods are compared"
        )
    wrong = OF_METHODS if files else OF_FILES
    for name, flag in wrong.items():
        if getattr(given, name) is not None:
            raise InputError(
                f"{flag} is for {'methods, not for files' if files else 'files of scores, not for methods'}"
            )
    return _models(given) if files else _methods(given)


def _is_file(text: str) -> bool:
    """Whether a file is meant; what the catalogue has is a method, whatever files there are."""
    from workbench.methods import CATALOGUE
    from workbench.reading.datafile import is_file_name

    return text not in CATALOGUE and is_file_name(text)


# --- methods --------------------------------------------------------------------------------------------


def _methods(given: argparse.Namespace) -> int:
    from workbench.deciding.comparison import compare, compare_all
    from workbench.terminal import layout, proofs

    seconds = SECONDS if given.seconds is None else given.seconds
    if given.all:
        if given.both:
            raise InputError(f"{given.both[0]}: --all compares the whole catalogue and takes no method")
        with layout.progress("comparing") as advance:
            every = compare_all(given.cost, given.condition, seconds=seconds, progress=advance)
        write_proofs("compare", given.proof, every.documents)
        if not printed(given, every):
            proofs.show_comparisons(every)
        return HOLDS
    if len(given.both) != 2:
        raise InputError(f"{counted(len(given.both), 'method')} given; two are compared, or all with --all")
    with layout.waiting("comparing"):
        first, second = given.both
        found = compare(first, second, given.cost, given.condition, seconds=seconds)
    write_proof(given.proof, found.document)
    if not printed(given, found):
        proofs.show_comparison(found)
    return UNDECIDED if found.verdict == "undecided" else FAILS if found.verdict == "neither" else HOLDS


# --- models ---------------------------------------------------------------------------------------------


def _models(given: argparse.Namespace) -> int:
    from workbench.inference.model_comparison import compare_pair
    from workbench.language.statements import parse_expression
    from workbench.reading.datafile import read_examples
    from workbench.samples.weighted import prior_of
    from workbench.terminal import layout, models

    if len(given.both) != 2:
        raise InputError(f"{counted(len(given.both), 'file')} given; two are compared")
    if given.both == ["-", "-"]:
        raise InputError("both files are standard input, which is read once")
    if given.output is not None:
        from workbench.plotting.files import check_place

        check_place(given.output)
    names = _names(given.both, given.names)
    cost = law_given(given)
    expressions = list(given.expressions or ())
    for text in expressions:
        parse_expression(text)
    share = None if given.prior is None else prior_of(given.prior)
    columns = {name: getattr(given, name) for name in ("score", "label", "higher_means", "event")}
    columns = {name: x for name, x in columns.items() if x is not None}
    sampling = {name: getattr(given, name) for name in ("resamples", "level", "seed")}
    sampling = {name: x for name, x in sampling.items() if x is not None}
    if given.weights is not None:
        columns["numbers"] = {"weights": given.weights}
    with layout.progress("reading") as advance:
        first, second = (read_examples(file, **columns, groups=given.groups, progress=advance) for file in given.both)
    _same_labels(first, second, given.both)
    pair = _pair(first, second, given.both, given.paired, share)
    with layout.progress("resampling") as advance:
        found = compare_pair(
            pair,
            given.method,
            cost,
            given.condition,
            expressions=expressions,
            names=names,
            **sampling,
            progress=partial(advance, " and ".join(names)),
        )
    if given.output is not None:
        from workbench.plotting.comparing import picture_of
        from workbench.plotting.files import write

        for remark in write(picture_of(found), given.output):
            print(f"workbench compare: {remark}", file=sys.stderr)
    if not printed(given, found):
        models.show_model_comparison(found)
        if given.output is not None:
            print(f"{given.output} is written")
    return HOLDS


def _names(files: list[str], given: list[str] | None) -> tuple[str, str]:
    """What the models are called: as it is said, or as their files are, unless that is one file twice."""
    from workbench.reading.delimited import place_of

    if given is None:
        first, second = map(place_of, names_of(files))
        return (first, second) if first != second else ("first", "second")
    if len(given) != 2 or not all(map(str.strip, given)):
        raise InputError(f"the names are {', '.join(map(shown, given))}; each of the two files needs one")
    if given[0] == given[1]:
        raise InputError(f"both models are called {shown(given[0])}; each needs a name of its own")
    return given[0], given[1]


def _same_labels(first: Any, second: Any, files: list[str]) -> None:
    """`InputError` where one file has a label that the other has not."""
    if first.labels != second.labels:
        one, other = (", ".join(map(shown, x.labels)) for x in (first, second))
        raise InputError(f"{files[0]} has the classes {one} and {files[1]} {other}; both need the same two")


def _pair(first: Any, second: Any, files: list[str], paired: bool | None, prior: Fraction | None) -> Any:
    """The examples of both files, row by row unless they differ; `InputError` where they do and must not."""
    from workbench.inference.paired import PairedDesign, PairedSample, TwoSamples
    from workbench.samples.sample import SampleError
    from workbench.samples.weighted import at_prior, of_columns

    designs = [((x.numbers or {}).get("weights"), x.groups) for x in (first, second)]
    designed = designs[0] != (None, None)
    differing = None
    if len(first.classes) != len(second.classes):
        differing = f"{len(first.classes)} and {len(second.classes)} examples"
    elif first.classes != second.classes:
        i = next(i for i, (a, b) in enumerate(zip(first.classes, second.classes, strict=True)) if a != b)
        differing = f"class {first.classes[i]} in {first.places[i]} and class {second.classes[i]} in {second.places[i]}"
    elif designs[0] != designs[1]:
        differing = "other weights or groups"
    if paired and differing is not None:
        raise InputError(f"{' and '.join(files)} have {differing}; with --paired both have the same examples")
    if paired is False or differing is not None:
        samples = [first.sample, second.sample]
        if designed:
            samples = []
            for file, x, of in zip(files, (first, second), designs, strict=True):
                try:
                    samples.append(of_columns(x.classes, x.scores, *of))
                except SampleError as error:
                    raise InputError(f"{file}: {error}") from None
        return TwoSamples(*(x if prior is None else at_prior(x, prior) for x in samples))
    if designed or prior is not None:
        weights, groups = designs[0]
        columns = first.classes, first.scores, second.scores
        try:
            return PairedDesign.of(*columns, weights=weights, groups=groups, prior=prior)
        except SampleError as error:
            raise InputError(f"{files[0]}: {str(error).removeprefix('first classifier: ')}") from None
    return PairedSample.of(first.classes, first.scores, second.scores)
