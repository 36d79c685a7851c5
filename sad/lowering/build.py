"""Analysis results to a description.

Over 400 lines: the one pass that builds a unit, and what serves it alone.
"""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra.poly import ONE, Poly
from sad.analysis import nested
from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import Part
from sad.analysis.op_mix import item_operations, operations
from sad.analysis.values.cells import load_values
from sad.ir import stmt as st
from sad.ir.line_starts import first_spans
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import statements
from sad.lowering.drafts import Draft, Names, Whole
from sad.lowering.inputs import activations_of, candidates, commons_of, guessed, labels_of, types_of
from sad.model import nodes as nd
from sad.model.walks.formulas import used_guards, used_symbols
from sad.model.work import walked_symbols
from sad.progress import steps
from sad.symbols import CALLERS, NTHREADS, input_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.analysis.calls import procedure_arguments as analysis_passed
    from sad.analysis.calls.bindings import CallSite
    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span
    from sad.ir.program import Construct, Unit
    from sad.lowering.drafts import Outside
    from sad.model.directives import Directive
    from sad.model.work import LoopWork, UnitWork

    Compiled = tuple[nd.Node, tuple[LoopWork, ...]]


_MOST_ITEMS = 10_000
_THREADS = Poly.symbol(NTHREADS)
_CALLERS = Poly.symbol(CALLERS)


class Origin(NamedTuple):
    """Where a block is from: an entry of a unit, by the unit's key and its own name, a block of its
    control-flow graph, and the first of its actions there. ``made`` is the block itself.
    """

    made: nd.Block
    unit: str
    entry: str
    block: int
    action: int


def item_place(action: int, item: int) -> int:
    """Return what stands for a repeated item of an action's list in place of the action's number."""
    return -1 - (action * _MOST_ITEMS + item)


def describe(
    analysis: ProgramAnalysis,
    outside: Mapping[str, Outside] = MappingProxyType({}),
    *,
    with_work: bool = False,
    with_guesses: bool = True,
    origins: dict[int, Origin] | None = None,
) -> nd.Description:
    """Return the description of an analysed program. ``outside`` are costs given by unit key.

    ``with_work`` adds what compiled code does, which cost models beyond the plain sum need,
    ``with_guesses`` values of parameters by heuristics. ``origins`` takes up where the blocks are from,
    by the identity of the block.
    """
    names = Names((unit_key(entry.unit), entry.name) for entry in analysis.entries)
    relevant: dict[str, frozenset[str]] = {}
    builders = [
        UnitBuilder(entry, analysis, names, relevant, entry if with_work else None, origins)
        for entry in analysis.entries
    ]
    given = [outside.get(unit_key(entry.unit)) for entry in analysis.entries]
    pairs = zip(builders, given, strict=True)
    trees = [builder.tree(item) for builder, item in steps("counting", pairs, len(builders))]
    whole = Whole(
        used_by_units(builders, map(used_guards, trees)),
        {unit_key(unit): file.language for file in analysis.program.files for unit in file.units},
        frozenset(name for builder in builders for name in builder.passes),
    )
    anywhere = frozenset[str]().union(*whole.used.values())
    units = (
        builder.draft(tree, whole, with_guesses=with_guesses).final(anywhere, item)
        for builder, tree, item in zip(builders, trees, given, strict=True)
    )
    kinds = {item.kind for item in outside.values()}
    files = tuple(file.path for file in analysis.program.files if file.language not in kinds)
    lines = sum(file.lines for file in analysis.program.files)
    return nd.Description(files, lines, tuple(units), common_values(analysis))


def used_by_units(
    builders: Iterable[UnitBuilder], guards: Iterable[frozenset[str]]
) -> dict[str, frozenset[str]]:
    """Return the symbols that counts of each unit use, those of all its entries, by unit key.

    ``guards`` are the probabilities that stand for conditions in their trees.
    """
    used: dict[str, frozenset[str]] = {}
    for builder, others in zip(builders, guards, strict=True):
        mine = builder.used | others
        used[builder.key] = used.get(builder.key, frozenset[str]()) | mine
    return used


