"""Ranks that pass the same at one number of processes, under names of roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.parallel import GRID
from sad.records import record
from sad.spmd.role_names import role_name
from sad.spmd.roles_of import sums_of
from sad.spmd.traffic import values_by_rank

if TYPE_CHECKING:
    from sad.algebra.evaluate import Number
    from sad.spmd.program import Spmd


@record
class Alike:
    """Ranks with equal numbers, in the order of ``Sums``; None where a value is not given."""

    name: str
    ranks: tuple[int, ...]
    numbers: tuple[Number | None, ...]


def ranks_alike(program: Spmd, nprocs: int) -> list[Alike]:
    """Return the ranks by what they pass in all; raises as ``values_by_rank``."""
    rows = values_by_rank(program, nprocs, sums_of(program).formulas())
    found: dict[tuple[Number | None, ...], list[int]] = {}
    for rank, row in enumerate(rows):
        found.setdefault(tuple(row), []).append(rank)
    sides: tuple[int, ...] = (nprocs,)
    if program.dimensions > 1:
        point = program.point(nprocs)
        sides = tuple(int(point[side]) for side in GRID[: program.dimensions])
    return [Alike(role_name(ranks, sides), tuple(ranks), key) for key, ranks in found.items()]
