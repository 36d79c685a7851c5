"""Constructs of OpenMP and OpenACC: read as if they were not there, noted once, and counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from frontends.directives import fortran_directives
from sad.analysis.unit import analyse
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.profiles.settings import Settings, settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.command import sad
from tests.support.model import program_of

FIXED = """\
      SUBROUTINE S(N, X)
      REAL X(N)
C$OMP PARALLEL DO PRIVATE(I)
C$OMP&  SHARED(X)
      DO 10 I = 1, N
!DIR$ IVDEP
   10 X(I) = 0.0
C$OMP END PARALLEL DO
!$    X(1) = 1.0
      CALL T
  !$OMP BARRIER
      END
      SUBROUTINE T
*$omp parallel
c$omp0single
c$omp endsingle
!$omp threadprivate(/c/)
!$acc kernels
C$OMPX is a comment
      END
"""
FREE = """\
subroutine t(n, x)
  real x(n)
#ifdef _OPENMP
  !$omp parallel do
#endif
  do i = 1, n
    x(i) = 0 ! an !$omp here is text
  end do
  !$OMP parallel do &
  !$omp private(i)
  do i = 1, n
    x(i) = 0
  end do
end subroutine
"""
C = """\
#pragma omp declare simd
void f(int n, double *x) {
  int i;
#pragma GCC ivdep
#pragma omp parallel for private(i)
  for (i = 0; i < n; i++) x[i] = 0;
  _Pragma("omp parallel for")
  for (i = 0; i < n; i++) {
#pragma omp critical
    { x[0] += 1; }
  }
#ifdef _OPENMP
#pragma omp barrier
#endif
#pragma acc kernels
  for (i = 0; i < n; i++) x[i] = 0;
}
"""


def report(*arguments: str) -> Any:
    return json.loads(sad("analyze", *arguments, "--format", "json").out)


def noted(found: Any) -> list[tuple[str, int, str]]:
    return sorted(
        (item["file"], item["line"], item["message"].split()[0])
        for item in found["diagnostics"]
        if item["code"] == "SAD230"
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_fixed_form():
    Path("a.f").write_text(FIXED)
    found = report("a.f")
    assert noted(found) == [
        ("a.f", 3, "OpenMP"),
        ("a.f", 14, "OpenMP"),
        ("a.f", 15, "OpenMP"),
        ("a.f", 17, "OpenMP"),
        ("a.f", 18, "OpenACC"),
    ]
    units = {unit["name"]: unit["coverage"]["sequential_constructs"] for unit in found["units"]}
    assert units == {"S": 1, "T": 4}
    assert found["coverage"]["sequential_constructs"] == 5


def test_free_form_after_the_preprocessor():
    Path("b.F90").write_text(FREE)
    assert noted(report("b.F90")) == [("b.F90", 9, "OpenMP")]
    assert noted(report("b.F90", "-D", "_OPENMP")) == [
        ("b.F90", 4, "OpenMP"),
        ("b.F90", 9, "OpenMP"),
    ]


def test_c():
    Path("c.c").write_text(C)
    found = report("c.c")
    lines = [(line, kind) for _, line, kind in noted(found)]
    assert lines == [(5, "OpenMP"), (7, "OpenMP"), (9, "OpenMP"), (15, "OpenACC")]
    assert found["coverage"]["sequential_constructs"] == 4


def test_what_is_counted_stays_as_it_is():
    Path("c.c").write_text(C)
    Path("plain.c").write_text(C.replace("#pragma", "//").replace("_Pragma", "//"))
    with_them, without = report("c.c"), report("plain.c")
    assert with_them["units"][0]["coverage"]["exact"] == 1.0
    assert noted(without) == []
    first, second = ([b["count"] for b in x["units"][0]["blocks"]] for x in (with_them, without))
    assert first == second


def test_one_note_for_the_run():
    Path("a.f").write_text(FIXED)
    Path("c.c").write_text(C)
    lines = sad("analyze", ".").err.splitlines()
    heads = [line for line in lines if "note[SAD230]" in line]
    assert heads == [
        "c.c:5: note[SAD230]: OpenMP parallel for is taken as sequential, 2 times",
        "c.c:9: note[SAD230]: OpenMP critical is taken as sequential",
        "c.c:15: note[SAD230]: OpenACC kernels is taken as sequential, in 2 files",
        "a.f:3: note[SAD230]: OpenMP parallel do is taken as sequential",
        "a.f:14: note[SAD230]: OpenMP parallel is taken as sequential",
        "a.f:15: note[SAD230]: OpenMP single is taken as sequential",
        "a.f:17: note[SAD230]: OpenMP threadprivate is taken as sequential",
    ]


def test_an_edit_that_changes_nothing_but_a_directive_is_seen(tmp_path: Path):
    cache = "--cache", str(tmp_path / "cache")
    Path("a.f").write_text(FIXED)
    assert report("a.f", *cache)["coverage"]["sequential_constructs"] == 5
    Path("a.f").write_text(FIXED.replace("*$omp", "*     "))
    assert report("a.f", *cache)["coverage"]["sequential_constructs"] == 4


def test_a_saved_description_keeps_the_number():
    Path("a.f").write_text(FIXED)
    assert sad("dump", "--description", "a.f", "-o", "a.sad.json").code == 0
    assert report("a.sad.json")["coverage"]["sequential_constructs"] == 5


def test_text_without_directives_is_not_looked_through():
    assert fortran_directives("C omp\n", "a.f", free_form=False) == []


def test_counts_of_a_team_of_openacc_are_those_of_one_thread() -> None:
    """A parallel region of OpenACC runs once for each gang, and how many there are nobody knows."""
    alone = (
        "int f(int n) {{ int k = 0;\n#pragma acc {}\n"
        "for (int i = 0; i < n; i++) k++;\nreturn k; }}\n"
    )
    for directive, exact in (("parallel loop", True), ("kernels", True), ("parallel", False)):
        description = describe(analyse(program_of(alone.format(directive), "c")))
        model = build_model(description, "f", settings_from_arguments([]))
        (lines,) = line_costs(View(predict(model, None))).values()
        assert {line.exact for line in lines.values()} == {exact}, directive
        assumed = "a team of OpenACC has one thread"
        assert (assumed in View(predict(model, None)).conditions()) is not exact, directive


COPIES_C = """\
int main(void) {
  int p = 5, i, j, s = 0;
#pragma omp parallel for private(p, j)
  for (i = 0; i < 4; i++) {
    p = i;
    for (j = 0; j < 3; j++)
      s++;
  }
  for (i = 0; i < p; i++)
    s++;
  return s;
}
"""
COPIES_FORTRAN = """\
      P = 5
C$OMP PARALLEL DO REDUCTION(+:S)
C$OMP& FIRSTPRIVATE(P,J)
      DO 20 I = 1, 4
        P = I
        DO 10 J = 1, 3
          S = S + 1
   10   CONTINUE
   20 CONTINUE
      DO 30 I = 1, INT(P)
        S = S + 1
   30 CONTINUE
      END
"""


@pytest.mark.parametrize(
    ("name", "text", "inner", "behind"),
    [("c.c", COPIES_C, 7, 10), ("f.f", COPIES_FORTRAN, 7, 11)],
)
def test_what_a_threads_own_copy_held_is_not_known_behind_the_construct(
    name: str, text: str, inner: int, behind: int
):
    language = "c" if name.endswith(".c") else "fortran"
    model = build_model(describe(analyse(program_of(text, language))), None, Settings())
    (lines,) = line_costs(View(predict(model, None))).values()
    assert lines[inner].exact
    assert lines[inner].value == 12
    assert not lines[behind].exact
