"""Shared work in procedures that a team calls: counts are those of gcov, in each context of a call.

Random programs of procedures that call each other, with loops, ``single`` and the like that belong to
whatever team comes there: two threads, or the main program by itself.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.analysis.test_threads import PROCEDURES_C, PROCEDURES_F, bodies, counted, run
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

_UNITS = 4


class _Writer:
    """Writes one random program, the same in both languages."""

    def __init__(self, seed: int, *, fortran: bool) -> None:
        self._rng, self._fortran = random.Random(seed), fortran
        self._counter = self._loops = 0

    def text(self) -> str:
        """Return the program."""
        units = [self._unit(f"u{number}", number) for number in range(_UNITS)]
        lines = [*self._items(_UNITS, 2), *self._team(), *self._items(_UNITS, 1), *self._team()]
        if self._fortran:
            return "".join(["      PROGRAM P\n", *lines, "      END\n", *units])
        return "".join([*units, "int main(void) {\n", *lines, "return 0;\n}\n"])

    def _unit(self, name: str, below: int) -> str:
        lines = "".join(self._items(below, 3, shares=self._rng.random() < 0.8))
        if self._fortran:
            return f"      SUBROUTINE {name}\n{lines}      END\n"
        return f"void {name}(void) {{\n{lines}}}\n"

    def _team(self) -> list[str]:
        return self._within("parallel", self._items(_UNITS, 3, shares=True))

    def _within(self, name: str, lines: list[str]) -> list[str]:
        if self._fortran:
            return [f"!$OMP {name}\n", *lines, f"!$OMP END {name}\n"]
        return [f"#pragma omp {name}\n", "{\n", *lines, "}\n"]

    def _items(self, below: int, most: int, *, shares: bool = False, deep: int = 0) -> list[str]:
        """Some statements; ``shares`` lets them be constructs that a team shares."""
        found: list[str] = []
        for _ in range(self._rng.randint(1, most)):
            kind = self._rng.choice(["plain", "call", "call", "loop", "share", "once", "lock"])
            if kind == "call" and below:
                found += self._call(f"u{self._rng.randrange(below)}")
            elif kind == "loop" and deep < 2:
                inside = self._items(below, 2, shares=shares, deep=deep + 1)
                found += self._loop(inside, f"{self._rng.randint(1, 3)}")
            elif kind == "share" and shares:
                loop = self._loop(self._plain(), f"{self._rng.randint(1, 9)}")
                word = "do" if self._fortran else "for"
                end = [f"!$OMP END {word}\n"] * self._fortran
                found += [f"{self._mark} {word}\n", *loop, *end]
            elif kind == "once" and shares:
                name = self._rng.choice(["single", "master"])
                found += self._within(name, self._plain())
            elif kind == "lock":
                found += self._within("critical", self._plain())
            else:
                found += self._plain()
        return found

    @property
    def _mark(self) -> str:
        return "!$OMP" if self._fortran else "#pragma omp"

    def _call(self, name: str) -> list[str]:
        return [f"      CALL {name}\n" if self._fortran else f"{name}();\n"]

    def _plain(self) -> list[str]:
        self._counter = min(self._counter + 1, 24)
        name = f"c{self._counter:02}"
        return [f"      CALL {name.upper()}\n" if self._fortran else f"{name}();\n"]

    def _loop(self, inside: list[str], trips: str) -> list[str]:
        self._loops += 1
        if self._fortran:
            return [f"      DO I{self._loops} = 1, {trips}\n", *inside, "      END DO\n"]
        name = f"i{self._loops}"
        return [f"for (int {name} = 0; {name} < {trips}; {name}++) {{\n", *inside, "}\n"]


@pytest.mark.parametrize("suffix", ["c", "f"])
@pytest.mark.parametrize("seed", range(8))
def test_counts_in_each_context_are_those_of_gcov(seed: int, suffix: str, tmp_path: Path):
    program = _Writer(seed, fortran=suffix == "f").text()
    text = program + PROCEDURES_F if suffix == "f" else PROCEDURES_C + program
    for threads in (1, 2):
        (tmp_path / str(threads)).mkdir()
        real = run(text, suffix, threads, tmp_path / str(threads))
        own = counted(text, suffix, threads)
        lines = bodies(text)
        assert len(lines) >= 4
        assert {x: own.get(line, 0) for x, line in lines.items()} == {
            x: real[line] for x, line in lines.items()
        }, (threads, program)


SUMS = """\
      SUBROUTINE DOT(N, A, S, IX)
      INTEGER N, I, IX(N)
      REAL A(N), S
