"""A whole program from one entry: how often every block runs, in terms of the entry's inputs.

Goes from callers to callees. A unit has one *instance* for each different binding of its inputs; calls
with equal bindings add up. Bindings that depend on a caller's loop index keep that loop, and the
counts are summed over it.

Over 400 lines: who enters whom is decided while the counts are made.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import binder
from sad.algebra.domains import Index, Visit
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.model.instances import FEW, Alike, Bound, Instance, SavedState
from sad.model.parameters import with_parameters
from sad.model.walks.terms import CallTerm, Context, Factor, MessageTerm, all_terms
from sad.records import field, mutable, record
from sad.symbols import CALLERS, is_saved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.model.nodes import Activations, Block, Call, Description, Message, UnitDescription
    from sad.model.parameters import Parameter
    from sad.model.recursion import Start


@record
class BlockCount:
    """One block of one unit: its total count, and the X and P around it in the unit's own terms."""

    unit: UnitDescription
    number: int
    block: Block
    count: Poly
    loops: tuple[Factor, ...]
    branches: tuple[Factor, ...]

    @property
    def id(self) -> str:
        """A name for the block: the unit and its number in it."""
        return f"{self.unit.name}.b{self.number}"


@record
class MessageCount:
    """One message of one unit as one instance of it sends it, in terms of the entry's inputs.

    ``indices`` and ``weight`` are the loops and branches around it, callers' ones first; the message's
    formulas may depend on the indices. ``order`` is its place in the unit's tree.
    """

    unit: UnitDescription
    message: Message
    indices: tuple[Index, ...]
    weight: Poly
    order: int

    @property
    def id(self) -> str:
        """A name for the message: the unit, and its place there."""
        return f"{self.unit.name}.{self.message.id}"

    def calls(self) -> Poly:
        """Return how often the call is made, summed over all indices."""
        return sum_nest(self.indices, self.weight)

    def number(self) -> Poly:
        """Return how many messages that are: none where the partner is nobody."""
        return sum_nest(self.indices, self.weight * self.message.present)

    def nbytes(self) -> Poly:
        """Return how many bytes are passed in all."""
        passed = self.weight * self.message.present * self.message.nbytes
        return sum_nest(self.indices, passed)


@mutable
class Expansion:
    """Counts of a program run from one entry (or of all units by themselves).

    ``description`` is what was expanded, with parameters for averages of what too many calls pass on.
    ``activations`` is how often each unit is entered, ``externals`` how often procedures that are not
    in the program are called. ``instances`` are, by unit, the different values its inputs have.
    ``messages`` are those of all units and instances.
    """

    description: Description
    entry: UnitDescription | None
    blocks: list[BlockCount] = field(default_factory=list[BlockCount])
    activations: dict[str, Poly] = field(default_factory=dict[str, Poly])
    externals: dict[str, Poly] = field(default_factory=dict[str, Poly])
    instances: dict[str, tuple[Instance, ...]] = field(
        default_factory=dict[str, "tuple[Instance, ...]"]
    )
    messages: list[MessageCount] = field(default_factory=list[MessageCount])


