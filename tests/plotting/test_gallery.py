"""The figures of the literature can be drawn from the printed data, with the figures that are printed beside them."""

from functools import cache
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from tests.plotting import gallery

ROOT = Path(__file__).parents[2]


@cache
def pictures() -> dict[str, Figure]:
    return dict(gallery.pictures())


def legends(name: str) -> str:
    axes = pictures()[name].axes
    found = (text.get_text() for x in axes if x.get_legend() for text in x.get_legend().get_texts())
    return "\n".join(found)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        # Brier curves: A, B, C and D, as printed with three digits: .667 .750 .244, .646 .750 .240, .563 .708 .558, ...
        ("a_b_c", ["A, AUC 0.6667, hull 0.7500", "B, AUC 0.6458, hull 0.7500", "C, AUC 0.5625, hull 0.7083"]),
        ("a_b_c", ["A, area 0.2437", "B, area 0.2405", "C, area 0.5578"]),
        ("a_b_d", ["D, AUC 0.7500, hull 0.8750", "D, area 0.2308"]),
        # the two J48 trees, training and test: BS .068 .126 .042 .126
        ("credit_rating_trees", [f"score_driven, area {bs}" for bs in ("0.0682", "0.1257", "0.0421", "0.1261")]),
        # the twenty instances
        ("twenty_instances", ["AUC 0.6800"]),
        ("choosing_the_best", ["C4.5", "SVM", "CN2", "AUC 0.8200"]),
        ("m1_m2_roc", ["AUC 0.9200", "AUC 0.4000"]),
    ],
)
def test_the_printed_figures_stand_in_the_legend(name: str, words: list[str]) -> None:
    found = legends(name)
    assert all(word in found for word in words), found


def test_every_picture_is_written(tmp_path: Path) -> None:
    gallery.main(str(tmp_path / "new" / "folder"))
    written = {path.stem: path.stat().st_size for path in (tmp_path / "new" / "folder").iterdir()}
    assert set(written) == set(pictures())
    assert min(written.values()) > 10_000
