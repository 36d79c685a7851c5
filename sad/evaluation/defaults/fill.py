"""Values by published heuristics for what is left without one (docs/heuristics.md).

Probabilities come first, then trip counts: these follow from the probabilities, given ones included,
and keep to the bounds of their loops where these have a value. What is given is never changed; a
default that would contradict it is moved until it does not, or withheld.
"""

from __future__ import annotations

import math
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO, Poly
from sad.algebra.runtime import quotient
from sad.diagnostics import Span
from sad.evaluation.defaults.consistent import DIGITS, made_consistent
from sad.evaluation.model import counted, is_decisive, model_of
from sad.model.parameters import Kind
from sad.model.walks.parts import loops_inner_first
from sad.profiles.settings import Origin, Setting, Settings
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Counted, Model
    from sad.model.nodes import Description, Loop
    from sad.model.parameters import Parameter


_PLACE = "<defaults>"
_MOST_NAMES = 8
_MOST_BITS = 256  # of a fraction that stays exact


@record
class Filled:
    """Settings with defaults added, their model, and parameters whose defaults would contradict."""

    settings: Settings
    model: Model
    withheld: tuple[str, ...]


def fill(
    description: Description,
    settings: Settings,
    entry: str | None,
    assume: Collection[str] = (),
) -> Filled:
    """Add defaults to settings, and tell which were withheld; raises as ``build_model``."""
    before = counted(description, entry, settings, assume)
    model = model_of(before, settings)
    chosen = _probabilities(model)
    if chosen:  # those that are 0 or 1 may decide trip counts
        model = model_of(before, _with(settings, chosen, model))
    chosen = {s: value for s, value in chosen.items() if s in model.used or value in (0, 1)}
    trips = default_trips(model, model.values)
    found = made_consistent(model, {**chosen, **trips})
    final = _with(settings, found.values, model, found.moved)
    return Filled(final, _model(before, model, final, found.values), found.withheld)


def _model(
    before: Counted, model: Model, settings: Settings, defaults: Mapping[str, Number]
) -> Model:
    """The model of the final settings: ``model`` with their values, unless they decide more.

    Makes the counts of a large program once less.
    """
    changed = {s: value for s, value in defaults.items() if model.values.get(s) != value}
    parameters = model.names.parameters
    dropped = any(
        origin is Origin.DEFAULT and symbol in model.notes and symbol not in defaults
        for symbol, origin in model.origins.items()
    )
    if dropped or any(is_decisive(parameters[s].kind, value) for s, value in changed.items()):
        return model_of(before, settings)
    numbers = {symbol: _plain(value) for symbol, value in changed.items()}
    notes = {symbol: settings.items[symbol].note for symbol in defaults}
    return replace(
        model,
        values={**model.values, **numbers},
        origins={**model.origins, **dict.fromkeys(numbers, Origin.DEFAULT)},
        notes={**model.notes, **notes},
    )


def _plain(value: Number) -> Number:
    """A default as the number that its text stands for."""
    text = _text(value)
    return int(text) if text.isdecimal() else float(text)


def withheld_notice(filled: Filled, diagnostics: Diagnostics) -> None:
    """Say which defaults were withheld (SAD520)."""
    if filled.withheld:
        names = ", ".join(filled.withheld[:_MOST_NAMES])
        more = len(filled.withheld) - _MOST_NAMES
        diagnostics.warning(
            "SAD520",
            f"no default for {names}{f' and {more} more' if more > 0 else ''}: "
            "any would contradict the values given",
            Span.at(_PLACE),
            "check probabilities and trip counts of one loop, or set these as well",
        )


def heuristic_values(model: Model) -> Mapping[str, Number]:
    """Return the given values, and a default for every other parameter that has one, by symbol.

    For measures such as elasticities that need a value for everything; nothing in ``model`` changes.
    """
    chosen = _probabilities(model)
    trips = default_trips(model, {**model.values, **chosen})
    return {**model.values, **made_consistent(model, {**chosen, **trips}).values}


def _with(
    settings: Settings,
    values: Mapping[str, Number],
    model: Model,
    moved: Collection[str] = (),
) -> Settings:
    """The settings with defaults added, each with where it comes from."""
    filled = settings.copy()
    for symbol, value in values.items():
        note = model.names.parameters[symbol].guess_from
        note += "; moved to fit the values given" if symbol in moved else ""
        filled.add(Setting(symbol, _text(value), Origin.DEFAULT, Span.at(_PLACE), note))
    return filled


def _text(value: Number) -> str:
    """A value as a setting's text."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def _probabilities(model: Model) -> dict[str, Number]:
    """Defaults for probabilities without a value; the arms of one branch leave room for given ones."""
    found: dict[str, Number] = {}
    branches: dict[str, list[Parameter]] = {}
    for symbol in model.missing:
        parameter = model.names.parameters.get(symbol)
        if parameter is None or parameter.kind is not Kind.PROBABILITY or parameter.guess is None:
            continue
        found[symbol] = parameter.guess
        if parameter.arm_of:
            branches.setdefault(parameter.arm_of, []).append(parameter)
    for branch, arms in branches.items():
        given = sum(
            Fraction(value)
            for symbol, value in model.values.items()
            if (item := model.names.parameters.get(symbol)) is not None and item.arm_of == branch
        )
        room = max(1 - given, Fraction(0))
        usual = 1 - sum(
            item.guess
            for item in model.names.parameters.values()
            if item.arm_of == branch and item.symbol in model.values and item.guess is not None
        )
        for item in arms if given else ():
            assert item.guess is not None
            share = item.guess * room / usual if usual > 0 else Fraction(0)
            found[item.symbol] = Fraction(math.floor(share * DIGITS), DIGITS)
    return found


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
        self._by_values: dict[str, Number] = {}
        self._by_guesses: dict[str, Number] = {}
        self.found: dict[str, Number] = {}
        # Inner loops come first: how likely an iteration leaves the outer one may depend on them.
        for unit in model.description.units:
            for loop in loops_inner_first(unit.tree):
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
            return _found(poly, known, self._by_guesses if more else self._by_values)
        except (ArithmeticError, ValueError):
            return None


def _found(poly: Poly, known: Mapping[str, Number], seen: dict[str, Number]) -> Number:
    """The value of a formula; ``seen`` are those of what formulas before it were made of.

    How likely an iteration leaves a loop is made of the same for the loops inside, so each part is
    evaluated once. Raises as ``evaluate``.
    """
    value: Number = 0
    for monomial, coefficient in poly.terms.items():
        factors = [_factor(symbol, known, seen) for symbol in monomial]
        value += prod(factors, start=coefficient)
    return quotient(value, poly.den) if poly.den != 1 else value


def _factor(symbol: str, known: Mapping[str, Number], seen: dict[str, Number]) -> Number:
    value = known.get(symbol)
    if value is None:
        value = seen.get(symbol)
    if value is None:
        match atoms.definition(symbol):
            case atoms.Not(inner):
                value = 1 - _found(inner, known, seen)
            case atoms.Alias(meaning=meaning):
                value = _found(meaning, known, seen)
            case _:
                value = evaluate(Poly.symbol(symbol), known)
        if isinstance(value, Fraction) and value.denominator.bit_length() > _MOST_BITS:
            value = float(value)
        seen[symbol] = value
    return value
