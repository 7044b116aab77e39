"""Every claim of every paper: all are there, and each verdict is the expected one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise

import pytest
from workbench.paper_checks.brier_curves.given import E15
from workbench.paper_checks.roc_and_cost_curves.given import ROC20

from workbench.cli import main
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.pages.page import page_of
from workbench.papers.claims import DISAGREEMENT
from workbench.papers.general_claims import Formula, Statement
from workbench.papers.selection import papers, select
from workbench.papers.verification import Result, Verification, known_wrong, verify
from workbench.symbolic.library import theorems
from workbench.symbolic.translation import in_words
from workbench.terminal.verification import show_verification
from workbench.typesetting.style import style
from workbench.typesetting.verdicts import errata_of

EVERY = select()

ROWS = {
    "000": """intro.1 intro.2 intro.3 intro.4 intro.5 bs.1 bs.2 roc.1 roc.2 cost.1 cost.2 cost.3 ex.1 bc.1
        bc.2 bc.3 bc.4 bc.5 j48.1-4 thm.1 thm.2 prop.1 prop.2 cmp.1 tab.1 tab.2 tab.3 tab.4 comb.1 comb.2
        comb.3 comb.4 tab.5 tab.6 cal.1 cal.2 con.1""",
    "001": """mat.1 roc.1 roc.2 roc.3 roc.4 roc.5 prod.1 iso.1 iso.2 best.1-3 rank.1 draw.1 draw.2 ex.1 prop.1
        prop.2 auc.1 auc.2 auc.3 env.1 avg.1 ci.1 ci.2 pair.1 pair.2 pair.3""",
    "002": """bs.1 bs.2 dec.1 dec.2 dec.3 dec.4 thr.1 thr.2 thr.3 multi.1 cm.1 cm.2 platt.1 iso.1 iso.2 iso.3
        far.1 ref""",
    "003": """id.1 tab.1 tab.2 tab.3 tab.4 tab.5 tab.6 tab.7 tab.8 tab.9 tab.10 auc.1 auc.2 lift.1""",
    "004": """abs.1 s1.1 s1.2 t1.1 s1.3 t2.1 s1.4 t3.1 s1.5 s2.1 s2.2 s2.3 s2.4 eq1 eq2-3 L1 eq4-5 D3 T2 C3
        D4 eq12 D5,eq13 D6,eq14 s4.1 D7 T4 s4.2 C5 D8,T6 s4.3 s4.4 C7 s4.5 s4.6 D9 D10 T8 fn1 C9 s5.1 s5.2
        s5.3 s5.4 D11 T10 s5.5""",
    "lit": """HAND.1 HAND.2 HAND.3 HAND.4 HAND.5 HAND.6 HAND.7 JMLR.1 JMLR.2 JMLR.3 JMLR.4 CS.1 CS.2 CS.3 CS.4 CS.5
        CS.6 BSS.1 BSS.2 BSS.3 BSS.4 BSS.5 SCH.1 SCH.2 RW.1 RW.2 RW.3 RW.4 RW.5 EHM.1 EHM.2 NB.1 NB.2 NB.3 NB.4
        NB.5 NB.6 NB.7 NB.8 FLO.1 FLO.2 ZHU.1 ZHU.2 EMP.1 EMP.2 EMP.3 EMP.4 DH.1 DH.2 DH.3 CORP.1 CORP.2 CORP.3
        CORP.4 CORP.5 KF.1 MUR.1 YAT.1 TJU.1 CAL.1 CAL.2 CAL.3 CAL.4 CAL.5 CH.1 UC.1 UC.2 MD.1 MD.2 LIP.1 HC.1
        PRG.1 PRG.2 NP.1 NP.2 DR.1 CM.1 ELK.1 NOI.1 NOI.2 NOI.3 LOG.1 LOG.2 RD.1 ERR.1""",
}


KNOWN: dict[str, Result] = {}


def result_of(claim_id: str) -> Result:
    if claim_id not in KNOWN:
        KNOWN.update({result.claim.id: result for result in verify([claim_id]).results})
    return KNOWN[claim_id]


@pytest.mark.parametrize("claim_id", [claim.id for _, claim in EVERY])
def test_the_verdict_is_the_expected_one(claim_id, capsys):
    result = result_of(claim_id)
    assert result.finding.verdict == result.claim.expected, result.to_json()
    assert DISAGREEMENT not in result.finding.note
    if result.finding.verdict == "not checkable":
        assert result.finding.note
    else:
        assert result.finding.numeric or result.finding.symbolic
    if result.claim.kind == "value":
        assert result.finding.symbolic
        assert result.finding.numeric
    its_json_is_plain(result)
    its_proof_is_told_step_by_step(result)
    it_is_shown_whole(result, capsys)


def its_json_is_plain(result):
    plain = result.to_json()
    keys = "id paper authors year where says statement kind verdict expected misreading level symbolic numeric note"
    assert " ".join(plain) == keys
    assert plain["level"] is None or plain["verdict"] == "holds"
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def its_proof_is_told_step_by_step(result):
    symbolic = result.finding.symbolic or {}
    if "proof" in symbolic:
        assert symbolic["steps"] == [step["why"] for step in symbolic["proof"]]
        assert all(set(step) == {"why", "by", "gives", "latex"} for step in symbolic["proof"])
    if isinstance(result.claim.check, Statement | Formula) and result.finding.verdict == "holds":
        assert symbolic.get("proof") or result.claim.check.data
    if symbolic.get("begins") and isinstance(result.claim.check, Statement | Formula):
        assert {symbolic["begins"]["gives"], symbolic["proof"][-1]["gives"]} == sides_of(result.claim.check)


def sides_of(check):
    if isinstance(check, Statement):
        return {str(check.parsed.left), str(check.parsed.right)}
    return {in_words(check.left), in_words(check.right)}


@pytest.mark.parametrize(
    ("claim_id", "left", "steps"), [("004.eq4", "loss(score(T), cost=w)", 1), ("004.eq3.written", "Qz(t, z)", 1)]
)
def test_the_proof_of_a_formula_leads_from_its_left_side_to_the_right_one(claim_id, left, steps, capsys):
    assert main(["verify", claim_id]) == 0
    shown = capsys.readouterr().out.partition("\nproof\n")[2]
    assert re.search(rf"^   {re.escape(left)}\n1\. ", shown, re.M)
    assert "==" not in shown
    assert len((result_of(claim_id).finding.symbolic or {})["proof"]) == steps


@pytest.mark.parametrize("claim_id", ["004.T6", "004.C7", "000.thm.2"])
def test_a_line_of_a_proof_is_not_repeated(claim_id, capsys):
    assert main(["verify", claim_id]) == 0
    lines = re.findall(r"^   (\S.*)$", capsys.readouterr().out.partition("\nproof\n")[2], re.M)
    assert all(one != other for one, other in pairwise(lines))
    assert lines[0].startswith("loss(score_driven")


def it_is_shown_whole(result, capsys):
    show_verification(Verification((), (result,)))
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    words = " ".join(shown.split())
    row = result.to_json()
    for part in (f"{row['id']} {row['verdict']}", row["says"], row["paper"], row["authors"], str(row["year"])):
        assert " ".join(part.split()) in words
    for part in (row["where"], row["statement"], row["note"]):
        assert "".join(part.split()) in "".join(words.split())
    proof = (row["symbolic"] or {}).get("proof", ())
    numbers = re.findall(r"^(\d+)\. ", shown.partition("\nproof\n")[2], re.M)
    assert numbers == [str(k) for k in range(1, len(proof) + 1)]
    begins = (row["symbolic"] or {}).get("begins")
    for step in (*([begins] if begins else ()), *proof):
        assert "".join(step["gives"].split()) in "".join(words.split())


@pytest.mark.parametrize("name", [f"{key}.{row}" for key, rows in ROWS.items() for row in rows.split()])
def test_every_claim_is_there(name):
    assert select([name])


@pytest.mark.parametrize("claim", [claim for _, claim in EVERY], ids=lambda claim: claim.id)
def test_a_claim_says_one_sentence(claim):
    assert not re.search(r"[.!?] [A-Z]", claim.says), claim.says
    assert claim.says.endswith(".")
    assert len(claim.says) <= 115


def test_ids_are_unique():
    ids = [claim.id for _, claim in EVERY]
    assert len(ids) == len(set(ids))


def test_the_documentation_says_how_many_statements_of_how_many_works_there_are():
    page = (files("workbench.docs") / "verify.md").read_text(encoding="utf-8")
    said = re.search(r"checks (\d+) statements from (\d+) further works", page)
    claims = [claim for paper, claim in EVERY if paper.key == "lit"]
    work = re.compile(r"(?:^|; )([A-Z][^;(]*?)(?:, [^;(]*)? \((\d{4})\)")
    assert {
        "statements": len(ROWS["lit"].split()),
        "works": len({w for c in claims for w in work.findall(c.where)}),
    } == {
        "statements": int(said[1]),
        "works": int(said[2]),
    }


def test_an_erratum_has_its_corrected_twin():
    claims = {claim.id: claim for _, claim in EVERY}
    for claim in claims.values():
        if claim.expected in ("fails", "inconsistent"):
            assert claims[f"{claim.id}.corrected"].expected in ("holds", "consistent")
        if claim.id.endswith(".corrected"):
            assert claims[claim.id.removesuffix(".corrected")].expected in ("fails", "inconsistent")


def test_what_is_read_without_an_assumption_is_no_erratum():
    wrong = [claim for _, claim in EVERY if claim.expected in ("fails", "inconsistent")]
    read = [claim for claim in wrong if re.search(r"as commonly stated|, read (?:of|with)", claim.where)]
    assert len(read) > 5
    assert all(claim.misreading for claim in read)
    assert sum(not claim.misreading for claim in wrong) > 20
    with pytest.raises(InputError, match=r"lit\.NB\.4: a misreading is false, and it is expected that it holds"):
        replace(next(claim for claim in read if claim.id == "lit.NB.4"), expected="holds")


def test_misreadings_are_counted_apart():
    found = verify(["lit.NB.4", "004.s1.3"])
    assert [x.known_as for x in found.results] == ["erratum", "", "misreading", ""]
    assert [x["misreading"] for x in found.to_json()["claims"]] == [False, False, True, False]
    assert list(known_wrong(found.results)) == [
        "1 claim is a known erratum, wrong as printed",
        "1 claim is a known misreading, false as commonly read, or without their assumption",
    ]
    page, latex = page_of(found), errata_of(found.results, style()).latex
    assert page.count("fails, known misreading") == page.count("fails, known erratum") == 2
    sections = re.findall(r'<section[^>]* id="(\w+)"', page)
    assert [x for x in sections if x in ("errata", "misreadings")] == ["errata", "misreadings"]
    assert latex.index("1 claim is wrong as printed") < latex.index("004.s1.3") < latex.index("lit.NB.4")
    assert "1 claim is false as commonly read, or without their assumption" in latex


def test_long_tables_of_verdicts_show_every_verdict(verified, capsys, monkeypatch):
    monkeypatch.setenv("WORKBENCH_CACHE", str(verified))
    monkeypatch.setenv("COLUMNS", "100")
    verify(cache=verified)
    assert main(["verify", *theorems(), *(f"000.tab.{k}" for k in range(1, 7)), "000.j48", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    for name in theorems():
        assert any(line.split()[: len(name.split()) + 1] == [*name.split(), "holds"] for line in lines), name
    assert not any("15 of" in line for line in lines[:-1])
    assert lines[-2] == "every verdict is the expected one"
    assert "read from the cache of an earlier run" in lines[-1]


def test_a_second_run_finds_the_same():
    name = ["000.tab", "004.s4", "004.T8.header"]
    seen: list[str] = []
    first = verify(name, progress=lambda claim, done, of: seen.append(f"{done}/{of} {claim}"))
    assert first.to_json() == verify(name).to_json()
    assert first.ok
    assert seen[0] == f"0/{len(first.results)} 000.tab.1.A"
    assert sum(first.counts.values()) == len(first.results)


def test_papers_are_found_by_walking_the_folder():
    assert [paper.key for paper in papers()][:1] == ["000"]
    assert "004" in [paper.key for paper in papers()]


def test_the_workbench_does_not_import_papers():
    names = "workbench.papers.verification, workbench.papers.general_claims"
    code = f"import sys, {names}; print([m for m in sys.modules if 'paper_checks' in m])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("data", "figures"),
    [
        (E15, {"n0": "11", "n1": "4", "AUC": "61/88", "BS": "3983/15000"}),
        (
            ROC20,
            {"AUC": "17/25", "AUCH": "151/200", "MER": "3/10", "error(0.46)": "3/10"},
        ),
    ],
    ids=["E15", "ROC20"],
)
def test_data_without_printed_figures_are_copied_right(data, figures):
    """Figures worked out by hand from the printed rows."""
    for text, figure in figures.items():
        assert data.exact(parse_expression(text)) == data.symbolic(parse_expression(text)) == Fraction(figure), text


NUMERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+|/\d+)(?![\w.])")
# Claims whose check computes what the sentence says in a function.
IN_A_FUNCTION = {"000.comb.4", "000.comb.4.corrected", "002.thr.3", "002.thr.3.corrected"}


@pytest.mark.parametrize(
    "claim",
    [claim for _, claim in EVERY if NUMERAL.search(claim.says) and claim.expected != "not checkable"],
    ids=lambda claim: claim.id,
)
def test_the_numbers_of_the_sentence_are_those_of_the_check(claim):
    if claim.id not in IN_A_FUNCTION:
        checked = {Fraction(x) for x in NUMERAL.findall(f"{claim.statement} {claim.check}")}
        assert {Fraction(x) for x in NUMERAL.findall(claim.says)} <= checked, claim.says
