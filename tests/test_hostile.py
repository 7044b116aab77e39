"""Hostile text in every command: a bounded time and memory, one line on standard error, nothing executed.

Each text runs in a process of its own, a fork of one that has loaded the workbench, under a limit on memory
and processor time, with a hook that records what the interpreter is made to do. A text longer than an argument of
a program can be, or with a null byte in it, gets there too.
"""

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from workbench.deciding.decide import SHORT_SEARCH

REPOSITORY = Path(__file__).parent.parent
SENTINEL = "workbench_was_here"
MEMORY = 2 * 2**30
SECONDS = 5  # of processor time, beyond the import
PROVE_SECONDS = 1  # of work; the net below it is some times as wide
SEARCH_SECONDS = 0.15  # for a sample that refutes a statement without a value; else SHORT_SEARCH
PROCESSOR_LIMIT = 12
KILLED_AFTER = 60


DRIVER = textwrap.dedent(
    '''
    """Runs the command line once for each line of standard input, in a fork, and tells what came of it."""
    import contextlib, gc, importlib, io, json, os, resource, signal, sys, tempfile, time, traceback

    memory, searching = int(sys.argv[1]), float(sys.argv[2])
    from workbench.cli import main
    from workbench.deciding import decide
    from workbench.language import statements

    for name in ("deciding.derivation", "losses.evaluation", "losses.told", "reading.datafile"):
        importlib.import_module(f"workbench.{name}")
    for parse, text in (("statement", "AUC == 1"), ("expression", "1"), ("method", "optimal"), ("cost", "uniform")):
        getattr(statements, f"parse_{parse}")(text)
    decide.SHORT_SEARCH = searching
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for command in ("prove", "derive", "evaluate"):  # what each loads is loaded once
            main([command, ")"])
    gc.freeze()

    def tricks(arguments):
        """Misdeeds that the tests of this driver ask for."""
        if arguments[0] == "trick-sleep":
            time.sleep(600)
        if arguments[0] == "trick-spin":
            while True:
                pass
        if arguments[0] == "trick-memory":
            return len(bytearray(4 * 2**30)) and 0
        if arguments[0] == "trick-recursion":
            return tricks(arguments)
        if arguments[0] == "trick-system":
            return os.system("true")
        if arguments[0] == "trick-eval":
            return eval(arguments[1])
        if arguments[0] == "trick-abort":
            os.abort()
        return main(arguments)

    def child(arguments, processor, out, err, seen):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        log = os.open(seen.name, os.O_WRONLY | os.O_APPEND)
        watched = ("os.system", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.remove", "os.rename",
                   "os.mkdir", "os.rmdir", "os.kill", "socket.connect", "shutil.rmtree", "ctypes.dlopen", "pty.spawn")
        texts = [a for a in arguments[1:] if len(a) > 3]

        def hook(event, what):
            if event in watched:
                os.write(log, f"{event}\\n".encode())
            elif event == "compile" and isinstance(what[0], (str, bytes)):
                source = what[0] if isinstance(what[0], str) else what[0].decode("utf-8", "replace")
                if "workbench_was_here" in source or any(source.strip() == text.strip() for text in texts):
                    os.write(log, b"compile\\n")

        sys.dont_write_bytecode = True  # which renames a file
        sys.addaudithook(hook)
        try:
            code = tricks(arguments)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        except BaseException:
            traceback.print_exc()
            code = 1
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)

    for line in sys.stdin:
        patience, processor, arguments = json.loads(line)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.NamedTemporaryFile() as seen:
            start = time.perf_counter()
            pid = os.fork()
            if pid == 0:
                child(arguments, processor, out, err, seen)
            late = False
            while True:
                done, status, used = os.wait4(pid, os.WNOHANG)
                if done:
                    break
                if not late and time.perf_counter() - start > patience:
                    late = True
                    os.kill(pid, signal.SIGKILL)
                time.sleep(0.002)
            out.seek(0), err.seek(0)
            print(json.dumps({
                "code": "late" if late else os.waitstatus_to_exitcode(status),
                "out": out.read(100_000).decode("utf-8", "replace"),
                "err": err.read(100_000).decode("utf-8", "replace"),
                "seen": seen.read().decode().split(),
                "cpu": used.ru_utime + used.ru_stime,
                "seconds": time.perf_counter() - start,
            }), flush=True)
    '''
)


@dataclass(frozen=True)
class Outcome:
    """What came of one run; ``code`` is "late" when it had to be ended, negative when a signal (-24: its limit) did."""

    code: int | str
    out: str
    err: str
    seen: list[str]
    cpu: float
    seconds: float

    def faults(self, allowed: frozenset[int], seconds: float, column: bool = False) -> list[str]:
        """What is wrong with it, if only these exit codes are right."""
        found = []
        if self.code not in allowed:
            found.append(f"exit code {self.code}, not {sorted(allowed)}")
        if self.cpu > seconds:
            found.append(f"took {self.cpu:.1f} s")
        if self.seen:
            found.append(f"made the interpreter do {self.seen}")
        if "Traceback" in self.err or self.err.count("\n") > 1 or len(self.err) > 500:
            found.append(f"standard error has {self.err.count(chr(10))} lines, {len(self.err)} characters")
        if not all(c.isprintable() for c in self.err.replace("\n", "")):
            found.append("standard error has characters that are not printable")
        if self.code == 2 and (self.out or not self.err.strip()):
            found.append("exit code 2 with something on standard output, or without a line on standard error")
        if self.code == 2 and column and "column" not in self.err:
            found.append("the place is not named")
        return found


