"""The units of a library that grow fastest, with their blocks."""

from __future__ import annotations

from dataclasses import replace
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from sad.evaluation.summary import expanded
from sad.model.expand import BlockCount
from sad.model.nodes import EMPTY
from sad.model.walks.terms import Term, all_terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.evaluation.survey import Units
    from sad.model.nodes import UnitDescription


class Shown(NamedTuple):
    """A unit without its formulas, and its blocks with their counts."""

    unit: UnitDescription
    blocks: tuple[BlockCount, ...]


def leading(degrees: Sequence[int | None], units: Units, most: int) -> list[Shown]:
    """Return at most ``most`` units of the highest degrees in order; of several the first ones.

    ``degrees`` are by the number of a unit, None without blocks.
    """
    known = ((degree, -number) for number, degree in enumerate(degrees) if degree is not None)
    return [
        _shown(units.each[number], units.counts(number))
        for number in sorted(-place for _, place in nlargest(most, known))
    ]


def _shown(unit: UnitDescription, counts: Mapping[int, Poly] | None) -> Shown:
    if counts is None:
        counts = {block.number: block.count for block in expanded(unit).blocks}
    bare = replace(unit, tree=EMPTY, parameters=(), definitions=())
    parts = {item.number: item.block for item in all_terms(unit.tree) if isinstance(item, Term)}
    blocks = (BlockCount(bare, n, parts[n], count, (), ()) for n, count in counts.items())
    return Shown(bare, tuple(blocks))
