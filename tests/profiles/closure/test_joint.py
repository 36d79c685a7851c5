"""Counts of parameters that vary together are functions of the sizes, beyond the runs, too."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.profiles.closure.programs import LISTS, SPECTRUM, TWO_SITES, UNMEASURED
from tests.profiles.closure.test_closure import FORTRAN, counted_lines, counts
from tests.support.command import sad
from tests.support.compiler import needs_gcov, needs_gfortran, run
from tests.support.schemas import validate

pytestmark = [pytest.mark.compiler, needs_gfortran, needs_gcov]
MACHINE = ("--machine", "x86_64-generic")


def profiled(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, size: str, values: str
) -> Path:
    """Profile a program that reads one size at several of them; return its source."""
    monkeypatch.chdir(folder)
    source = Path("program.f90")
    source.write_text(text)
    Path("in").write_text(f"{{{size}}}\n")
    command = ("profile", source, "--build", FORTRAN % source, "--run", "./program < in")
    varied = ("--fill", "in", "--vary", f"{size}={values}")
    found = sad(*command, *varied, "--quiet", "-o", "p.yaml")
    assert found.code == 0, found.err
    return source


def figures(source: Path, value: int) -> dict[int, int]:
    """gcov's figures of a run at a size that was not profiled."""
    build = ["gfortran", "-w", "-O0", "--coverage", str(source), "-o", "other"]
    assert run(build, Path.cwd()).returncode == 0
    Path("in").write_text(f"{value}\n")
    assert run(["sh", "-c", "./other < in"], Path.cwd()).returncode == 0
    done = run(["gcov", "--json-format", "--stdout", "other-program.gcda"], Path.cwd())
    lines = json.loads(done.stdout)["files"][0]["lines"]
    return {line["line_number"]: line["count"] for line in lines}


@pytest.mark.parametrize(
    ("text", "size", "values", "third", "off"),
    [
        (SPECTRUM, "top", "256,1024,4096", 16384, 0.3),
        (TWO_SITES, "n", "100,200,400", 800, 0.3),
        (LISTS, "n", "100,200,400", 800, 0.0),
        (UNMEASURED, "n", "100,200,400,800", 1600, 0.9),
    ],
)
def test_counts_at_a_third_size_are_those_of_a_run(
    text: str,
    size: str,
    values: str,
    third: int,
    off: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    source = profiled(tmp_path, monkeypatch, text, size, values)
    beyond = counts(source, "--set", f"{size}={third}")
    Path("p.yaml").write_text(Path("p.yaml").read_text().partition("\ntogether:")[0])
    apart = counts(source, "--set", f"{size}={third}")
    if third > 800:  # the array is too short for more
        text = text.replace("20000", str(third))
    source.write_text(text.replace("200000", str(third**2)))
    measured = figures(source, third)
    lines = counted_lines(text)
    for line in lines:
        assert beyond[line] == pytest.approx(measured[line], rel=0.04), line
    worst = max(abs((apart[line] or 0) / measured[line] - 1) for line in lines)
    assert worst > off


def test_the_time_over_the_sizes_has_these_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled(tmp_path, monkeypatch, SPECTRUM, "top", "256,1024,4096")
    for at in ((), ("--set", "top=16384")):
        said = sad("analyze", source, "--params", "p.yaml", *MACHINE, *at).out
        found = re.search(
            r"^time over top, as measured \[s\]\n +\S+\*\(max\(0, (.*)\)\)\n", said, re.M
        )
        assert found is not None, said
        assert re.fullmatch(r"11\.9\d*\*top - 5\d\d\.\d+", found[1])
        assert ("is extrapolated, 4 times" in said) == bool(at)
        as_markdown = sad(
            *("analyze", source, "--params", "p.yaml", *MACHINE, *at, "--format", "markdown")
        ).out
        assert "## Time over top, as measured [s]" in as_markdown
        assert found[1] in as_markdown
        given = ("--params", "p.yaml", *MACHINE, *at)
        answer = json.loads(sad("analyze", source, *given, "--format", "json").out)
        validate(answer, "sad-analysis-1")
    (line, _) = counted_lines(SPECTRUM)
    told = f"J1 is the count by X1, measured together (program.f90:{line})"
    assert told in " ".join(said.split())
    shown = sad("params", "export", source, "--params", "p.yaml", "--format", "json").out
    validate(json.loads(shown), "sad-params-1")
    assert "J1" not in shown


def test_sizes_that_only_fitted_functions_need_are_those_of_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled(tmp_path, monkeypatch, UNMEASURED, "n", "100,200,400,800")
    said = sad("analyze", source, "--params", "p.yaml", *MACHINE, "--set", "n=1601").out
    assert "at n = 1601," in said
    assert re.search(r"^time over n, as measured \[s\]\n +\S+\*\(3\.6\d*\*n\)\n", said, re.M)
    assert "n = 1601 is extrapolated" in said


def test_a_value_that_a_user_gives_counts_where_it_was_measured_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled(tmp_path, monkeypatch, SPECTRUM, "top", "256,1024,4096")
    (line, _) = counted_lines(SPECTRUM)
    few, many = (
        counts(source, "--set", "top=16384", "--set", f"X1={passes}")[line] for passes in (4, 8)
    )
    assert few
    assert many == pytest.approx(2 * few, rel=0.01)