class Driver:
    """The process that forks, and talks by lines."""

    def __init__(self, searching: float = SEARCH_SECONDS) -> None:
        self.cpu = 0.0  # of all runs
        self.process = subprocess.Popen(
            [sys.executable, "-c", DRIVER, str(MEMORY), str(searching)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=REPOSITORY,
            env={**os.environ, "COLUMNS": "80"},
        )

    def run(self, *arguments: str, patience: float = KILLED_AFTER, processor: int = PROCESSOR_LIMIT) -> Outcome:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([patience, processor, arguments]) + "\n")
        self.process.stdin.flush()
        outcome = Outcome(**json.loads(self.process.stdout.readline()))
        self.cpu += outcome.cpu
        return outcome

    def close(self) -> None:
        self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def _driver():
    one = Driver()
    yield one
    one.close()


@pytest.fixture(scope="module")
def _unhurried():
    one = Driver(searching=SHORT_SEARCH)
    yield one
    one.close()


def _counted(one: Driver, record_property) -> Iterator[Driver]:
    """The driver; what its runs cost, which the case would not show for it, is told."""
    before = one.cpu
    yield one
    record_property("seconds", one.cpu - before)


@pytest.fixture
def driver(_driver: Driver, record_property) -> Iterator[Driver]:
    yield from _counted(_driver, record_property)


@pytest.fixture
def unhurried(_unhurried: Driver, record_property) -> Iterator[Driver]:
    yield from _counted(_unhurried, record_property)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("hostile") / "scores.csv"
    file.write_text("score,class\n0.1,0\n0.25,0\n0.5,1\n0.5,0\n0.75,1\n1,1\n", encoding="utf-8")
    return str(file)


def shown(text: str) -> str:
    return text if len(text) < 90 else f"{text[:60]!r}... of {len(text)} characters"


def clean(outcome: Outcome, text: str, codes: set[int], seconds: float = SECONDS, column: bool = False) -> None:
    wrong = outcome.faults(frozenset(codes), seconds, column)
    assert not wrong, f"{shown(text)}: {'; '.join(wrong)}\n{outcome.err[:2000]}{outcome.out[:200]}"


def evaluate(driver: Driver, data: str, text: str) -> Outcome:
    return driver.run("evaluate", data, f"--evaluate={text}")


def without_value(driver: Driver, data: str, text: str) -> None:
    """``evaluate`` refuses the text, or gives everything else and a note in place of a value."""
    found = driver.run("evaluate", data, "--json", f"--evaluate={text}")
    clean(found, text, {0, 2})
    if found.code == 0:
        told = json.loads(found.out)
        assert told["expressions"] == {text: None}
        assert told["notes"][text]


def derive(driver: Driver, *arguments: str) -> Outcome:
    return driver.run("derive", "--seconds", str(PROVE_SECONDS), *arguments)


def prove(driver: Driver, text: str) -> Outcome:
    return driver.run("prove", "--seconds", str(PROVE_SECONDS), "--", text)


def named(cases: dict[str, str], every: int = 1) -> pytest.MarkDecorator:
    """Each case; all but ``every`` so many are slow."""
    return pytest.mark.parametrize(
        "text",
        [pytest.param(text, marks=[pytest.mark.slow] * (k % every > 0)) for k, text in enumerate(cases.values())],
        ids=[name.replace(" ", "-") for name in cases],
    )


