"""PVM: tasks are ranks, and the bytes of a message are those packed since the buffer was emptied."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.analysis.messages.traced import Passed, traced

if TYPE_CHECKING:
    from sad.model.expand import MessageCount
    from tests.analysis.messages.traced import Traced

CORPUS = Path(__file__).parents[3] / "corpus" / "mpi"
RINGS = {
    "mpi": (
        ".f",
        """\
      PROGRAM RING
      INCLUDE 'mpif.h'
      INTEGER ME, NP, TO, FROM, N, NSTEPS, IST(MPI_STATUS_SIZE)
      DOUBLE PRECISION A(1000)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      READ *, N, NSTEPS
      TO = MOD(ME+1, NP)
      FROM = MOD(ME+NP-1, NP)
      DO 10 I = 1, NSTEPS
         CALL MPI_SEND(A, 8*N+4, MPI_BYTE, TO, 7, MPI_COMM_WORLD, IERR)
         CALL MPI_RECV(A, 8*N+4, MPI_BYTE, FROM, 7, MPI_COMM_WORLD,
     &                 IST, IERR)
   10 CONTINUE
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERR)
      END
""",
    ),
    "pvm in Fortran": (
        ".f",
        """\
      PROGRAM RING
      INCLUDE 'fpvm3.h'
      INTEGER MYTID, ME, NP, TO, FROM, N, NSTEPS, INFO
      DOUBLE PRECISION A(1000)
      CALL PVMFMYTID(MYTID)
      CALL PVMFJOINGROUP('ring', ME)
      CALL PVMFGSIZE('ring', NP)
      READ *, N, NSTEPS
      CALL PVMFGETTID('ring', MOD(ME+1, NP), TO)
      CALL PVMFGETTID('ring', MOD(ME+NP-1, NP), FROM)
      DO 10 I = 1, NSTEPS
         CALL PVMFINITSEND(PVMDEFAULT, IBUF)
         CALL PVMFPACK(INTEGER4, I, 1, 1, INFO)
         CALL PVMFPACK(REAL8, A, N, 1, INFO)
         CALL PVMFSEND(TO, 7, INFO)
         CALL PVMFRECV(FROM, 7, IBUF)
         CALL PVMFUNPACK(INTEGER4, K, 1, 1, INFO)
         CALL PVMFUNPACK(REAL8, A, N, 1, INFO)
   10 CONTINUE
      CALL PVMFBARRIER('ring', NP, INFO)
      CALL PVMFEXIT(INFO)
      END
""",
    ),
    "pvm in C": (
        ".c",
        """\
#include <stdio.h>
#include "pvm3.h"
static double a[1000];
static void send(int to, int i, int n) {
    int j;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&i, 1, 1);
    for (j = 0; j < n; j++) pvm_pkdouble(&a[j], 1, 1);
    pvm_send(to, 7);
}
int main(void) {
    int me = pvm_joingroup("ring"), np = pvm_gsize("ring"), to, from, n, nsteps, i, k;
    scanf("%d %d", &n, &nsteps);
    to = pvm_gettid("ring", (me + 1) % np);
    from = pvm_gettid("ring", (me + np - 1) % np);
    for (i = 0; i < nsteps; i++) {
        send(to, i, n);
        if (pvm_recv(from, 7) < 0) k = 1;
        pvm_upkint(&k, 1, 1);
        pvm_upkdouble(a, n, 1);
    }
    pvm_barrier("ring", np);
    pvm_exit();
    return 0;
}
""",
    ),
    "pvm with psend": (
        ".c",
        """\
#include <stdio.h>
#include "pvm3.h"
static char a[8004];
int main(void) {
    int me = pvm_joingroup("ring"), np = pvm_gsize("ring"), to, from, n, nsteps, i, t, g, k;
    scanf("%d %d", &n, &nsteps);
    to = pvm_gettid("ring", (me + 1) % np);
    from = pvm_gettid("ring", (me + np - 1) % np);
    for (i = 0; i < nsteps; i++) {
        pvm_psend(to, 7, a, 8*n + 4, PVM_BYTE);
        pvm_precv(from, 7, a, 8*n + 4, PVM_BYTE, &t, &g, &k);
    }
    pvm_barrier("ring", -1);
    return 0;
}
""",
    ),
    "express in C": (
        ".c",
        """\
#include <stdio.h>
#include "express.h"
static char a[8004];
int main(void) {
    struct nodenv env;
    int to, from, n, nsteps, i, type = 7;
    exparam(&env);
    scanf("%d %d", &n, &nsteps);
    to = (env.procnum + 1) % env.nprocs;
    from = (env.procnum + env.nprocs - 1) % env.nprocs;
    for (i = 0; i < nsteps; i++) {
        type = 7;
        exwrite(a, 8*n + 4, &to, &type);
        from = (env.procnum + env.nprocs - 1) % env.nprocs;
        exread(a, 8*n + 4, &from, &type);
    }
    exsync();
    return 0;
}
""",
    ),
    "express in Fortran": (
        ".f",
        """\
      PROGRAM RING
      INTEGER ENV(4), TO, FROM, N, NSTEPS, ITYPE
      DOUBLE PRECISION A(1001)
      CALL KXINIT
      ISTAT = KXPARA(ENV)
      READ *, N, NSTEPS
      TO = MOD(ENV(1)+1, ENV(2))
      DO 10 I = 1, NSTEPS
         ITYPE = 7
         ISTAT = KXWRIT(A, 8*N+4, TO, ITYPE)
         FROM = MOD(ENV(1)+ENV(2)-1, ENV(2))
         ISTAT = KXREAD(A, 8*N+4, FROM, ITYPE)
   10 CONTINUE
      ISTAT = KXSYNC()
      END
