"""The analysis of a program as one tree of loops and actions, calls put in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.bind import bind
from sad.algebra.domains import Index
from sad.algebra.poly import ZERO
from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import Part
from sad.analysis.nested import Alternatives, Repeat, Sequence, Weighted, Work
from sad.codemodel.reaching import Point, Reaching
from sad.codemodel.writes import arguments_of, evaluated
from sad.dependence.combining import combination
from sad.diagnostics import argument_error, input_error
from sad.distribution.program import Do, Loop, Node, Ref, Seq, When, Whole, again
from sad.distribution.shared import Frame, array_names, described, is_written_out
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import UnitKind
from sad.ir.walk import children
from sad.lowering.drafts import Names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.poly import Poly
    from sad.analysis.calls.bindings import CallSite
    from sad.analysis.cfg.graph import Action
    from sad.analysis.nested import Tree
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span
    from sad.distribution.program import Array, Place
    from sad.ir.expr import Expr
    from sad.model.nodes import Description


_BYTES = {Type.DOUBLE: 8, Type.COMPLEX: 8, Type.DOUBLE_COMPLEX: 16, Type.QUAD: 16}


def read_whole(analysis: ProgramAnalysis, description: Description, entry: str) -> Whole:
    """Return the program from an entry of the description, by its name there.

    Raises SAD903 for recursion, and as ``Frame.inside``.
    """
    return _Reader(analysis, description).whole(entry)


class _Reader:
    def __init__(self, analysis: ProgramAnalysis, description: Description) -> None:
        self._description = description
        names = Names((unit_key(entry.unit), entry.name) for entry in analysis.entries)
        self._entries: dict[str, EntryAnalysis] = {}
        for entry in analysis.entries:
            name = names.of(unit_key(entry.unit), entry.name)
            assert name is not None
            self._entries[name] = entry
        self._names = names
        self._reaching: dict[str, Reaching] = {}
        self.arrays: dict[str, Array] = {}

    def whole(self, name: str) -> Whole:
        if name not in self._entries:
            raise argument_error("SAD903", f"{name} has no source to distribute arrays in")
        entry = self._entries[name]
        start: dict[str, Poly] = {}
        if entry.unit.kind is UnitKind.PROGRAM:
            start.update(self._description.commons)
        frame = Frame(name, entry, self._values(name), start, {}, {}, self.arrays)
        tree = self._unit(frame, ())
        frame.every_array()
        return Whole(
            name,
            tree,
            self.arrays,
            array_names(self.arrays, entry),
            frame.outer_scalars(),
            frozenset(item for item in entry.unit.symbols if not frame.is_array(item)),
            entry.unit.span,
        )

    def _values(self, name: str) -> Reaching:
        if name not in self._reaching:
            self._reaching[name] = Reaching(self._entries[name])
        return self._reaching[name]

    def _unit(self, frame: Frame, callers: tuple[str, ...]) -> Node:
        return _Unit(self, frame, (*callers, frame.name)).node(frame.entry.structured.tree)

    def callee(
        self, frame: Frame, site: CallSite, action: Action, callers: tuple[str, ...]
    ) -> Node:
        """Return what a call does: the callee's tree with the arguments in place."""
        if site.through is not None:
            message = f"{site.name} is a procedure passed as an argument"
            hint = "start at a unit that calls its procedures by name: --entry UNIT"
            raise input_error("SAD903", message, site.span, hint)
        procedure = site.procedure
        name = None
        if procedure is not None:
            name = self._names.of(unit_key(procedure.unit), procedure.name)
        unit = None if name is None else self._description.unit(name)
        arguments = [
            item for item in arguments_of(action, frame.entry) if _is_of(item.procedure, site)
        ]
        if name is None or unit is None or not is_written_out(unit):
            passed = frozenset(key for item in arguments for key in frame.arrays_in(item.value))
            known = Do(None, site.span, hands=passed) if passed else Seq(())
            if unit is None:
                return Seq((known, Do((f"call {site.name}", 0), site.span)))
            return Seq((known, described(unit, bound_to(site, frame))))
        if name in callers:
            hint = "write the recursion as a loop, or start below it: --entry UNIT"
            message = f"{name} calls itself: no arrays can be distributed through recursion"
            raise input_error("SAD903", message, site.span, hint)
        inner = frame.inside(name, self._entries[name], self._values(name), site, arguments)
        return self._unit(inner, callers)


def _is_of(procedure: str, site: CallSite) -> bool:
    return procedure in (site.name, "" if site.procedure is None else site.procedure.name)


def bound_to(site: CallSite, frame: Frame) -> dict[str, Poly]:
    """Return a callee's inputs in the terms of the entry."""
    return {name: bind(value, frame.bindings) for name, value in site.bindings.items()}