def listed(*texts: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("text", texts, ids=[ascii(text)[1:-1][:60] for text in texts])


def with_shapes(texts: tuple[str, ...], *shapes: str) -> pytest.MarkDecorator:
    """Each text in a sentence of each shape: of one shape, in turn, and of the others where all is run."""
    cases = [(text, shape, (i - k) % len(shapes)) for i, text in enumerate(texts) for k, shape in enumerate(shapes)]
    return pytest.mark.parametrize(
        "statement",
        [
            pytest.param(shape.replace("_", text), marks=[pytest.mark.slow] * bool(other))
            for text, shape, other in cases
        ],
        ids=[f"{ascii(text)[1:-1][:60]} in {shape}" for text, shape, _ in cases],
    )


IN_PROVE = 20

# --- text that is no sentence ------------------------------------------------------------------------

NO_SENTENCE = {
    "import": f"__import__('os').system('touch {SENTINEL}')",
    "import without quotes": "__import__(os)",
    "attribute": "AUC.real",
    "dunder attribute": "AUC.__class__.__mro__",
    "open": f"open('{SENTINEL}', 'w')",
    "eval": "eval('1')",
    "exec of a number": "exec(1)",
    "lambda": "lambda: 0",
    "lambda called": "(lambda x: x)(1)",
    "brackets": "AUC[0]",
    "list": "[AUC]",
    "braces": "{AUC}",
    "string": "'AUC'",
    "double quotes": '"AUC"',
    "f-string": "f'{AUC}'",
    "semicolon": "AUC; BS",
    "newline": "AUC\nBS",
    "carriage return": "AUC\rBS",
    "null byte": "AUC\0",
    "null byte first": "\0AUC",
    "escape sequence": "\x1b[31mAUC",
    "bell": "AUC\a",
    "right-to-left override": "AUC\u202e",
    "right-to-left isolate": "\u2067AUC",
    "zero width space": "A\u200bUC",
    "zero width joiner": "A\u200dUC",
    "byte order mark": "\ufeffAUC",
    "soft hyphen": "A\u00adUC",
    "no-break space": "BS\u00a0+ 1",
    "line separator": "BS\u2028+ 1",
    "fullwidth digit": "\uff11",
    "arabic digit": "\u0663",
    "bold digit": "\U0001d7cf",
    "fullwidth letters": "\uff21\uff35\uff23",
    "Cyrillic A": "\u0410UC",
    "Greek capital alpha": "\u0391UC",
    "minus sign": "BS \u2212 AUC",
    "en dash": "BS \u2013 AUC",
    "multiplication sign": "2 \u00d7 AUC",
    "division sign": "AUC \u00f7 2",
    "superscript": "BS\u00b2",
    "subscript": "n\u2080",
    "fraction": "\u00bd",
    "root": "\u221a2",
    "infinity": "\u221e",
    "pi": "\u03c0",
    "combining accent": "A\u0301UC",
    "emoji": "\U0001f4a3",
    "lone surrogate": "AUC\udcff",
    "private use": "\ue000",
    "comment": "AUC # 1",
    "backtick": "`id`",
    "shell": "$(id)",
    "walrus": "(a := 1)",
    "star": "max(*AUC)",
    "two stars": "max(**AUC)",
    "and": "AUC and BS",
    "not": "not AUC",
    "conditional": "1 if AUC else 0",
    "for": "max(x for x in AUC)",
    "caret": "AUC^2",
    "modulo": "n % 2",
    "floor division": "n // 2",
    "matrix product": "n @ n",
    "bit shift": "1 << 2",
    "percent": "50%",
    "number before a name": "2AUC",
    "two numbers": "2 3",
    "parentheses only": "()",
    "not closed": "(AUC",
    "not opened": "AUC)",
    "power of nothing": "2**",
    "sum of nothing": "AUC +",
    "plus first": "+1",
    "comma": "1, 2",
    "assignment": "a = 1",
    "underscore in a number": "1_000",
    "hexadecimal": "0x10",
    "exponent of nothing": "1e",
    "imaginary": "1j",
    "two points": "1..2",
    "factorial": "n!",
    "backslash": "AUC\\",
    "absolute bars": "|AUC|",
    "ellipsis": "...",
    "TeX": "\\frac{1}{2}",
    "markup": "[bold]AUC[/bold]",
    "format": "%s %n {0}",
    "null in the middle": "A\0UC",
    "unknown name": "BRIER",
    "unknown name near": "AUCC",
    "unknown function": "sin(AUC)",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "a method": "score_driven",
    "a method called": "score_fixed(1/2)",
    "a cost": "beta(2, 2)",
    "s outside": "s",
    "c outside": "c",
    "u outside": "u",
    "F0 outside": "F0(s)",
    "F0 of another": "E0(F0(1 - s))",
    "indicator of a number": "E0(indicator(s))",
    "indicator of an equality": "E0(indicator(s == 1))",
    "relation inside": "max(AUC < BS, 1)",
    "min of nothing": "min()",
    "abs of two": "abs(1, 2)",
    "sqrt of nothing": "sqrt()",
    "error of nothing": "error()",
    "error of two": "error(1/2, 1/3)",
    "h_measure of one": "h_measure(2)",
    "mean of nothing": "E0()",
    "mean of two": "E0(s, s)",
    "keyword in max": "max(a=1)",
    "a name called": "AUC(1)",
    "a number called": "2(3)",
    "loss of nothing": "loss()",
    "loss of two": "loss(score_driven, score_driven)",
    "loss of a number": "loss(1)",
    "loss of a metric": "loss(AUC)",
    "loss of a loss": "loss(loss(optimal))",
    "loss of a cost": "loss(beta(2, 2))",
    "keyword twice": "loss(score_driven, cost=uniform, cost=uniform)",
    "keyword unknown": "loss(score_driven, costs=uniform)",
    "keyword first": "loss(cost=uniform, score_driven)",
    "keyword only": "loss(cost=uniform)",
    "condition unknown": "loss(score_driven, condition=price)",
    "rates unknown": "loss(rate_driven, rates=steps)",
    "rates a number": "loss(rate_driven, rates=1)",
    "cost a number": "loss(rate_driven, cost=1)",
    "cost a method": "loss(rate_driven, cost=optimal)",
    "division by zero": "1/0",
    "zero by zero": "0/0",
    "division by zero inside": "max(AUC, 3/0.0)",
    "exponent beyond": "1e401",
    "exponent far beyond": "1e-99999999999999999999",
}
EMPTY = {"empty": "", "space": " ", "tabs and lines": "\n\t \r\n"}


@named({**NO_SENTENCE, **EMPTY})
def test_no_sentence_in_evaluate(driver: Driver, data: str, text: str) -> None:
    clean(evaluate(driver, data, text), text, {2}, column=True)


@named({**NO_SENTENCE, **EMPTY}, every=3)
def test_no_sentence_in_derive(driver: Driver, text: str) -> None:
    codes = {0, 2} if text in ("score_driven", "score_fixed(1/2)") else {2}
    clean(driver.run("derive", "--", text), text, codes, column=True)


@named({**NO_SENTENCE, **EMPTY})
def test_no_sentence_in_prove(driver: Driver, text: str) -> None:
    for statement in (f"{text} == 1", f"AUC <= {text}", text):
        clean(prove(driver, statement), statement, {2}, column=True)


@named({**NO_SENTENCE, **EMPTY}, every=3)
def test_no_density_in_derive(driver: Driver, text: str) -> None:
    codes = {0, 2} if text == "beta(2, 2)" else {2}
    clean(driver.run("derive", "score_driven", f"--cost={text}"), text, codes, column=True)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("BRIER", "BS"),
        ("AUCC", "AUC"),
        ("auch + AUCG", "AUC"),
        ("loss(score_drivn)", "score_driven"),
        ("loss(rate_driven, cost=betta(2, 2))", "beta"),
        ("loss(rate_driven, conditon=skew)", "condition"),
        ("sqr(AUC)", "sqrt"),
    ],
)
def test_a_name_that_is_near_is_suggested(driver: Driver, data: str, text: str, hint: str) -> None:
    found = evaluate(driver, data, text)
    clean(found, text, {2}, column=True)
    assert f"did you mean {hint}" in found.err


