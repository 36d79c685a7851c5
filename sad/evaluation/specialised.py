"""Counts with known numbers or formulas put in: what these decide never to run is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import binder
from sad.algebra.domains import Index
from sad.algebra.known import with_known
from sad.algebra.poly import Poly
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.mapping.bound import BoundExpansion
    from sad.model.expand import Expansion
    from sad.model.walks.terms import Factor


def specialised_expansion(expansion: Expansion, values: Mapping[str, Number]) -> Expansion:
    """Return the counts with values put in, blocks and calls that never run left out.

    Blocks keep their ids. Instances and messages stay as they are: evaluate these with the values.
    """
    found = _mapped(expansion, with_known(values))
    return replace(
        found,
        blocks=[block for block in found.blocks if block.count],
        activations={name: count for name, count in found.activations.items() if count},
        externals={name: count for name, count in found.externals.items() if count},
    )


def with_formulas(
    expansion: Expansion, formulas: Mapping[str, Poly], *, by_probability: bool = False
) -> Expansion:
    """Return the counts with formulas put in for some symbols.

    Instances stay as they are: evaluate these once all values are known. ``by_probability``: for the
    conditions that have them as probability, too.
    """
    put_in = binder(formulas, by_probability=by_probability)

    def index(item: Index) -> Index:
        count = None if item.count is None else put_in(item.count)
        return Index(item.name, put_in(item.first), put_in(item.last), count)

    found = _mapped(expansion, put_in)
    messages = [
        replace(
            item,
            message=item.message.mapped(put_in),
            indices=tuple(map(index, item.indices)),
            weight=put_in(item.weight),
        )
        for item in expansion.messages
    ]
    return replace(found, messages=messages)


def inside_atoms(expansion: Expansion) -> frozenset[str]:
    """Return the symbols that counts have in anything but products and sums."""
    counts = [block.count for block in expansion.blocks]
    found = {symbol for count in counts for symbol in atoms.atoms_of(count)}
    return frozenset[str]().union(*(atoms.free_symbols(Poly.symbol(item)) for item in found))


def _mapped(expansion: Expansion, put_in: Callable[[Poly], Poly]) -> Expansion:
    def counts(found: Mapping[str, Poly]) -> dict[str, Poly]:
        return {name: put_in(poly) for name, poly in found.items()}

    def factors(found: Sequence[Factor]) -> tuple[Factor, ...]:
        return tuple(item._replace(value=put_in(item.value)) for item in found)

    blocks = [
        replace(
            block,
            count=put_in(block.count),
            loops=factors(block.loops),
            branches=factors(block.branches),
        )
        for block in expansion.blocks
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
