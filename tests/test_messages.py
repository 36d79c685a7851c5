"""The same message at many places is one; of many of one code the first ones are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import pytest

from sad.diagnostics import Diagnostic, Severity, Span
from sad.messages import gathered, told
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Sequence


def messages(code: str, severity: Severity, lines: Sequence[int]) -> list[Diagnostic]:
    """Messages that differ from each other."""
    return [Diagnostic(code, severity, f"what {n}", Span.at(f"f{n % 3}.f", n)) for n in lines]


def same(*places: tuple[str, int], hint: str = "") -> list[Diagnostic]:
    return [
        Diagnostic("SAD107", Severity.ERROR, "what", Span.at(file, line), hint)
        for file, line in places
    ]


def test_few_messages_stay_as_they_are():
    few = messages("SAD210", Severity.WARNING, range(20))
    assert told(few) == [str(item) for item in few]


def test_one_too_many_is_shown_and_not_counted():
    items = messages("SAD210", Severity.WARNING, range(21))
    assert told(items) == [str(item) for item in items]


def test_files_that_are_left_out_are_all_told():
    errors = messages("SAD103", Severity.ERROR, range(1000))
    assert told(errors) == [*(str(item) for item in errors), "1000 errors in 3 files"]
    alike = [Diagnostic("SAD103", Severity.ERROR, "binary", Span.at(f"f{n}.f")) for n in range(40)]
    (text,) = told(alike)
    assert text.startswith("f0.f:1: error[SAD103]: binary, in 40 files\n  also at f1.f:1, f2.f:1, ")
    assert all(f" f{n}.f:1" in text for n in range(1, 40))
    assert max(map(len, text.splitlines())) <= 100


def test_errors_in_files_are_counted():
    shown = told(messages("SAD107", Severity.ERROR, range(1000)))
    assert len(shown) == 22
    assert "note[SAD120]: 980 more of SAD107 from here on, in 3 files" in shown[20]
    assert shown[21] == "1000 errors in 3 files"


def test_what_is_counted_and_where():
    warnings = messages("SAD210", Severity.WARNING, range(1, 51))
    notes = messages("SAD301", Severity.NOTE, range(5))
    shown = told([*warnings, *notes])
    assert shown[:25] == [str(item) for item in (*warnings[:20], *notes)]
    (rest,) = shown[25:]
    assert rest.startswith("f0.f:21: note[SAD120]: 30 more of SAD210 from here on, in 3 files\n")


@pytest.mark.parametrize(
    ("places", "lines"),
    [
        ([("a.f", 3)], ["a.f:3: error[SAD107]: what"]),
        ([("a.f", 3), ("a.f", 3)], ["a.f:3: error[SAD107]: what"]),
        (
            [("a.f", 3), ("a.f", 9)],
            ["a.f:3: error[SAD107]: what, 2 times", "  also on line 9"],
        ),
        (
            [("a.f", 3), ("a.f", 9), ("a.f", 12), ("a.f", 13), ("a.f", 14), ("a.f", 15)],
            ["a.f:3: error[SAD107]: what, 6 times", "  also on lines 9, 12, 13 and 2 more"],
        ),
        (
            [("a.f", 3), ("b.f", 9), ("b.f", 12)],
            ["a.f:3: error[SAD107]: what, 3 times in 2 files", "  also at b.f:9 and b.f:12"],
        ),
    ],
)
def test_the_same_message_is_one(places: list[tuple[str, int]], lines: list[str]):
    (text,) = told(same(*places))
    assert text.splitlines() == lines


def test_another_hint_makes_no_other_message():
    items = [*same(("a/x.c", 1), hint="searched a"), *same(("b/y.c", 1), hint="searched b")]
    assert len(gathered(items)) == 1
    assert told(items)[0].endswith("\n  hint: searched a")


def test_what_differs_stays_apart():
    first = Diagnostic("SAD107", Severity.ERROR, "what", Span.at("a.f"))
    others = [
        Diagnostic("SAD108", Severity.ERROR, "what", Span.at("a.f")),
        Diagnostic("SAD107", Severity.WARNING, "what", Span.at("a.f")),
        Diagnostic("SAD107", Severity.ERROR, "else", Span.at("a.f")),
    ]
    assert len(gathered([first, *others])) == 4


def test_a_strict_run_tells_all_places():
    items = [Diagnostic("SAD210", Severity.WARNING, "what", Span.at("a.f", n)) for n in range(1, 9)]
    assert told(items, strict=True) == [
        "a.f:1: error[SAD210]: what, 8 times\n  also on lines 2, 3, 4, 5, 6, 7 and 8"
    ]


# --- one missing header in many files, in every form of sad check ---------------------------------


@pytest.fixture
def missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a snapshot of 52 files, all of which include a header that is then lost."""
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    Path("params.h").write_text("      INTEGER K\n")
    for n in range(10, 62):
        lines = [
            f"      SUBROUTINE S{n}(N, X)",
            "      INCLUDE 'params.h'",
            "      REAL X(N)",
            "      DO 10 K = 1, N",
            "   10 X(K) = 0.0",
            "      END",
        ]
        Path("src", f"s{n}.f").write_text("\n".join(lines) + "\n")
    assert sad("snapshot", "src", "-I", ".").code == 0
    Path("params.h").unlink()
    return tmp_path


