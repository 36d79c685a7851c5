"""Partners in small tables that other units fill: in COMMON, in C globals, in arrays of any length."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.model.expand import MessageCount, default_entry, expand
from tests.support.model import program_of


def _sends(source: str, language: str) -> list[MessageCount]:
    description = describe(analyse(program_of(source, language)))
    found = expand(description, default_entry(description)).messages
    return [item for item in found if item.message.routine == "mpi_send"]


def _is_named(send: MessageCount) -> bool:
    """Whether the partner, or whether there is one, is left to a name."""
    symbols = atoms.free_symbols(send.number())
    if send.message.partner is not None:
        symbols |= atoms.free_symbols(send.message.partner)
    return bool(symbols - {"nprocs", "rank"} - {name for name in symbols if name.startswith("@")})


def _goes_to_both_sides(send: MessageCount) -> None:
    """Check the messages to the neighbours on a line, at every rank of some."""
    assert not _is_named(send)
    for nprocs in (1, 2, 4):
        for rank in range(nprocs):
            sides = [side for side in (rank - 1, rank + 1) if 0 <= side < nprocs]
            assert evaluate(send.number(), {"nprocs": nprocs, "rank": rank}) == len(sides)


FORTRAN = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      {table}
      INTEGER NP, RANK, IERR
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      NBR(1) = RANK - 1
      NBR(2) = RANK + 1
      IF (RANK .EQ. 0) NBR(1) = MPI_PROC_NULL
      IF (RANK .EQ. NP - 1) NBR(2) = MPI_PROC_NULL
      {between}
      CALL EDGES({passed})
      CALL MPI_FINALIZE(IERR)
      END
      SUBROUTINE EDGES({dummy})
      INCLUDE 'mpif.h'
      {inside}
      INTEGER I, IERR
      DOUBLE PRECISION A(100)
      {first}
      DO 10 I = 1, 2
         CALL MPI_SEND(A, 5, MPI_DOUBLE_PRECISION, NBR(I), I,
     &                 MPI_COMM_WORLD, IERR)
   10 CONTINUE
      END
"""
COMMON = "INTEGER NBR, ITAG\n      COMMON /LINE/ ITAG, NBR(2)"
IN_COMMON = {
    "table": COMMON,
    "inside": COMMON,
    "between": "ITAG = 1",
    "passed": "",
    "dummy": "",
    "first": "CONTINUE",
}
PASSED = {
    "table": "INTEGER NBR(2)",
    "inside": "INTEGER NBR(*)",
    "between": "CONTINUE",
    "passed": "NBR",
    "dummy": "NBR",
    "first": "CONTINUE",
}


@pytest.mark.parametrize("how", [IN_COMMON, PASSED])
def test_a_table_is_known_where_it_is_used(how: dict[str, str]):
    (send,) = _sends(FORTRAN.format(**how), "fortran")
    _goes_to_both_sides(send)


OTHER_LAYOUT = """\
      SUBROUTINE OTHER
      INTEGER J, K, L
      COMMON /LINE/ J, K, L
      {statement}
      END
"""


def test_another_layout_of_the_block_is_the_same_memory():
    """The right neighbour becomes 0 by another name, the left one stays."""
    how = IN_COMMON | {"between": "CALL OTHER"}
    other = OTHER_LAYOUT.format(statement="L = 0")
    (send,) = _sends(FORTRAN.format(**how) + other, "fortran")
    assert not _is_named(send)
    for nprocs, rank in ((1, 0), (3, 0), (3, 1), (3, 2)):
        assert evaluate(send.number(), {"nprocs": nprocs, "rank": rank}) == 1 + (rank > 0)


def test_a_unit_between_need_not_know_the_block():
    how = IN_COMMON | {"passed": "", "between": "CALL MIDDLE\n      STOP"}
    middle = "      SUBROUTINE MIDDLE\n      CALL EDGES\n      END\n"
    (send, *_) = _sends(FORTRAN.format(**how) + middle, "fortran")
    _goes_to_both_sides(send)


@pytest.mark.parametrize(
    "changes",
    [
        {"between": "READ (*,*) NBR"},
        {"between": "READ (*,*) I\n      NBR(I) = 3"},
        {"between": "CALL ELSEWHERE"},
        {"first": "READ (*,*) NBR(2)"},
        {"table": COMMON + "\n      INTEGER M(2)\n      EQUIVALENCE (M, NBR)"},
    ],
)
def test_a_common_table_that_somebody_else_writes_is_not_known(changes: dict[str, str]):
    (send,) = _sends(FORTRAN.format(**(IN_COMMON | changes)), "fortran")
    assert _is_named(send)


