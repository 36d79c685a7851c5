"""The text of a snapshot is for people; the exact part beside it is what is compared."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.realcode import fortran_files

TEXT, EXACT = Path("sad.snapshot"), Path("sad.snapshot.exact")
SOURCE = """\
      SUBROUTINE ONE(N, X)
      REAL X(N)
      DO 10 I = 1, N
      DO 10 J = 1, I
   10 X(I) = 0.0
      END
      SUBROUTINE TWO(N, M, X)
      REAL X(N)
      DO 10 I = 1, N
      IF (X(I) .GT. 0.0) X(I) = X(I)*X(I) + M
   10 CALL OUTSIDE(X)
      END
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.f").write_text(SOURCE)


def snapshot(*arguments: str) -> None:
    assert sad("snapshot", "s.f", *arguments).code == 0


def test_the_text_is_short_and_the_exact_part_the_same_in_every_run():
    snapshot("--machine", "sparc2", "--set", "n=100", "--set", "m=1")
    first = TEXT.read_bytes(), EXACT.read_bytes()
    snapshot("--machine", "sparc2", "--set", "n=100", "--set", "m=1", "--no-cache")
    assert (TEXT.read_bytes(), EXACT.read_bytes()) == first
    blocks = TEXT.read_text().split("\n\n")
    assert len(blocks) == 4
    assert all(len(block.split("\n")) <= 3 for block in blocks[1:3])
    assert "  seconds sparc2 = " in blocks[1]
    assert "  total mul.real = " in lzma.decompress(EXACT.read_bytes()).decode()


def test_loops_that_are_named_are_shown():
    Path("sad.toml").write_text('sources = ["s.f"]\nloops = ["ONE.do10"]\n')
    assert sad("snapshot").code == 0
    assert "\n  loop do10 = max(0, N)\n" in TEXT.read_text()
    assert "loop do10.do10" not in TEXT.read_text()


def test_loops_inside_a_loop_tested_at_its_end_are_listed():
    Path("s.c").write_text(
        "int f(int n) { int i = 0, j, s = 0;\n"
        "do { for (j = 0; j < n; j++) s += j; i++; } while (i < n);\nreturn s; }\n"
    )
    assert sad("snapshot", "s.c").code == 0
    exact = lzma.decompress(EXACT.read_bytes()).decode()
    assert "  loop while1 = max(0, n - 1) + 1\n" in exact
    assert "  loop while1.loop1 = max(0, n - 1)*max(0, n) + max(0, n)\n" in exact


def test_labels_of_loops_change_no_line_of_the_text():
    one = SOURCE.partition("      SUBROUTINE TWO")[0]  # no probability is named after a label
    Path("s.f").write_text(one)
    snapshot()
    before = TEXT.read_text()
    Path("s.f").write_text(one.replace("10 ", "77 "))
    snapshot()
    assert TEXT.read_text() == before
    assert sad("check", "s.f").code == 0


def test_without_the_exact_part_the_text_is_compared():
    snapshot()
    EXACT.unlink()
    same = sad("check", "s.f")
    assert same.code == 0
    assert "2 identical" in same.out
    assert same.err.startswith("sad.snapshot:1: warning[SAD819]: the exact part is missing: ")
    Path("s.f").write_text(SOURCE.replace("J = 1, I", "J = 1, N*N"))
    worse = sad("check", "s.f", "--max-increase", "5%", "--set", "n=100")
    assert worse.code == 1
    assert "error[forbid.order]: ONE: O(N**2) -> O(N**3)" in worse.out
    assert "error[max-increase]: ONE: the cost at the sizes increased by " in worse.out
    cheaper = sad("diff", "sad.snapshot", "s.f")
    assert cheaper.code == 0
    assert "ONE  s.f:1   O(N**2) -> O(N**3)" in cheaper.out
    backwards = sad("diff", "s.f", "sad.snapshot")
    assert backwards.code == 3
    assert "sad.snapshot:1: error[SAD819]" in backwards.err


def test_another_kind_of_operation_is_seen_without_the_exact_part():
    snapshot()
    EXACT.unlink()
    Path("s.f").write_text(SOURCE.replace("X(I)*X(I) + M", "X(I)*X(I) - M"))
    result = sad("check", "s.f", "--forbid", "any")
    assert result.code == 1
    assert "TWO: as many operations, but not the same cost" in result.out


@pytest.mark.parametrize("cache", [(), ("--no-cache",)], ids=["cache", "no cache"])
def test_parts_that_were_not_written_together_are_told(cache: tuple[str, ...]):
    snapshot()
    old = EXACT.read_bytes()
    Path("s.f").write_text(SOURCE.replace("J = 1, I", "J = 1, N"))
    snapshot()
    EXACT.write_bytes(old)
    result = sad("check", "s.f", *cache)
    assert result.code == 3
    assert (
        "sad.snapshot:4: error[SAD812]: not written together with sad.snapshot.exact: ONE"
        in result.err
    )
    EXACT.write_bytes(b"something else")
    result = sad("check", "s.f", *cache)
    assert result.code == 3
    assert "sad.snapshot.exact:1: error[SAD812]: no exact part of a snapshot" in result.err


@pytest.mark.parametrize("cache", [(), ("--no-cache",)], ids=["cache", "no cache"])
def test_a_snapshot_of_one_file_is_still_read(cache: tuple[str, ...]):
    snapshot()
    TEXT.write_bytes(lzma.decompress(EXACT.read_bytes()))
    EXACT.unlink()
    assert "schema 1\n" in TEXT.read_text()
    same = sad("check", "s.f", *cache)
    assert (same.code, same.err) == (0, "")
    assert "2 identical" in same.out


def test_standard_output_has_the_text_alone():
    result = sad("snapshot", "s.f", "-o", "-")
    assert result.out.startswith("# Costs of one run of every unit.")
    assert list(Path().glob("*.exact")) == []


def test_the_blas_is_small(tmp_path: Path):
    sources = fortran_files("lapack", "BLAS", "SRC")
    if not sources:
        pytest.skip("the BLAS is not there: make real-code")
    folder = tmp_path / "blas"
    folder.mkdir()
    for path in sources:
        if path.name[0] in "sd":  # two of the four types, which are all of the same size
            (folder / path.name).write_bytes(path.read_bytes())
    assert sad("snapshot", "blas").code == 0
    lines = TEXT.read_text().splitlines()
    assert max(len(line.encode()) for line in lines) <= 250
    units = sum(line.startswith("unit ") for line in lines)
    assert units >= 60
    assert TEXT.stat().st_size < 100_000 * units / 151
    assert EXACT.stat().st_size < 100_000