class UnitBuilder:
    """Builds one unit. ``relevant`` holds, for units built before, the symbols their counts use.

    What compiled code does is added if there is the entry as it is ``compiled``, with the bodies of
    what it calls.
    """

    def __init__(
        self,
        entry: EntryAnalysis,
        analysis: ProgramAnalysis,
        names: Names,
        relevant: dict[str, frozenset[str]],
        compiled: EntryAnalysis | None = None,
        origins: dict[int, Origin] | None = None,
    ) -> None:
        self._origins = origins
        self._relevant = relevant
        self._entry = entry
        self._analysis = analysis
        self._names = names
        self._unit = entry.unit
        self._first = first_spans(entry.unit)
        self._reached: set[int] = set()
        self._opaque: set[int] = set()
        self._hands: dict[str, None] = {}
        self._messages = MessageNodes()
        self._work = None if compiled is None else _work_of(compiled)

    @property
    def name(self) -> str:
        """The name of the entry in the description."""
        name = self._names.of(unit_key(self._unit), self._entry.name)
        assert name is not None
        return name

    @cached_property
    def passes(self) -> tuple[str, ...]:
        """The described names of the procedures the unit passes as arguments."""
        handed = self._analysis.graph.handed[unit_key(self._unit)]
        names = (self._names.of(unit_key(item.unit), item.name) for item in handed)
        return tuple(name for name in names if name is not None)

    def _passed(self, item: analysis_passed.Passed) -> nd.Passed:
        procedure = item.procedure
        target = (
            None if procedure is None else self._names.of(unit_key(procedure.unit), procedure.name)
        )
        return nd.Passed(target, item.own, self._bindings(item.commons, target))

    def _note_handed(self, site: CallSite, *, recursive: bool) -> None:
        """Note the procedures passed to one whose calls of them are not seen, or not for each start."""
        callee = site.procedure
        again = callee is not None and unit_key(callee.unit) in self._analysis.graph.again
        if callee is not None and not recursive and not again:
            return
        for procedure in self._analysis.graph.handed[unit_key(self._unit)]:
            described = self._names.of(unit_key(procedure.unit), procedure.name)
            if procedure.name in site.variables and described is not None:
                self._hands.setdefault(described)

    def tree(self, given: Outside | None) -> nd.Node:
        """Return the tree of the unit, and note the symbols it uses."""
        root = self._node(self._entry.structured.tree) if given is None else given.tree
        thread = self._entry.values.thread
        if thread is not None:
            from sad.lowering.thread_numbers import with_thread_numbers  # noqa: PLC0415 - rare

            teams = (item.span for item in self._unit.sequential if item.team)
            root = with_thread_numbers(root, next(teams, self._unit.span), thread)
        used = used_symbols(root)
        if given is None and self._is_called_together:
            used |= {CALLERS}  # also where all of its work is shared
        if self._work is not None:
            used |= walked_symbols(self._work.loops.values())
        self._relevant[self.name] = used
        return root

    def compiled(self, entry: EntryAnalysis) -> Compiled:
        """Return the tree and the loops with what compiled code does; all trees were made before.

        ``entry`` is the entry with the bodies of what it calls.
        """
        again = UnitBuilder(self._entry, self._analysis, self._names, {**self._relevant}, entry)
        assert again._work is not None
        return again.tree(None), tuple(again._work.loops.values())

    @property
    def key(self) -> str:
        """The key of the unit."""
        return unit_key(self._unit)

    @property
    def used(self) -> frozenset[str]:
        """The symbols that the entry's own counts use, once there is a tree."""
        return self._relevant[self.name]

    def draft(self, root: nd.Node, whole: Whole, *, with_guesses: bool = True) -> Draft:
        """Return the description of the unit, given its tree and what all entries of the unit use."""
        unit, entry, name = self._unit, self._entry, self.name
        executable = list(statements(unit.body))
        used = self._relevant[name]
        here = whole.used[self.key]
        effects = self._analysis.effects
        commons = commons_of(entry, effects, here)
        recursion = handed = None
        if entry.recursive:
            recursion = activations_of(entry, name, "recursion", self._cycle, commons, here)
        if name in whole.handed:
            handed = activations_of(entry, name, "argument", (name,), commons, here)
        stops = self._analysis.effects.of(unit).stops_at
        ends_caller = entry.structured.never_returns  # a CALL of it ends its block (cfg.lower)
        if unit.kind is UnitKind.FUNCTION and whole.languages[unit_key(unit)] == "fortran":
            ends_caller = False  # a reference in an expression does not
        facts = self._analysis.graph.facts[unit_key(unit)]
        found = list(candidates(entry, effects, used, here, recursion, handed))
        if with_guesses:
            found = guessed(found, entry)
        described = nd.UnitDescription(
            name,
            entry.name,
            unit.spelling or unit.name,
            unit.kind,
            whole.languages[unit_key(unit)],
            unit.span.file,
            unit.span.line,
            unit.span.end_line,
            root,
            (),
            tuple(entry.values.definitions),
            tuple(self._called(facts.called)),
            len(executable),
            len(
                self._opaque | {id(item.span) for item in executable if isinstance(item, st.Opaque)}
            ),
            tuple(self._dead(executable)),
            labels_of(entry, effects, commons),
            stops.span if stops is not None and not ends_caller else None,
            recursion,
            handed,
            tuple(self._hands),
            self._dummies(),
            types=types_of(entry, effects, commons),
            loops=() if self._work is None else tuple(self._work.loops.values()),
            directives=_directives_of(unit) if unit.sequential else (),
            doubts=_doubts_of(entry, effects, whole.languages[self.key], here),
        )
        return Draft(described, tuple(found))

    def _called(self, names: Iterable[str]) -> Iterator[str]:
        """What the unit calls, procedures of the program by their own names."""
        for name in names:
            procedure = self._analysis.graph.procedure(name, self._unit)
            yield name if procedure is None else procedure.name

    def _dummies(self) -> tuple[tuple[str, str] | None, ...]:
        """Inputs and types of the entry's arguments by position."""
        unit = self._unit
        procedure = self._analysis.graph.procedures.get(self._entry.name)
        dummies = unit.every_dummy
        if procedure is not None and procedure.unit is unit:
            dummies = procedure.dummies
        traced = self._analysis.effects.cells[unit_key(unit)].by_name
        return tuple(
            (input_name(unit.name, dummy), unit.symbols[dummy].type.value)
            if dummy in traced
            else None
            for dummy in dummies
        )

    def _dead(self, executable: list[st.Stmt]) -> Iterator[Span]:
        """First statements of lines that control never reaches."""
        for statement in executable:
            span = statement.span
            begins = self._first.get((span.file, span.line)) is span
            if (
                begins
                and id(span) not in self._reached
                and not isinstance(statement, st.EntryPoint)
            ):
                yield span

    # --- nodes -----------------------------------------------------------------------------------

    def _node(self, node: nested.Tree) -> nd.Node:
        match node:
            case nested.Work(block):
                return self._work_of_threads(block)
            case nested.Sequence(parts):
                return self._seq([self._node(part) for part in parts])
            case nested.Weighted(weight, part):
                return nd.Weighted(weight, self._node(part))
            case nested.Alternatives(path, span, arms):
                built = tuple((label, weight, self._node(part)) for label, weight, part in arms)
                return nd.Branch(path, span, built)
            case nested.Repeat(info, head, body, last, leaving):
                return nd.Loop(
                    info.path,
                    info.span,
                    info.trips,
                    info.index,
                    self._node(head),
                    self._node(body),
                    last,
                    info.name,
                    info.parameter,
                    info.limit,
                    leaving,
                    info.full,
                )

    def _work_of_threads(self, number: int) -> nd.Node:
        """A basic block, as often as there are threads that run it.

        Callees that share work among who calls are told how many these are, and count by themselves.
        """
        threads = self._threads_at(self._entry.cfg.blocks[number].within)
        parts: list[nd.Node] = []
        together: list[nd.Node] = []
        for node in (*self._block(number, threads), None):
            if isinstance(node, nd.Call) and CALLERS in node.bindings:
                other: nd.Node | None = node
            elif node is not None:
                together.append(node)
                continue
            else:
                other = None
            work = self._seq(together)
            parts.append(work if threads == ONE or work == nd.EMPTY else nd.Weighted(threads, work))
            parts += [] if other is None else [other]
            together = []
        return self._seq(parts)

    def _threads_at(self, within: Sequence[Construct]) -> Poly:
        """How many threads run what stands within these constructs, for each call of the unit."""
        if self._is_called_together:
            return ONE if any(item.shared for item in within) else _CALLERS
        if not within:
            return ONE
        from sad.analysis.threads import every_thread_runs  # noqa: PLC0415 - rare

        return _THREADS if every_thread_runs(within) else ONE

    @cached_property
    def _is_called_together(self) -> bool:
        """Whether the unit, or one that it calls, shares work among the threads that call it."""
        unit = self._unit
        if unit.kind is UnitKind.PROGRAM or self._entry.recursive:
            return False
        if any(item.team for item in unit.sequential):
            return False
        if any(item.shared and item.language == "OpenMP" for item in unit.sequential):
            return True
        sites = [site for each in self._entry.values.calls.values() for site in each]
        asks = any(site.name.lower() == "omp_get_num_threads" for site in sites)
        return asks or any(self._shares(self._target(site)) for site in sites)

    def _shares(self, target: str | None) -> bool:
        return CALLERS in self._relevant.get(target or "", ())

    def _target(self, site: CallSite) -> str | None:
        """The described name of the procedure of the program that is called."""
        procedure = site.procedure
        return (
            None if procedure is None else self._names.of(unit_key(procedure.unit), procedure.name)
        )

    def _block(self, number: int, threads: Poly) -> list[nd.Node]:
        """A basic block's actions as blocks, calls and repeated items, in order."""
        nodes: list[nd.Node] = []
        lines: list[nd.Line] = []
        first = 0
        for index, action in enumerate(self._entry.cfg.blocks[number].actions):
            first = first if lines else index
            lines.append(self._line(action))
            for site in self._entry.values.calls.get(id(action), ()):
                nodes.append(self._made(lines, number, first))
                lines = []
                if site.routine is not None:
                    path = self._entry.cfg.blocks[number].path
                    nodes.extend(self._messages.nodes(site, path))
                    continue
                target = self._target(site)
                recursive = target in self._cycle
                self._note_handed(site, recursive=recursive)
                bindings = self._bindings(site.bindings, target)
                if self._shares(target):
                    bindings = {**bindings, CALLERS: threads}
                call = nd.Call(
                    self._callee(site.name),
                    target,
                    bindings,
                    site.span,
                    recursive,
                    {item.dummy: self._passed(item) for item in site.passed},
                    site.through,
                    site.values,
                )
                nodes.append(call)
            for place, repeated in enumerate(self._entry.values.repeats.get(id(action), ())):
                assert isinstance(action.statement, st.InputOutput)
                mix = item_operations(repeated.item, action.statement.keyword, self._unit.symbols)
                line = nd.Line(action.span, mix, starts=False)
                part = self._made([line], number, item_place(index, place))
                nodes.append(nd.Weighted(repeated.count, part))
        if lines:
            nodes.append(self._made(lines, number, first))
        return nodes

    def _made(self, lines: Sequence[nd.Line], number: int, action: int) -> nd.Block:
        block = nd.Block(tuple(lines))
        if self._origins is not None:
            self._origins[id(block)] = Origin(block, self.key, self._entry.name, number, action)
        return block

    def _joined(self, first: nd.Block, second: nd.Block) -> nd.Block:
        """Two blocks that run one after the other, as one: it is from where the first is from."""
        block = nd.Block(first.lines + second.lines)
        made = first if first.lines else second
        if self._origins is not None and id(made) in self._origins:
            self._origins[id(block)] = self._origins[id(made)]._replace(made=block)
        return block

    def _seq(self, parts: list[nd.Node]) -> nd.Node:
        """Parts in sequence: nested sequences spliced in, neighbouring blocks joined."""
        flat: list[nd.Node] = []
        for part in parts:
            for item in part.parts if isinstance(part, nd.Seq) else (part,):
                last = flat[-1] if flat else None
                if isinstance(item, nd.Block) and isinstance(last, nd.Block):
                    flat[-1] = self._joined(last, item)
                elif not isinstance(item, nd.Block) or item.lines:
                    flat.append(item)
        if not flat:
            return nd.EMPTY
        return flat[0] if len(flat) == 1 else nd.Seq(tuple(flat))

    def _callee(self, name: str) -> str:
        """A procedure's name; that of a dummy procedure is qualified, it stands for several."""
        symbol = self._unit.symbols.get(name)
        dummy = symbol is not None and symbol.storage is Storage.DUMMY
        return f"{self.name}.{name}" if dummy else name

    def _bindings(self, given: Mapping[str, Poly], target: str | None) -> Mapping[str, Poly]:
        """The bindings the callee's counts depend on; all while the callee is not yet known."""
        relevant = None if target is None else self._relevant.get(target)
        if relevant is None:
            return given
        return {name: value for name, value in given.items() if name in relevant}

    @cached_property
    def _cycle(self) -> tuple[str, ...]:
        """The described names of the units that call each other with this one, itself included."""
        if not self._entry.recursive:
            return ()
        keys = self._analysis.graph.cycle(self._unit)
        return tuple(
            name
            for entry in self._analysis.entries
            if unit_key(entry.unit) in keys
            and (name := self._names.of(unit_key(entry.unit), entry.name)) is not None
        )

    def _line(self, action: Action) -> nd.Line:
        span = action.span
        key = (span.file, span.line)
        starts = action.part is not Part.LOOP_STEP and self._first.get(key) is span
        if starts and id(span) in self._reached:
            # Not the action of a logical IF on the same line, nor what its first operand decides on.
            starts = action.part not in (Part.WHOLE, Part.OPERAND)
        self._reached.add(id(span))
        mix, opaque = operations(action, self._unit.symbols)
        if opaque:
            self._opaque.add(id(span))
        work = None if self._work is None else self._work.of(action)
        return nd.Line(span, mix, starts, int(opaque), work)


