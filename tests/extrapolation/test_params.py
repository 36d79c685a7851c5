"""Values of parameters from traces: of runs of a program whose values are known."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics
from sad.extrapolation.params import params_of, with_params
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.traces.format import Site, trace_bytes
from tests.support.command import sad
from tests.traces.made import trace_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.traces.format import Trace

C = """\
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *x = malloc(n * sizeof(double));
    for (int i = 0; i < steps; i++) {
        if (rank > 0)
            MPI_Recv(x, n, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (rank < size - 1)
            MPI_Send(x, n, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""
RECV, SEND = (
    12,
    15,
)  # gfortran names the last line of a call that goes on over several, gcc the first
FORTRAN = """\
      PROGRAM PIPE
      INCLUDE 'mpif.h'
      INTEGER N, STEPS, RANK, SIZE, IERR, I
      DOUBLE PRECISION X(1000)
      READ (*,*) N, STEPS
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, SIZE, IERR)
      DO 10 I = 1, STEPS
        IF (RANK .GT. 0) THEN
          CALL MPI_RECV(X, N, MPI_DOUBLE_PRECISION, RANK - 1, 0,

     &      MPI_COMM_WORLD, MPI_STATUS_IGNORE, IERR)
        END IF
        IF (RANK .LT. SIZE - 1)
     &    CALL MPI_SEND(X, N, MPI_DOUBLE_PRECISION, RANK + 1, 0, MPI_COMM_WORLD, IERR)
   10 CONTINUE
      CALL MPI_FINALIZE(IERR)
      END
"""


def run(folder: Path, name: str, lines: tuple[int, int], n: int, steps: int, ranks: int) -> Trace:
    """The trace of a run of the program, with the lines of its calls."""
    events: list[str] = []
    for rank in range(ranks):
        events.append(f"{rank} 0 begin")
        for _ in range(steps):
            events += [f"{rank} 1 recv {rank - 1} {8 * n}"] * (rank > 0)
            events += [f"{rank} 1 send {rank + 1} {8 * n}"] * (rank < ranks - 1)
    trace = trace_of("\n".join(["# clock cpu", *events]), folder)
    words = ["", *("# clock cpu", *events)]
    trace.sites = tuple(
        Site(name, lines["send" in word], "main") if "recv" in word or "send" in word else site
        for word, site in zip(words, trace.sites, strict=True)
    )
    return trace


@pytest.mark.parametrize(
    ("name", "text", "lines"), [("p.c", C, (RECV, SEND)), ("p.f", FORTRAN, (13, 15))]
)
def test_sizes_and_numbers_of_steps_follow(
    name: str, text: str, lines: tuple[int, int], tmp_path: Path
):
    (tmp_path / name).write_text(text)
    reading = Reading((str(tmp_path / name),), (), {})
    for seed in range(8):
        draw = random.Random(seed)
        n, steps, ranks = draw.randrange(1, 900), draw.randrange(2, 40), draw.choice([2, 3, 5])
        trace = run(tmp_path, name, lines, n, steps, ranks)
        said = Diagnostics()
        found, open_ = params_of(trace, reading, Choice(), said)
        assert {item.name.lower(): item.value for item in found} == {"n": n, "steps": steps}
        assert not open_
        assert not said.items


def test_what_the_trace_contradicts_is_told(tmp_path: Path):
    (tmp_path / "p.c").write_text(C)
    reading = Reading((str(tmp_path / "p.c"),), (), {})
    trace = run(tmp_path, "p.c", (RECV, SEND), 100, 7, 3)
    said = Diagnostics()
    given = Choice(settings=settings_from_arguments(["n=50"]))
    found, _ = params_of(trace, reading, given, said)
    assert [item.value for item in found] == [7]
    assert [item.code for item in said.items] == ["SAD644"]
    assert "2800 bytes at p.c:12 of rank 1, 5600 recorded, and 3 more" in said.items[0].message


def test_extrapolation_takes_them(tmp_path: Path):
    (tmp_path / "p.c").write_text(C)
    reading = Reading((str(tmp_path / "p.c"),), (), {})
    trace = run(tmp_path, "p.c", (RECV, SEND), 100, 7, 3)
    said = Diagnostics()
    choice = with_params(trace, reading, Choice(), said)
    assert {item.text for item in choice.settings.items.values()} == {"100", "7"}
    (tmp_path / "run.sadtrace").write_bytes(trace_bytes(trace))
    words = ("--machine", "cm5", "--ratio", "1", "--source", str(tmp_path / "p.c"))
    result = sad("extrapolate", str(tmp_path / "run.sadtrace"), *words)
    assert "from the trace: steps=7, n=100" in result.err
    assert "SAD675" not in result.err
    assert "recv" in result.out
    assert "p.c:12" in result.out


def test_the_parameter_file_is_one(tmp_path: Path):
    (tmp_path / "p.c").write_text(C)
    trace = run(tmp_path, "p.c", (RECV, SEND), 100, 7, 3)
    (tmp_path / "run.sadtrace").write_bytes(trace_bytes(trace))
    words = ("--source", str(tmp_path / "p.c"), "-o", str(tmp_path / "v.yaml"))
    for _ in range(2):  # a file that is there is brought up to date
        result = sad("trace", "params", str(tmp_path / "run.sadtrace"), *words)
        assert result.code == 0, result.err
    machine = ("--machine", "cm5", "--params", str(tmp_path / "v.yaml"), "--procs", "3")
    result = sad("scale", str(tmp_path / "p.c"), *machine)
    assert result.code == 0, result.err
