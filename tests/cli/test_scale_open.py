"""``sad scale`` of programs that iterate until data ends it: the parts of the time, without a value."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import sad
from tests.support.schemas import validate


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


JACOBI = """\
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]), iter = 0;
    double change, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = n / size, up = rank ? rank - 1 : MPI_PROC_NULL;
    int down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    double *u = calloc((size_t)(rows + 2) * n, sizeof(double));
    double *v = calloc((size_t)(rows + 2) * n, sizeof(double));

    for (int i = 0; i < (rows + 2) * n; i++)
        u[i] = rand() / 2147483648.0;
    do {
        MPI_Sendrecv(u + n, n, MPI_DOUBLE, up, 0, u + (rows + 1) * n, n, MPI_DOUBLE, down, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(u + rows * n, n, MPI_DOUBLE, down, 1, u, n, MPI_DOUBLE, up, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        change = 0.0;
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j < n - 1; j++) {
                double x = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1]
                                   + u[i * n + j + 1]);
                change = fmax(change, fabs(x - u[i * n + j]));
                v[i * n + j] = x;
            }
        for (int i = n; i < (rows + 1) * n; i++)
            u[i] = v[i];
        MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        iter++;
    } while (all > 1e-4 && iter < 10000);
    MPI_Finalize();
    return 0;
}
"""

GRADIENTS = """\
      PROGRAM CG
      INCLUDE 'mpif.h'
      INTEGER N, NL, RANK, NPROCS, IERR, IT, I, MAXIT
      DOUBLE PRECISION X(9000), R(9000), S, RR
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      IF (RANK .EQ. 0) READ (*,*) N, MAXIT
      CALL MPI_BCAST (N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      CALL MPI_BCAST (MAXIT, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, IERR)
      NL = N/NPROCS
      CALL RANDOM_NUMBER (R)
      DO 50 IT = 1, MAXIT
         S = 0.0D0
         DO 20 I = 1, NL
            IF (R(I) .GT. 0.5D0) S = S + R(I)*R(I)/3.0D0
   20    CONTINUE
         CALL MPI_ALLREDUCE (S, RR, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                       MPI_COMM_WORLD, IERR)
         IF (SQRT(RR) .LT. 1.0D-6) GO TO 60
         DO 40 I = 1, NL
            R(I) = 0.5D0*R(I)
   40    CONTINUE
   50 CONTINUE
   60 CONTINUE
      CALL MPI_FINALIZE (IERR)
      END
"""
PROCS = ("--machine", "paragon", "--procs", "1,2,8", "--format", "csv")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("name", "text", "given", "sizes", "stays"),
    [
        ("j.c", JACOBI, ("--args", "400"), {"n": 400}, {"P1": 1}),
        ("g.f", GRADIENTS, ("--stdin", "in"), {"N": 800}, {"P2": 0}),
    ],
)
def test_the_parts_are_what_values_give(
    name: str,
    text: str,
    given: tuple[str, ...],
    sizes: dict[str, int],
    stays: dict[str, int],
):
    Path(name).write_text(text)
    Path("in").write_text("800 500\n")
    words = ("scale", name, *PROCS[:1], "paragon", *PROCS[2:])
    found = sad(*words, *given)
    assert found.code == 0, found.err
    parts = rows(found.out)
    factors = list(dict.fromkeys(row["factor"] for row in parts))
    assert factors[0] == "1"
    assert len(factors) == 2
    likely = json.loads(sad(*words[:-1], "json", *given).out)
    validate(likely, "sad-scale-1")
    shares = {i["short"]: i["likely"] for i in likely["unknowns"] if i["likely"] is not None}
    values = {**sizes, **shares, **stays}
    for number in (1, 3000):
        whole = {**values, "X1": number}
        settings = [f"--set={key}={value}" for key, value in whole.items()]
        told = rows(sad(*words, *settings, "--evaluate-steps", "0").out)
        for column in ("communication", "computation", "total"):
            for place, row in enumerate(told):
                once, each = (
                    float([item for item in parts if item["factor"] == factor][place][column])
                    for factor in factors
                )
                assert once + number * each == pytest.approx(float(row[column]), rel=1e-9)


def test_what_is_shown_of_a_program_without_an_end():
    Path("j.c").write_text(JACOBI)
    found = sad("scale", "j.c", "--machine", "paragon", "--procs", "1:4:x2", "--args", "400")
    assert found.code == 0, found.err
    assert "X1: iterations of the loop at j.c:" in found.out
    assert "once:\n" in found.out
    assert "for each X1" in found.out
    last = found.out.splitlines()[-1].split()
    assert 3.5 < float(last[4]) <= 4.0  # the speed-up of an iteration
    asked = sad("scale", "j.c", "--machine", "paragon", "--procs", "4")
    assert "no value for n\n" in asked.err  # of what a user knows; not of what only a run can tell
    refused = sad(
        *("scale", "j.c", "--machine", "paragon", "--procs", "4", "--args", "400"),
        "--plot",
        "x.svg",
    )
    assert "error[SAD683]" in refused.err


def test_a_phase_that_is_no_sum_of_products_is_left_out_and_named():
    text = JACOBI.replace("i < (rows + 1) * n; i++", "i < n + iter * iter; i++")
    Path("j.c").write_text(text)
    words = ("scale", "j.c", "--machine", "paragon", "--procs", "2", "--args", "400")
    found = sad(*words)
    assert found.code == 0, found.err
    assert "warning[SAD684]" in found.err
    assert "not in the times: main:" in found.err


def test_rates_of_a_formula_for_the_operations():
    words = ("scale", "mm2", "--machine", "paragon", "--procs", "1:4:x2", "--set", "psize=256")
    found = rows(sad(*words, "--operations", "2*psize**3", "--format", "csv").out)
    for row in found:
        assert float(row["rate"]) == pytest.approx(2 * 256**3 / float(row["total"]))
    value: dict[str, Any] = json.loads(
        sad(*words, "--operations", "2*psize**3/nprocs*nprocs", "--format", "json").out
    )
    validate(value, "sad-scale-1")
    assert value["rows"][2]["rate"] == pytest.approx(float(found[2]["rate"]))
    assert "2.36 M" in sad(*words, "--operations", "2*psize**3").out
    for wrong in ("2*n**3", "0", "psize-", "-psize"):
        assert "error[SAD685]" in sad(*words, f"--operations={wrong}").err


def test_the_programs_input_has_values_for_formulas_as_well():
    Path("j.c").write_text(JACOBI)
    words = ("scale", "j.c", "--machine", "paragon", "--procs", "2,3", "--format", "csv")
    given = ("--set", "X1=5", "--set", "P1=1")
    for how in ((), ("--simulate",)):
        told = sad(*words, *how, *given, "--args", "240")
        wanted = sad(*words, *how, *given, "--set", "n=240", "--evaluate-steps", "0")
        assert told.code == wanted.code == 0, told.err
        assert told.out == wanted.out


def test_an_input_is_told_beside_one_that_is_not():
    text = JACOBI.replace("n = atoi(argv[1]), iter = 0;", "m = 0, n = atoi(argv[1]), iter = m, k;")
    read = 'if (rank == 0)\n        scanf("%d", &k);'
    read += "\n    MPI_Bcast(&k, 1, MPI_INT, 0, MPI_COMM_WORLD);"
    text = text.replace("    do {", f"    {read}\n    do {{", 1)
    text = text.replace(
        "        iter++;", "        for (int i = 0; i < k; i++)\n            m++;", 1
    )
    Path("j.c").write_text(text.replace("<mpi.h>", "<mpi.h>\n#include <stdio.h>"))
    words = ("scale", "j.c", "--machine", "paragon", "--procs", "2", "--args", "240")
    asked = sad(*words)
    assert "no value for k\n" in asked.err
    assert "for each X1" in sad(*words, "--set", "k=3").out
