"""Default trip counts: from how likely one iteration leaves the loop, and the loop's bounds."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO
from sad.evaluation.defaults.consistent import DIGITS
from sad.model.nodes import Loop, parts_of
from sad.model.parameters import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.model import Model
    from sad.model.nodes import Node
    from sad.model.parameters import Parameter


def default_trips(model: Model, values: Mapping[str, Number]) -> dict[str, Number]:
    """Return a default for every trip count that has a guess and no value, by symbol.

    ``values`` are what the rest has, by symbol. An iteration that leaves its loop with probability q
    lets it run ``(1 - (1 - q)**N)/q`` times on average if it may run N times, ``1/q`` times if there is
    no bound. Where the description has no q, the guess stands for 1/q. A loop whose bound is random
    gets none.
    """
    missing = {
        symbol: item
        for symbol in model.symbols
        if symbol not in values
        and (item := model.names.parameters.get(symbol)) is not None
        and item.kind is Kind.TRIP_COUNT
        and item.guess is not None
        and not (item.limit and model.random.keys() & atoms.free_symbols(item.limit))
    }
    return _Trips(model, values, missing).found if missing else {}


class _Trips:
    def __init__(
        self, model: Model, values: Mapping[str, Number], missing: Mapping[str, Parameter]
    ) -> None:
        self._model = model
        self._known = dict(values)
        self._guesses = {
            symbol: item.guess
            for symbol, item in model.names.parameters.items()
            if item.guess is not None
        }
        self.found: dict[str, Number] = {}
        # Inner loops come first: how likely an iteration leaves the outer one may depend on them.
        for unit in model.description.units:
            for loop in _loops(unit.tree):
                item = None if loop.parameter is None else missing.get(loop.parameter)
                if item is not None and item.symbol not in self.found:
                    self._add(item, self._of_loop(item, loop))
        for symbol, item in missing.items():
            if symbol not in self.found:
                self._add(item, self._bounded(item, Fraction(item.guess or 0)))

    def _add(self, item: Parameter, trips: Fraction) -> None:
        floor = Fraction(math.floor(trips * DIGITS), DIGITS)
        self.found[item.symbol] = self._known[item.symbol] = max(floor, Fraction(item.least))

    def _of_loop(self, item: Parameter, loop: Loop) -> Fraction:
        assert item.guess is not None
        leaving = self._value(loop.leaving) if loop.leaving else None
        if leaving is None or leaving < 0:
            return self._bounded(item, item.guess)
        if loop.limit is not None:  # the loop's own test is that limit
            return self._bounded(item, 1 / Fraction(leaving) if leaving else None)
        usual = self._value(loop.leaving, self._guesses)
        if usual is None or not 0 < usual < 1:
            return min(item.guess, 1 / Fraction(leaving)) if leaving else item.guess
        # A test that goes on with probability p lets the body run p/(1 - p*(1 - q)) times.
        goes_on = item.guess / (1 + item.guess * (1 - Fraction(usual)))
        return goes_on / (1 - goes_on * (1 - Fraction(leaving)))

    def _bounded(self, item: Parameter, trips: Fraction | None) -> Fraction:
        """The trip count under the loop's bounds, where these have a value; None is no other end."""
        most = self._limit(item)
        if most is None:
            return item.guess or Fraction(0) if trips is None else trips
        if trips is None or most <= 1 or trips <= 1:
            return most if trips is None else min(trips, most)
        stays = math.log1p(-1 / float(trips))
        return min(Fraction(-math.expm1(float(most) * stays)) * trips, most)

    def _limit(self, item: Parameter) -> Fraction | None:
        """The most a loop can run, on average over the calls of its unit; None if not known."""
        if item.limit is None:
            return None
        direct = self._value(item.limit)
        if direct is not None:
            return Fraction(direct)
        whole = entered = ZERO
        for unit in self._model.expansion.description.units:
            if unit.unit != item.unit or all(p.symbol != item.symbol for p in unit.parameters):
                continue
            for instance in self._model.expansion.instances.get(unit.name, ()):
                most = bind(item.limit, instance.bindings)
                whole = whole + sum_nest(instance.indices, instance.weight * most)
                entered = entered + sum_nest(instance.indices, instance.weight)
        times = self._value(entered)
        total = self._value(whole) if times is not None and times > 0 else None
        return None if total is None or times is None else Fraction(total) / Fraction(times)

    def _value(self, poly: Poly, more: Mapping[str, Number] | None = None) -> Number | None:
        known = {**self._known, **(more or {})}
        if not atoms.free_symbols(poly) <= known.keys():
            return None
        try:
            return evaluate(poly, known)
        except (ArithmeticError, ValueError):
            return None


def _loops(node: Node) -> Iterator[Loop]:
    """The loops of a tree, inner ones first."""
    for part in parts_of(node):
        yield from _loops(part)
    if isinstance(node, Loop):
        yield node
