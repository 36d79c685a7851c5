"""Members of structures whose address is passed on: ``MPI_Comm_rank(comm, &c->rank)``."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.model.expand import MessageCount, default_entry, expand
from tests.support.model import program_of

BEGIN = """\
#include <mpi.h>
#include <stdlib.h>
struct ctx { int rank, size, next[2]; };
"""


def _sends(source: str) -> list[MessageCount]:
    description = describe(analyse(program_of(BEGIN + source, "c")))
    found = expand(description, default_entry(description)).messages
    return [item for item in found if item.message.routine == "mpi_send"]


SETUP = """\
static void setup(struct ctx *c)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->size);
}
static void around(const struct ctx *c, double *a)
{
    MPI_Send(a, 5, MPI_DOUBLE, (c->rank + 1) % c->size, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv)
{
    struct ctx DECLARED;
    double a[10];
    MPI_Init(&argc, &argv);
    setup(PASSED);
    around(PASSED, a);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize(
    ("declared", "passed"),
    [("c", "&c"), ("*c = malloc(sizeof *c)", "c"), ("x, *c = &x", "c")],
)
def test_a_member_through_a_pointer_is_set_by_its_address(declared: str, passed: str):
    (send,) = _sends(SETUP.replace("DECLARED", declared).replace("PASSED", passed))
    assert send.message.partner is not None
    for nprocs in (1, 2, 5):
        for rank in range(nprocs):
            values = {"nprocs": nprocs, "rank": rank}
            assert evaluate(send.message.partner, values) == (rank + 1) % nprocs


def test_an_array_of_structures_keeps_its_elements_apart():
    source = SETUP.replace("DECLARED", "c[2]").replace("setup(PASSED)", "setup(c + 1)")
    (send,) = _sends(source.replace("PASSED", "c"))
    assert send.message.partner is not None
    assert any("@" in name for name in atoms.free_symbols(send.message.partner))


CHANGED = """\
static void set(int *place, int value) { *place = value; }
static void change(struct ctx *a, struct ctx *b, double *v)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &a->rank);
    STATEMENT
    MPI_Send(v, 5, MPI_DOUBLE, a->rank, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv)
{
    struct ctx x, y; double v[10];
    y.rank = 3;
    change(&x, SECOND, v);
}
"""


@pytest.mark.parametrize("second", ["&x", "&y"])
@pytest.mark.parametrize(
    "statement", ["b->rank = 5;", "set(&b->rank, 2);", "int *q = &a->rank; *q = 3;", "a = b;"]
)
def test_what_another_pointer_may_change_is_not_known(statement: str, second: str):
    (send,) = _sends(CHANGED.replace("STATEMENT", statement).replace("SECOND", second))
    assert send.message.partner is not None
    right = {"b->rank = 5;": (5, 0), "set(&b->rank, 2);": (2, 0), "a = b;": (0, 3)}
    names = atoms.free_symbols(send.message.partner)
    if not any("@" in name for name in names):  # known: then it must be right
        expected = right[statement][second == "&y"]
        assert evaluate(send.message.partner, {"nprocs": 1, "rank": 0}) == expected


def test_a_pointer_set_to_another_structure_leads_there():
    source = """\
int main(int argc, char **argv)
{
    struct ctx x, y, *c = &x; double v[10];
    y.rank = 7;
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    c = &y;
    MPI_Send(v, 5, MPI_DOUBLE, c->rank, 0, MPI_COMM_WORLD);
}
"""
    (send,) = _sends(source)
    assert send.message.partner is not None
    assert "rank" not in atoms.free_symbols(send.message.partner)


def test_what_a_function_sets_through_the_address_of_a_member_is_known():
    source = CHANGED.replace("STATEMENT", "set(&a->rank, 2);").replace("SECOND", "&y")
    (send,) = _sends(source)
    assert send.message.partner is not None
    assert evaluate(send.message.partner, {"nprocs": 4, "rank": 1}) == 2
