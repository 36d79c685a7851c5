"""Arrays filled by one loop that a pointer leads to: what they hold is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.model.expand import default_entry, expand
from tests.support.model import program_of

if TYPE_CHECKING:
    from sad.algebra.poly import Poly

PROGRAM = """\
#include <mpi.h>
struct holder {{ int *place; }};
static int *kept;
static double a[100];
static void change(void) {{ kept[1] = 3; }}
static int *same(int *x) {{ return x; }}
int main(int argc, char **argv)
{{
    int counts[16], i, rank, nprocs, *p = 0;
    struct holder holder;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    for (i = 0; i < nprocs; i++)
        counts[i] = i + 1;
    {between}
    MPI_Send(a, counts[rank], MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}}
"""


def _bytes(between: str) -> Poly:
    description = describe(analyse(program_of(PROGRAM.format(between=between), "c")))
    (send,) = (
        item
        for item in expand(description, default_entry(description)).messages
        if item.message.routine == "mpi_send"
    )
    return send.nbytes()


@pytest.mark.parametrize("between", ["", "i = counts[1];"])
def test_an_array_no_pointer_leads_to_is_known(between: str):
    assert evaluate(_bytes(between), {"nprocs": 3, "rank": 2}) == 12


@pytest.mark.parametrize(
    "between",
    [
        "p = counts; p[1] = 3;",
        "p = &counts[1]; *p = 3;",
        "p = counts + 1; for (i = 0; i < 2; i++) *p++ = 3;",
        "holder.place = counts; holder.place[1] = 3;",
        "kept = counts; change();",
        "p = same(counts); p[1] = 3;",
        "same(counts)[1] = 3;",
        "p = counts; MPI_Recv(p, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    ],
)
def test_an_array_that_a_pointer_may_change_is_not_known(between: str):
    found = atoms.free_symbols(_bytes(between))
    assert any("@" in symbol for symbol in found), found