def _doubts_of(
    entry: EntryAnalysis, effects: ProgramEffects, language: str, used: frozenset[str]
) -> tuple[tuple[str, Span], ...]:
    """What may make counts wrong where teams have several threads, and where."""
    if not entry.unit.sequential:
        return ()
    from sad.analysis.threads import NUMBER, doubts  # noqa: PLC0415 - not for code without any

    thread = entry.values.thread
    told = thread is not None and used.isdisjoint(thread.symbols())
    found = doubts(entry, effects, language)
    return tuple((x.text, x.span) for x in found if not (told and x.text == NUMBER))


def _directives_of(unit: Unit) -> tuple[Directive, ...]:
    from sad.lowering.directives import directives_of  # noqa: PLC0415 - not for code without any

    return tuple(directives_of(unit))


def _work_of(entry: EntryAnalysis) -> UnitWork:
    from sad.codemodel.unit import unit_work  # noqa: PLC0415 - half of the analysis' code

    return unit_work(entry)


# Messages that tracing found, as nodes of the description.


class MessageNodes:
    """Makes the messages of one unit, each under a name of its own."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}

    def nodes(self, site: CallSite, path: str) -> Iterator[nd.Message]:
        """Yield the messages of a call at a place of the control flow.

        They are named by the place, and numbered if there were others of the name before.
        """
        for item in site.traced.messages:
            base = f"{path}.{item.routine}" if path else item.routine
            place = base if item.part == 0 else f"{base}.{item.part}"
            number = self._names[place] = self._names.get(place, 0) + 1
            yield nd.Message(
                place if number == 1 else f"{place}_{number}",
                site.span,
                item.model,
                item.routine,
                item.primitive,
                item.nbytes,
                item.partner,
                item.tag,
                item.comm,
                item.group,
                item.present,
                item.part,
            )


# Load-time values of COMMON variables.


def common_values(analysis: ProgramAnalysis) -> dict[str, Poly]:
    """Return load-time values of COMMON variables, as codes (DATA, BLOCK DATA)."""
    values: dict[str, Poly] = {}
    for unit in analysis.program.units:
        for cell, value in load_values(unit, analysis.effects.cells[unit_key(unit)]):
            values[cell] = Poly.constant(value)
    return values