# --- text that is too much -----------------------------------------------------------------------------

TOO_MUCH = {
    "parentheses": "(" * 100_000 + "AUC" + ")" * 100_000,
    "parentheses not closed": "(" * 100_000,
    "parentheses not opened": ")" * 100_000,
    "minus signs": "-" * 100_000 + "AUC",
    "minus signs below the length": "-" * 19_000 + "AUC",
    "minus and parentheses": "-(" * 9_000 + "AUC" + ")" * 1_000,
    "functions": "max(" * 100_000 + "AUC",
    "functions below the length": "abs(" * 3_900 + "AUC" + ")" * 3_900,
    "functions just too deep": "abs(" * 202 + "AUC" + ")" * 202,
    "means": "E0(" * 300 + "s" + ")" * 300,
    "powers": "2" + "**2" * 100_000,
    "powers below the length": "2" + "**2" * 6_000,
    "quotients": "AUC" + "/AUC" * 4_000,
    "mixes": "loss(" + "mix(1/2, " * 50_000 + "optimal" + ", optimal)" * 50_000 + ")",
    "mixes below the length": "loss(" + "mix(1/2,optimal," * 1_000 + "optimal" + ")" * 1_001,
    "brackets": "[" * 100_000,
    "one name": "A" * 1_000_000,
    "one lower-case name": "a" * 1_000_000,
    "one function": "a" * 1_000_000 + "(1)",
    "one number": "7" * 1_000_000,
    "one number below the length": "7" * 19_000,
    "one decimal": "0." + "7" * 19_000,
    "terms": "AUC" + "+AUC" * 100_000,
    "terms below the length": "1" + "+1" * 9_900,
    "factors": "1" + "*1" * 100_000,
    "arguments": "max(" + "1," * 100_000 + "1)",
    "spaces": "AUC" + " " * 1_000_000,
    "null bytes": "\0" * 1_000_000,
    "relations": "AUC" + " < AUC" * 100_000,
    "keywords": "loss(optimal" + ", cost=uniform" * 50_000 + ")",
}


@named(TOO_MUCH)
def test_too_much_in_evaluate(driver: Driver, data: str, text: str) -> None:
    clean(evaluate(driver, data, text), text, {2})


@named(TOO_MUCH)
def test_too_much_in_derive(driver: Driver, text: str) -> None:
    clean(driver.run("derive", "--", text), text, {2})
    clean(driver.run("derive", "--", f"score({text})"), text, {2})
    clean(driver.run("derive", "optimal", f"--cost=density({text})"), text, {2})


@named(TOO_MUCH)
def test_too_much_in_prove(driver: Driver, text: str) -> None:
    clean(prove(driver, f"{text} == 1"), text, {2}, IN_PROVE)
    clean(prove(driver, f"AUC == 1 given pi0 == {text}"), text, {2}, IN_PROVE)


# --- sentences without a value ---------------------------------------------------------------------------

NO_VALUE = (
    "1/(1 - 1)",
    "1/(AUC - AUC)",
    "0/(AUC - AUC)",
    "(AUC - AUC)/(BS - BS)",
    "sqrt(-1)",
    "sqrt(-AUC - 1)",
    "log(0)",
    "log(-1)",
    "log(AUC - AUC)",
    "0**-1",
    "0**(-1/2)",
    "(AUC - AUC)**(-2)",
    "(-1)**(1/2)",
    "(-8)**(1/3)",
    "(-2)**0.5",
    "9**9**9**9",
    "(10**1000)**(10**1000)",
    "2**(10**9)",
    "(1/3)**(10**9)",
    "(-2)**(10**30 + 1)",
    "10**10**10",
    "1e400**1e400",
    "n**n**n**n",
    "(n + 9)**(n + 9)**(n + 9)",
    "exp(10**9)",
    "exp(exp(exp(10)))",
    "exp(exp(exp(exp(n))))",
    "exp(1e400)",
    "h_measure(0, 1)",
    "h_measure(-1, 2)",
    "h_measure(1/(1 - 1), 2)",
    "error(1/(1 - 1))",
    "error(sqrt(-1))",
    "E0(1/(s - s))",
    "E(sqrt(s - 2))",
    "E1(log(s - 2))",
    "E(s**9**9**9)",
    "E0((1 + s)**(10**9))",
    "E(exp(exp(exp(10 + s))))",
)


@listed(*NO_VALUE)
def test_no_value_in_evaluate(driver: Driver, data: str, text: str) -> None:
    without_value(driver, data, text)


@pytest.mark.slow
@listed(*NO_VALUE)
def test_no_value_in_prove(driver: Driver, text: str) -> None:
    for statement in (f"{text} == 1", f"{text} <= {text} + 1", f"{text} == {text}"):
        codes = {2, 3} if "**" not in text and "exp" not in text else {0, 1, 2, 3}
        clean(prove(driver, statement), statement, codes, IN_PROVE)


@pytest.mark.slow
@listed(*NO_VALUE)
def test_no_value_in_derive(driver: Driver, text: str) -> None:
    """In a law, where a sample may not occur, and in a density."""
    inside = text.replace("AUC", "c").replace("BS", "c").replace("n", "c") if "E" not in text else text
    for method in (f"score({inside})", f"rate({inside})", f"mix({inside}, optimal, score_driven)"):
        clean(derive(driver, "--", method), method, {2, 3})
    clean(derive(driver, "score_driven", f"--cost=density({inside})"), inside, {2, 3})
    clean(derive(driver, "score_driven", f"--cost=beta({text}, 2)"), text, {2, 3})


# --- methods and densities that do not exist -----------------------------------------------------------------

