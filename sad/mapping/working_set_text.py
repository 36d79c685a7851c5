"""The working set of a loop as a formula in the sizes of the problem, and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly, product, total
from sad.algebra.simplify import simplified
from sad.algebra.text import formula
from sad.mapping.loop_nests import trips_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.model.nodes import UnitDescription
    from sad.model.work import Reference

_UNITS = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"))


def working_set(unit: UnitDescription, path: str, line_bytes: int) -> Poly | None:
    """Return what one execution of a loop touches [bytes], in the unit's own terms.

    By each walk that is as many places as the loops inside that move it have iterations; a place costs
    its bytes and those up to the next one, at most a line. Walks that move alike through one array
    count once: an upper bound where walks overlap otherwise. The empty path is the unit itself;
    procedures that are called are left out. None if nothing is touched or a trip count has no formula.
    """
    trips = trips_of(unit)
    found: dict[tuple[object, ...], Poly] = {}
    for work in unit.loops:
        for walk in work.references:
            paths = [loop for loop, _ in walk.strides]
            if walk.passed is not None or (path and path not in paths):
                continue
            steps = walk.strides[paths.index(path) if path else 0 :]
            moving = [(loop, step) for loop, step in steps if step is None or step]
            if any(loop not in trips for loop, _ in moving):
                return None
            places = product(trips[loop] for loop, _ in moving)
            key = walk.array, frozenset((step, trips[loop]) for loop, step in moving)
            found[key] = places * _bytes(walk, [step for _, step in moving], line_bytes)
    return total(found.values()) if found else None


def _bytes(walk: Reference, steps: list[Poly | None], line_bytes: int) -> int:
    """What a place costs: symbolic steps (a leading dimension) are longer than a line."""
    if not steps:
        return walk.element_bytes
    known = [None if step is None else step.as_integer for step in steps]
    least = min((abs(step) for step in known if step is not None), default=line_bytes)
    return min(max(least, walk.element_bytes), max(line_bytes, walk.element_bytes))


def bytes_text(size: float) -> str:
    """Return a number of bytes as people write it."""
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size:.0f} bytes"


def working_set_text(
    unit: UnitDescription,
    path: str,
    line_bytes: int,
    size: float | None = None,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return the working set of a loop in words: its formula, and ``size`` [bytes] where that is known.

    ``names`` are names to show for symbols; sizes are taken to be 1 or more, as in all formulas shown.
    """
    poly = working_set(unit, path, line_bytes)
    parts: list[str] = []
    if poly is not None:
        shown, _ = simplified(poly)
        parts.append(f"{formula(shown, unit.labels if names is None else names)} bytes")
    if size is not None:
        parts.append(bytes_text(size))
    return " = ".join(parts) if parts else "not known"
