"""After a profile the model at the inputs of the run gives the counts of the run, line by line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.profiles.closure.programs import (
    ENTRIES,
    FFT_LIKE,
    NEIGHBOURS,
    NO_STRIDE,
    REAL_VALUE,
    STOPS,
    TWO_CONDITIONS,
    VALUES,
)
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran, run

pytestmark = pytest.mark.compiler
FORTRAN = "gfortran -std=legacy -w -O0 {coverage} %s -o program"
C = "gcc -w -O0 {coverage} %s -o program -lm"
CORPUS = ("qsort", "roots", "tridia", "words")


def profiled(source: Path, build: str, *more: str) -> str:
    """Profile a program in the current folder; return what was said."""
    command = ("profile", source, "--build", build % source, "--run", "./program", *more)
    found = sad(*command, "--quiet", "--keep", "kept", "-o", "p.yaml")
    assert found.code == 0, found.err
    return found.out


def figures(source: Path) -> dict[int, int]:
    """gcov's figures of the run that was profiled."""
    data = [path.name for path in Path("kept/work").glob("*.gcda")]
    done = run(["gcov", "--json-format", "--stdout", *data], Path("kept/work"))
    found: dict[int, int] = {}
    for document in map(json.loads, filter(None, done.stdout.splitlines())):
        for file in document["files"]:
            for line in file["lines"] if file["file"].endswith(source.name) else ():
                found[line["line_number"]] = found.get(line["line_number"], 0) + line["count"]
    return found


def counts(source: Path, *more: str) -> dict[int, float | None]:
    """The counts that the model gives."""
    found = sad("annotate", source, "--params", "p.yaml", "--format", "json", *more)
    assert found.code == 0, found.err
    files = json.loads(found.out)["files"]
    (lines,) = (lines for name, lines in files.items() if name.endswith(source.name))
    return {int(line): item["count"]["value"] for line, item in lines.items()}


def profiled_at_40(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, build: str = FORTRAN
) -> Path:
    """Profile a program that reads 40, in a folder that is the current one then; return its source."""
    monkeypatch.chdir(folder)
    source = Path("program.c" if build == C else "program.f90")
    source.write_text(text)
    Path("in").write_text("40\n")
    profiled(source, build, "--stdin", "in")
    return source


def counted_lines(text: str) -> list[int]:
    """The numbers of the lines that say they are counted."""
    return [
        number
        for number, line in enumerate(text.split("\n"), 1)
        if re.search(r"(!|/\*) counted", line)
    ]


@needs_gfortran
@needs_gcov
def test_the_corpus_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in CORPUS:
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        source = Path(f"{name}.f")
        source.write_bytes((ROOT / "corpus" / name / source).read_bytes())
        given = ROOT / "corpus" / name / f"{name}.in"
        options: tuple[str, ...] = ()
        if given.exists():
            Path("in").write_bytes(given.read_bytes())
            options = ("--stdin", "in")
        said = profiled(source, FORTRAN, *options)
        assert "not reproduced" not in said
        found = counts(source)
        lines = [line[:6].strip() + line[6:].strip() for line in _code(source)]
        compared = 0
        for line, figure in figures(source).items():
            after = lines[line] if line < len(lines) else "END"
            is_plain = re.match(r"[A-Z]\w*(\(.*\))? *= ", lines[line - 1]) is not None
            if is_plain and re.match(r"[A-Z](?!ND|LSE)", after):  # it ends no loop and no arm
                compared += 1
                assert found[line] == pytest.approx(figure, rel=0.01), f"{source}:{line}"
        assert compared > 4


def _code(source: Path) -> list[str]:
    return source.read_text(encoding="latin-1").split("\n")


