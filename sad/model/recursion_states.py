"""Units that call themselves with numbers as arguments: each different activation, and how often it is.

``fib(40)`` has 331,160,281 activations, but only 41 different ones: those with equal inputs do the
same. Each is looked at once, callers before those they start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra.bind import bind
from sad.algebra.poly import Poly
from sad.model.recursion import Start, recursive_calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.domains import Index
    from sad.model.nodes import Call, UnitDescription

_MOST_STATES = 1_000
_MOST_CALLS = 20_000


class _State(NamedTuple):
    """An activation of a unit: its inputs in order, None for one that is not known."""

    unit: str
    inputs: tuple[int | None, ...]


class _TooMany(Exception):
    """There are more activations than are looked at, or one of which not all is known."""


def starts_at(
    unit: UnitDescription, units: Mapping[str, UnitDescription], numbers: Mapping[str, Poly]
) -> list[Start] | None:
    """Return the different activations that a call with ``numbers`` for inputs starts.

    None if it does not follow from these which they are, or if they are too many.
    """
    try:
        return _Activations(units).starts(_state(unit, numbers))
    except _TooMany:
        return None


def _names(unit: UnitDescription) -> tuple[str, ...]:
    assert unit.recursion is not None
    return tuple(unit.recursion.values)


def _state(unit: UnitDescription, values: Mapping[str, Poly]) -> _State:
    found = (values.get(name) for name in _names(unit))
    return _State(unit.name, tuple(None if item is None else item.as_integer for item in found))


class _Activations:
    def __init__(self, units: Mapping[str, UnitDescription]) -> None:
        self._units = units
        self._left = _MOST_CALLS
        self._started: dict[_State, dict[_State, int]] = {}

    def starts(self, first: _State) -> list[Start]:
        """Return the activations, how often each is there, and its inputs."""
        times = {first: 1}
        for state in reversed(self._callees_first(first)):
            for other, number in self._started[state].items():
                times[other] = times.get(other, 0) + number * times[state]
        found: list[Start] = []
        for state, number in times.items():
            unit = self._units[state.unit]
            assert unit.recursion is not None
            unknown = {name: Poly.symbol(symbol) for name, symbol in unit.recursion.values.items()}
            values = {**unknown, **self._steady(first.unit, unit), **self._values(state)}
            found.append(Start(state.unit, (), Poly.constant(number), values))
        return found

    def _steady(self, first: str, unit: UnitDescription) -> dict[str, Poly]:
        """The inputs that a unit that only starts itself always passes on as they are."""
        calls = [term.call for term in recursive_calls(unit) or ()]
        if unit.name != first or any(call.target != first for call in calls):
            return {}
        own = ((name, Poly.symbol(name)) for name in _names(unit))
        return {
            name: value
            for name, value in own
            if all(call.bindings.get(name) == value for call in calls)
        }

    def _callees_first(self, first: _State) -> list[_State]:
        """The activations in an order in which each comes after all that it starts."""
        order: list[_State] = []
        begun: set[_State] = set()
        stack = [(first, iter(self._calls(first)))]
        while stack:
            state, rest = stack[-1]
            begun.add(state)
            following = next(rest, None)
            if following is None:
                order.append(state)
                begun.remove(state)
                stack.pop()
            elif following in begun:
                raise _TooMany  # it would never end
            elif following not in self._started:
                stack.append((following, iter(self._calls(following))))
        return order

    def _values(self, state: _State) -> dict[str, Poly]:
        names = _names(self._units[state.unit])
        pairs = zip(names, state.inputs, strict=True)
        return {name: Poly.constant(value) for name, value in pairs if value is not None}

    def _calls(self, state: _State) -> dict[_State, int]:
        """What an activation starts, and how often."""
        terms = recursive_calls(self._units[state.unit])
        if terms is None or len(self._started) >= _MOST_STATES:
            raise _TooMany
        found = self._started[state] = {}
        values = self._values(state)
        for term in terms:
            for inside in self._iterations(term.context.indices, values):
                weight = bind(term.context.weight, inside).as_integer
                self._left -= 1
                if weight is None or self._left < 0:
                    raise _TooMany
                if weight:
                    other = self._started_by(term.call, inside)
                    found[other] = found.get(other, 0) + weight
        return found

    def _started_by(self, call: Call, values: Mapping[str, Poly]) -> _State:
        assert call.target is not None
        bindings = {name: bind(value, values) for name, value in call.bindings.items()}
        return _state(self._units[call.target], bindings)

    def _iterations(
        self, indices: tuple[Index, ...], values: Mapping[str, Poly]
    ) -> Iterator[Mapping[str, Poly]]:
        """Yield the values in each iteration of the loops around a call."""
        if not indices:
            yield values
            return
        index, *rest = indices
        first, last = bind(index.first, values).as_integer, bind(index.last, values).as_integer
        if first is None or last is None:
            raise _TooMany
        for number in range(first, last + 1):
            yield from self._iterations(tuple(rest), {**values, index.name: Poly.constant(number)})
