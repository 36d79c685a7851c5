"""Names of roles: what a set of ranks is among all ranks, in a row or in a grid."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def role_name(ranks: Sequence[int], sides: Sequence[int]) -> str:
    """Return the name of a set of ranks on a grid of the given sides; one side for no grid.

    Empty if the set is none of those that have a name.
    """
    nprocs = prod(sides)
    chosen = set(ranks)
    if len(chosen) == nprocs:
        return "all"
    if len(sides) > 1:
        return _in_grid(chosen, sides)
    simple = {
        "first": {0},
        "last": {nprocs - 1},
        "interior": set(range(1, nprocs - 1)),
        "all but the first": set(range(1, nprocs)),
        "all but the last": set(range(nprocs - 1)),
        "ends": {0, nprocs - 1},
        "even": set(range(0, nprocs, 2)),
        "odd": set(range(1, nprocs, 2)),
    }
    for name, wanted in simple.items():
        if chosen == wanted:
            return name
    for name in ("even", "odd"):
        for inner in ("interior", "all but the first", "all but the last"):
            if chosen == simple[name] & simple[inner]:
                return f"{name}, {inner}"
    return ""


def _in_grid(chosen: set[int], sides: Sequence[int]) -> str:
    """Corner, edge, face or interior: by how many sides have no further place."""
    kinds = {_borders(_places(rank, sides), sides) for rank in chosen}
    if len(kinds) != 1:
        return ""
    at_border = kinds.pop()
    if at_border == 0:
        return "interior"
    if at_border == len(sides):
        return "corner"
    return "face" if len(sides) == 3 and at_border == 1 else "edge"


def _places(rank: int, sides: Sequence[int]) -> tuple[int, ...]:
    found: list[int] = []
    for side in reversed(sides):
        rank, place = divmod(rank, side)
        found.append(place)
    return tuple(reversed(found))


def _borders(places: Sequence[int], sides: Sequence[int]) -> int:
    """Along how many sides a place is the first or the last."""
    return sum(place in (0, side - 1) for place, side in zip(places, sides, strict=True))


def shown_ranks(ranks: Sequence[int], most: int = 6) -> str:
    """Return ranks as text: ``0``, ``1-6``, ``0, 2, 4, 6``; long lists are cut."""
    spans: list[tuple[int, int]] = []
    for rank in ranks:
        if spans and spans[-1][1] == rank - 1:
            spans[-1] = spans[-1][0], rank
        else:
            spans.append((rank, rank))
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in spans]
    return ", ".join(shown[:most]) + (", ..." if len(shown) > most else "")
