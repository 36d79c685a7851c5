"""Counts with known numbers put in: what these decide never to run is gone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.counting.known import with_known

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.counting.evaluate import Number
    from sad.counting.poly import Poly
    from sad.description.expand import Expansion
    from sad.description.terms import Factor
    from sad.mapping.bind import BoundExpansion


def specialised_expansion(expansion: Expansion, values: Mapping[str, Number]) -> Expansion:
    """Return the counts with values put in, blocks and calls that never run left out.

    Blocks keep their ids. Instances and messages stay as they are: evaluate these with the values.
    """
    put_in = with_known(values)

    def counts(found: Mapping[str, Poly]) -> dict[str, Poly]:
        return {name: count for name, poly in found.items() if (count := put_in(poly))}

    def factors(found: Sequence[Factor]) -> tuple[Factor, ...]:
        return tuple(item._replace(value=put_in(item.value)) for item in found)

    blocks = [
        replace(block, count=count, loops=factors(block.loops), branches=factors(block.branches))
        for block in expansion.blocks
        if (count := put_in(block.count))
    ]
    return replace(
        expansion,
        blocks=blocks,
        activations=counts(expansion.activations),
        externals=counts(expansion.externals),
    )


def specialised_bound(bound: BoundExpansion, expansion: Expansion) -> BoundExpansion:
    """Return a program on a machine with the counts of a specialised expansion."""
    blocks = {block.id: block for block in expansion.blocks}
    return replace(
        bound,
        blocks=tuple(
            replace(item, block=blocks[item.block.id])
            for item in bound.blocks
            if item.block.id in blocks
        ),
        calls=tuple(
            replace(item, count=expansion.externals[item.name])
            for item in bound.calls
            if item.name in expansion.externals
        ),
    )