@needs_gfortran
@needs_gcov
@pytest.mark.parametrize("text", [FFT_LIKE, NEIGHBOURS, VALUES, ENTRIES])
def test_what_varies_together_is_counted_together(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled_at_40(tmp_path, monkeypatch, text)
    found, measured = counts(source), figures(source)
    lines = counted_lines(text)
    assert lines
    for line in lines:
        assert found[line] == measured[line], line


@needs_gfortran
@needs_gcov
def test_what_stands_behind_calls_that_may_stop_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled_at_40(tmp_path, monkeypatch, STOPS)
    found, measured = counts(source), figures(source)
    lines = counted_lines(STOPS)
    assert lines
    for line in lines:
        begin = line - 1 if line == 12 else line  # where the statement begins
        assert found[begin] == measured[line], line


@needs_gfortran
@needs_gcov
def test_elsewhere_counts_are_the_product_of_means_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled_at_40(tmp_path, monkeypatch, FFT_LIKE)
    lines = counted_lines(FFT_LIKE)
    elsewhere = counts(source, "--set", "n=80")
    Path("in").write_text("80\n")
    shutil.rmtree("kept")
    said = sad("analyze", source, "--params", "p.yaml", "--set", "n=80").out
    assert re.search(r"X1\*P1 0\.537 times the product of means", said)
    profiled(source, FORTRAN, "--stdin", "in", "--fresh")
    measured = figures(source)
    assert [elsewhere[line] for line in lines] == pytest.approx(
        [measured[line] for line in lines], rel=1e-3
    )


@needs_gfortran
@needs_gcov
def test_a_division_by_zero_behind_a_branch_ends_no_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    source = Path("program.f90")
    source.write_text(NO_STRIDE)
    Path("in").write_text("{n} {k}\n10*{v}\n")
    runs = ("--vary", "k=0,2", "--vary", "v=-1,1", "--zip", "--set", "n=40")
    profiled(source, FORTRAN, "--stdin", "in", "--fill", "in", *runs)
    (line,) = counted_lines(NO_STRIDE)
    assert not counts(source, "--set", "n=40", "--set", "k=0").get(line)
    measured = figures(source)
    assert counts(source, "--set", "n=40", "--set", "k=2")[line] == measured[line] > 0


@needs_gcc
@needs_gcov
def test_several_conditions_on_one_line_of_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    source = profiled_at_40(tmp_path, monkeypatch, TWO_CONDITIONS, C)
    found, measured = counts(source), figures(source)
    lines = counted_lines(TWO_CONDITIONS)
    assert lines
    for line in lines:
        assert found[line] == measured[line], line


@needs_gcc
@needs_gcov
def test_counts_that_the_slice_does_not_tell_are_those_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    source = Path("buffers.c")
    source.write_bytes((ROOT / "corpus" / "c" / source).read_bytes())
    profiled(source, C)
    found, measured = counts(source), figures(source)
    line = 1 + source.read_text()[: source.read_text().index("i < s->u.b")].count("\n")
    assert found[line + 1] == measured[line + 1] > 0


@needs_gfortran
@needs_gcov
def test_counts_of_a_run_are_for_its_sizes_and_its_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled_at_40(tmp_path, monkeypatch, NEIGHBOURS)
    line = counted_lines(NEIGHBOURS)[0]
    at_run = counts(source)
    assert at_run[line] == counts(source, "--set", "n=40")[line]
    pairs = NEIGHBOURS[: NEIGHBOURS.index("d = abs")].count("\n") + 1
    assert at_run[pairs] == 40 * 40
    assert counts(source, "--set", "n=41")[pairs] == 41 * 41
    source.write_text("! moved\n" + NEIGHBOURS)
    assert counts(source)[line + 1] == at_run[line]


@needs_gfortran
@needs_gcov
def test_counts_of_statements_that_changed_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = profiled_at_40(tmp_path, monkeypatch, NEIGHBOURS)
    text = Path("p.yaml").read_text()
    assert "counts:\n" in text
    source.write_text(NEIGHBOURS.replace("close = close + 1", "close = close + near(j)*2"))
    found = sad("analyze", source, "--params", "p.yaml")
    assert "from run 1" not in found.out


@needs_gfortran
@needs_gcov
def test_a_profile_ends_with_the_report_at_its_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    source = Path("program.f90")
    source.write_text(NEIGHBOURS)
    Path("in").write_text("40\n")
    for number in range(2):  # notes of an earlier build lie about the second time
        build = ("--build", FORTRAN % source, "--run", "./program", "--stdin", "in")
        said = sad("profile", source, *build, "-o", "p.yaml", "--machine", "x86_64-generic")
        assert said.code == 0
        assert "where the time goes" in said.out
        assert "profiled values (of the time)" in said.out
        assert "{n: 40}" in Path("p.yaml").read_text()
        other = ["gfortran", "-w", "-O0", "--coverage", str(source), "-o", f"old{number}"]
        assert run(other, tmp_path).returncode == 0


def test_real_values_that_were_measured_have_no_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    source = Path("program.f90")
    source.write_text(REAL_VALUE)
    rows = (f"MAIN.value@loop1.TAU,{tau},{n}\n" for n, tau in ((5, 0.5), (10, 1.5), (20, 1.7)))
    Path("tau.csv").write_text("name,value,n\n" + "".join(rows))
    done = sad("params", "import", "tau.csv", "--source", source, "-o", "p.yaml")
    assert done.code == 0, done.err
    said = sad("analyze", source, "--params", "p.yaml", "--set", "n=100")
    assert said.code == 0, said.err
    assert "1 profiled value" in said.out
