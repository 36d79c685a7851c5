"""What clauses say of variables and of the size of teams."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.command import sad
from tests.threads.programs import counting_machine, run_of, threaded

if TYPE_CHECKING:
    from pathlib import Path

FIRST = """\
double s;
int main(void) {
  int n = 200, m = 30, k = 5, i, j;
#pragma omp parallel for reduction(+:s) firstprivate(m, k) private(j)
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++)
      s += i * j;
    k = 7;
  }
  for (i = 0; i < k; i++)
    s += 1;
  for (i = 0; i < m; i++)
    s += 1;
  return 0;
}
"""


def test_copies_that_are_only_read_hold_what_is_held_outside(tmp_path: Path):
    path = tmp_path / "first.c"
    path.write_text(FIRST)
    found = sad(
        "annotate", path, "--set", "nthreads=2", "--evaluate-steps", "0", "--format", "json"
    )
    lines = json.loads(found.out)["files"][str(path)]
    assert (lines["7"]["count"]["value"], lines["7"]["exact"]) == (6000, True)
    assert (lines["13"]["count"]["value"], lines["13"]["exact"]) == (30, True)
    assert "trips@" in lines["11"]["count"]["formula"]  # what a copy held is gone


SIZED = """\
subroutine w(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  !$omp parallel do if(parallel: n > 100) num_threads(4)
  do i = 1, n
    a(i) = a(i) - 1
  end do
end subroutine
"""


def test_clauses_with_inputs_of_counts_in_free_form(tmp_path: Path):
    path = tmp_path / "sized.f90"
    path.write_text(SIZED)
    program = threaded(path, counting_machine(tmp_path))
    assert program.parameters == ("n",)
    said = sad("scale", path, "--threads", "1:8:x2", "--machine", "zen3", "--set", "n=1000")
    assert said.code == 0
    assert "not taken into account" not in said.err
    assert run_of(program, 2, n=50).threads == 2
    small = [run_of(threaded(path, "zen3"), threads, n=50).estimate for threads in (1, 8)]
    assert small[0] == small[1]  # one thread below 100
    large = [run_of(threaded(path, "zen3"), threads, n=1000).estimate for threads in (2, 8)]
    assert large[0] == large[1]  # four threads
