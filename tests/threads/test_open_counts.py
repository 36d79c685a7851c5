"""Programs with OpenMP whose counts no formula tells: runs of the slice give means."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad
from tests.threads.programs import counting_machine

if TYPE_CHECKING:
    from pathlib import Path

WORDS = """\
#include <stdlib.h>
double a[100000];
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int k = 0, m = n;
  while (m > 1) { m = m % 2 ? 3*m + 1 : m / 2; k++; }
  for (int t = 0; t < k; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] + 1.0;
  }
  return 0;
}
"""
READ = """\
      PROGRAM P
      INTEGER KEY(100), N, I, J
      REAL*8 A(100)
      READ (*,*) N
      DO 10 I = 1, N
   10 KEY(I) = MOD(7*I, N)
!$OMP PARALLEL DO PRIVATE(J)
      DO 30 I = 1, N
         DO 20 J = 1, N
            IF (KEY(J) .EQ. I) EXIT
            A(I) = A(I) + 1D0
   20    CONTINUE
   30 CONTINUE
      END
"""


def seconds(folder: Path, name: str, text: str, *options: str) -> list[float]:
    """The times with 1 and 2 threads; the first is that of ``sad analyze``."""
    source, machine = folder / name, counting_machine(folder)
    source.write_text(text)
    found = sad(
        "scale", source, "--machine", machine, "--threads", "1,2", "--format", "json", *options
    )
    assert found.code == 0, found.err
    times = [row["total"] for row in json.loads(found.out)["rows"]]
    known = json.loads(
        sad("analyze", source, "--machine", machine, "--format", "json", *options).out
    )
    assert times[0] == pytest.approx(known["seconds"]["value"])
    return times


def test_the_command_line_gives_sizes(tmp_path: Path) -> None:
    assert seconds(tmp_path, "p.c", WORDS, "--args", "27") == [111 * 27, 111 * 14]


def test_input_gives_sizes_and_means(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("50\n")
    one, two = seconds(tmp_path, "p.f", READ, "--stdin", str(tmp_path / "in"))
    assert one == sum(
        next(j for j in range(51) if j == 50 or 7 * (j + 1) % 50 == i) for i in range(1, 51)
    )
    assert two == pytest.approx(one / 2)


def test_values_that_are_varied_are_run_each(tmp_path: Path) -> None:
    source = tmp_path / "p.f"
    source.write_text(READ)
    options = ("--machine", counting_machine(tmp_path), "--threads", "1", "--vary", "N=10,50")
    found = sad("scale", source, *options, "--format", "json")
    assert found.code == 0, found.err
    value = json.loads(found.out)
    assert [row["total"] for row in value["rows"]] == [8 * 9 / 2 + 10, 48 * 49 / 2 + 50]
    assert "steps of what decides control flow" in json.dumps(value)


def test_what_no_run_tells_is_asked_for(tmp_path: Path) -> None:
    source = tmp_path / "p.c"
    source.write_text(WORDS.replace("atoi(argv[1])", "atoi(argv[1]) % 100"))
    options = ("--machine", counting_machine(tmp_path), "--threads", "1")
    asked = sad("scale", source, *options)
    assert asked.code == 2
    assert "SAD891" in asked.err
    stopped = sad("scale", source, *options, "--args", "27", "--evaluate-steps", "3")
    assert stopped.code == 2
    assert "--evaluate-steps" in stopped.err


def test_sizes_that_are_read_take_no_run(tmp_path: Path) -> None:
    text = READ.replace("IF (KEY(J) .EQ. I) EXIT", "IF (A(J) .GT. 1D9) A(J) = 2D0")
    text = text.replace("A(I) = A(I) + 1D0", "IF (J .NE. I) A(I) = A(I) + 1D0")
    (tmp_path / "in").write_text("90\n")
    options = ("--stdin", str(tmp_path / "in"), "--set", "P1=0", "--evaluate-steps", "0")
    source = tmp_path / "p.f"
    source.write_text(text)
    machine = ("--machine", counting_machine(tmp_path), "--threads", "1,2", "--format", "json")
    found = sad("scale", source, *machine, *options)
    assert found.code == 0, found.err
    value = json.loads(found.out)
    assert [row["total"] for row in value["rows"]] == [90 * 89, 90 * 89 / 2]
    assert "sizes: N = 90 as --stdin has them" in value["origins"]
    shown = sad("parallelism", source, *options[:4])
    assert "at N = 90" in shown.out