class _Expander:
    def __init__(self, description: Description, entry: UnitDescription | None) -> None:
        self._description = description
        self._units = {unit.name: unit for unit in description.units}
        self._result = Expansion(description, entry)
        self._handed: set[str] = set()
        self._externals: dict[str, list[Poly]] = {}
        self._instances: dict[str, dict[object, Instance]] = {}
        self._starts: dict[object, list[Start] | None] = {}
        self._averages: dict[str, list[Parameter]] = {}
        self._has_threads = any(unit.directives for unit in description.units)

    def run(self) -> Expansion:
        entry = self._result.entry
        if entry is not None:
            start = self._description.commons
            if entry.kind != "program":  # others may have changed the rest before
                start = {name: value for name, value in start.items() if is_saved(name)}
            self._enter(entry, (), ONE, start)
        for unit in reversed(self._description.units):
            if entry is None and unit.recursion is not None:
                self._by_itself(unit, unit.recursion)
            elif entry is None:
                self._add(unit.name, (), ONE, {})
            if unit.name in self._instances:
                self._unit(unit)
        self._result.blocks.reverse()
        self._result.externals.update(
            (name, total(counts)) for name, counts in self._externals.items()
        )
        if self._averages:
            self._result.description = with_parameters(self._description, self._averages)
        return self._result

    def _unit(self, unit: UnitDescription) -> None:
        instances = list(self._instances[unit.name].values())
        entered = total(item.entered for item in instances)
        state = SavedState(unit, entered)
        self._result.activations[unit.name] = total(
            item.entered * item.bindings.get(CALLERS, ONE) for item in instances
        )
        for name in unit.hands if self._result.entry is not None else ():
            self._hand(name)
        alike = Alike(unit, instances, apart=len(instances) > FEW and self._has_messages)
        self._result.instances[unit.name] = tuple(alike.all)
        counts: dict[Context, Poly] = {}
        blocks: dict[int, BlockCount] = {}
        for order, term in enumerate(all_terms(unit.tree)):
            context = term.context
            if isinstance(term, MessageTerm):
                formulas = [*context.formulas(), *term.message.formulas()]
                for instance in state.instances(instances, formulas):
                    self._message(term, unit, instance, order)
                continue
            if isinstance(term, CallTerm):
                formulas = [*context.formulas(), *term.call.formulas()]
                for instance in state.instances(alike.of(formulas), formulas):
                    self._call(term, unit, instance)
                continue
            count = counts.get(context)
            if count is None:
                formulas = context.formulas()
                entering = state.instances(alike.of(formulas), formulas)
                count = counts[context] = total(_count(context, item) for item in entering)
            known = blocks.get(term.number)
            blocks[term.number] = BlockCount(
                unit,
                term.number,
                term.block,
                count if known is None else known.count + count,
                context.loops if known is None else known.loops,
                context.branches if known is None else known.branches,
            )
        self._result.blocks.extend(reversed(blocks.values()))
        if alike.parameters:
            self._averages[unit.name] = list(alike.parameters.values())
        for instance in instances:
            instance.forget()

    def _message(
        self, term: MessageTerm, unit: UnitDescription, instance: Instance, order: int
    ) -> None:
        message = term.message.mapped(instance.bind)
        indices, weight = _around(term.context, instance)
        self._result.messages.append(MessageCount(unit, message, indices, weight, order))

    def _call(self, term: CallTerm, caller: UnitDescription, instance: Instance) -> None:
        call = term.call
        bound = None if call.through is None else instance.procedures.get(call.through)
        if call.target is None and bound is None:
            self._externals.setdefault(call.name, []).append(_count(term.context, instance))
            return
        if call.recursive or self._result.entry is None:
            return  # counted among the activations, or every unit is described by itself
        if bound is not None:
            unit = self._units[bound.target]
            if unit.recursion is not None and caller.name in unit.recursion.members:
                return
            bindings = _arguments(unit, call, bound, instance)
        else:
            assert call.target is not None
            unit = self._units[call.target]
            bindings = {n: instance.bind(value) for n, value in call.bindings.items()}
        procedures = _procedures(call, instance)
        indices, weight = _around(term.context, instance)
        values = [*bindings.values(), *(v for b in procedures.values() for _, v in b.commons)]
        if any(map(atoms.is_indexed, values)):
            self._enter(unit, indices, weight, bindings, procedures)
        else:
            times = atoms.group_of(sum_nest(indices, weight))
            self._enter(unit, (), times, bindings, procedures)

    def _enter(
        self,
        unit: UnitDescription,
        indices: tuple[Index, ...],
        weight: Poly,
        bindings: Mapping[str, Poly],
        procedures: Mapping[str, Bound] = MappingProxyType({}),
    ) -> None:
        """Let a unit start; a recursive one starts units of its cycle as often as its inputs tell.

        If they do not tell, it starts all of them a named number of times.
        """
        if unit.recursion is None:
            self._add(unit.name, indices, weight, bindings, procedures)
            return
        numbers = {name: value for name, value in bindings.items() if value.as_integer is not None}
        solved = self._solved(unit, numbers)
        if solved is not None and not _is_open(solved, bindings):
            bound = binder(bindings)
            for start in solved:
                inner = tuple(index.mapped(bound) for index in start.indices)
                values = {name: bound(value) for name, value in start.values.items()}
                self._add(start.member, indices + inner, weight * bound(start.weight), values)
            return
        calls = atoms.group_of(sum_nest(indices, weight))
        for name in unit.recursion.members:
            member = self._units[name]
            if member.recursion is not None:
                self._start(name, member.recursion, calls)

    def _solved(
        self, unit: UnitDescription, numbers: Mapping[str, Poly] = MappingProxyType({})
    ) -> list[Start] | None:
        """The activations that a call of a recursive unit starts, if its inputs tell."""
        from sad.model.recursion import starts_of  # noqa: PLC0415 - for recursive units
        from sad.model.recursion_states import starts_at  # noqa: PLC0415 - for recursive units
        from sad.model.recursion_walks import starts_through  # noqa: PLC0415 - for recursive units

        key = unit.name, frozenset(numbers.items())
        if key not in self._starts:
            found = starts_of(unit, self._units, numbers)
            found = found or starts_at(unit, self._units, numbers)
            if found is None and not self._has_messages:
                found = starts_through(unit, self._units)
            self._starts[key] = found
        return self._starts[key]

    @cached_property
    def _has_messages(self) -> bool:
        """Whether a unit passes messages: these are told apart by loops alone."""
        return any(
            isinstance(term, MessageTerm)
            for unit in self._description.units
            for term in all_terms(unit.tree)
        )

    def _hand(self, name: str) -> None:
        """Let a unit start that somebody gets as an argument, once for all who pass it."""
        handed = self._units[name].handed
        if handed is not None and name not in self._handed:
            self._handed.add(name)
            self._start(name, handed, ONE)
            recursion = self._units[name].recursion
            for other in () if recursion is None else recursion.members:
                member = self._units[other].recursion
                if member is not None and other != name:
                    self._start(other, member, Poly.symbol(handed.starts))

    def _by_itself(self, unit: UnitDescription, how: Activations) -> None:
        """Let a recursive unit start that is described without any other unit."""
        from sad.model.recursion import starts_of  # noqa: PLC0415 - for recursive units
        from sad.model.recursion_walks import starts_through  # noqa: PLC0415 - for recursive units

        starts = starts_of(unit, {unit.name: unit})
        if starts is None and not self._has_messages:
            starts = starts_through(unit, {unit.name: unit})
        if starts is None:
            self._start(unit.name, how, ONE)
        for start in starts or ():
            self._add(unit.name, start.indices, start.weight, start.values)

    def _start(self, name: str, how: Activations, calls: Poly) -> None:
        """Let a unit start a named number of times a call; its inputs are averages over these."""
        values = {symbol: Poly.symbol(value) for symbol, value in how.values.items()}
        self._add(name, (), calls * Poly.symbol(how.starts), values)

    def _add(
        self,
        name: str,
        indices: tuple[Index, ...],
        weight: Poly,
        bindings: Mapping[str, Poly],
        procedures: Mapping[str, Bound] = MappingProxyType({}),
    ) -> None:
        if self._has_threads and CALLERS not in bindings:
            bindings = {**bindings, CALLERS: ONE}
        key = (indices, frozenset(bindings.items()), frozenset(procedures.items()))
        known = self._instances.setdefault(name, {})
        before = known.get(key)
        if before is None:
            known[key] = Instance(indices, [weight], bindings, procedures)
        else:
            before.add(weight)