!$OMP SINGLE
      S = 0.0
!$OMP END SINGLE
!$OMP DO REDUCTION(+:S)
      DO 10 I = 1, N
        IX(I) = I
        CALL C01
   10 S = S + A(I)
      END
      SUBROUTINE LEVEL(N, A, S, IX)
      INTEGER N, IX(N)
      REAL A(N), S
      CALL DOT(N, A, S, IX)
      CALL C02
      END
      PROGRAM P
      INTEGER IX(9), K
      REAL A(9), S
      S = 1.0
!$OMP PARALLEL {0}
      CALL LEVEL(9, A, S, IX)
      DO 20 K = 1, {1}
   20 CALL C03
!$OMP END PARALLEL
      END
"""


@pytest.mark.parametrize(
    ("clauses", "bound", "expected"),
    [
        ("PRIVATE(K)", "3", {"C01": 9, "C02": 2, "C03": 6}),
        ("PRIVATE(K, IX)", "IX(3)", {"C01": 9, "C02": 2, "C03": None}),
    ],
)
def test_results_that_decide_no_counts_put_none_in_doubt(
    clauses: str, bound: str, expected: dict[str, int | None]
):
    text = SUMS.format(clauses, bound) + PROCEDURES_F
    found = counted(text, "f", 2)
    assert {
        name: found[line] for name, line in bodies(text).items() if name in expected
    } == expected


@pytest.mark.parametrize("callee", ["static int k = 0; k++;", "int k = omp_get_thread_num();"])
def test_what_is_kept_of_units_takes_no_doubt_away(callee: str, tmp_path: Path):
    body = "#pragma omp parallel\n  some();\n  return 0;\n}\n"
    some = f"static void some(void) {{\n  {callee}\n  for (int i = 0; i < k; i++) c01();\n}}\n"
    source = tmp_path / "a.c"
    source.write_text(f"#include <omp.h>\n{PROCEDURES_C}{some}int main(void) {{\n{body}")
    one, also = (sad("annotate", source, "--set", "nthreads=2", *x) for x in ((), ("--no-cache",)))
    assert one.out == also.out
    assert one.out.startswith("counts hold if several threads do not change what one does: ")


def test_procedures_ask_for_the_number_of_threads_that_call_them(tmp_path: Path):
    program = """\
#include <omp.h>
static void part(int n) {
  int nt = omp_get_num_threads();
  for (int i = 0; i < n/nt; i++) c01();
#pragma omp single
  for (int i = 0; i < nt; i++) c02();
}
static void deep(int n) { part(n); c03(); }
int main(void) {
  part(12);
#pragma omp parallel
  { deep(100); c04(); }
  return 0;
}
"""
    text = PROCEDURES_C + program
    for threads in (1, 2):
        (tmp_path / str(threads)).mkdir()
        real = run(text, "c", threads, tmp_path / str(threads))
        own = counted(text, "c", threads)
        assert {x: own[line] for x, line in bodies(text).items()} == {
            x: real[line] for x, line in bodies(text).items()
        }
    for place in (
        "parallel for\n  for (int j = 0; j < 3; j++)",
        "parallel\n#pragma omp parallel\n",
    ):
        doubted = text.replace("#pragma omp single\n", "").replace("parallel\n", f"{place}\n")
        assert counted(doubted, "c", 2)[bodies(text)["c04"]] is None
