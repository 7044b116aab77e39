"""The directions of the house: what may import what."""

import ast
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.always

ROOT = Path(__file__).parent.parent
TOP = ("proofs", "paper_checks")
WITH_SYMPY = {
    "symbolic",
    "certificates",
    "deciding",
    "papers",
    "typesetting",
    "pages",
    "commands",
    "docs",
    "recheck",
    "reports",
    "terminal",
}
WITHOUT_SYMPY = sorted({path.parent.name for path in (ROOT / "workbench").glob("*/__init__.py")} - WITH_SYMPY)
NUMERIC = (
    *("numbers", "samples", "reading", "losses", "continuous", "curves", "calibration", "inference", "feasible"),
    "witnesses",
)


@cache
def nodes(path: Path) -> list[ast.Import | ast.ImportFrom | ast.Call]:
    """What a module imports and calls."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)]


@cache
def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def modules(folder: str = "") -> list[Path]:
    return sorted((ROOT / "workbench" / folder).rglob("*.py"))


def test_the_workbench_never_imports_its_proofs_or_papers() -> None:
    for path in modules():
        for name in imported(path):
            assert not name.startswith(("proofs", "paper_checks", "workbench.proofs", "workbench.paper_checks")), path


def names(folder: str) -> list[str]:
    return [f"workbench.{folder}.{path.stem}" for path in sorted((ROOT / "workbench" / folder).glob("*.py"))]


def test_the_numeric_engine_knows_no_sympy() -> None:
    wanted = [name for folder in WITHOUT_SYMPY for name in names(folder)]
    wanted += ["workbench.methods", "workbench.metrics", "workbench.deciding.decide"]
    code = (
        "import importlib, sys\n"
        f"for name in {wanted!r}:\n"
        "    importlib.import_module(name)\n"
        "    assert 'sympy' not in sys.modules, name\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_engines_share_the_language_and_the_catalogues_and_nothing_else() -> None:
    for path in modules("symbolic"):
        assert not {room(name) for name in imported(path)} & {*NUMERIC}, path.name
    for folder in NUMERIC:
        for path in modules(folder):
            assert not {room(name) for name in imported(path)} & {"symbolic", "certificates", "deciding"}, path.name


def room(name: str) -> str:
    """The folder of a module of the workbench, or the module where it stands beside the folders."""
    return name.split(".")[1] if name.startswith("workbench.") else ""


@cache
def graph() -> dict[str, set[str]]:
    """Which module imports which, also inside of functions and for types only."""
    places = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in modules()}
    known = {name.removesuffix(".__init__"): path for name, path in places.items()}
    found = {}
    for name, path in known.items():
        meant = imported(path) & known.keys()
        found[name] = meant - {name, *(x.rpartition(".")[0] for x in meant)}
    return found


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Some that lead to each other in a circle; empty where nothing does."""
    left = {name: set(others) for name, others in edges.items()}
    while ends := [name for name, others in left.items() if not others & left.keys()]:
        for name in ends:
            del left[name]
    return sorted(left)


def test_no_files_import_each_other_in_a_circle() -> None:
    assert not circle({name: others for name, others in graph().items() if name != "workbench"})


def test_no_rooms_import_each_other_in_a_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for name, others in graph().items():
        if room(name):
            rooms.setdefault(room(name), set()).update({room(x) for x in others} - {room(name), ""})
    assert not circle(rooms)


def test_results_alone_reach_for_a_face_lazily() -> None:
    """The names of modules in strings that would close a circle; other modules so named are no more than slow."""
    pages = {"workbench.pages.notebooks", "workbench.pages.models_compared"}
    told = {"workbench.inference.told", "workbench.losses.told"}
    named = {path: set(re.findall(r'Lazily\("(workbench\.[\w.]+)"\)', path.read_text("utf-8"))) for path in modules()}
    assert {name for found in named.values() for name in found} == pages | told
    rooms = {path.parent.name for path, found in named.items() if found}
    assert rooms == {"deciding", "inference", "losses", "papers", "reports", "symbolic"}


def test_pages_and_typesetting_take_nothing_from_the_terminal() -> None:
    for folder in ("pages", "typesetting"):
        for path in modules(folder):
            assert "terminal" not in {room(name) for name in imported(path)}, path


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"e"}, "e": set()}) == ["a", "b", "c"]


READ = (
    "loss(score(c**2), cost=beta(2, 2), condition=skew) >= k*RLH given calibrated, auc >= 4/5",
    "E(s*s2, s2) <= E0(pav(s)) + E1(indicator(s <= t))",
    "a.AUC >= b.AUC given a.error(t) <= b.error(t) for all t",
    "loss(optimal, cost=density(6*c*(1 - c))) <= loss(mix(q, rate_driven, score_fixed(1/3)), cost=any)",
    "h_measure(1, 1) >= log(2)*abs(MAE - sqrt(BS))",
)


