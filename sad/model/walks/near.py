"""Index arrays that lead from each element to one near it: ``--assume near-indices``.

Each step that is not known of a walk through memory is taken to be one element on. So all references
through an index array of a loop nest come by the lines of their array in order, as those of numbered
meshes and banded matrices do; the size of the array still limits how many there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.records import replace

if TYPE_CHECKING:
    from sad.model.nodes import Description, UnitDescription
    from sad.model.work import LoopWork, Reference


def near_indices(description: Description) -> Description:
    """Return the description with such walks; the same one if it has none."""
    if not any(_is_open(loop) for unit in description.units for loop in unit.loops):
        return description
    return replace(description, units=tuple(map(_unit, description.units)))


def _unit(unit: UnitDescription) -> UnitDescription:
    loops = tuple(
        replace(loop, references=tuple(map(_reference, loop.references)))
        if _is_open(loop)
        else loop
        for loop in unit.loops
    )
    return replace(unit, loops=loops)


def _is_open(loop: LoopWork) -> bool:
    return any(step is None for item in loop.references for _, step in item.strides)


def _reference(item: Reference) -> Reference:
    """A step that is not known takes those of loops around along: they lead on as well."""
    step = Poly.constant(item.element_bytes)
    inside = [known for _, known in item.strides]
    last = max((n for n, known in enumerate(inside) if known is None), default=-1)
    strides = tuple(
        (loop, step if known is None or (n < last and not known) else known)
        for n, (loop, known) in enumerate(item.strides)
    )
    return replace(item, strides=strides)
