"""Outcomes in the forms that people and CI systems read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as Xml

import jsonschema
import pytest

from sad.checks.outcome import Finding
from sad.checks.outputs.forms import FORMS, read_outputs, written
from sad.checks.outputs.repository_paths import RepositoryPaths
from sad.checks.rules import RULES
from sad.diagnostics import Diagnostic, SadError, Severity, Span
from tests.checks.made_outcome import outcome, quiet_outcome
from tests.support.command import ROOT
from tests.support.realcode import FOLDER
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> RepositoryPaths:
    """A repository whose settings are in a folder below its root."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "code").mkdir()
    return RepositoryPaths(tmp_path / "code")


def downloaded(name: str, pattern: str) -> Path:
    found = sorted((FOLDER / name).rglob(pattern))
    if not found:
        pytest.skip(f"{name} is not downloaded; run: make real-code")
    return found[0]


@pytest.mark.realcode
@pytest.mark.parametrize("made", [outcome(), quiet_outcome()], ids=["much", "nothing"])
def test_sarif_is_what_the_official_schema_says(made: Any, places: RepositoryPaths):
    schema = json.loads(downloaded("sarif-schema", "sarif-2.1.0*.json").read_text())
    log = json.loads(written(made, "sarif", places))
    validator = jsonschema.Draft4Validator(schema)
    assert [error.message for error in validator.iter_errors(log)] == []
    broken = json.loads(written(outcome(), "sarif", places))
    broken["runs"][0]["results"][0]["level"] = "fatal"
    assert list(validator.iter_errors(broken))


def test_sarif_has_rules_places_and_names_that_stay(places: RepositoryPaths):
    (run,) = json.loads(written(outcome(), "sarif", places))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {
        *("forbid.order", "max-increase", "contract.flops", "forbid.incomparable", "unit.new")
    }
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    first = run["results"][0]["locations"][0]
    assert first["physicalLocation"]["artifactLocation"] == {
        "uri": "code/src/a%20b.f",
        "uriBaseId": "SRCROOT",
    }
    assert first["physicalLocation"]["region"] == {"startLine": 3, "endLine": 12}
    assert first["logicalLocations"] == [{"name": "DGEMM", "kind": "function"}]
    assert run["results"][0]["relatedLocations"][0]["message"]["text"] == "N**2 - N"
    assert run["invocations"][0]["executionSuccessful"] is False
    marks = [result["partialFingerprints"]["ruleAndUnit/v1"] for result in run["results"]]
    assert len(set(marks)) == len(marks)
    moved = outcome()
    moved = replace(
        moved, findings=tuple(replace(f, span=Span.at("x.f", 99)) for f in moved.findings)
    )
    (again,) = json.loads(written(moved, "sarif", places))["runs"]
    assert [r["partialFingerprints"]["ruleAndUnit/v1"] for r in again["results"]] == marks


@pytest.mark.realcode
@pytest.mark.parametrize("made", [outcome(), quiet_outcome()], ids=["much", "nothing"])
def test_junit_is_what_jenkins_reads(made: Any, places: RepositoryPaths, tmp_path: Path):
    xmlschema = pytest.importorskip("xmlschema")
    file = tmp_path / "junit.xml"
    file.write_text(written(made, "junit", places), encoding="utf-8")
    for path in sorted((FOLDER / "junit-schema").rglob("*.xsd")) or [
        downloaded("junit-schema", "*")
    ]:
        xmlschema.XMLSchema(path).validate(file)


def test_junit_counts_its_cases_and_fails_by_errors_alone(places: RepositoryPaths):
    (suite,) = Xml.fromstring(written(outcome(), "junit", places))
    cases = {case.get("name"): case for case in suite}
    bad = "input: SAD201 src/bad.f:12"
    assert list(cases) == ["DGEMM", "AXPY", "NEW", "ADDED", "SAME", bad]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("6", "1", "1")
    failure = cases["DGEMM"].find("failure")
    assert failure is not None
    assert failure.get("type") == "forbid.order"
    assert "second" in (failure.text or "")
    assert "next? line ]]> & *x*" in (failure.get("message") or "")
    assert cases["AXPY"].find("failure") is None
    assert "maybe" in (cases["AXPY"].findtext("system-out") or "")
    assert cases["DGEMM"].get("classname") == "code/src/a b.f"
    assert "bad.f:12" in (cases[bad].findtext("error") or "")


