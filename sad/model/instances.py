"""The ways a unit is entered, and what differs from call to call."""

from __future__ import annotations

from functools import cached_property, reduce
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import binder, replaceable_names
from sad.algebra.complements import joined
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.diagnostics import Span
from sad.model.parameters import Class, Kind, Parameter
from sad.model.walks.formulas import used_symbols
from sad.records import field, mutable, replace
from sad.symbols import CALLERS, call_name, index_name, site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.model.nodes import UnitDescription

FEW = 8
"""Calls whose counts are kept apart in formulas as they come."""
_MOST_OPEN = 40
"""Ways a unit is entered that only a run can tell and that are counted one by one."""


class Bound(NamedTuple):
    """What a dummy procedure is: a unit, and what it sees of COMMON."""

    target: str
    commons: tuple[tuple[str, Poly], ...]


@mutable
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
    _entered: Poly | None = field(default=None, init=False, compare=False)
    _binder: Callable[[Poly], Poly] | None = field(default=None, init=False, compare=False)

    @property
    def weight(self) -> Poly:
        """How often it is entered in all; of many calls added up once, when the last is known."""
        if self._weight is None:
            few, more = self.weights[:FEW], self.weights[FEW:]
            whole = total(few)
            found = joined(whole)
            if found is whole:
                found = reduce(lambda known, weight: atoms.group_of(known + weight), few)
            else:
                found = atoms.group_of(found)
            self._weight = atoms.group_of(total((found, *more))) if more else found
        return self._weight

    @property
    def entered(self) -> Poly:
        """How often it is entered over all its loops."""
        if self._entered is None:
            self._entered = sum_nest(self.indices, self.weight)
        return self._entered

    def add(self, weight: Poly) -> None:
        """Count another call that binds alike."""
        self.weights.append(weight)
        self._weight = self._entered = None

    @property
    def is_open(self) -> bool:
        """Whether only a run can tell with what it is entered."""
        bounds = (part for index in self.indices for part in (index.first, index.last, index.trips))
        return any(map(atoms.has_unresolved, (*self.bindings.values(), *bounds)))

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
        self._is_used = self._symbol in used_symbols(unit.tree)
        self._unknown = Poly.symbol(site_name(unit.name, "value", "number of the call"))
        index = index_name(unit.name, "calls")
        self._number = Poly.symbol(index)
        self._calls = (Index(index, ZERO, entered - 1, entered),)
        self._made: dict[tuple[int, Poly], Instance] = {}

    def instances(
        self, instances: Sequence[Instance], formulas: Sequence[Poly]
    ) -> Sequence[Instance]:
        """Return the instances for a part with these formulas: bound to the number of the call."""
        if not self._is_used or not any(
            atoms.depends_on(item, self._symbol) for item in formulas
        ):  # most units have no such number at all
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
        return not any(value is not None and atoms.is_indexed(value) for value in values.values())

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
    A few instances stay as they are: their formulas tell the calls apart. The paths of calls through
    a library multiply: too many ways to enter that only a run can tell are one, with averages for what
    they pass on, since formulas of all would be no use and fill the memory. What follows from the
    program's inputs stays as it is. ``parameters`` are these averages, by symbol.
    """

    def __init__(
        self, unit: UnitDescription, instances: Sequence[Instance], *, apart: bool = False
    ) -> None:
        """``apart``: all calls are told apart, however many there are."""
        self.parameters: dict[str, Parameter] = {}
        self._unit = unit
        self._instances = instances
        self._most = len(instances) if apart else _MOST_OPEN
        self._names = frozenset(name for item in instances for name in item.bindings)
        self._made: dict[frozenset[str], Sequence[Instance]] = {}

    def of(self, formulas: Sequence[Poly]) -> Sequence[Instance]:
        """Return the instances for a part with these formulas."""
        if len(self._instances) <= FEW:
            return self._instances
        used = self._names & frozenset[str]().union(*map(replaceable_names, formulas))
        known = self._made.get(used)
        if known is None:
            known = self._made[used] = self._joined(used)
        return known

    @cached_property
    def all(self) -> Sequence[Instance]:
        """The instances, too many open ones as one."""
        return self._averaged(self._instances)

    def _joined(self, used: frozenset[str]) -> Sequence[Instance]:
        groups: dict[object, Instance] = {}
        for item in self._instances:
            bindings = {name: value for name, value in item.bindings.items() if name in used}
            key = item.indices, frozenset(bindings.items()), frozenset(item.procedures.items())
            if key in groups:
                groups[key].add(item.weight)
            else:
                groups[key] = Instance(item.indices, [item.weight], bindings, item.procedures)
        few = self._averaged(list(groups.values()))
        return few if len(few) < len(self._instances) else self._instances

    def _averaged(self, instances: Sequence[Instance]) -> Sequence[Instance]:
        open_ones: dict[object, list[Instance]] = {}
        for item in instances if len(instances) > self._most else ():
            if item.is_open:
                key = frozenset(item.procedures.items()), item.bindings.get(CALLERS)
                open_ones.setdefault(key, []).append(item)
        for group in open_ones.values():
            if len(group) > self._most:
                found = {id(item) for item in group}
                left = [item for item in instances if id(item) not in found]
                instances = [*left, self._average(group)]
        return instances

    def _average(self, instances: Sequence[Instance]) -> Instance:
        """One instance for all: inputs that differ, or that loops change, are parameters."""
        unit, first = self._unit, instances[0]
        bindings: dict[str, Poly] = {}
        for name in dict.fromkeys(name for item in instances for name in item.bindings):
            values = {item.bindings.get(name) for item in instances}
            value = values.pop()
            if value is not None and not values and not atoms.is_indexed(value):
                bindings[name] = value
                continue
            label = unit.labels.get(name, name).removeprefix(f"{unit.name}.")
            symbol = site_name(unit.name, "value", f"calls.{label}")
            reason = f"an average: more than {_MOST_OPEN} calls of {unit.entry} differ in it"
            span = Span.at(unit.file, unit.line)
            self.parameters[symbol] = Parameter(
                *(symbol, symbol, Kind.VALUE, Class.INDETERMINATE, unit.unit, span, reason)
            )
            bindings[name] = Poly.symbol(symbol)
        times = total(atoms.group_of(item.entered) for item in instances)
        return Instance((), [atoms.group_of(times)], bindings, first.procedures)
