"""Counts that other counts tell, at the values of a run of the program's slice.

In a loop of which it is not known when it is left they follow from how often its iterations start, and
behind a branch that data decides from how often the branch was reached.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.known import with_known
from sad.algebra.poly import ZERO, Poly, content, divide_monomial, total
from sad.evaluation.model import used_symbols
from sad.model.parameters import Kind
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from sad.evaluation.evaluated import Counted
    from sad.evaluation.model import Model
    from sad.model.expand import BlockCount


def with_told(model: Model, counted: Counted) -> Model:
    """Return the model with counts that others tell, where that leaves less open than the formulas do.

    They hold at the values given only.
    """
    evaluated = model.evaluated
    if evaluated is None:
        return model
    places: dict[Hashable, list[BlockCount]] = {}
    for block in model.expansion.blocks:
        if id(block.block) in counted.blocks:
            places.setdefault(counted.blocks[id(block.block)][0], []).append(block)
    # What a mean or a value given for a parameter is stays a symbol: the count rests on it.
    put_in = with_known(
        {name: value for name, value in model.values.items() if model.is_determined(name)}
    )
    formulas = {
        place: put_in(total(block.count for block in blocks)) for place, blocks in places.items()
    }
    told = dict(_by_sums(counted, formulas))
    told |= _by_shares(model, counted, formulas, told)
    counts = dict(evaluated.counts)
    found: dict[str, Poly] = {}
    for place, whole in told.items():
        first, *others = (block.id for block in places[place])
        number = whole.as_constant
        if number is None:
            found |= {first: whole, **dict.fromkeys(others, ZERO)}
        else:
            counts |= {first: number, **dict.fromkeys(others, 0)}
    expansion = model.expansion
    blocks = [replace(item, count=found.get(item.id, item.count)) for item in expansion.blocks]
    expansion = replace(expansion, blocks=blocks)
    gone = used_symbols(model.expansion) - used_symbols(expansion)
    return replace(
        model,
        expansion=expansion,
        used=model.used - gone,
        evaluated=replace(evaluated, counts=counts),
    )


def _by_sums(
    counted: Counted, formulas: Mapping[Hashable, Poly]
) -> Iterator[tuple[Hashable, Poly]]:
    """What the run found of counts that follow from others."""
    for place, (certain, terms) in counted.sums.items():
        if place in formulas and all(at in formulas for at, _ in terms):
            whole = Poly.weighted_sum([(formulas[at], times) for at, times in terms]) + certain
            if _leaves_less_open(whole, formulas[place]):
                yield place, whole


def _by_shares(
    model: Model,
    counted: Counted,
    formulas: Mapping[Hashable, Poly],
    told: Mapping[Hashable, Poly],
) -> dict[Hashable, Poly]:
    """Counts that are a share of one that is known: of formulas P*F and F the second has a value."""
    known: dict[Poly, Poly | None] = {}
    prints: set[tuple[int, int]] = set()

    def learn(formula: Poly, value: Poly) -> None:
        known[formula] = value if known.get(formula, value) == value else None
        prints.add((len(formula.terms), _fingerprint(formula)))

    left = dict(formulas)
    for place, number in counted.blocks.values():
        if place in left and (number is not None or place in told):
            value = told[place] if number is None else Poly.constant(number)
            learn(left.pop(place), value)
    found: dict[Hashable, Poly] = {}
    more = True
    while more:
        more = False
        for place, formula in list(left.items()):
            terms, whole_print = len(formula.terms), _fingerprint(formula)
            for symbol in content(formula)[1]:
                if (terms, whole_print - terms * hash(symbol)) not in prints:
                    continue  # so are most of the factors of a long product
                rest = Poly(divide_monomial(formula, 1, (symbol,)).terms, formula.den)
                value = known.get(rest) if _is_share(model, symbol) else None
                whole = None if value is None else Poly.symbol(symbol) * value
                if whole is not None and _leaves_less_open(whole, formula):
                    found[place] = whole
                    learn(left.pop(place), whole)
                    more = True
                    break
    return found


def _fingerprint(formula: Poly) -> int:
    """What equal formulas have in common; a factor taken out takes its hash from each term."""
    return sum(map(hash, chain.from_iterable(formula.terms)))


def _is_share(model: Model, symbol: str) -> bool:
    """Whether a factor is how often a branch is taken, of all times that it is reached."""
    atom = atoms.definition(symbol)
    names = atoms.free_symbols(atom.inner) if isinstance(atom, atoms.Not) else {symbol}
    parameters = (model.names.parameters.get(name) for name in names)
    return all(item is not None and item.kind is Kind.PROBABILITY for item in parameters)


def _leaves_less_open(count: Poly, formula: Poly) -> bool:
    return atoms.free_symbols(count) < atoms.free_symbols(formula)
