"""Cartesian grids against MPI's definition: ranks count along the last side first."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import pytest

from tests.analysis.messages.traced import PROC_NULL, c, fortran, shown

if TYPE_CHECKING:
    from pathlib import Path

Shape = tuple[int, ...]

GRIDS: list[tuple[Shape, Shape]] = [
    ((5,), (0,)),
    ((4,), (1,)),
    ((1,), (1,)),
    ((2, 3), (0, 0)),
    ((3, 2), (1, 0)),
    ((2, 2), (0, 1)),
    ((1, 4), (1, 1)),
    ((2, 3, 2), (0, 1, 0)),
    ((3, 1, 2), (1, 0, 1)),
    ((2, 2, 2), (1, 1, 1)),
]


def _places(sides: Shape) -> list[Shape]:
    return list(product(*map(range, sides)))


def _shifted(sides: Shape, periods: Shape, rank: int, side: int, by: int) -> int:
    there = list(_places(sides)[rank])
    there[side] += by
    if periods[side]:
        there[side] %= sides[side]
    elif not 0 <= there[side] < sides[side]:
        return PROC_NULL
    return _places(sides).index(tuple(there))


def _fortran_grid(sides: Shape, periods: Shape, *, by_mpi: bool = False) -> tuple[str, str]:
    n = len(sides)
    lines = [f"DIMS({d + 1}) = {0 if by_mpi else side}" for d, side in enumerate(sides)]
    lines += [f"PER({d + 1}) = {'.TRUE.' if p else '.FALSE.'}" for d, p in enumerate(periods)]
    if by_mpi:
        lines += ["CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)"]
        lines += [f"CALL MPI_DIMS_CREATE(NP, {n}, DIMS, IERR)"]
    lines += [f"CALL MPI_CART_CREATE(MPI_COMM_WORLD,{n},DIMS,PER,.FALSE.,IC,IERR)"]
    declared = f"INTEGER IC, DIMS({n}), CO({n}), IS, ID\nLOGICAL PER({n}), KEEP({n})"
    return "\n".join(lines) + "\n", declared


def _c_grid(sides: Shape, periods: Shape, *, by_mpi: bool = False) -> str:
    n = len(sides)
    given = (0,) * n if by_mpi else sides
    text = f"MPI_Comm ic, id; int co[{n}], is, id2, keep[{n}];\n"
    text += f"int dims[{n}] = {{{', '.join(map(str, given))}}};\n"
    text += f"int per[{n}] = {{{', '.join(map(str, periods))}}};\n"
    if by_mpi:
        text += f"MPI_Comm_size(MPI_COMM_WORLD, &np); MPI_Dims_create(np, {n}, dims);\n"
    return text + f"MPI_Cart_create(MPI_COMM_WORLD, {n}, dims, per, 0, &ic);\n"


def _asked_in_fortran(n: int) -> str:
    coords = "; ".join(f"CO({d + 1})" for d in range(n))
    text = "CALL MPI_COMM_RANK(IC, ME, IERR)\nCALL MPI_COMM_SIZE(IC, NP, IERR)\nSHOW ME; NP\n"
    text += f"CALL MPI_CART_COORDS(IC, ME, {n}, CO, IERR)\nSHOW {coords}\n"
    text += "CALL MPI_CART_RANK(IC, CO, ME, IERR)\nSHOW ME\n"
    for side in range(n):
        for by in (1, -1):
            text += f"CALL MPI_CART_SHIFT(IC, {side}, {by}, IS, ID, IERR)\nSHOW IS; ID\n"
    return text


def _asked_in_c(n: int) -> str:
    text = "MPI_Comm_rank(ic, &me); MPI_Comm_size(ic, &np); SHOW(me); SHOW(np);\n"
    text += f"MPI_Cart_coords(ic, me, {n}, co);\n"
    text += "".join(f"SHOW(co[{d}]);" for d in range(n))
    text += "MPI_Cart_rank(ic, co, &me); SHOW(me);\n"
    for side in range(n):
        for by in (1, -1):
            text += f"MPI_Cart_shift(ic, {side}, {by}, &is, &id2); SHOW(is); SHOW(id2);\n"
    return text


def _expected(sides: Shape, periods: Shape, rank: int) -> list[int]:
    found = [rank, prod(sides), *_places(sides)[rank], rank]
    for side in range(len(sides)):
        for by in (1, -1):
            found += [_shifted(sides, periods, rank, side, d) for d in (-by, by)]
    return found


@pytest.mark.parametrize(("sides", "periods"), GRIDS)
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_places_and_neighbours(sides: Shape, periods: Shape, language: str, tmp_path: Path) -> None:
    n = len(sides)
    if language == "fortran":
        text, declared = _fortran_grid(sides, periods)
        program = fortran(tmp_path, text + _asked_in_fortran(n), declared)
    else:
        program = c(tmp_path, _c_grid(sides, periods) + _asked_in_c(n))
    for rank in range(prod(sides)):
        assert shown(program, prod(sides), rank) == _expected(sides, periods, rank), rank


@pytest.mark.parametrize("periods", [(0, 0), (1, 0), (1, 1)])
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_a_grid_that_mpi_chooses(periods: Shape, language: str, tmp_path: Path) -> None:
    if language == "fortran":
        text, declared = _fortran_grid((0, 0), periods, by_mpi=True)
        program = fortran(tmp_path, text + _asked_in_fortran(2), declared)
    else:
        program = c(tmp_path, _c_grid((0, 0), periods, by_mpi=True) + _asked_in_c(2))
    for sides in ((1, 1), (2, 3), (4, 1), (3, 3), (5, 2)):
        nprocs = prod(sides)
        for rank in range(nprocs):
            found = shown(program, nprocs, rank, px=sides[0], py=sides[1])
            assert found == _expected(sides, periods, rank), (sides, rank)


@pytest.mark.parametrize("fixed", [0, 1, 2])
def test_a_grid_with_fixed_sides(fixed: int, tmp_path: Path) -> None:
    given = [2, 3, 2]
    given[fixed] = 0
    lines = [f"DIMS({d + 1}) = {side}" for d, side in enumerate(given)]
    lines += ["CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)"]
    lines += ["CALL MPI_DIMS_CREATE(NP, 3, DIMS, IERR)", "SHOW DIMS(1); DIMS(2); DIMS(3)"]
    program = fortran(tmp_path, "\n".join(lines), "INTEGER DIMS(3)")
    for free in (1, 2, 5):
        sides = [side or free for side in given]
        assert shown(program, prod(sides), 0) == sides


@pytest.mark.parametrize("keep", [(1, 0), (0, 1), (1, 1), (0, 0)])
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_rows_and_columns_of_a_grid(keep: Shape, language: str, tmp_path: Path) -> None:
    sides, periods = (3, 4), (1, 0)
    if language == "fortran":
        text, declared = _fortran_grid(sides, periods)
        text += "".join(
            f"KEEP({d + 1}) = {'.TRUE.' if k else '.FALSE.'}\n" for d, k in enumerate(keep)
        )
        text += "CALL MPI_CART_SUB(IC, KEEP, IR, IERR)\nCALL MPI_COMM_RANK(IR, ME, IERR)\n"
        text += "CALL MPI_COMM_SIZE(IR, NP, IERR)\nSHOW ME; NP\n"
        if any(keep):
            text += "CALL MPI_CART_SHIFT(IR, 0, 1, IS, ID, IERR)\nSHOW IS; ID\n"
        program = fortran(tmp_path, text, declared)
    else:
        text = _c_grid(sides, periods)
        text += "".join(f"keep[{d}] = {k};" for d, k in enumerate(keep))
        text += "MPI_Cart_sub(ic, keep, &id); MPI_Comm_rank(id, &me); MPI_Comm_size(id, &np);"
        text += "SHOW(me); SHOW(np);"
        if any(keep):
            text += "MPI_Cart_shift(id, 0, 1, &is, &id2); SHOW(is); SHOW(id2);"
        program = c(tmp_path, text)
    for rank, place in enumerate(_places(sides)):
        inner = tuple(side for side, kept in zip(sides, keep, strict=True) if kept)
        around = tuple(period for period, kept in zip(periods, keep, strict=True) if kept)
        here = tuple(at for at, kept in zip(place, keep, strict=True) if kept)
        own = _places(inner).index(here)
        expected = [own, prod(inner)]
        if any(keep):
            expected += [_shifted(inner, around, own, 0, by) for by in (-1, 1)]
        assert shown(program, prod(sides), rank) == expected, place


def test_a_grid_asked_in_a_procedure(tmp_path: Path) -> None:
    sides, periods = (2, 3), (1, 0)
    text, declared = _fortran_grid(sides, periods)
    get = "CALL MPI_CART_GET(IC, 2, DIMS, PER, CO, IERR)\nSHOW DIMS(1); DIMS(2); CO(1); CO(2)\n"
    inside = f"SUBROUTINE ASK(IC)\nINCLUDE 'mpif.h'\nINTEGER ME, NP, BUF(10)\n{declared}\n"
    program = fortran(
        tmp_path,
        text + "CALL ASK(IC)\n",
        declared,
        inside + _asked_in_fortran(2) + get + "END\n",
    )
    for rank in range(6):
        expected = [*_expected(sides, periods, rank), 2, 3, *_places(sides)[rank]]
        assert shown(program, 6, rank) == expected


def test_ranks_outside_a_grid_have_none(tmp_path: Path) -> None:
    text, declared = _fortran_grid((2, 2), (0, 0))
    ask = "IF (IC .NE. MPI_COMM_NULL) THEN\nCALL MPI_COMM_SIZE(IC, NP, IERR)\nSHOW NP\nEND IF\n"
    program = fortran(tmp_path, text + ask, declared)
    for nprocs in (4, 6):
        for rank in range(nprocs):
            (found,) = program.passed(nprocs, rank)
            assert found.number == (1 if rank < 4 else 0)
            assert found.nbytes == (4 if rank < 4 else 0)