NO_METHOD = (
    "score_fixed(2)",
    "score_fixed(3)",
    "score_fixed(-1/100)",
    "score_fixed(1/0)",
    "score_fixed(9**9)",
    "score_fixed()",
    "score_fixed(1/2, 1/2)",
    "rate_fixed(2)",
    "rate_fixed(-1)",
    "rate(2)",
    "rate(-1)",
    "rate(c + 1)",
    "rate(2*c)",
    "rate(c - 1/2)",
    "rate(1/c)",
    "rate(1/(c - c))",
    "rate(log(c))",
    "rate(exp(c))",
    "rate(9**9**9**9)",
    "rate(s)",
    "rate()",
    "rate(c, u)",
    "score(s)",
    "score(F0(s))",
    "score(1/0)",
    "score(sqrt(-1))",
    "score(sqrt(c - 2))",
    "score(log(c - 2))",
    "score(0*log(c - 2))",
    "score()",
    "score(c, c)",
    "score(c < u)",
    "score(c=1)",
    "mix(2, optimal, optimal)",
    "mix(-1, optimal, optimal)",
    "mix(1/2, optimal)",
    "mix(1/2, optimal, optimal, optimal)",
    "mix(1/2, 1, 2)",
    "mix(c, optimal, score_driven)",
    "mix(u, optimal, score_driven)",
    "mix(mix(1/2, optimal, optimal), optimal, optimal)",
    "mix(1/2, optimal, rate(2))",
    "score_uniform(1, 0)",
    "score_uniform(1/2, 1/2)",
    "score_uniform(1/2)",
    "score_uniform(-1, 1)",
    "optimal(1)",
    "loss(optimal)",
    "5",
    "c",
    "beta(2, 2)",
    "score_drivn",
)
NO_DENSITY = (
    "density(0)",
    "density(0/0)",
    "density(0/(1 - 1))",
    "density(1/(c - c))",
    "density(-1)",
    "density(2)",
    "density(c)",
    "density(1/c)",
    "density(1/(1 - c))",
    "density(1/c**2)",
    "density(1/(c - 1/2))",
    "density(1/(c - 1/2)**2)",
    "density(c - 1/2)",
    "density(1 + 3*(c - 1/2))",
    "density(log(c))",
    "density(-log(c)*2)",
    "density(sqrt(-1))",
    "density(exp(exp(exp(10))))",
    "density(exp(-exp(exp(10))))",
    "density(9**9**9**9)",
    "density(c**9**9**9)",
    "density(1e400)",
    "density(1e-400)",
    "density(s)",
    "density(u)",
    "density(AUC)",
    "density(k)",
    "density()",
    "density(1, 2)",
    "density(uniform)",
    "density(c < 1)",
    "beta(-1, 2)",
    "beta(2, -1/1000)",
    "beta(0, 0)",
    "beta(0, 1)",
    "beta(1)",
    "beta(1, 2, 3)",
    "beta(1/0, 1)",
    "beta(sqrt(-1), 1)",
    "uniform(1, 0)",
    "uniform(0, 0)",
    "uniform(2, 3)",
    "uniform(-1, 1)",
    "uniform(1/2)",
    "point(2)",
    "point(-1/100)",
    "point()",
    "point(c)",
    "point(1/2, 1/2)",
    "normal(0, 1)",
    "unifrom",
    "1",
    "AUC",
    "optimal",
)


@listed(*NO_METHOD)
def test_no_method_in_derive(driver: Driver, text: str) -> None:
    clean(driver.run("derive", "--", text), text, {2, 3})


@listed(*NO_METHOD)
def test_no_method_in_evaluate(driver: Driver, data: str, text: str) -> None:
    without_value(driver, data, f"loss({text})")


@with_shapes(NO_METHOD, "loss(_) == BS", "loss(_) <= 9", "loss(_) == loss(_)")
def test_no_method_in_prove(driver: Driver, statement: str) -> None:
    clean(prove(driver, statement), statement, {2, 3}, IN_PROVE)


@listed(*NO_DENSITY)
def test_no_density_in_derive_by_name(driver: Driver, text: str) -> None:
    for method in ("score_driven", "rate_uniform"):
        clean(driver.run("derive", method, f"--cost={text}"), text, {2, 3})


@listed(*NO_DENSITY)
def test_no_density_in_evaluate(driver: Driver, data: str, text: str) -> None:
    for method in ("score_driven", "rate_uniform", "optimal"):
        without_value(driver, data, f"loss({method}, cost={text})")


@with_shapes(
    tuple(f"score_driven, cost={text}" for text in NO_DENSITY), "loss(_) == BS", "loss(_) <= 9", "loss(_) == loss(_)"
)
def test_no_density_in_prove(driver: Driver, statement: str) -> None:
    clean(prove(driver, statement), statement, {2, 3}, IN_PROVE)


@pytest.mark.slow
@listed(*NO_METHOD, *(f"score_driven, cost={text}" for text in NO_DENSITY))
def test_no_loss_in_prove_after_a_long_search(unhurried: Driver, text: str) -> None:
    loss = f"loss({text})"
    for statement in (f"{loss} == BS", f"{loss} <= 9", f"{loss} == {loss}"):
        clean(prove(unhurried, statement), statement, {2, 3}, IN_PROVE)


# --- much work with a meaning ----------------------------------------------------------------------------------

