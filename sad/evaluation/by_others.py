"""Counts that other counts tell, as a run of the program's slice found.

They are those of loops of which it is not known when they are left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.known import with_known
from sad.algebra.poly import ZERO, Poly
from sad.evaluation.model import used_symbols
from sad.mapping.bound import unknown_calls

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sad.evaluation.evaluated import Counted
    from sad.evaluation.model import Model
    from sad.model.expand import BlockCount


def with_sums(model: Model, counted: Counted) -> Model:
    """Return the model with counts that others tell, where that leaves less open than the formulas do.

    They hold at the values given only.
    """
    evaluated = model.evaluated
    if evaluated is None or not counted.sums:
        return model
    places: dict[Hashable, list[BlockCount]] = {}
    for block in model.expansion.blocks:
        if id(block.block) in counted.blocks:
            places.setdefault(counted.blocks[id(block.block)][0], []).append(block)
    # What a mean or a value given for a parameter is stays a symbol: the count rests on it.
    inputs = {name: value for name, value in model.values.items() if model.is_determined(name)}
    put_in = with_known(inputs)
    formulas: dict[Hashable, Poly] = {}

    def formula(place: Hashable) -> Poly:
        if place not in formulas:
            whole = sum((block.count for block in places.get(place, ())), ZERO)
            formulas[place] = put_in(whole)
        return formulas[place]

    found: dict[str, Poly] = {}
    counts = dict(evaluated.counts)
    for place, (certain, terms) in counted.sums.items():
        blocks = places.get(place, ())
        if not blocks or not all(at in places for at, _ in terms):
            continue
        whole = Poly.weighted_sum([(formula(at), times) for at, times in terms]) + certain
        if not atoms.free_symbols(whole) < atoms.free_symbols(formula(place)):
            continue
        number = whole.as_constant
        for block in blocks:
            if number is None:
                found[block.id] = ZERO
            else:
                counts[block.id] = 0
        if number is None:
            found[blocks[0].id] = whole
        else:
            counts[blocks[0].id] = number
    expansion = model.expansion
    shown = [replace(item, count=found.get(item.id, item.count)) for item in expansion.blocks]
    expansion = replace(expansion, blocks=shown)
    used = used_symbols(expansion) | {call.symbol for call in unknown_calls(expansion)}
    return replace(
        model, expansion=expansion, used=used, evaluated=replace(evaluated, counts=counts)
    )
