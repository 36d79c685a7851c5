"""The time over the sizes of the runs is that of the report, and says how far it was measured."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.schemas import validate

SOURCE = """\
      PROGRAM P
      DOUBLE PRECISION X(100000), S
      READ *, N
   10 K = 0
      DO 30 I = 1, N
         IF (X(I) .GT. 0.5D0) K = K + 1
   30 CONTINUE
      IF (K .GT. 0) GOTO 10
      END
"""
MACHINE = ("--machine", "xeon-emerald-rapids")


@pytest.fixture(autouse=True)
def _measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs at N = 128 to 1024: the outer loop makes 2 + log2(N) passes, a quarter of the tests hold."""
    monkeypatch.chdir(tmp_path)
    Path("p.f").write_text(SOURCE)
    profiles: list[str] = []
    for n in (128, 256, 512, 1024):
        passes = 2 + int(math.log2(n))
        tests = n * passes
        counts = {3: 1, 4: passes, 5: passes, 6: tests, 7: tests, 8: passes}
        lines = "".join(f"p.f,{line},{count}\n" for line, count in counts.items())
        Path(f"{n}.csv").write_text("file,line,count\n" + lines)
        profiles.append(f"{n}.csv@N={n}")
    result = sad("params", "import", *profiles, "--source", "p.f", "-o", "p.yaml")
    assert result.code == 0, result.err


def report(*more: str, code: int = 0) -> str:
    result = sad("analyze", "p.f", "--params", "p.yaml", *MACHINE, "--set", "P1=0.25", *more)
    assert result.code == code, result.err
    return result.out


def formula(text: str) -> str:
    found = re.search(r"^time over N, as measured \[s\]\n((  [ +-] .*\n)+)", text, re.MULTILINE)
    assert found, text
    return " ".join(line.strip() for line in found[1].splitlines())


@pytest.mark.parametrize("n", [100, 300, 1024, 5000])
def test_the_formula_gives_the_time_of_the_report(n: int):
    written = formula(report("--set", f"N={n}", "--all"))
    assert "log2(N)" in written
    names = {"N": n, "P1": 0.25, "log2": math.log2}
    value = eval(written.replace("^", "**"), {"__builtins__": {}}, names)
    answer = json.loads(report("--set", f"N={n}", "--format", "json"))
    assert value == pytest.approx(answer["seconds"]["value"], rel=0.03)


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (64, ""),
        (63, "N = 63 is extrapolated, 0.492 times the smallest"),
        (2048, ""),
        (2049, "N = 2049 is extrapolated, 2 times the largest"),
    ],
)
def test_sizes_far_from_the_runs_are_marked(n: int, said: str):
    text = report("--set", f"N={n}")
    assert "measured for N from 128 to 1024" in text
    assert said in text
    assert bool(said) == ("is extrapolated" in text)
    answer = json.loads(report("--set", f"N={n}", "--format", "json"))
    validate(answer, "sad-analysis-1")
    assert answer["measured_sizes"] == [
        {"name": "N", "from": 128.0, "to": 1024.0, "extrapolated": bool(said)}
    ]


def test_at_the_size_of_a_run_the_size_stays_in_the_formula():
    text = report()
    assert "*N*" in formula(text)
    assert "is extrapolated" not in text


def test_the_time_and_its_interval_over_the_sizes_are_those_of_the_reports_there():
    rows = re.findall(
        r"^ +(\d+) +(\S+ .?s)  (.+? to .+? .?s)( +extrapolated)?$", report(), re.MULTILINE
    )
    assert [(n, bool(far)) for n, _, _, far in rows] == [
        ("128", False),
        ("1024", False),
        ("2048", False),
        ("4096", True),
    ]
    for n, seconds, interval, _ in rows:
        answer = report("--set", f"N={n}")
        assert f"\n  {seconds} " in answer
        first = re.search(r"([\d.]+)(?: .?s)? to .* in 9 of 10 cases", answer)
        assert first is not None
        low = float(interval.split()[0])
        assert low == pytest.approx(float(first[1]), rel=0.05)


def test_json_and_the_page_have_the_table_over_sizes():
    said = report("--set", "N=1024")
    answer = json.loads(report("--set", "N=1024", "--format", "json"))
    validate(answer, "sad-analysis-1")
    table = answer["time_over_sizes"]
    assert [row["sizes"] for row in table] == [{"N": n} for n in (128, 1024, 2048, 4096)]
    assert [row["extrapolated"] for row in table] == [False, False, False, True]
    for row in table:
        n = row["sizes"]["N"]
        there = json.loads(report("--set", f"N={n:g}", "--format", "json"))["seconds"]
        assert row["seconds"] == pytest.approx(there["value"], rel=1e-9)
        assert row["interval"]["low"] < row["seconds"] < row["interval"]["high"]
    page = report("--set", "N=1024", "--format", "html")
    cells = re.findall(
        r"<td>([^<]*)</td>", page.partition('id="over-sizes"')[2].split("</table>")[0]
    )
    assert cells[::4] == ["128", "1024", "2048", "4096"]
    assert cells[1].replace("µs", "us") in said
    assert cells[3::4] == ["", "", "", "extrapolated"]


def test_without_several_sizes_there_is_no_table():
    result = sad("analyze", "p.f", *MACHINE, "--set", "N=9", "--format", "json")
    assert json.loads(result.out)["time_over_sizes"] == []
    page = sad("analyze", "p.f", *MACHINE, "--set", "N=9", "--format", "html").out
    assert "over-sizes" not in page


def test_a_size_that_all_runs_had_is_taken_for_given():
    text = SOURCE.replace("READ *, N", "READ *, N, M").replace("I = 1, N", "I = 1, N*M")
    Path("p.f").write_text(text)
    profiles = [f"{n}.csv@N={n},M=1" for n in (128, 256, 512, 1024)]
    made = sad("params", "import", *profiles, "--source", "p.f", "-o", "p.yaml", "--fresh")
    assert made.code == 0, made.err
    shown = report("--set", "N=5000")
    assert "as in all runs: M = 1\n" in shown
    assert re.search(r"^  [\d.]+ us    [\d.]+ .*in 9 of 10 cases$", shown, re.MULTILINE)
    assert "sad sweep p.f" in shown
    assert "--vary N=500:50000:log20" in shown
    assert "M" not in report("--set", "N=5000", "--set", "M=2").partition("as in all runs")[2]