""",
    ),
}


def _sorted(program: Traced, nprocs: int, rank: int) -> list[Passed]:
    found = program.passed(nprocs, rank, n=60, nsteps=9)
    return sorted(found, key=lambda item: item.primitive)


@pytest.mark.parametrize("ring", [name for name in RINGS if name != "mpi"])
def test_a_ring_passes_what_it_does_with_mpi(ring: str, tmp_path: Path) -> None:
    reference = traced(tmp_path, RINGS["mpi"][1], ".f")
    suffix, text = RINGS[ring]
    program = traced(tmp_path, text, suffix)
    for nprocs in (2, 3, 8):
        for rank in range(nprocs):
            found = _sorted(program, nprocs, rank)
            assert found == _sorted(reference, nprocs, rank)
            assert [item.nbytes for item in found] == [0, 9 * 484, 9 * 484]
    assert program.expansion.messages[0].message.model == ring[:7].strip().split(" ")[0]


def _c(folder: Path, text: str) -> Traced:
    lines = ['#include "pvm3.h"', "static double x[100]; static int k[100];", text]
    return traced(folder, "\n".join(lines) + "\n", ".c")


def _messages(program: Traced) -> list[MessageCount]:
    return [item for item in program.expansion.messages if item.message.primitive != "local"]


def test_every_kind_of_item(tmp_path: Path) -> None:
    kinds = {
        "byte": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8, "cplx": 8, "dcplx": 16,
        "uint": 4, "ushort": 2, "ulong": 8,
    }  # fmt: skip
    for kind, size in kinds.items():
        cast = {"byte": "(char *)", "cplx": "(float *)", "float": "(float *)"}.get(kind, "(void *)")
        program = _c(
            tmp_path,
            f"int main(void) {{ pvm_initsend(0); pvm_pk{kind}({cast}x, 11, 1);"
            ' pvm_send(pvm_gettid("g", 1), 5); return 0; }',
        )
        assert program.passed(2, 0) == [Passed("send", 1, 11 * size, 1, 5)], kind


def test_a_text_is_packed_with_its_length(tmp_path: Path) -> None:
    program = _c(
        tmp_path,
        'int main(void) { pvm_initsend(0); pvm_pkstr("hello"); pvm_pkint(k, 2, 1);'
        ' pvm_send(pvm_gettid("g", 0), 1); return 0; }',
    )
    assert program.passed(2, 0) == [Passed("send", 1, 4 + 6 + 8, 0, 1)]


def test_the_buffer_is_kept_until_it_is_emptied(tmp_path: Path) -> None:
    program = _c(
        tmp_path,
        """
        static void more(int n) { pvm_pkdouble(x, n, 1); }
        int main(void) {
            int me = pvm_joingroup("g"), to = pvm_gettid("g", 0), i;
            pvm_initsend(0);
            pvm_pkint(k, 3, 1);
            pvm_send(to, 1);
            more(5);
            pvm_send(to, 2);
            if (me > 1) { for (i = 0; i < 4; i++) pvm_pkint(k, me, 1); }
            pvm_send(to, 3);
            pvm_initsend(0);
            pvm_send(to, 4);
            return 0;
        }
        """,
    )
    for rank in range(4):
        extra = 16 * rank if rank > 1 else 0
        found = [(item.nbytes, item.tag) for item in program.passed(4, rank)]
        assert found == [(12, 1), (52, 2), (52 + extra, 3), (0, 4)]


def test_what_is_unpacked_by_a_count_that_came_along_is_not_known(tmp_path: Path) -> None:
    program = _c(
        tmp_path,
        """
        int main(void) {
            int n = 7, from = pvm_gettid("g", 0);
            pvm_recv(from, 1);
            pvm_upkint(&n, 1, 1);
            pvm_upkdouble(x, n, 1);
            pvm_recv(from, 2);
            pvm_upkdouble(x, 7, 1);
            return 0;
        }
        """,
    )
    first, second = _messages(program)
    assert first.message.nbytes.as_symbol == "main.value@pvm_recv.bytes"
    assert second.message.nbytes.as_integer == 56


def test_groups_and_tasks(tmp_path: Path) -> None:
    program = _c(
        tmp_path,
        """
        int main(void) {
            int me = pvm_joingroup("g"), tid = pvm_mytid(), np = pvm_gsize("g");
            pvm_initsend(0);
            pvm_pkint(k, 5, 1);
            pvm_send(pvm_gettid("g", pvm_getinst("g", tid)), 1);
            pvm_bcast("g", 9);
            pvm_reduce(PvmSum, x, 20, PVM_DOUBLE, 3, "g", 1);
            pvm_gather(x, x, 6, PVM_FLOAT, 3, "g", 2);
            pvm_scatter(x, x, 6, PVM_INT, 3, "g", np - 1);
            pvm_barrier("g", np);
            return 0;
        }
        """,
    )
    assert program.passed(5, 3) == [
        Passed("send", 1, 20, 3, 1),
        Passed("broadcast", 1, 20, 3, None),
        Passed("reduce", 1, 160, 1, None),
        Passed("gather", 1, 24, 2, None),
        Passed("scatter", 1, 24, 4, None),
        Passed("barrier", 1, 0, None, None),
    ]
    groups = [str(item.message.group.as_symbol) for item in program.expansion.messages[-5:]]
    assert groups == ["nprocs"] * 5


def test_other_groups_and_spawned_tasks_have_names(tmp_path: Path) -> None:
    program = _c(
        tmp_path,
        """
        int main(void) {
            int tids[8], me = pvm_joingroup("all"), it = pvm_joingroup("rows");
            pvm_spawn("worker", 0, 0, "", 8, tids);
            pvm_initsend(0);
            pvm_pkint(k, it, 1);
            pvm_send(tids[3], 1);
            pvm_send(pvm_parent(), 2);
            pvm_mcast(tids, 8, 3);
            return 0;
        }
        """,
    )
    one, two, three = _messages(program)
    assert one.message.partner is not None
    assert two.message.partner is not None
    assert one.message.partner.as_symbol == "main.value@pvm_send.dest"
    assert two.message.partner.as_symbol == "main.value@pvm_send.dest_2"
    assert "rank" not in one.message.nbytes.symbols()
    assert three.message.group.as_integer == 9


def test_collectives_of_express(tmp_path: Path) -> None:
    program = traced(
        tmp_path,
        """\