def _is_open(starts: Sequence[Start], bindings: Mapping[str, Poly]) -> bool:
    """Whether calls one by one start with what only a run can tell: averages are no values."""
    visits = [index for start in starts for index in start.indices if isinstance(index, Visit)]
    return any(
        atoms.has_unresolved(bindings[name])
        for visit in visits
        for name in visit.free().intersection(bindings)
    )


def _procedures(call: Call, instance: Instance) -> dict[str, Bound]:
    """What the dummy procedures of a callee are."""
    found: dict[str, Bound] = {}
    for dummy, passed in call.procedures.items():
        if passed.target is None:
            known = instance.procedures.get(passed.own)
            if known is not None:
                found[dummy] = known
        else:
            commons = [(n, instance.bind(v)) for n, v in passed.commons.items()]
            found[dummy] = Bound(passed.target, tuple(commons))
    return found


def _arguments(
    unit: UnitDescription, call: Call, bound: Bound, instance: Instance
) -> dict[str, Poly]:
    """The inputs of a unit called through a dummy procedure; what is not known differs each time."""
    values: dict[str, Poly] = {}
    if unit.handed is not None:
        values = {symbol: Poly.symbol(name) for symbol, name in unit.handed.values.items()}
    values.update(bound.commons)
    for dummy, argument in zip(unit.dummies, call.arguments, strict=False):
        if dummy is not None and argument is not None and dummy[1] == argument[0]:
            values[dummy[0]] = instance.bind(argument[1])
    return values