HEAVY = (
    "(" * 199 + "AUC" + ")" * 199,
    "-" * 150 + "AUC",
    "AUC" + "+AUC" * 3_999,
    "AUC" + "*AUC" * 3_999,
    "max(" + ",".join(["AUC"] * 3_900) + ")",
    "abs(" * 190 + "AUC" + ")" * 190,
    "AUC**100000",
    "BS**(10**5)",
    "(1 + AUC)**10000",
    "(1/7 + BS)**(-9999)",
    "exp(exp(10))",
    "exp(-1e5)",
    "log(1e400**100)",
    "sqrt(sqrt(sqrt(sqrt(BS))))",
    "BS**BS**BS**BS",
    "7**(1/7)**(1/7)",
    "n**n**n",
    "E((1 + s)**2000)",
    "E0((1 + s)**300*(1 - s)**300)",
    "E(F0(s)**60*F1(s)**60)",
    "E(exp(s*F0(s))*sqrt(1 + R(s)))",
    "E(1/(1 + s**1000))",
    "E(" + "+".join(f"s**{k}" for k in range(1, 900)) + ")",
    "h_measure(100, 100)",
    "h_measure(1/3, 10**6)",
    "h_measure(1e-300, 1e300)",
    "loss(score_driven, cost=beta(1e300, 1))",
    "loss(score_driven, cost=beta(1e-300, 1))",
    "loss(rate_driven, cost=beta(10**9, 10**9))",
    "loss(optimal, cost=beta(1/3, 10**6))",
    "loss(score_driven, cost=density(2001*c**2000))",
    "loss(rate_driven, cost=density(501*c**500))",
    "loss(score(c**3000))",
    "loss(rate(c**3000))",
    "loss(score(c**(1/1000)))",
    "loss(rate(c**1000*u**1000))",
    "loss(score(exp(-exp(exp(c)))))",
    "loss(score(" + "min(c," * 60 + "1/2" + ")" * 60 + "))",
    "loss(score((c - 1/2)**21*(u + c)))",
    "loss(rate(min(1, max(0, 1000*c - 500))))",
    "loss(score(abs(abs(abs(4*c - 2) - 1) - 1/2)))",
    "loss(" + "mix(1/2,score_driven," * 60 + "rate_driven" + ")" * 60 + ")",
    "loss(" + "mix(1/2," * 5 + "score(c**7)" + ",rate(u))" * 5 + ", condition=skew)",
    "loss(score_uniform(1e-300, 2e-300))",
    "loss(rate_fixed(1e-300), rates=cutpoints)",
)


@listed(*HEAVY)
def test_much_work_in_evaluate(driver: Driver, data: str, text: str) -> None:
    clean(evaluate(driver, data, text), text, {0, 2})


@pytest.mark.slow
@listed(*HEAVY)
def test_much_work_in_prove(unhurried: Driver, text: str) -> None:
    for statement in (f"{text} == AUC", f"{text} <= {text} + 1/12"):
        clean(prove(unhurried, statement), statement, {0, 1, 2, 3}, IN_PROVE)


@pytest.mark.slow
@listed(
    "score(c**3000)",
    "rate(c**3000)",
    "score(c**(1/1000))",
    "rate(c**1000*u**1000)",
    "score(exp(-exp(exp(c))))",
    "score(c**c**c)",
    "score(c**u**c)",
    "score((c + u)**60)",
    "rate((c/2 + u/2)**60)",
    "rate((c*u)**(c*u))",
    "score(sqrt(c)*log(1 + u) + exp(c*u))",
    "score(" + "min(c," * 60 + "1/2" + ")" * 60 + ")",
    "score(" + "+".join(f"c**{k}/{k}" for k in range(1, 400)) + ")",
    "score(" + "*".join(f"(c + {k})" for k in range(1, 150)) + ")",
    "score(" + "sqrt(1 + " * 60 + "c" + ")" * 60 + ")",
    "score(" + "1/(1 + " * 90 + "c" + ")" * 90 + ")",
    "mix(1/2," * 40 + "score(c**7)" + ",rate(u))" * 40,
    "mix(" + "+".join(f"{x}{k}" for x in "qr" for k in range(10)) + ", optimal, score_driven)",
    "score(" + "+".join(f"{x}{k}*c**{k}" for x in "qr" for k in range(10)) + ")",
    "score(1e400*c - 1e399)",
    "score_uniform(1e-300, 2e-300)",
)
def test_much_work_in_derive(driver: Driver, text: str) -> None:
    clean(derive(driver, "--", text), text, {0, 2, 3})


@pytest.mark.slow
@listed(
    "beta(1e300, 1)",
    "beta(1e-300, 1)",
    "beta(10**9, 10**9)",
    "beta(1/3, 10**6)",
    "beta(199, 1)",
    "beta(a, b)",
    "beta(a*b*a, b**a)",
    "density(2001*c**2000)",
    "density(501*c**500)",
    "density(2*c**c**c)",
    "density(exp(c)/(exp(1) - 1))",
    "density(1/(2*sqrt(c)))",
    "density(-log(c))",
    "density(4*min(c, 1 - c))",
    "density(abs(abs(abs(16*c - 8) - 4) - 2))",
    "uniform(1e-300, 2e-300)",
    "uniform(a, b)",
    "point(1e-300)",
    "point(a)",
)
def test_much_work_by_density_in_derive(driver: Driver, text: str) -> None:
    for method in ("score_driven", "rate_driven", "score(c**2)"):
        clean(derive(driver, method, f"--cost={text}"), text, {0, 2, 3})


# --- statements --------------------------------------------------------------------------------------------

NO_STATEMENT = (
    "==",
    "AUC",
    "AUC ==",
    "== AUC",
    "AUC == BS == 1",
    "AUC < 1 < 2",
    "AUC = 1",
    "AUC === 1",
    "AUC => 1",
    "AUC =< 1",
    "AUC <> 1",
    "AUC ! = 1",
    "AUC \u2264 1",
    "AUC \u2260 1",
    "AUC == 1 given",
    "given calibrated",
    "AUC == 1 given ,",
    "AUC == 1 given calibrated,",
    "AUC == 1 given calibrated calibrated",
    "AUC == 1 given calibrated given no_ties",
    "AUC == 1 given calibratd",
    "AUC == 1 given CALIBRATED",
    "AUC == 1 given not calibrated",
    "AUC == 1 given pi0",
    "AUC == 1 given auc",
    "AUC == 1 given calibrated == 1",
    "AUC == 1 given pi0 == 1/0",
    "AUC == 1 given pi0 == 1/2 == pi1",
    "AUC == 1 given AUC > 1",
    "AUC == 1 given __import__('os')",
    "AUC == 1 if calibrated",
    "AUC == 1 where calibrated",
)