#include "express.h"
static double x[100], y[800];
static int add(void *a, void *b, int n) { *(double *)a += *(double *)b; return 0; }
int main(void) {
    struct nodenv env;
    int type = 3, nodes[4], sizes[64];
    exparam(&env);
    exbroadcast(x, 2, 8 * env.nprocs, ALLNODES, 0, &type);
    excombine(x, add, 8, 25, ALLNODES, 0, &type);
    excombine(x, add, 8, 25, 4, nodes, &type);
    exconcat(x, 40, y, 800, sizes, ALLNODES, 0, &type);
    exsync();
    return 0;
}
""",
        ".c",
    )
    assert program.passed(5, 3) == [
        Passed("broadcast", 1, 40, 2, None),
        Passed("allreduce", 1, 200, None, None),
        Passed("allreduce", 1, 200, None, None),
        Passed("allgather", 1, 40, None, None),
        Passed("barrier", 1, 0, None, None),
    ]
    groups = [item.message.group for item in program.expansion.messages[1:]]
    assert [group.as_integer for group in groups] == [None, None, 4, None, None]


def test_an_exchange_of_express_is_two_messages(tmp_path: Path) -> None:
    program = traced(
        tmp_path,
        """\
#include "express.h"
static double x[100], y[100];
int main(void) {
    struct nodenv env;
    int to, from, type = 5;
    exparam(&env);
    to = (env.procnum + 1) % env.nprocs;
    from = (env.procnum + env.nprocs - 1) % env.nprocs;
    exchange(x, 80, &from, &type, y, 72, &to, &type);
    return 0;
}
""",
        ".c",
    )
    assert program.passed(4, 0) == [Passed("send", 1, 72, 1, 5), Passed("receive", 1, 80, 3, 5)]


@pytest.mark.parametrize("suffix", [".f", ".c"])
@pytest.mark.parametrize("other", ["ringpvm", "ringexp"])
def test_the_rings_of_the_corpus(other: str, suffix: str, tmp_path: Path) -> None:
    """Two processes and more pass the same to their neighbours, whatever the library."""

    def around(name: str, nprocs: int, rank: int) -> dict[str, tuple[int, int, set[int | None]]]:
        text = (CORPUS / name / f"source{suffix}").read_text()
        program = traced(tmp_path, text, suffix)
        inputs = {"n": 8, "nreps": 3}
        for at, value in enumerate((8, 3), 1 if suffix == ".c" else 2):  # read into an array
            inputs[f"INPUT({at})" if suffix == ".f" else f"input({at})"] = value
            inputs[f"value@if1.input({at})"] = value
        found: dict[str, tuple[int, int, set[int | None]]] = {}
        for item in program.passed(nprocs, rank, **inputs):
            if item.primitive not in ("send", "receive") or item.number < 2:
                continue  # parts that other ranks take, and how inputs are handed out
            number, nbytes, partners = found.get(item.primitive, (0, 0, set()))
            partners.add(item.partner)
            found[item.primitive] = number + item.number, nbytes + item.nbytes, partners
        return found

    for nprocs, rank in ((2, 0), (3, 1), (4, 3)):
        expected = around("ring", nprocs, rank)
        assert set(expected) == {"send", "receive"}
        assert around(other, nprocs, rank) == expected
