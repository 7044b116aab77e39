"""``workbench plot``: curves of one or several files of scores, as SVG, PNG or PDF."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from typing import Any

from workbench.commands.common import (
    HOLDS,
    add_columns,
    add_costs,
    add_design,
    columns_of,
    costs_given,
    names_of,
    new_command,
    printed,
    read_costs,
)
from workbench.errors import InputError, installing, shown
from workbench.formats import counted

OPTIONS = {
    "methods": "--method",
    "condition": "--condition",
    "lines": "--lines",
    "parts": "--parts",
    "regions": "--regions",
    "hull": "--hull",
    "bins": "--bins",
    "histogram": "--histogram",
    "band": "--band",
    "measure": "--measure",
}


def add(commands: Any) -> None:
    plot = new_command(
        commands,
        "plot",
        "ROC, cost, decision, reliability, DET, gains and lift curves",
        "Draw a curve of each file, all in one picture, and say how large the area under\n"
        "each is. Of many scores so few points are drawn that no eye sees a difference;\n"
        "areas and figures are those of all examples, or say how far they may be off.",
        "curves:\n"
        "  roc          with its convex hull\n"
        "  cost         loss of threshold choice methods against the operating condition\n"
        "  brier        the score-driven method: the area is the Brier score\n"
        "  rate_driven  the rate-driven method: the area is linear in AUC\n"
        "  kendall      that above the one of a perfect ranking\n"
        "  reliability  observed frequency against forecast, by pool adjacent violators\n"
        "  decision     net benefit against the threshold probability t of class 1, which\n"
        "               is pi1 less 1/(2(1 - t)) times the Brier curve at c = t; told is\n"
        "               its mean under the density 2(1 - t), pi1 less the Brier score\n"
        "  det          both error rates on normal deviate axes, class 0 being positive\n"
        "  gains lift   what of class 0 is found when a share of the examples is taken,\n"
        "               those first that are the likeliest of class 0\n\n"
        "examples:\n"
        "  workbench plot scores.csv --curve roc\n"
        "  workbench plot a.csv b.csv --curve brier --regions -o brier.pdf\n"
        "  workbench plot scores.csv --curve cost --method optimal --method rate_driven\n"
        "  workbench plot scores.csv --curve reliability --bins 10\n"
        "  workbench plot scores.csv --curve decision --measure interventions_avoided\n"
        "  workbench plot scores.csv --curve roc --band --resamples 5000\n"
        "  workbench plot loans.csv --curve brier --miss amount --false-alarm 30 --band\n"
        "  workbench plot scores.csv --curve roc --width 3.4 --height 2.4 -o column.pdf\n"
        '  workbench plot --model "normal(0, 1), normal(1, 1)" --curve cost\n'
        "\nThe score is the belief in class 1; class 0 is the positive class. Methods are\n"
        "written as in workbench derive --help. Pictures need matplotlib:\n"
        f"{installing('plot')}.",
    )
    plot.add_argument(
        "files", nargs="*", metavar="FILE", help="CSV, .csv.gz, ARFF, Parquet or Feather file; - is standard input"
    )
    plot.add_argument(
        "--model",
        dest="models",
        action="append",
        default=[],
        metavar="MODEL",
        help="a continuous model, as evaluate --model has it, beside files or alone; may be repeated",
    )
    plot.add_argument("--curve", required=True, metavar="CURVE", help="what to draw, see below")
    plot.add_argument("-o", "--output", metavar="OUT", help="OUT.svg, OUT.png or OUT.pdf (default: CURVE.svg)")
    add_columns(plot)
    add_design(plot)
    add_costs(plot.add_argument_group("costs by example, in units of their mean"))
    plot.add_argument(
        "--name",
        dest="names",
        action="append",
        default=[],
        metavar="NAME",
        help="what the legend calls a file, once for each in turn (default: the file's name)",
    )
    plot.add_argument("--title", help="a title above the picture (default: none)")
    plot.add_argument("--width", type=_inches, metavar="INCHES", help="width of the picture")
    plot.add_argument("--height", type=_inches, metavar="INCHES", help="height of the picture")
    plot.add_argument(
        "--legend", choices=("outside", "inside", "none"), help="where the legend stands (default: where there is room)"
    )
    some = plot.add_argument_group("for some curves")
    some.add_argument(
        "--method",
        dest="methods",
        action="append",
        metavar="METHOD",
        help="cost: a threshold choice method (default: optimal); may be repeated",
    )
    some.add_argument("--condition", choices=("cost", "skew"), help="cost curves: cost proportions (default) or skews")
    some.add_argument(
        "--lines", action="store_true", default=None, help="cost curves: the cost lines of the thresholds"
    )
    some.add_argument(
        "--parts", action="store_true", default=None, help="cost, brier: what the errors of each class add"
    )
    some.add_argument(
        "--regions", action="store_true", default=None, help="roc, cost curves: shade where one curve alone is the best"
    )
    some.add_argument("--hull", action=argparse.BooleanOptionalAction, help="roc: the convex hull (default: with it)")
    some.add_argument(
        "--measure",
        metavar="MEASURE",
        help="decision: net_benefit (default), standardized or interventions_avoided",
    )
    some.add_argument("--bins", type=int, metavar="N", help="reliability: in N <= 1000 bins of equal width")
    some.add_argument(
        "--histogram",
        action=argparse.BooleanOptionalAction,
        help="reliability: how the scores are spread (default: with it)",
    )
    band = plot.add_argument_group("bands")
    band.add_argument(
        "--band", action="store_true", default=None, help="a band from resamples around each curve, point by point"
    )
    band.add_argument("--resamples", type=int, metavar="N", help="how many resamples (default: 2000)")
    band.add_argument("--level", metavar="P", help="level of the band (default: 0.95)")
    band.add_argument("--seed", type=int, metavar="N", help="seed of the resamples (default: 0)")


def run(given: argparse.Namespace) -> int:
    from workbench.inference.costs_by_example import weighed
    from workbench.language.grammar import suggestion
    from workbench.losses.evaluation import TURNED, is_turned
    from workbench.plotting import kinds
    from workbench.plotting.files import Written, check_place, write
    from workbench.reading.datafile import read_sample
    from workbench.terminal import layout

    kind = kinds.catalogue().get(given.curve)
    if kind is None:
        others = suggestion(given.curve, kinds.catalogue()) or f"; it is one of {', '.join(kinds.catalogue())}"
        raise InputError(f"there is no curve {shown(given.curve)}{others}")
    options = _options(given, kind.options)
    if given.groups is not None and "band" not in options:
        raise InputError(f"--groups {shown(given.groups)} is for resamples, which only --band adds")
    by_example = costs_given(given)
    output = f"{given.curve}.svg" if given.output is None else given.output
    check_place(output)
    names = _names(given.files, given.models, given.names)
    samples: dict[str, Any] = {}
    with layout.progress("reading") as advance:
        for name, file in zip(names, given.files, strict=False):
            if by_example:
                samples[name] = weighed(read_costs(given, file, advance), prior=given.prior)
            else:
                samples[name] = read_sample(file, **columns_of(given), progress=advance)
    models = _models(given)
    for name, sample in samples.items():
        if not by_example and is_turned(sample):
            print(f"workbench plot: AUC of {name} {TURNED}", file=sys.stderr)
    with layout.progress("drawing") as advance:
        if "band" in options:
            options["band"] = replace(options["band"], progress=partial(advance, given.curve))
        size = given.width, given.height
        samples |= zip(names[len(given.files) :], models, strict=True)
        picture = kinds.picture(kind, samples, title=given.title, size=size, legend=given.legend, **options)
    for remark in write(picture, output):
        print(f"workbench plot: {remark}", file=sys.stderr)
    if not printed(given, Written(picture, output)):
        for x in picture.drawn:
            print(f"{x.name}: {x.caption}")
        print(f"{output} is written")
    return HOLDS


def _models(given: argparse.Namespace) -> list[Any]:
    """The continuous models that are given."""
    if not given.models:
        if not given.files:
            raise InputError("a FILE of scores, or a --model, is needed")
        return []
    from workbench.continuous.evaluation import parse_model

    return [parse_model(text) for text in given.models]


def _options(given: argparse.Namespace, known: tuple[str, ...]) -> dict[str, Any]:
    """The options that are given; `InputError` for one that the curve does not know."""
    from workbench.inference.bootstrap import Plan
    from workbench.plotting.kinds import RESAMPLES

    found = {name: getattr(given, name) for name in OPTIONS if getattr(given, name) is not None}
    for name in found:
        if name not in known:
            flags = " ".join(flag for other, flag in OPTIONS.items() if other in known)
            raise InputError(f"{OPTIONS[name]} is not for {given.curve} curves; these have {flags}")
    sampling = {name: getattr(given, name) for name in ("resamples", "level", "seed")}
    wanted = {name: value for name, value in sampling.items() if value is not None}
    if given.band or wanted:
        found["band"] = Plan(**{"resamples": RESAMPLES, **wanted})
    return found


def _names(files: list[str], models: list[str], given: list[str]) -> list[str]:
    """What the legend calls files and models: the given names, or what tells files apart, and models by their texts."""
    if given and len(given) != len(files) + len(models):
        names, are = counted(len(given), "name"), "is" if len(given) == 1 else "are"
        what = counted(len(files) + len(models), "curve" if models else "file")
        raise InputError(f"{names} {are} given for {what}; each needs one, or none")
    if not all(map(str.strip, given)):
        raise InputError("--name is empty; a curve needs a name that can be read")
    found = given or [*names_of(files), *models]
    for name in found:
        if found.count(name) > 1:
            raise InputError(f"two curves are called {shown(name)}; --name gives each file a name of its own")
    return list(found)


def _inches(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 2 <= found <= 50:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of inches from 2 to 50")
    return found