@listed(*NO_STATEMENT)
def test_no_statement_in_prove(driver: Driver, text: str) -> None:
    clean(prove(driver, text), text, {2}, column=True)


@listed(
    "n0 == 3",
    "AUC == 1",
    "pi0 == AUC",
    "pi0 == t",
    "1/2 == pi0",
    "loss(optimal) == 1",
    "AUC > 1/2",
    "1 == 2",
    "MAE != MAE",
)
def test_any_relation_is_an_assumption(driver: Driver, text: str) -> None:
    clean(prove(driver, f"AUC == 1 given {text}"), text, {0, 1, 3})


@listed("AUC == 1", "AUC <= 1 given calibrated", "AUC == BS == 1", "==", "1 < 2")
def test_a_statement_is_no_expression(driver: Driver, data: str, text: str) -> None:
    clean(evaluate(driver, data, text), text, {2}, column=True)
    clean(driver.run("derive", "--", text), text, {2}, column=True)
    clean(driver.run("derive", "optimal", f"--cost={text}"), text, {2}, column=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # no sample meets the assumptions: true of nothing, and nothing refutes it
        ("BS == 1 given pi0 == 2", {0, 2, 3}),
        ("BS == 1 given pi0 == 0", {0, 2, 3}),
        ("BS == 1 given pi0 >= 1", {0, 2, 3}),
        ("BS == 1 given pi0 < -1", {0, 2, 3}),
        ("BS == 1 given auc >= 2", {0, 2, 3}),
        ("BS == 1 given auc < 0", {0, 2, 3}),
        ("BS == 1 given pi0 == 1/3, pi0 == 2/3", {0, 2, 3}),
        ("BS == 1 given pi0 < 1/3, pi0 > 2/3", {0, 2, 3}),
        ("BS == 1 given auc == 1/2, auc != 1/2", {0, 2, 3}),
        ("BS == 1 given calibrated, evenly_spaced", {0, 2, 3}),
        ("BS == 1 given calibrated, auc < 1/2", {0, 2, 3}),
        ("BS == 1 given calibrated, no_ties, pi0 == 1/3", {0, 2, 3}),
        # only large samples meet them
        ("AUC == 1 given pi0 == 1/1000003", {1, 3}),
        ("AUC == 1 given pi0 == 1e-400", {1, 3}),
        ("AUC == 1 given pi0 == 0.123456789012345678901234567890", {1, 3}),
        ("AUC == 1 given auc == 1/1000003", {1, 3}),
        ("AUC == 1 given pi0 < 1e-300", {1, 3}),
        ("AUC == 1 given pi0 > 0.4999999, pi0 < 0.5000001, pi0 != 1/2", {1, 3}),
        ("AUC != 1 given auc > 1 - 1e-400, auc < 1", {0, 2, 3}),
        # trivial, and larger than it looks
        ("1 == 1", {0}),
        ("1 == 2", {1}),
        ("1 < 1", {1}),
        ("t == t", {0}),
        ("t <= 1", {0, 3}),
        ("t < 1", {1}),
        ("k == k + 1", {1}),
        ("k <= 10**300", {1, 3}),
        ("1e400 < 1e-400", {1}),
        ("10**1000 == 10**1000 + 1", {1, 2, 3}),
        ("10**(10**6) == 10**(10**6) + 1", {1, 2, 3}),
        ("exp(-1e5) == 0", {1, 2, 3}),
        ("exp(-1e400) == 0", {1, 2, 3}),
        ("1e-400 == 0", {1}),
        ("AUC + 1e-400 == AUC", {1}),
        ("exp(1e-50) == 1", {1, 3}),
        ("sqrt(2)**2 == 2", {0, 3}),
        ("sqrt(2)*sqrt(3) == sqrt(6)", {0, 3}),
        ("log(exp(1)) == 1", {0, 3}),
        ("log(2) + log(3) == log(6)", {0, 3}),
        ("exp(1) == 2.718281828459045235360287471352662497757247093699959574966", {1, 3}),
        ("BS**(10**6) <= 1", {0, 2, 3}),
        ("AUC**1000 <= 1", {0, 3}),
        ("(1 + AUC)**300 >= 1", {0, 3}),
        ("(AUC - BS)**61 == 0", {1, 3}),
        ("n < 10**9", {1, 3}),
        ("n < 40", {1, 3}),
        ("n*n1 != 10**20 + 39", {1, 3}),
        ("RLH + 1e-30 <= 1/4", {1, 3}),
        ("n**n > n", {0, 3}),
        ("n**n**n**n > 0", {0, 2, 3}),
        ("1/k == 1/k", {0, 2, 3}),
        ("1/AUC >= 1", {2, 3}),
        ("log(BS) <= 0", {2, 3}),
        ("loss(score_fixed(k)) == error(k)", {0, 2, 3}),
        ("loss(score_uniform(t, r)) <= 2", {0, 2, 3}),
        ("loss(score_driven, cost=beta(t, r)) <= 2", {0, 2, 3}),
        ("loss(score_driven, cost=point(k)) >= 0", {0, 2, 3}),
        ("+".join(["AUC"] * 3_900) + " == 0", {1, 3}),
        ("+".join(f"{x}{k}" for x in "abdeghijklmopqrtvwxyz" for k in range(10)) + " == 1", {1, 3}),
        ("*".join(f"(AUC + {x}{k})" for x in "abdegh" for k in range(4)) + " == 0", {1, 3}),
        ("max(" + ",".join(["AUC"] * 3_000) + ") == AUC", {0, 3}),
        ("AUC == AUC given " + ", ".join(["pi0 >= 1/3"] * 1_000), {0, 2, 3}),
        ("loss(" + "mix(1/2,score_driven," * 60 + "rate_driven" + ")" * 60 + ") <= 2", {0, 3}),
        ("E((1 + s)**400) <= 2**400", {0, 3}),
        ("E(F0(s)**40*F1(s)**40) <= 1", {0, 3}),
        ("E0(E1(s)*s) == E0(s)*E1(s)", {0, 2, 3}),
        ("loss(score_driven, cost=beta(10**9, 10**9)) <= 2", {0, 2, 3}),
        ("loss(rate(c**3000)) <= 2", {0, 2, 3}),
        ("loss(score(c**c**c)) <= 2", {0, 2, 3}),
        ("loss(optimal, cost=beta(2, 23/12)) <= loss(rate_uniform, cost=beta(2, 2), rates=cutpoints)", {1, 3}),
    ],
    ids=lambda x: ascii(x)[1:-1][:60] if isinstance(x, str) else "",
)
def test_statements_with_a_meaning_are_answered_in_time(unhurried: Driver, text: str, codes: set[int]) -> None:
    clean(prove(unhurried, text), text, codes, IN_PROVE)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e400", "", "x", "1_0", "\uff11"])