def test_annotations_of_github_are_escaped(places: RepositoryPaths):
    lines = written(outcome(), "github", places).splitlines()
    assert len(lines) == 6
    assert lines[0] == (
        "::error file=code/src/a b.f,line=3,endLine=12,title=sad forbid.order::"
        "DGEMM: 50 %25 more, see <b>: a,b%0Anext\x01 line ]]> & *x*"
    )
    assert lines[3].startswith("::warning ")
    assert lines[4].startswith("::notice ")
    assert "title=sad SAD201::no statement" in lines[5]
    odd = Finding("unit.new", Severity.NOTE, "U", "m", Span.at("a,b:c%.f"))
    (line,) = written(replace(quiet_outcome(), findings=(odd,)), "github", places).splitlines()
    assert "file=code/a%2Cb%3Ac%25.f,line=1" in line


def test_the_report_of_gitlab_has_what_its_page_asks_for(places: RepositoryPaths):
    issues = json.loads(written(outcome(), "gitlab", places))
    severities = [issue["severity"] for issue in issues]
    assert severities == ["major", "major", "major", "minor", "info", "blocker"]
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    for issue in issues:
        assert issue["description"]
        assert issue["check_name"].startswith("sad ")
        assert issue["location"]["path"].startswith("code/src/")
        assert issue["location"]["lines"]["begin"] >= 1
    assert json.loads(written(quiet_outcome(), "gitlab", places)) == []


def test_what_is_only_a_warning_about_the_input_makes_no_noise(places: RepositoryPaths):
    old = Diagnostic("SAD209", Severity.WARNING, "odd", Span.at("a.f"))
    made = replace(quiet_outcome(), diagnostics=(old,))
    for form in ("github", "markdown"):
        assert written(made, form, places) == ""
    assert json.loads(written(made, "gitlab", places)) == []


def test_markdown_comes_only_on_change(places: RepositoryPaths):
    text = written(outcome(), "markdown", places)
    assert text.startswith("<!-- sad check -->\n### sad: the check failed\n")
    assert (
        "| `DGEMM`<br>**forbid.order** | `code/src/a b.f:6` | O(N\\*\\*2) -> O(N\\*\\*3)<br>"
        "1 s -> 2.5 s at N = 9 on sparc2 | a third loop (K = 1, N) \\| new >= old |"
    ) in text
    assert "- `DGEMM`: order increased `N**3 - N` operations\n  - sparc2: 1 s → 2.5 s\n" in text
    assert "| `NEW` (was `OLD`) | `code/src/a b.f:3` | identical |" in text
    assert text.count("<details>") == 1
    assert "`X = A(I) \\| B`" in text
    assert "- **contract.flops** `code/src/a b.f:3` DGEMM: first\n" in text
    assert "SAME" not in text
    assert "\n1 other unit is as it was\n" in text
    assert written(quiet_outcome(), "markdown", places) == ""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({row.replace("\\|", "").count("|") for row in rows}) == 1


def test_text_has_the_errors_first_and_the_summary_last(places: RepositoryPaths):
    lines = written(outcome(), "text", places).splitlines()
    assert lines[0].startswith("src/a b.f:3: error[forbid.order]: DGEMM: 50 % more")
    assert "NEW (was OLD)  src/a b.f:3   identical" in lines
    assert lines[-2] == "1 other unit is as it was"
    assert lines[-1] == (
        "5 units compared with main: 2 identical, 1 cheaper, 1 new, 1 order increased; "
        "coverage 87.5 %; 4 errors (1 in the input, 1 file), 1 warning, 1 note"
    )
    (only,) = written(quiet_outcome(), "text", places).splitlines()
    assert only == ("1 unit compared with sad.snapshot: 1 identical; 0 errors, 0 warnings, 0 notes")


@pytest.mark.parametrize("made", [outcome(), quiet_outcome()], ids=["much", "nothing"])
def test_json_is_what_its_schema_says(made: Any, places: RepositoryPaths):
    value = json.loads(written(made, "json", places), parse_constant=pytest.fail)
    validate(value, "sad-check-1")


def test_a_file_outside_of_the_repository_keeps_its_path(places: RepositoryPaths):
    assert places.path("../../elsewhere/x.f") == "../../elsewhere/x.f"
    assert places.uri("/usr/x y.f") == "file:///usr/x%20y.f"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["sarif"], "--output 'sarif': FORM:FILE expected"),
        (["sarif:"], "FORM:FILE expected"),
        (["xml:a"], "no form 'xml'"),
        (["sarrif:a"], "did you mean sarif?"),
        (["sarif:a", "json:a"], "two outputs go to a"),
        (["sarif:-", "json:-"], "two outputs go to standard output"),
    ],
)
def test_an_output_has_a_form_and_a_file(texts: list[str], said: str):
    with pytest.raises(SadError, match="SAD840") as caught:
        read_outputs(texts)
    assert said in str(caught.value)


def test_every_rule_and_form_is_on_the_page():
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert [name for name in (*RULES, *FORMS) if f"`{name}`" not in page] == []