class _Unit:
    """Reads one unit in one frame."""

    def __init__(self, reader: _Reader, frame: Frame, callers: tuple[str, ...]) -> None:
        self._reader = reader
        self._frame = frame
        self._callers = callers
        self._entry = frame.entry
        self._count = 0

    def node(self, tree: Tree) -> Node:
        frame = self._frame
        match tree:
            case Work(block):
                return Seq(tuple(self._block(block)))
            case Sequence(parts):
                return Seq(tuple(self.node(part) for part in parts))
            case Weighted(weight, part):
                return When(bind(weight, frame.bindings), self.node(part))
            case Alternatives(arms=arms):
                return Seq(
                    tuple(
                        When(bind(weight, frame.bindings), self.node(part))
                        for _, weight, part in arms
                    )
                )
            case Repeat(info, head, body, last):
                index = Index(
                    info.index.name,
                    bind(info.index.first, frame.bindings),
                    bind(info.index.last, frame.bindings),
                    None if info.index.count is None else bind(info.index.count, frame.bindings),
                )
                first = self.node(head)
                label = info.name or info.path.rpartition(".")[2]
                loop = Loop(index, first, self.node(body), info.span, label)
                if last == ZERO or (isinstance(first, Seq) and not first.parts):
                    return loop
                past = {index.name: index.first + index.trips}
                return Seq((loop, When(bind(last, frame.bindings), again(first, past))))

    def _block(self, number: int) -> Iterator[Node]:
        values = self._entry.values
        actions = self._entry.cfg.blocks[number].actions
        places = self._places(actions)
        for position, action in enumerate(actions):
            point = Point(number, position)
            yield self._do(action, point, places[id(action)])
            for site in values.calls.get(id(action), ()):
                yield self._reader.callee(self._frame, site, action, self._callers)
            for repeated in values.repeats.get(id(action), ()):
                weight = bind(repeated.count, self._frame.bindings)
                yield When(weight, Do(places[id(repeated)], action.span))

    def _places(self, actions: list[Action]) -> dict[int, Place]:
        """Where the lines of actions are in the description: items that repeat come before them."""
        values = self._entry.values
        order: list[int] = []
        waiting: list[int] = []
        for action in actions:
            waiting.append(id(action))
            if values.calls.get(id(action)):
                order += waiting
                waiting = []
            order += [id(item) for item in values.repeats.get(id(action), ())]
        first = self._count
        self._count += len(order) + len(waiting)
        return {
            item: (self._frame.name, first + number)
            for number, item in enumerate((*order, *waiting))
        }

    def _do(self, action: Action, point: Point, place: Place) -> Do:
        statement = action.statement
        whole = action.part is Part.WHOLE
        if whole and isinstance(statement, st.Assign) and not statement.silent:
            return self._assign(statement, point, place)
        reads: list[Ref] = []
        uses: set[str] = set()
        if whole and isinstance(statement, st.InputOutput):
            for item in (*statement.controls, *statement.items):
                self._gather(item, point, reads, uses)
            written = frozenset(
                key for item in statement.results for key in self._frame.names_in(item)
            )
            return Do(place, action.span, None, tuple(reads), frozenset(uses), also_writes=written)
        passed = whole and isinstance(statement, st.CallStatement)
        for item in evaluated(action):
            named = isinstance(item, ex.Variable) and self._frame.is_array(item.name)
            if not (passed and named):
                self._gather(item, point, reads, uses)
        control = not whole or isinstance(statement, st.Continue | st.Goto | st.If)
        return Do(place, action.span, None, tuple(reads), frozenset(uses), control=control)

    def _assign(self, statement: st.Assign, point: Point, place: Place) -> Do:
        frame, target = self._frame, statement.target
        reads: list[Ref] = []
        uses: set[str] = set()
        goal: Ref | str | None = None
        written: frozenset[str] = frozenset()
        match target:
            case ex.Element():
                for part in target.subscripts:
                    self._gather(part, point, reads, uses)
                goal = self._element(target, point)
            case ex.Variable(name=name) if not frame.is_array(name):
                goal = frame.scalar(name)
            case _:
                written = frozenset(frame.names_in(target))
                whole = list(frame.arrays_in(target))
                if whole:
                    goal = frame.all_of(whole[0], statement.span)
        combined = combination(target, statement.value)
        rest = (statement.value,) if combined is None else combined.rest
        for item in rest:
            self._gather(item, point, reads, uses)
        operator = None if combined is None else combined.operator
        size = _BYTES.get(target.type, 4)
        return Do(
            place,
            statement.span,
            goal,
            tuple(reads),
            frozenset(uses),
            operator,
            size,
            also_writes=written,
        )

    def _gather(self, node: Expr, point: Point, reads: list[Ref], uses: set[str]) -> None:
        """Add the references and scalars an expression reads."""
        frame = self._frame
        match node:
            case ex.Element(subscripts=subscripts):
                for part in subscripts:
                    self._gather(part, point, reads, uses)
                found = self._element(node, point)
                if found is not None:
                    reads.append(found)
            case ex.Variable(name=name):
                if frame.is_array(name):
                    found = frame.all_of(frame.key(name), self._span(point))
                    if found is not None:
                        reads.append(found)
                else:
                    uses.add(frame.scalar(name))
            case ex.Section(array=name) | ex.ImpliedDo(items=(ex.Element(array=name), *_)):
                found = frame.all_of(frame.key(name), self._span(point))
                if found is not None:
                    reads.append(found)
            case ex.FunctionCall(arguments=arguments):
                for item in arguments:
                    if not (isinstance(item, ex.Variable) and frame.is_array(item.name)):
                        self._gather(item, point, reads, uses)
            case _:
                for child in children(node):
                    self._gather(child, point, reads, uses)

    def _span(self, point: Point) -> Span:
        return self._entry.cfg.blocks[point.block].actions[point.position].span

    def _element(self, item: ex.Element, point: Point) -> Ref | None:
        frame = self._frame
        if not frame.is_array(item.array):
            return None
        values = tuple(
            bind(frame.values.value(part, point), frame.bindings) for part in item.subscripts
        )
        return frame.reference(item.array, values, self._span(point))