def test_the_time_limit_of_prove_is_checked(driver: Driver, seconds: str) -> None:
    found = driver.run("prove", f"--seconds={seconds}", "AUC <= AUCH")
    clean(found, seconds, {0, 2, 3} if seconds in ("0", "inf", "1_0", "\uff11") else {2}, 40)


def test_json_is_json_whatever_the_statement(driver: Driver) -> None:
    for text in ("BS == MAE", "BS == 1 given pi0 == 2", "n**n**n > 0", "exp(BS) < 2", "error(t) <= r"):
        found = driver.run("prove", "--json", f"--seconds={PROVE_SECONDS}", "--", text)
        clean(found, text, {0, 1, 2, 3}, IN_PROVE)
        if found.code != 2:
            told = json.loads(found.out)
            assert told["verdict"] == {0: "proved", 1: "refuted", 3: "undecided"}[int(found.code)]
            assert (told["witness"] is not None) == (found.code == 1)


# --- the program as it is started by others ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([b"derive", b"score_\xff\xfedriven"], 2),
        ([b"derive", b"score(\xc3\x28)"], 2),
        ([b"derive", b"(" * 100_000], 2),
        ([b"derive", "\u0410UC".encode()], 2),
        ([b"derive", f"__import__('os').system('touch {SENTINEL}')".encode()], 2),
        ([b"evaluate", b"no\xffsuch\nfile.csv"], 2),
    ],
    ids=["not UTF-8", "broken UTF-8", "deep", "Cyrillic", "import", "file"],
)
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_bytes_from_outside(tmp_path: Path, arguments: list[bytes], code: int, locale: str) -> None:
    done = subprocess.run(
        [os.fsencode(sys.executable), b"-m", b"workbench.cli", *arguments],
        capture_output=True,
        timeout=60,
        cwd=tmp_path,
        env={**os.environ, "LC_ALL": locale, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )
    assert done.returncode == code
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_was_created() -> None:
    assert not (REPOSITORY / SENTINEL).exists()
    assert not Path(SENTINEL).exists()


# --- the tester is tested --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["trick-sleep"], "exit code late"),
        (["trick-spin"], "exit code -24"),
        (["trick-memory"], "exit code 1"),
        (["trick-recursion"], "standard error has"),
        (["trick-system"], "made the interpreter do ['os.system']"),
        (["trick-eval", "1 + 1 + 0"], "made the interpreter do ['compile']"),
        (["trick-abort"], "exit code -6"),
        (["derive", "score_driven"], "exit code 0, not [2]"),
    ],
    ids=lambda x: x[0] if isinstance(x, list) else "",
)
def test_misdeeds_are_caught(driver: Driver, arguments: list[str], fault: str) -> None:
    found = driver.run(*arguments, patience=1 if "trick-sleep" in arguments else 8, processor=1)
    assert fault in "; ".join(found.faults(frozenset({2}), SECONDS))


def test_faults_of_the_output_are_caught() -> None:
    def faults(**changes: object) -> list[str]:
        usual = {"code": 2, "out": "", "err": "column 1: no\n", "seen": [], "cpu": 0.1, "seconds": 0.1}
        return Outcome(**{**usual, **changes}).faults(frozenset({2}), 5, column=True)  # type: ignore[arg-type]

    assert faults() == []
    assert faults(err="no\n") == ["the place is not named"]
    assert len(faults(err="column 1\ncolumn 2\n")) == 1
    assert len(faults(err="column 1\x1b[31m\n")) == 1
    assert len(faults(err="")) == 2
    assert len(faults(out="text")) == 1
    assert len(faults(cpu=6.0)) == 1
    assert len(faults(err="column " * 100)) == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["prove", "MAE <= BS"], 1),
        (["prove", "BS <= MAE"], 0),
        (["prove", "log(BS) <= 0 given BS > 0", "--seconds", "1"], 3),
    ],
)
def test_a_pipe_that_nobody_reads_changes_no_exit_code(arguments, code):
    program = subprocess.Popen(
        [sys.executable, "-m", "workbench", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    program.stdout.close()
    error = program.stderr.read()
    program.stderr.close()
    assert (program.wait(), error) == (code, b"")