def forms(*names: str) -> list[str]:
    return [word for name in names for word in ("--output", f"{name}:{name}.out")]


@pytest.mark.usefixtures("missing")
def test_a_missing_header_is_one_error_in_every_form():
    kinds = ("github", "gitlab", "markdown", "sarif", "junit", "json")
    result = sad("check", "src", "-I", ".", *forms(*kinds))
    assert result.code == 3
    assert result.err.splitlines()[:2] == [
        "src/s10.f:2: error[SAD107]: include file not found: params.h, in 52 files",
        "  also at src/s11.f:2, src/s12.f:2, src/s13.f:2 and 48 more",
    ]
    assert result.err.count("SAD107") == 1
    assert "1 error (1 in the input, 52 files), 0 warnings" in result.out.splitlines()[-1]
    said = "include file not found: params.h, in 52 files"
    places = "(also at src/s11.f:2, src/s12.f:2, src/s13.f:2 and 48 more)"
    github = [line for line in Path("github.out").read_text().splitlines() if "SAD107" in line]
    assert github == [f"::error file=src/s10.f,line=2,endLine=2,title=sad SAD107::{said} {places}"]
    gitlab = [x for x in json.loads(Path("gitlab.out").read_text()) if "SAD" in x["check_name"]]
    assert [item["description"] for item in gitlab] == [f"{said} {places}"]
    markdown = Path("markdown.out").read_text()
    assert markdown.count("SAD107") == 1
    assert said in markdown
    (run,) = json.loads(Path("sarif.out").read_text())["runs"]
    notifications = run["invocations"][0]["toolExecutionNotifications"]
    (lost,) = [item for item in notifications if item["descriptor"]["id"] == "SAD107"]
    assert lost["message"]["text"] == said
    assert len(lost["locations"]) == 52
    (suite,) = Xml.parse("junit.out").getroot()
    assert suite.get("errors") == "1"
    (error,) = suite.iter("error")
    assert error.get("message") == said
    listed = json.loads(Path("json.out").read_text())["diagnostics"]
    assert sum(item["code"] == "SAD107" for item in listed) == 52


@pytest.mark.usefixtures("missing")
def test_errors_are_counted_where_there_are_several():
    Path("src/s10.f").write_bytes(b"\0")
    result = sad("analyze", "src")
    assert result.code == 3
    assert result.err.splitlines()[-1] == "2 errors in 52 files"


def test_strict_counts_warnings_of_the_input_as_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("s.f").write_text("      SUBROUTINE S(A)\n      REAL A(10)\n      A = A[2]\n      END\n")
    assert sad("snapshot", "s.f").code == 0
    plain, strict = sad("check", "s.f"), sad("check", "s.f", "--strict")
    assert (plain.code, strict.code) == (0, 3)
    assert "; 0 errors, " in plain.out
    assert "; 1 error (1 in the input, 1 file), " in strict.out


def test_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        "      SUBROUTINE S(A)",
        "      REAL A(10)",
        *["      A = A[2]"] * 25,
        "      END",
    ]
    Path("s.f").write_text("\n".join(lines) + "\n")
    short, strict = sad("analyze", "s.f"), sad("analyze", "s.f", "--strict")
    assert short.err.count("[SAD210]") == 1
    assert ", 25 times\n  also on lines 4, 5, 6 and 21 more\n" in short.err
    assert "error[SAD210]" in strict.err
    assert " 26\n    and 27\n" in strict.err
    listed = json.loads(sad("analyze", "s.f", "--format", "json").out)["diagnostics"]
    assert [item["line"] for item in listed] == list(range(3, 28))


def test_many_main_programs_are_units_each_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in "pq":
        Path(f"{name}.f").write_text(f"      PROGRAM {name.upper()}\n      X = 1.0\n      END\n")
    result = sad("analyze", "p.f", "q.f")
    assert result.code == 0
    assert "q.f:1: warning[SAD207]: a second main program" in result.err
    assert "2 units   2 files" in result.out.splitlines()[0]
    assert sad("analyze", "p.f", "q.f", "--entry", "Q").out.startswith("Q ")