@pytest.mark.parametrize("statement", ["READ (*,*) K", "READ (*,*) J, L"])
def test_a_part_read_by_another_name_is_not_known(statement: str):
    how = IN_COMMON | {"between": "CALL OTHER"}
    (send,) = _sends(FORTRAN.format(**how) + OTHER_LAYOUT.format(statement=statement), "fortran")
    assert _is_named(send)


@pytest.mark.parametrize(
    "changes",
    [
        {"between": "READ (*,*) NBR"},
        {"between": "CALL EDGES(NBR(2))"},
        {"between": "CALL AGAIN"},
        {"passed": "NBR, NBR", "dummy": "NBR, K", "first": "INTEGER K(*)\n      K(1) = 3"},
        {"table": "INTEGER NBR(2), K(2)\n      EQUIVALENCE (K, NBR)"},
        {"table": "INTEGER NBR(0:1)"},
        {"first": "READ (*,*) NBR(2)"},
    ],
)
def test_an_array_of_any_length_is_not_known_where_calls_differ(changes: dict[str, str]):
    again = "      SUBROUTINE AGAIN\n      INTEGER NBR(3)\n      CALL EDGES(NBR)\n      END\n"
    sends = _sends(FORTRAN.format(**(PASSED | changes)) + again, "fortran")
    assert sends
    assert any(_is_named(send) for send in sends)


C = """\
#include <mpi.h>
#include <stdio.h>
static double a[100];
{file}
static void edges({dummy})
{{
    {first}
    for (int i = 0; i < 2; i++)
        MPI_Send(a, 5, MPI_DOUBLE, {used}[i], i, MPI_COMM_WORLD);
}}
static void set(int *place, int value) {{ *place = value; }}
int main(int argc, char **argv)
{{
    int nprocs, rank, *p = 0;
    {local}
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    nbr[0] = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    nbr[1] = rank < nprocs - 1 ? rank + 1 : MPI_PROC_NULL;
    {between}
    edges({passed});
    MPI_Finalize();
    return 0;
}}
"""
GLOBAL = {
    "file": "static int nbr[2];",
    "dummy": "void",
    "first": "",
    "used": "nbr",
    "local": "",
    "between": "",
    "passed": "",
}
POINTER = {
    "file": "",
    "dummy": "const int *next",
    "first": "",
    "used": "next",
    "local": "int nbr[2];",
    "between": "",
    "passed": "nbr",
}


@pytest.mark.parametrize("how", [GLOBAL, POINTER, POINTER | {"dummy": "int *next"}])
def test_a_table_of_a_file_or_passed_by_pointer_is_known(how: dict[str, str]):
    (send,) = _sends(C.format(**how), "c")
    _goes_to_both_sides(send)


@pytest.mark.parametrize(
    "how",
    [
        GLOBAL | {"between": "p = nbr; p[1] = 3;"},
        GLOBAL | {"between": "set(&nbr[1], 3);"},
        GLOBAL | {"between": "p = &nbr[0]; p++; *p = 3;"},
        GLOBAL | {"between": 'scanf("%d", &nbr[0]);'},
        GLOBAL | {"between": "nbr[argc] = 3;"},
        GLOBAL | {"file": "int nbr[2]; void elsewhere(void);", "between": "elsewhere();"},
        POINTER | {"between": "p = nbr; p[1] = 3;"},
        POINTER | {"between": "set(&nbr[1], 3);"},
        POINTER | {"between": "edges(nbr + 1);"},
        POINTER | {"dummy": "int *next", "first": "next = next - 1;", "passed": "nbr + 1"},
        POINTER | {"local": "int nbr[3];", "between": "int other[2]; edges(other);"},
        POINTER | {"dummy": "int *next, int *m", "passed": "nbr, nbr", "first": "m[1] = 3;"},
        POINTER | {"dummy": "int *next, int *m", "passed": "nbr, p", "between": "p = nbr;"},
    ],
)
def test_a_table_that_a_pointer_may_change_is_not_known(how: dict[str, str]):
    sends = _sends(C.format(**how), "c")
    assert sends
    assert any(_is_named(send) for send in sends)
