"""Calls as seen by the caller: what the callee's inputs are bound to, and what the call changes.

Over 400 lines: what goes into a call and what comes back are the same arguments and cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.bind import bind_within
from sad.algebra.poly import ZERO
from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.overlaps import overlapping
from sad.analysis.calls.procedure_arguments import (
    Argument,
    Passed,
    argument_values,
    passed_procedures,
)
from sad.analysis.calls.results import Given, alternate
from sad.analysis.calls.written import base_names, target_name
from sad.analysis.messages.arguments import Arguments, element_of
from sad.analysis.messages.site import NO_MESSAGES, Traced
from sad.analysis.values.cells import Cell, array_of, is_common, is_of_any_length
from sad.analysis.values.codes import OPEN_TEXT, is_open, leading
from sad.analysis.values.elements import element_at_number, number_in_memory
from sad.analysis.values.tables import WHOLE, shifted, whole, with_part
from sad.analysis.values.translate import MOST_TERMS
from sad.analysis.values.truth import with_blanks
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.records import record
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.graph import Procedure
    from sad.analysis.calls.results import Exits
    from sad.analysis.cfg.graph import Block
    from sad.analysis.messages.library import Messages
    from sad.analysis.messages.tables import Routine
    from sad.analysis.values.lookup import Environment, Lookup
    from sad.diagnostics import Span
    from sad.ir.expr import FunctionCall
    from sad.ir.program import Symbol, Unit

    Results = Callable[[FunctionCall], Poly | None]


@record
class CallSite:
    """One call. ``procedure`` is None for an external; ``bindings`` are in the caller's terms.

    COMMON variables that units change which call each other are not among them: what these find
    there differs from one activation to the next. ``variables`` are the arguments that are names,
    ``given`` those that are constants, ``passed`` those that are procedures. Of a call through a dummy
    procedure ``through`` is its name and ``values`` are the arguments as they are. ``routine`` is one
    of a message-passing library, ``traced`` what it sends and sets.
    """

    name: str
    procedure: Procedure | None
    bindings: Mapping[str, Poly]
    variables: tuple[str, ...]
    span: Span
    given: Given
    passed: tuple[Passed, ...] = ()
    through: str | None = None
    values: tuple[Argument | None, ...] = ()
    routine: Routine | None = None
    traced: Traced = NO_MESSAGES


class CallTracer:
    """Binds and applies the calls of one unit. ``exits`` are the callees' values on return.

    ``messages`` knows what calls of message-passing libraries mean.
    """

    def __init__(
        self, program: ProgramEffects, lookup: Lookup, exits: Exits, messages: Messages
    ) -> None:
        self._program = program
        self._lookup = lookup
        self._exits = exits
        self._messages = messages
        self._cycle = program.graph.cycle(lookup.unit)

    def site(
        self, call: Call, span: Span, block: Block, environment: Environment, results: Results
    ) -> CallSite:
        """Return a call with its callee's inputs bound to values at this point.

        ``results`` gives the values of function references among the arguments.
        """
        procedure = self._program.graph.procedure(call.name, self._lookup.unit)
        bindings: dict[str, Poly] = {}
        given = Given()
        if procedure is not None:
            callee = procedure.unit
            traced = self._program.cells[unit_key(callee)].by_name
            shared, twice = overlapping(call, procedure, self._lookup.unit, self._program)
            for position, dummy in enumerate(procedure.dummies):
                if dummy not in traced:
                    continue
                value = self._argument(call, position, callee.symbols[dummy], environment, results)
                if value is None or dummy in shared:
                    reason = f"argument {dummy} of {call.name} is not traced"
                    if dummy in shared:
                        reason = f"argument {dummy} of {call.name} is changed under two names"
                    place = f"{call.name}.{dummy}".lower()
                    value = self._lookup.unknowns.make(place, reason, block, span)
                bindings[input_name(callee.name, dummy)] = value
            bindings.update(self._elements(call, procedure, block, environment, span))
            bindings.update(self._tables(call, procedure, block, environment, span))
            recursive = unit_key(callee) in self._cycle
            changed = self._program.changed_by(call, self._lookup.unit) if recursive else ()
            for cell in self._program.of(callee).commons:
                if cell in twice:
                    reason = f"is changed by {call.name} under two names"
                    spelling = self._lookup.spelling(cell)
                    bindings[cell] = self._lookup.unknowns.make(spelling, reason, block, span)
                elif cell not in changed:
                    bindings[cell] = self._lookup.cell(cell, environment)
            asked = self._exits.questions(procedure)
            bindings.update(self._messages.answers(asked, bindings, span))
            given = self._given(call, procedure, bindings, environment)
        passed, through, values = self._procedures(call, procedure, environment)
        variables = tuple(item.name for item in call.arguments if isinstance(item, ex.Variable))
        routine = self._program.graph.routine(call.name, self._lookup.unit)
        messages = NO_MESSAGES
        if routine is not None:
            found = Arguments(call, routine, self._lookup, block, environment, span, results)
            messages = self._messages.call(found)
        return CallSite(
            call.name,
            procedure,
            bindings,
            variables,
            span,
            given,
            passed,
            through,
            values,
            routine,
            messages,
        )

    def _elements(
        self,
        call: Call,
        procedure: Procedure,
        block: Block,
        environment: Environment,
        span: Span,
    ) -> Iterator[tuple[str, Poly]]:
        """The traced elements of the callee's arrays: those of the caller's."""
        callee = procedure.unit
        for inside, cell in self._pairs(call, procedure):
            value = None if cell is None else self._lookup.cell(cell, environment)
            if value is None:
                reason = f"element {inside} of an argument of {call.name} is not traced"
                place = f"{call.name}.{inside}".lower()
                value = self._lookup.unknowns.make(place, reason, block, span)
            yield input_name(callee.name, inside), value

    def _pairs(self, call: Call, procedure: Procedure) -> Iterator[tuple[str, Cell | None]]:
        """Yield the traced elements of the callee's dummy arrays, and what is the same here."""
        callee, unit = procedure.unit, self._lookup.unit
        elements = self._program.cells[unit_key(callee)].elements
        for position, dummy in enumerate(procedure.dummies):
            if dummy not in elements:
                continue
            argument = call.arguments[position] if position < len(call.arguments) else None
            start = None if argument is None else _start(argument, unit, callee.symbols[dummy])
            for inside in elements[dummy]:
                if inside.endswith(WHOLE):
                    continue
                place = None if start is None else number_in_memory(inside, callee.symbols)
                name = None
                if start is not None and place is not None:
                    name = element_at_number(start[1] + place, start[0], unit.symbols)
                yield inside, None if name is None else self._lookup.cells.by_name.get(name)

    def _passed_tables(
        self, call: Call, procedure: Procedure
    ) -> Iterator[tuple[str, tuple[str, int] | None]]:
        """Yield the callee's dummy arrays that are followed as a whole, and what they are here.

        That is an array, passed for no other dummy, and the number of the element that comes first.
        """
        callee, unit = procedure.unit, self._lookup.unit
        cells = self._program.cells[unit_key(callee)].by_name
        named = [name for item in call.arguments for name in base_names(item)]
        for dummy, argument in zip(procedure.dummies, call.arguments, strict=False):
            if whole(dummy) not in cells:
                continue
            start = _start(argument, unit, callee.symbols[dummy])
            own = None if start is None else self._lookup.cells.by_name.get(whole(start[0]))
            alone = start is not None and named.count(start[0]) == 1
            yield dummy, start if own is not None and alone else None

    def _tables(
        self,
        call: Call,
        procedure: Procedure,
        block: Block,
        environment: Environment,
        span: Span,
    ) -> Iterator[tuple[str, Poly]]:
        """What the callee's arrays are where it is entered, in terms of ``PLACE``."""
        for dummy, start in self._passed_tables(call, procedure):
            table = None if start is None else self._lookup.table(start[0], environment)
            if table is None or start is None:
                place = f"{call.name}.{whole(dummy)}".lower()
                found = self._lookup.unknowns.make(place, "is an array", block, span)
            else:
                found = shifted(table, start[1])
            yield input_name(procedure.unit.name, whole(dummy)), found

    def _procedures(
        self, call: Call, procedure: Procedure | None, environment: Environment
    ) -> tuple[tuple[Passed, ...], str | None, tuple[Argument | None, ...]]:
        """The procedures a call passes on; or the dummy procedure it calls, and the arguments."""
        if procedure is not None:
            passed = passed_procedures(call, procedure, self._program, self._lookup, environment)
            return passed, None, ()
        symbol = self._lookup.unit.symbols.get(call.name)
        if symbol is None or symbol.storage is not Storage.DUMMY:
            return (), None, ()
        return (), call.name, argument_values(call, self._lookup, environment)

    def _given(
        self,
        call: Call,
        procedure: Procedure,
        bindings: Mapping[str, Poly],
        environment: Environment,
    ) -> Given:
        """The constants among the arguments of a function, texts with their lengths."""
        unit = procedure.unit
        if unit.result is None:
            return Given()
        values: list[tuple[str, Poly]] = []
        lengths: list[tuple[str, int]] = []
        scalars = self._lookup.scalars(environment)
        for dummy, argument in zip(procedure.dummies, call.arguments, strict=False):
            value = bindings.get(input_name(unit.name, dummy))
            symbol = unit.symbols[dummy]
            if is_of_any_length(symbol):
                if argument.type is not Type.CHARACTER or is_open(argument, scalars):
                    continue
                value, length = scalars.value(argument), scalars.text_length(argument)
                if length is None:
                    continue
                lengths.append((dummy, length))
            if value is not None and value.as_constant is not None:
                values.append((dummy, value))
        return Given(tuple(values), tuple(lengths))

    def _argument(
        self,
        call: Call,
        position: int,
        dummy: Symbol,
        environment: Environment,
        results: Results,
    ) -> Poly | None:
        """What a dummy argument holds: of a text the characters it has room for."""
        if position >= len(call.arguments):
            return None
        argument = call.arguments[position]
        if argument.type is not dummy.type:
            return None
        value = self._lookup.value(argument, environment, results)
        if value is None or dummy.type is not Type.CHARACTER:
            return value
        given = self._lookup.scalars(environment).text_length(argument)
        if given is None:
            return None
        if is_of_any_length(dummy):
            return with_blanks(value, OPEN_TEXT - given) if given <= OPEN_TEXT else None
        if dummy.size_bytes is None or given < dummy.size_bytes:
            return None
        return leading(value, given, dummy.size_bytes)

    def apply(self, site: CallSite, call: Call, block: Block, environment: Environment) -> None:
        """Change the environment as the call does: known exit values, or new unknowns."""
        unit = self._lookup.unit
        known: dict[Cell, Poly | None] = {}
        if site.procedure is not None:
            known = self._known_exits(site, site.procedure, call)
        for (position, place), value in site.traced.outputs.items():
            target = self._cell(call, position, place)
            if target is not None:
                known[target] = value
        for name, value in site.traced.names.items():
            if name in self._lookup.cells.by_name:
                known[self._lookup.cells.by_name[name]] = value
        shared: frozenset[Cell] = frozenset()
        if site.procedure is not None:
            _, shared = overlapping(call, site.procedure, unit, self._program)
        lookup, reason = self._lookup, f"may be changed by {call.name}"
        for cell in self._program.changed_by(call, unit):
            found = None if cell in shared else known.get(cell)
            if found is None:
                found = lookup.unknowns.make(lookup.spelling(cell), reason, block, site.span)
            environment[cell] = found

    def _cell(self, call: Call, position: int, place: int | None) -> Cell | None:
        """The cell of an argument, or of an element of it, counted from the place that is passed."""
        if position >= len(call.arguments):
            return None
        argument = call.arguments[position]
        name = target_name(argument)
        if place is not None:
            name = element_of(argument, place, self._lookup)
        return None if name is None else self._lookup.cells.by_name.get(name)

    def _known_exits(
        self, site: CallSite, procedure: Procedure, call: Call
    ) -> dict[Cell, Poly | None]:
        exits = self._exits.of(procedure)
        known: dict[Cell, Poly | None] = {}
        for cell, value in exits.items():
            if is_common(cell):
                known[cell] = self._given_back(value, site, procedure)
        for position, dummy in enumerate(procedure.dummies[: len(call.arguments)]):
            argument, left = call.arguments[position], exits.get(dummy)
            inside, name = procedure.unit.symbols.get(dummy), target_name(argument)
            if (
                left is not None
                and name is not None
                and inside is not None
                and argument.type is inside.type
                and self._same_length(array_of(name), inside)
            ):
                own = self._lookup.cells.by_name.get(name)
                if own is not None:
                    known[own] = self._given_back(left, site, procedure)
        for element, own in self._pairs(call, procedure):
            if own is not None and element in exits:
                known[own] = self._given_back(exits[element], site, procedure)
        for dummy, start in self._passed_tables(call, procedure):
            name, left = whole(dummy), exits.get(whole(dummy))
            before = site.bindings.get(input_name(procedure.unit.name, name))
            if start is None or left is None or before is None:
                continue
            made = self._given_back(left, site, procedure)
            if made is None:
                continue
            after = made if not start[1] else with_part(shifted(before, -start[1]), start[1], made)
            if after is not None:
                known[self._lookup.cells.by_name[whole(start[0])]] = after
        return known

    def _given_back(self, value: Poly, site: CallSite, procedure: Procedure) -> Poly | None:
        """A value on return in the caller's terms; None if that is too long to keep."""
        here = bind_within(value, site.bindings, MOST_TERMS)
        if here is None:
            return None
        made = self._exits.made(procedure)
        return self._messages.adopted(here, made, site.bindings, site.span)

    def _same_length(self, name: str, dummy: Symbol) -> bool:
        """Whether a text comes back as it is in the callee."""
        return dummy.type is not Type.CHARACTER or self._lookup.length(name) == dummy.size_bytes

    def takes(self, site: CallSite, number: int) -> Poly | None:
        """Return the truth of a call's taking one of its alternate returns, if its body tells."""
        if site.procedure is None:
            return None
        value = self._exits.of(site.procedure).get(alternate(number))
        return None if value is None else self._given_back(value, site, site.procedure)

    def result(self, site: CallSite) -> Poly | None:
        """Return the value of a function reference, if its body tells."""
        if site.routine is not None and site.routine.result == "status":
            return ZERO  # of success: MPI ends the program otherwise
        if site.traced.result is not None:
            return site.traced.result
        if site.procedure is None:
            return None
        value = self._exits.result(site.procedure, site.given)
        return None if value is None else self._given_back(value, site, site.procedure)


def _start(argument: ex.Expr, unit: Unit, dummy: Symbol) -> tuple[str, int] | None:
    """The array that is passed for a dummy array of such elements, and the number of its first one.

    A member of the elements of an array, handed over as if it were an array of its own, is none.
    """
    name = target_name(argument)
    array = None if name is None else unit.symbols.get(array_of(name))
    if (
        name is None
        or array is None
        or not array.dimensions
        or array.type is not dummy.type
        or array.size_bytes != dummy.size_bytes
        or (array.memory is not None and "." in array.name and "." not in dummy.name)
    ):
        return None
    number = 0 if array.name == name else number_in_memory(name, unit.symbols)
    return None if number is None else (array.name, number)
