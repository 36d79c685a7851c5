"""The ways a unit is entered, and what is special about its first call."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import binder
from sad.algebra.conditions import not_negative
from sad.algebra.poly import ONE, ZERO, Poly
from sad.symbols import INDEX_MARK, first_name, site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.domains import Index
    from sad.description.tree import UnitDescription


class Bound(NamedTuple):
    """What a dummy procedure is: a unit, and what it sees of COMMON."""

    target: str
    commons: tuple[tuple[str, Poly], ...]


@dataclass(slots=True)
class Instance:
    """One way a unit is entered: loops its bindings depend on, how often, and the bindings.

    ``procedures`` are what its dummy procedures are.
    """

    indices: tuple[Index, ...]
    weight: Poly
    bindings: Mapping[str, Poly]
    procedures: Mapping[str, Bound]
    _binder: Callable[[Poly], Poly] | None = field(default=None, init=False, compare=False)

    def bind(self, poly: Poly) -> Poly:
        """Return a formula with the bindings put in; what was built for it serves the next ones."""
        if not self.bindings:
            return poly
        if self._binder is None:
            self._binder = binder(self.bindings)
        return self._binder(poly)

    def forget(self) -> None:
        """Let go of what ``bind`` remembers."""
        self._binder = None


class FirstCall:
    """What a unit does in its first call only, given how often it is entered in all.

    A count that depends on the first call is what all calls do if none is the first, plus the
    difference that the first one makes, if there is one.
    """

    def __init__(self, unit: UnitDescription, entered: Poly) -> None:
        self._symbol = first_name(unit.entry)
        self._unknown = Poly.symbol(site_name(unit.name, "value", "first call"))
        self._entered = entered
        self._made: dict[tuple[int, Poly], Instance] = {}

    def instances(
        self, instances: Sequence[Instance], formulas: Sequence[Poly]
    ) -> Sequence[Instance]:
        """Return the instances for a part with these formulas: bound to be the first call or not."""
        if not any(self._symbol in atoms.free_symbols(item) for item in formulas):
            return instances
        used = frozenset[str]().union(*map(atoms.free_symbols, formulas))
        first = self._first(instances, used)
        if first is None:
            return [self._bound(item, self._unknown) for item in instances]
        is_entered = not_negative(self._entered - 1)
        other = replace(first, weight=-is_entered)
        return [
            *(self._bound(item, ZERO) for item in instances),
            self._new(replace(first, weight=is_entered), ONE),
            self._new(other, ZERO),
        ]

    def _first(self, instances: Sequence[Instance], used: frozenset[str]) -> Instance | None:
        """The first call, as far as it matters: what is used must be the same in all calls."""
        first = instances[0]
        values = {name: first.bindings.get(name) for name in used}
        for item in instances:
            if any(item.bindings.get(name) != value for name, value in values.items()):
                return None
        for value in values.values():
            symbols = frozenset[str]() if value is None else atoms.free_symbols(value)
            if any(symbol.startswith(INDEX_MARK) for symbol in symbols):
                return None
        return replace(first, indices=())

    def _bound(self, instance: Instance, value: Poly) -> Instance:
        """The same object each time for one of the unit's instances, which live longer than this."""
        known = self._made.get((id(instance), value))
        if known is None:
            known = self._made[id(instance), value] = self._new(instance, value)
        return known

    def _new(self, instance: Instance, value: Poly) -> Instance:
        return replace(instance, bindings={**instance.bindings, self._symbol: value})