def _around(context: Context, instance: Instance) -> tuple[tuple[Index, ...], Poly]:
    """The instance's loops, then the context's, bound to the instance's inputs."""
    bind = instance.bind
    if not instance.bindings:
        return instance.indices + context.indices, instance.weight * context.weight
    inner = tuple(index.mapped(bind) for index in context.indices)
    return instance.indices + inner, instance.weight * bind(context.weight)


def _count(context: Context, instance: Instance) -> Poly:
    if context.trips is not None:
        weight = instance.weight * instance.bind(context.weight)
        trips = instance.bind(context.trips)
        if not (atoms.is_indexed(weight) or atoms.is_indexed(trips)):
            return sum_nest(instance.indices, weight * trips)
    return sum_nest(*_around(context, instance))


def count_in(expansion: Expansion, unit: UnitDescription, context: Context) -> Poly:
    """Return how often a part of a unit runs in all, given what is around it in the unit's tree."""
    instances = expansion.instances.get(unit.name, ())
    state = SavedState(unit, expansion.activations.get(unit.name, ZERO))
    entering = state.instances(instances, context.formulas())
    return total(_count(context, item) for item in entering)


def amount_in(expansion: Expansion, unit: UnitDescription, context: Context, amount: Poly) -> Poly:
    """Return ``amount``, in the unit's own terms, for each time that a part of it runs, in all."""
    found: list[Poly] = []
    for instance in expansion.instances.get(unit.name, ()):
        indices, weight = _around(context, instance)
        found.append(sum_nest(indices, weight * instance.bind(amount)))
    return total(found)


_made: deque[tuple[Description, Expansion]] = deque(maxlen=2)
"""The expansions that were made last, and of what."""


def expand(description: Description, entry: UnitDescription | None) -> Expansion:
    """Return the counts of all blocks reached from ``entry``; None describes each unit by itself.

    What is asked for again soon, as an import of profiles does, is made once; nobody changes it.
    """
    for before, known in _made:
        if (description is before or description is known.description) and known.entry is entry:
            return known
    found = _Expander(description, entry).run()
    _made.append((description, found))
    return found


def is_library(units: int, programs: int, roots: int) -> bool:
    """Whether there is no one unit to start from (``default_entry``) among so many units.

    ``programs`` are main programs, ``roots`` units that no other calls.
    """
    return units > 1 and (programs or roots) != 1


def default_entry(description: Description) -> UnitDescription | None:
    """Return the unit to start from: the one main program, else the only unit nobody calls.

    None if there are several: of many programs none is meant more than the others.
    """
    if len(description.units) == 1:
        return description.units[0]
    programs = [unit for unit in description.units if unit.kind == "program"]
    if programs:
        return programs[0] if len(programs) == 1 else None
    called = {name for unit in description.units for name in unit.calls if name != unit.entry}
    roots = [unit for unit in description.units if unit.entry not in called]
    return roots[0] if len(roots) == 1 else None
