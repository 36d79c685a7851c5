"""What ``sad tune`` reads or places anew for each value: constants, mappings, libraries."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from sad.tuning.source_constants import constant_of, with_values
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gcc

if TYPE_CHECKING:
    from pathlib import Path

FORTRAN = """\
      SUBROUTINE TILE (A, B, N)
      INTEGER N, NB, MB, I, J, II, JJ
C     PARAMETER (NB = 7)
      PARAMETER (MB = 3, NB = 32)
      DOUBLE PRECISION A(N,N), B(N,N)
      DO 40 JJ = 1, N, NB
      DO 30 II = 1, N, NB
         DO 20 J = JJ, MIN(JJ+NB-1, N)
         DO 10 I = II, MIN(II+NB-1, N)
            B(I,J) = A(J,I)
   10    CONTINUE
   20    CONTINUE
   30 CONTINUE
   40 CONTINUE
      END
"""
C = """\
#include <stdio.h>
#define NB 32 /* not 16 */
int main(void)
{
    double sum = 0.0;
    for (int i = 0; i < 4000; i += NB)
        for (int j = 0; j < 40 + (NB - 8) * (NB - 8); j++)
            sum += j;
    printf("took %g s\\n", 1.0 + (NB - 16) * (NB - 16));
    return sum < 0.0;
}
"""
WAVEFRONT = str(ROOT / "corpus" / "mpi" / "wavefr" / "source.c")
COMMON = (WAVEFRONT, "--machine", "paragon", "--procs", "4", "--set", "n=64", "--set", "nsweep=3")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tile.f").write_text(FORTRAN)
    (tmp_path / "block.c").write_text(C)
    return tmp_path


def rows(*words: str) -> list[dict[str, str]]:
    done = sad(*words, "--format", "csv")
    assert done.code == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


CONSTANTS = [
    ("x.f", "      PARAMETER (NB = 64)\n", "NB", "64"),
    ("x.f", "      parameter (m = 2,\n     &  nb = 64)\n", "NB", "64"),
    ("x.f", "c     parameter (nb = 64)\n", "NB", None),
    ("x.f90", "integer, parameter :: m = 3, nb = 64 ! or 32\n", "nb", "64"),
    ("x.f90", "integer, parameter :: nb = 2*m\n", "nb", None),
    ("x.f90", "real, parameter :: eps = 1d-3\n", "eps", "1d-3"),
    ("x.c", "#define NB 64\n", "NB", "64"),
    ("x.c", "#define NB (64)\n", "NB", "64"),
    ("x.c", "#define NB 64*M\n", "NB", None),
    ("x.c", "// #define NB 64\n/* #define NB 64 */\n", "NB", None),
    ("x.c", "enum { M = 3, NB = 64 };\n", "NB", "64"),
    ("x.c", "static const int NB = 64;\n", "NB", "64"),
    ("x.c", "#define NB 64\n", "nb", None),
    ("x.c", "int NB = 64;\n", "NB", None),
]


@pytest.mark.parametrize(("path", "text", "name", "number"), CONSTANTS)
def test_constants_of_the_source(path: str, text: str, name: str, number: str | None):
    found = constant_of(name, {path: text})
    assert (None if found is None else found.number) == number
    if found is not None:
        (changed,) = with_values({path: text}, [found], {name: "9"}).values()
        assert changed.count("9") == text.count("9") + 1
        assert len(changed) == len(text) - len(found.number) + 1


@pytest.mark.parametrize("source", ["tile.f", "block.c"])
def test_each_value_is_that_of_a_source_with_it(source: str, folder: Path):
    words = ("--machine", "zen3", *(("--set", "n=96") if source == "tile.f" else ()))
    found = rows("tune", source, *words, "--over", "NB=4,8,64", "--where", "NB < 50")
    assert sorted(float(row["NB"]) for row in found) == [4, 8]
    seconds = next(name for name in found[0] if name.startswith("predicted"))
    for row in found:
        text = (folder / source).read_text().replace("NB = 32", f"NB = {row['NB']}")
        (folder / f"one-{source}").write_text(text.replace("NB 32", f"NB {row['NB']}"))
        report = sad("analyze", f"one-{source}", *words, "--format", "json")
        total = json.loads(report.out)["seconds"]["value"]
        assert float(row[seconds]) == pytest.approx(total, rel=1e-9)


@needs_gcc
def test_runs_get_a_source_with_the_value():
    done = sad(
        *("tune", "block.c", "--machine", "zen3", "--over", "NB=4,16,64", "--rounds", "1"),
        *("--build", "gcc {source} -o block", "--measure", "./block", "--seconds-from", "took"),
    )
    assert done.code == 0, done.err
    assert "best: NB = 16: 1 s measured" in done.out
    assert "predicted for it:" in done.out


@pytest.mark.parametrize(
    ("name", "values"), [("mapping", "row_major,gray"), ("library", "nx,picl")]
)
def test_mappings_and_libraries_are_those_of_scale(name: str, values: str):
    found = rows("tune", *COMMON, "--over", f"{name}={values}", "--over", "nb=4,16")
    assert len(found) == 4
    seconds = next(key for key in found[0] if key.startswith("predicted"))
    for row in found:
        (one,) = rows("scale", *COMMON, f"--{name}", row[name], "--set", f"nb={row['nb']}")
        assert float(row[seconds]) == pytest.approx(float(one["total"]), rel=1e-12)


@pytest.mark.parametrize(
    ("words", "exit_code", "part"),
    [
        ((*COMMON, "--over", "mapping="), USAGE, "names"),
        ((*COMMON, "--over", "mapping=gray", "--mapping", "gray"), USAGE, "without --mapping"),
        ((*COMMON, "--over", "library=nx", "--over", "nb=1:8", "--simulate"), USAGE, "--simulate"),
        (("tile.f", "--machine", "zen3", "--set", "n=9", "--over", "NB=1:2000"), USAGE, "2,000"),
        (("long.f", "--machine", "zen3", "--over", "NB=100"), BAD_INPUT, "72 columns"),
        (("two.c", "--machine", "zen3", "--over", "NB=8"), USAGE, "another number elsewhere"),
    ],
)
def test_what_cannot_be(words: tuple[str, ...], exit_code: int, part: str, folder: Path):
    line = f"      PARAMETER (MB = 2,{' ' * 41}NB = 3)\n"
    assert len(line) == 73
    (folder / "long.f").write_text(f"      PROGRAM LONG\n{line}      END\n")
    (folder / "two.c").write_text(C + "#undef NB\n#define NB 3\n")
    check_one_error(sad("tune", *words), "SAD681", exit_code, part)


def test_a_source_elsewhere_is_not_changed_for_runs(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "other").mkdir()
    monkeypatch.chdir(folder / "other")
    words = ("../block.c", "--machine", "zen3", "--over", "NB=4,8", "--measure", "./block")
    check_one_error(sad("tune", *words), "SAD681", USAGE, "not in this folder")