def test_reading_a_statement_loads_no_engine() -> None:
    """Any statement: with every metric, with laws of methods and of costs, assumptions and two models."""
    code = (
        "import sys; from workbench import metrics\n"
        "from workbench.language.statements import definition, parse_statement\n"
        f"for text in {READ!r}: parse_statement(text, two_models=True)\n"
        "for name in metrics.CATALOGUE: parse_statement(f'{name} <= 1'), definition(name)\n"
        "print(*{'flint', 'numpy', 'sympy', 'mpmath', 'scipy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_every_room_is_packaged() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    inside = {path.parent.relative_to(ROOT) for path in (ROOT / "workbench").rglob("*.py")}
    beside = {"workbench" / path.parent.relative_to(ROOT) for x in TOP for path in (ROOT / x).rglob("*.py")}
    assert sorted(listed) == sorted(".".join(path.parts) for path in inside | beside)


def test_every_room_has_its_tests() -> None:
    """In a folder of its name, but for what commands are."""
    inside, tested = ({path.parent.name for path in (ROOT / x).glob("*/__init__.py")} for x in ("workbench", "tests"))
    assert inside - tested == {"commands"}
    assert tested - inside == {"benchmarks"}


def test_every_module_is_small_enough_to_read() -> None:
    for path in [*modules(), *(ROOT / "proofs").glob("*.py"), *(ROOT / "paper_checks").rglob("*.py")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, path.name


def test_the_reader_of_proofs_leans_on_nothing() -> None:
    """On the standard library and itself alone, also once it runs, so that it can be believed by itself."""
    for path in modules("recheck"):
        own = {name for name in imported(path) if name.startswith("workbench")}
        assert all(name.startswith("workbench.recheck") for name in own), path.name
        others = {name.split(".")[0] for name in imported(path)} - {"workbench", "__future__"}
        assert others <= sys.stdlib_module_names, path.name
    before = "import sys; before = set(sys.modules); import workbench; outer = set(sys.modules)\n"
    code = (
        f"{before}import workbench.recheck.__main__\n"
        "new = {name.split('.')[0] for name in set(sys.modules) - before}\n"
        "print(*sorted(new - sys.stdlib_module_names - {'workbench'}))\n"
        "print(*sorted(x for x in set(sys.modules) - outer if x.startswith('workbench.') and x[10:17] != 'recheck'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n\n", "")


def test_only_what_asks_the_reader_imports_it() -> None:
    asking = {"deciding/accepting.py", "commands/recheck.py", "kernel/documents.py"}
    asking |= {
        "kernel/averages.py",
        "kernel/citing.py",
        "kernel/claims.py",
        "kernel/densities.py",
        "kernel/exporting.py",
        "kernel/inequalities.py",
        "kernel/lemmas.py",
        "kernel/terms.py",
    }  # these write what Coq proves anew; its kernel judges that
    found = {
        path.relative_to(ROOT / "workbench").as_posix()
        for path in set(modules()) - set(modules("recheck"))
        if any(name.startswith("workbench.recheck") for name in imported(path))
    }
    assert found == asking


def test_the_reader_is_read_in_an_afternoon() -> None:
    assert sum(map(lines_of_code, modules("recheck"))) <= 1_500


def lines_of_code(path: Path) -> int:
    """The lines of a module that are neither empty nor comments nor docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = [node.body[0] for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    texts = [x for x in said if isinstance(x, ast.Expr) and isinstance(x.value, ast.Constant)]
    docstrings = {i for x in texts for i in range(x.lineno, (x.end_lineno or x.lineno) + 1)}
    with path.open("rb") as file:
        rows = {
            i
            for token in tokenize.tokenize(file.readline)
            if token.type not in (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE)
            and token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
            for i in range(token.start[0], token.end[0] + 1)
        }
    return len(rows - docstrings)


def test_no_text_reaches_an_evaluator() -> None:
    for path in [*modules(), *(ROOT / "proofs").glob("*.py"), *(ROOT / "paper_checks").rglob("*.py")]:
        for node in nodes(path):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                assert name not in {"exec", "sympify", "parse_expr", "literal_eval"}, path.name
                assert not (isinstance(node.func, ast.Name) and name == "eval"), path.name


def test_what_is_said_to_take_long_is_there() -> None:
    """Every test that ``seconds.json`` names; of its cases those of the last measurement."""
    for name in {case.partition("[")[0] for case in json.loads((ROOT / "tests/seconds.json").read_text("utf-8"))}:
        path, *_, test = name.split("::")
        if path.startswith("tests/"):
            assert re.search(rf"^ *def {re.escape(test)}\(", text_of(path), re.MULTILINE), name
        else:
            module = ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")
            assert not (end := test.removeprefix(module)) or end.rpartition(".")[2] in text_of(path), name


@cache
def text_of(path: str) -> str:
    return (ROOT / path).read_text("utf-8") if (ROOT / path).exists() else ""
