"""Default trip counts: from how likely one iteration leaves the loop, and the loop's bounds."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.evaluate import evaluate
from sad.description.parameters import Kind
from sad.description.tree import Branch, Loop, Seq, Weighted
from sad.evaluation.consistent import DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.counting.evaluate import Number
    from sad.counting.poly import Poly
    from sad.description.parameters import Parameter
    from sad.description.tree import Node
    from sad.evaluation.model import Model


def default_trips(model: Model, values: Mapping[str, Number]) -> dict[str, Number]:
    """Return a default for every trip count that has a guess and no value, by symbol.

    ``values`` are what the rest has, by symbol. An iteration that leaves its loop with probability q
    lets it run ``(1 - (1 - q)**N)/q`` times on average if it may run N times, ``1/q`` times if there is
    no bound; without a known q the guess stands for 1/q.
    """
    missing = {
        symbol: item
        for symbol in model.symbols
        if symbol not in values
        and (item := model.names.parameters.get(symbol)) is not None
        and item.kind is Kind.TRIP_COUNT
        and item.guess is not None
    }
    if not missing:
        return {}
    guesses = {
        symbol: item.guess
        for symbol, item in model.names.parameters.items()
        if item.guess is not None
    }
    known: dict[str, Number] = dict(values)
    found: dict[str, Number] = {}
    loops = {loop.parameter: loop for loop in _loops(model) if loop.parameter in missing}
    # Inner loops come first: how likely an iteration leaves the outer one may depend on them.
    for symbol, loop in loops.items():
        assert symbol is not None
        found[symbol] = known[symbol] = _of_loop(missing[symbol], loop, known, guesses)
    for symbol, item in missing.items():
        if symbol not in found:
            found[symbol] = _bounded(item, Fraction(item.guess or 0), item.limit, known)
    return found


def _of_loop(
    item: Parameter, loop: Loop, known: Mapping[str, Number], guesses: Mapping[str, Fraction]
) -> Number:
    assert item.guess is not None
    trips = item.guess
    leaving = _value(loop.leaving, known) if loop.leaving else None
    if leaving is not None and leaving >= 0:
        usual = _value(loop.leaving, {**known, **guesses})
        trips = _without_bound(item, loop, Fraction(leaving), usual)
    return _bounded(item, trips, item.limit, known)


def _without_bound(
    item: Parameter, loop: Loop, leaving: Fraction, usual: Number | None
) -> Fraction:
    """The trip count that goes with a probability of leaving, where the guess goes with ``usual``."""
    assert item.guess is not None
    if loop.limit is not None:  # its own test is the limit
        return 1 / leaving if leaving else Fraction(10**12)
    if usual is None or not 0 < usual < 1:
        return min(item.guess, 1 / leaving) if leaving else item.guess
    # A test that goes on with probability p lets the body run p/(1 - p*(1 - q)) times.
    goes_on = item.guess / (1 + item.guess * (1 - Fraction(usual)))
    return goes_on / (1 - goes_on * (1 - leaving))


def _bounded(
    item: Parameter, trips: Fraction, limit: Poly | None, known: Mapping[str, Number]
) -> Number:
    most = None if limit is None else _value(limit, known)
    if most is not None and most <= max(item.least, 1):
        return max(int(most), item.least)
    if most is not None and trips > 1:
        stays = math.log1p(-1 / float(trips))
        trips = min(Fraction(-math.expm1(float(most) * stays)) * trips, Fraction(most))
    floor = Fraction(math.floor(trips * DIGITS), DIGITS)
    return max(floor, Fraction(item.least))


def _value(poly: Poly, known: Mapping[str, Number]) -> Number | None:
    if not atoms.free_symbols(poly) <= known.keys():
        return None
    try:
        return evaluate(poly, known)
    except (ArithmeticError, ValueError):
        return None


def _loops(model: Model) -> Iterator[Loop]:
    for unit in model.description.units:
        yield from _inside(unit.tree)


def _inside(node: Node) -> Iterator[Loop]:
    match node:
        case Seq(parts):
            for part in parts:
                yield from _inside(part)
        case Branch(arms=arms):
            for _, _, part in arms:
                yield from _inside(part)
        case Weighted(part=part):
            yield from _inside(part)
        case Loop(head=head, body=body):
            yield from _inside(head)
            yield from _inside(body)
            yield node
        case _:
            pass
