"""Ranks and sizes of communicators, against a split by hand over all ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.analysis.messages.traced import c, fortran, shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LANGUAGES = ("fortran", "c")


def _ask(comm: str, language: str) -> str:
    """Show the rank and the size in a communicator."""
    if language == "fortran":
        return f"""\
CALL MPI_COMM_RANK({comm}, ME, IERR)
CALL MPI_COMM_SIZE({comm}, NP, IERR)
SHOW ME; NP
"""
    return f"MPI_Comm_rank({comm}, &me); MPI_Comm_size({comm}, &np); SHOW(me); SHOW(np);\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_world_oneself_and_copies(language: str, tmp_path: Path) -> None:
    questions = _ask("MPI_COMM_WORLD", language) + _ask("MPI_COMM_SELF", language)
    if language == "fortran":
        copy = "CALL MPI_COMM_DUP(MPI_COMM_WORLD, IC, IERR)\n" + _ask("IC", language)
        program = fortran(tmp_path, questions + copy)
    else:
        copy = "MPI_Comm d; MPI_Comm_dup(MPI_COMM_WORLD, &d);\n" + _ask("d", language)
        program = c(tmp_path, questions + copy)
    for nprocs in (1, 2, 7):
        for rank in range(nprocs):
            assert shown(program, nprocs, rank) == [rank, nprocs, 0, 1, rank, nprocs]


COLOURS: dict[str, tuple[str, str, Callable[[int, int, int], int]]] = {
    "rows": ("ME/Q", "me/q", lambda me, _, q: me // q),
    "columns": ("MOD(ME,Q)", "me%q", lambda me, _, q: me % q),
    "all": ("Q", "q", lambda _me, _np, q: q),
    "halves": ("MIN(ME/Q,1)", "me/q > 0 ? 1 : 0", lambda me, _, q: min(me // q, 1)),
    "blocks of columns": ("MOD(ME,2*Q)/Q", "me%(2*q)/q", lambda me, _, q: me % (2 * q) // q),
    "by size": ("ME/((NP+1)/2)", "me/((np+1)/2)", lambda me, np, _: me // ((np + 1) // 2)),
}
KEYS: dict[str, tuple[str, str, Callable[[int, int], int]]] = {
    "rank": ("ME", "me", lambda me, _: me),
    "zero": ("0", "0", lambda _me, _np: 0),
    "backwards": ("NP-ME", "np-me", lambda me, np: np - me),
    "folded": ("MOD(ME,2)", "me%2", lambda me, _: me % 2),
}


def _part(nprocs: int, rank: int, colours: list[int], keys: list[int]) -> list[int]:
    """The rank and size in the part that MPI_COMM_SPLIT gives."""
    mates = sorted((keys[r], r) for r in range(nprocs) if colours[r] == colours[rank])
    return [mates.index((keys[rank], rank)), len(mates)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("colour", COLOURS)
def test_parts_of_a_communicator(colour: str, key: str, language: str, tmp_path: Path) -> None:
    for q in (2, 3):
        text = COLOURS[colour][0 if language == "fortran" else 1]
        order = KEYS[key][0 if language == "fortran" else 1]
        if language == "fortran":
            start = _ask("MPI_COMM_WORLD", language).replace("SHOW ME; NP", f"Q = {q}")
            split = f"CALL MPI_COMM_SPLIT(MPI_COMM_WORLD, {text}, {order}, IC, IERR)\n"
            program = fortran(tmp_path, start + split + _ask("IC", language), "INTEGER Q")
        else:
            start = f"int q = {q}; MPI_Comm d; MPI_Comm_rank(MPI_COMM_WORLD, &me);\n"
            start += "MPI_Comm_size(MPI_COMM_WORLD, &np);\n"
            split = f"MPI_Comm_split(MPI_COMM_WORLD, {text}, {order}, &d);\n"
            program = c(tmp_path, start + split + _ask("d", language))
        for nprocs in range(1, 13):
            colours = [COLOURS[colour][2](r, nprocs, q) for r in range(nprocs)]
            keys = [KEYS[key][2](r, nprocs) for r in range(nprocs)]
            for rank in range(nprocs):
                expected = _part(nprocs, rank, colours, keys)
                assert shown(program, nprocs, rank) == expected, (nprocs, rank, q)


def test_parts_of_which_some_ranks_have_none(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
IC = MPI_UNDEFINED
IF (MOD(ME, 3) .EQ. 0) IC = 1
CALL MPI_COMM_SPLIT(MPI_COMM_WORLD, IC, ME, IN, IERR)
IF (IN .NE. MPI_COMM_NULL) THEN
   CALL MPI_COMM_RANK(IN, ME, IERR)
   CALL MPI_COMM_SIZE(IN, NP, IERR)
SHOW ME; NP
END IF
""",
    )
    for nprocs in range(1, 9):
        for rank in range(nprocs):
            number = [item.number for item in program.passed(nprocs, rank)]
            assert number == ([1, 1] if rank % 3 == 0 else [0, 0]), (nprocs, rank)
            if rank % 3 == 0:
                assert shown(program, nprocs, rank) == [rank // 3, (nprocs + 2) // 3]


def test_parts_of_parts(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
CALL MPI_COMM_SPLIT(MPI_COMM_WORLD, MOD(ME, 2), ME, IC, IERR)
CALL MPI_COMM_RANK(IC, ME2, IERR)
CALL MPI_COMM_SPLIT(IC, ME2/2, ME2, IC2, IERR)
"""
        + _ask("IC2", "fortran"),
    )
    for nprocs in range(1, 12):
        halves = [[r for r in range(nprocs) if r % 2 == p] for p in (0, 1)]
        for rank in range(nprocs):
            half = halves[rank % 2]
            mine = half.index(rank) // 2 * 2
            part = half[mine : mine + 2]
            assert shown(program, nprocs, rank) == [part.index(rank), len(part)]


def test_groups_of_communicators(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
CALL MPI_COMM_SPLIT(MPI_COMM_WORLD, MOD(ME, 2), ME, IC, IERR)
CALL MPI_COMM_GROUP(IC, IG, IERR)
CALL MPI_GROUP_RANK(IG, ME, IERR)
CALL MPI_GROUP_SIZE(IG, NP, IERR)
SHOW ME; NP
""",
    )
    for nprocs in range(1, 8):
        for rank in range(nprocs):
            size = (nprocs + 1 - rank % 2) // 2
            assert shown(program, nprocs, rank) == [rank // 2, size]


SETUP = {
    "fortran": (
        """\
CALL SETUP(MPI_COMM_WORLD, 2, IC, ME, NP)
SHOW ME; NP
CALL SHOWIT(IC)
CALL SETUP(MPI_COMM_WORLD, 3, IC, ME, NP)
CALL SHOWIT(IC)
CALL SHOWIT(MPI_COMM_WORLD)
ME = MYRANK(IC)
SHOW ME
""",
        """\
SUBROUTINE SETUP(IC, K, INEW, ME, NP)
INCLUDE 'mpif.h'
INTEGER IC, K, INEW, ME, NP, IERR
CALL MPI_COMM_RANK(IC, ME, IERR)
CALL MPI_COMM_SIZE(IC, NP, IERR)
CALL MPI_COMM_SPLIT(IC, MOD(ME, K), ME, INEW, IERR)
END
SUBROUTINE SHOWIT(IC)
INTEGER IC
CALL DEEPER(IC)
END
SUBROUTINE DEEPER(IC)
INCLUDE 'mpif.h'
INTEGER IC, ME, NP, IERR, BUF(10)
CALL MPI_COMM_RANK(IC, ME, IERR)
CALL MPI_COMM_SIZE(IC, NP, IERR)
SHOW ME; NP
END
INTEGER FUNCTION MYRANK(IC)
INCLUDE 'mpif.h'
INTEGER IC, ME, IERR
CALL MPI_COMM_RANK(IC, ME, IERR)
MYRANK = ME
END
""",
    ),
    "c": (
        """\
MPI_Comm d;
setup(MPI_COMM_WORLD, 2, &d, &me, &np);
SHOW(me); SHOW(np);
showit(d);
setup(MPI_COMM_WORLD, 3, &d, &me, &np);
showit(d);
showit(MPI_COMM_WORLD);
me = myrank(d);
SHOW(me);
""",
        """\
static void setup(MPI_Comm c, int k, MPI_Comm *new, int *me, int *np) {
    MPI_Comm_rank(c, me); MPI_Comm_size(c, np);
    MPI_Comm_split(c, *me % k, *me, new);
}
static void deeper(MPI_Comm c) {
    int me, np; MPI_Comm_rank(c, &me); MPI_Comm_size(c, &np); SHOW(me); SHOW(np);
}
static void showit(MPI_Comm c) { deeper(c); }
static int myrank(MPI_Comm c) { int me; MPI_Comm_rank(c, &me); return me; }
""",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_communicators_as_arguments(language: str, tmp_path: Path) -> None:
    main, after = SETUP[language]
    program = (
        fortran(tmp_path, main, "", after) if language == "fortran" else c(tmp_path, main, after)
    )
    for nprocs in range(1, 9):
        for rank in range(nprocs):
            two = _part(nprocs, rank, [r % 2 for r in range(nprocs)], list(range(nprocs)))
            three = _part(nprocs, rank, [r % 3 for r in range(nprocs)], list(range(nprocs)))
            world = [rank, nprocs]
            found = sorted(shown(program, nprocs, rank))
            assert found == sorted([*world, three[0], *two, *three, *world])


def test_communicators_in_common(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
CALL MPI_COMM_SPLIT(MPI_COMM_WORLD, ME/3, ME, IC, IERR)
CALL INIT
CALL WORK
""",
        "COMMON /C/ IC",
        """\
SUBROUTINE INIT
INCLUDE 'mpif.h'
COMMON /C/ IC
COMMON /R/ ME, NP
CALL MPI_COMM_RANK(IC, ME, IERR)
CALL MPI_COMM_SIZE(IC, NP, IERR)
END
SUBROUTINE WORK
INCLUDE 'mpif.h'
COMMON /R/ ME, NP
INTEGER BUF(10)
SHOW ME; NP
END
""",
    )
    for nprocs in range(1, 9):
        for rank in range(nprocs):
            size = min(3, nprocs - rank // 3 * 3)
            assert shown(program, nprocs, rank) == [rank % 3, size]


def test_communicators_in_globals_and_structures(tmp_path: Path) -> None:
    program = c(
        tmp_path,
        "init(); work(&g); helper(comm, &me); SHOW(me); SHOW(own(comm));",
        """\
        struct group { MPI_Comm comm; int rank, size; } g;
        static MPI_Comm comm = MPI_COMM_WORLD;
        static void init(void) {
            g.comm = comm;
            MPI_Comm_rank(g.comm, &g.rank); MPI_Comm_size(g.comm, &g.size);
        }
        static void work(struct group *p) {
            int r;
            SHOW(p->rank); SHOW(p->size); MPI_Comm_rank(p->comm, &r); SHOW(r);
        }
        static void helper(MPI_Comm c, int *r) { MPI_Comm_rank(c, r); }
        static int own(MPI_Comm c) { int r; MPI_Comm_rank(c, &r); return r; }
        """,
    )
    for nprocs in (1, 4, 6):
        for rank in range(nprocs):
            assert sorted(shown(program, nprocs, rank)) == sorted([rank] * 4 + [nprocs])


def test_a_procedure_of_the_program_wins(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        "CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)\nSHOW ME",
        "",
        "SUBROUTINE MPI_COMM_RANK(IC, ME, IERR)\nINTEGER IC, ME, IERR\nME = 17\nEND\n",
    )
    assert shown(program, 4, 2) == [17]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_abort_ends_the_program(language: str, tmp_path: Path) -> None:
    if language == "fortran":
        program = fortran(
            tmp_path,
            """\
CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
IF (NP .LT. 4) CALL MPI_ABORT(MPI_COMM_WORLD, 1, IERR)
SHOW NP
""",
        )
    else:
        program = c(
            tmp_path,
            "MPI_Comm_size(MPI_COMM_WORLD, &np); if (np < 4) MPI_Abort(MPI_COMM_WORLD, 1); SHOW(np);",
        )
    assert [item.number for item in program.passed(3, 0)] == [0]
    assert [item.number for item in program.passed(4, 0)] == [1]
