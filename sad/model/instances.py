"""The ways a unit is entered, and what differs from call to call."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import binder, replaceable_names
from sad.algebra.complements import joined
from sad.algebra.domains import Index
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.symbols import INDEX_MARK, call_name, index_name, site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.model.nodes import UnitDescription

_FEW = 8
"""Calls whose counts are kept apart in formulas as they come."""


class Bound(NamedTuple):
    """What a dummy procedure is: a unit, and what it sees of COMMON."""

    target: str
    commons: tuple[tuple[str, Poly], ...]


@dataclass(slots=True)
class Instance:
    """One way a unit is entered: loops its bindings depend on, how often, and the bindings.

    ``weights`` are how often by each of the calls that bind alike, ``procedures`` what its dummy
    procedures are.
    """

    indices: tuple[Index, ...]
    weights: list[Poly]
    bindings: Mapping[str, Poly]
    procedures: Mapping[str, Bound]
    _weight: Poly | None = field(default=None, init=False, compare=False)
    _binder: Callable[[Poly], Poly] | None = field(default=None, init=False, compare=False)

    @property
    def weight(self) -> Poly:
        """How often it is entered in all; of many calls added up once, when the last is known."""
        if self._weight is None:
            few, more = self.weights[:_FEW], self.weights[_FEW:]
            whole = total(few)
            found = joined(whole)
            if found is whole:
                found = reduce(lambda known, weight: atoms.group_of(known + weight), few)
            else:
                found = atoms.group_of(found)
            self._weight = atoms.group_of(total((found, *more))) if more else found
        return self._weight

    def add(self, weight: Poly) -> None:
        """Count another call that binds alike."""
        self.weights.append(weight)
        self._weight = None

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


class SavedState:
    """What differs from call to call of a unit, given how often it is entered in all.

    A count that depends on the number of the call is summed over all calls.
    """

    def __init__(self, unit: UnitDescription, entered: Poly) -> None:
        self._symbol = call_name(unit.entry)
        self._unknown = Poly.symbol(site_name(unit.name, "value", "number of the call"))
        index = index_name(unit.name, "calls")
        self._number = Poly.symbol(index)
        self._calls = (Index(index, ZERO, entered - 1, entered),)
        self._made: dict[tuple[int, Poly], Instance] = {}

    def instances(
        self, instances: Sequence[Instance], formulas: Sequence[Poly]
    ) -> Sequence[Instance]:
        """Return the instances for a part with these formulas: bound to the number of the call."""
        if not any(self._symbol in atoms.free_symbols(item) for item in formulas):
            return instances
        used = frozenset[str]().union(*map(atoms.free_symbols, formulas))
        if not self._alike(instances, used):
            return [self._bound(item, self._unknown) for item in instances]
        one = self._bound(instances[0], self._number)
        return [replace(one, indices=self._calls, weights=[ONE])]

    def _alike(self, instances: Sequence[Instance], used: frozenset[str]) -> bool:
        """Whether all calls are alike in what is used."""
        first = instances[0]
        values = {name: first.bindings.get(name) for name in used}
        for item in instances:
            if any(item.bindings.get(name) != value for name, value in values.items()):
                return False
        return not any(
            symbol.startswith(INDEX_MARK)
            for value in values.values()
            if value is not None
            for symbol in atoms.free_symbols(value)
        )

    def _bound(self, instance: Instance, value: Poly) -> Instance:
        """The same object each time for one of the unit's instances, which live longer than this."""
        known = self._made.get((id(instance), value))
        if known is None:
            known = replace(instance, bindings={**instance.bindings, self._symbol: value})
            self._made[id(instance), value] = known
        return known


class Alike:
    """The instances of a unit, those taken as one that do not differ in what a part of it uses.

    A library's unit is called with a thousand bindings, and most of its parts use few of its inputs.
    A few instances stay as they are: their formulas tell the calls apart.
    """

    def __init__(self, instances: Sequence[Instance]) -> None:
        self._instances = instances
        self._names = frozenset(name for item in instances for name in item.bindings)
        self._made: dict[frozenset[str], Sequence[Instance]] = {}

    def of(self, formulas: Sequence[Poly]) -> Sequence[Instance]:
        """Return the instances for a part with these formulas."""
        if len(self._instances) <= _FEW:
            return self._instances
        used = self._names & frozenset[str]().union(*map(replaceable_names, formulas))
        known = self._made.get(used)
        if known is None:
            known = self._made[used] = self._joined(used)
        return known

    def _joined(self, used: frozenset[str]) -> Sequence[Instance]:
        groups: dict[object, Instance] = {}
        for item in self._instances:
            bindings = {name: value for name, value in item.bindings.items() if name in used}
            key = item.indices, frozenset(bindings.items()), frozenset(item.procedures.items())
            if key in groups:
                groups[key].add(item.weight)
            else:
                groups[key] = Instance(item.indices, [item.weight], bindings, item.procedures)
        joined = len(groups) < len(self._instances)
        return list(groups.values()) if joined else self._instances
