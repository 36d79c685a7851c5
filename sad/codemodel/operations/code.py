"""The optimised code of one unit: its values, loads and stores, found in one pass.

Blocks are visited in reverse postorder with the state of registers and memory. Where paths meet
with different contents a value is a ``phi``; so is, at a loop's header, all that the loop changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Leave, LoopHead
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.operations.accesses import Accesses, Memory, Scanner, element_type, memory_of
from sad.codemodel.operations.arithmetic import IndexCosts
from sad.codemodel.operations.evaluate import Evaluator
from sad.codemodel.operations.inlining import Procedure, procedure_of, with_formulas
from sad.codemodel.operations.loop_registers import InductionVariables, promoted_elements
from sad.codemodel.operations.regions import Regions
from sad.codemodel.operations.reuse import History, State, Version
from sad.codemodel.operations.selects import Selects, selects_of
from sad.codemodel.operations.statements import carry_out
from sad.codemodel.operations.value_graph import Graph
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.fold import constant_integer
from sad.ir.program import Storage, UnitKind
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.cfg.graph import Block
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.operations.accesses import Element
    from sad.codemodel.operations.value_graph import ValueNode
    from sad.ir.program import Unit

    Key = str | Element


@record
class Code:
    """What the pass over a unit found; ``live`` are the values that its effects depend on."""

    regions: Regions
    graph: Graph
    memory: Memory
    addresses: IndexCosts
    procedures: dict[str, Procedure]
    selects: Selects
    flow: Flow
    live: list[ValueNode]


_latest: list[tuple[EntryAnalysis, Code]] = []
"""The unit looked at last: its operations and its loops are asked for one after the other."""


def code_of(entry: EntryAnalysis) -> Code:
    """Return the optimised code of a unit."""
    if not _latest or _latest[0][0] is not entry:
        _latest[:] = [(entry, _make(entry))]
    return _latest[0][1]


def _make(entry: EntryAnalysis) -> Code:
    regions = Regions(entry.cfg, entry.forest)
    graph = Graph(regions)
    procedures = _procedures(entry)
    inlined = {name for name, procedure in procedures.items() if procedure.small}
    memory = memory_of(entry.unit, inlined=procedure_of(entry.unit).small, without=inlined)
    addresses = IndexCosts(graph, entry.unit.symbols)
    selects = selects_of(entry.cfg, entry.forest, memory)
    flow = Flow(entry, graph, regions, memory, addresses, procedures, selects)
    flow.run()
    live = graph.live_values()
    flow.evaluator.finish()
    return Code(regions, graph, memory, addresses, procedures, selects, flow, live)


def _procedures(entry: EntryAnalysis) -> dict[str, Procedure]:
    """What matters of the procedures that a unit calls, by the names it calls them."""
    units: dict[str, Unit] = {}
    for sites in entry.values.calls.values():
        for site in sites:
            if site.procedure is not None and site.through is None:
                units[site.name] = site.procedure.unit
    return with_formulas(
        {
            name: procedure_of(unit)
            for name, unit in units.items()
            if unit.span.file == entry.unit.span.file and unit is not entry.unit
        }
    )


class Flow:
    """The pass over one unit. ``carried`` are values at headers with those that come round the loop."""

    def __init__(
        self,
        entry: EntryAnalysis,
        graph: Graph,
        regions: Regions,
        memory: Memory,
        addresses: IndexCosts,
        procedures: Mapping[str, Procedure],
        selects: Selects,
    ) -> None:
        self._cfg, self._forest = entry.cfg, entry.forest
        self._symbols = entry.unit.symbols
        self._graph, self._regions, self._memory = graph, regions, memory
        self._history = History(regions.root)
        self._results = [
            name
            for name, symbol in self._symbols.items()
            if symbol.storage is Storage.RESULT or name == entry.unit.result
        ]
        self._selects = selects
        self.evaluator = Evaluator(
            graph, memory, self._history, addresses, self._symbols, procedures
        )
        scanner = Scanner(memory, procedures)
        self._accesses: dict[int, Accesses] = {
            block: scanner.block(block, self._cfg.blocks[block].actions)
            for block in self._forest.order
        }
        self._promoted: dict[int, dict[Element, Region]] = {}
        self._promote(regions.root, self._local_elements(entry.unit))
        self._changed: dict[int, tuple[dict[Key, None], dict[str, None]]] = {}
        self._find_changes()
        self._induction = InductionVariables(self._cfg, self._forest, regions, self._accesses)
        self._out: dict[int, State] = {}
        self._position = {block: place for place, block in enumerate(self._forest.order)}
        self._phis: list[tuple[ValueNode, Key, int]] = []
        self.carried: list[tuple[ValueNode, tuple[ValueNode, ...]]] = []

    def run(self) -> None:
        """Carry out every reachable block once, then connect the values that go round loops."""
        for number in self._forest.order:
            block = self._cfg.blocks[number]
            state = self._incoming(block)
            promoted = self._promoted[id(self._regions.of(number))]
            self.evaluator.start(state, promoted)
            for action in block.actions:
                self.evaluator.spot = self._selects.arms.get(number, (number, action))
                carry_out(action, block, self.evaluator, self._graph, self._selects)
            if isinstance(block.terminator, Leave):
                self._leave(state)
            self._out[number] = state
        around: dict[int, list[State]] = {}
        for phi, key, block in self._phis:
            if block not in around:
                around[block] = self._back(block)
            found = [state.registers.get(key) for state in around[block]]
            values = [value for value in found if value is not None and value is not phi]
            phi.operands = (*phi.operands, *values)
            self.carried.append((phi, tuple(values)))

    def _back(self, number: int) -> list[State]:
        """The states in which control comes back to a block visited before."""
        region = self._regions.of(number)
        position = self._position
        return [
            self._left(source, region, number)
            for source in self._forest.predecessors[number]
            if position[source] >= position[number]
        ]

    def _leave(self, state: State) -> None:
        """Give back a function's result."""
        for name in self._results:
            value = state.registers.get(name)
            if value is not None:
                self._graph.use(value)

    # --- before the pass -------------------------------------------------------------------------

    def _promote(self, root: Region, none: dict[Element, Region]) -> None:
        stack = [(root, none)]
        while stack:
            region, outer = stack.pop()
            inside = outer
            if self._regions.before(region) is not None:
                found = promoted_elements(
                    region, self._accesses, self._memory, self._regions, self._symbols
                )
                more = {element: region for element in found if element not in outer}
                inside = {**outer, **more} if more else outer
            self._promoted[id(region)] = inside
            stack.extend((child, inside) for child in region.children)

    def _local_elements(self, unit: Unit) -> dict[Element, Region]:
        """The elements of local arrays with constant subscripts only, which are registers."""
        if unit.kind is UnitKind.PROGRAM:
            return {}
        found: dict[Element, Region] = {}
        arrays = {
            name
            for name, place in self._memory.places.items()
            if not place.shared and not place.risky and self._symbols[name].dimensions
        }
        for accesses in self._accesses.values():
            for access in accesses.memory:
                if access.name not in arrays:
                    continue
                subscripts = access.subscripts
                if subscripts is None or not all(
                    isinstance(item, ex.Constant) for item in subscripts
                ):
                    arrays.discard(access.name)
                else:
                    found[access.name, subscripts] = self._regions.root
        return {
            element: region
            for element, region in found.items()
            if element[0] in arrays and not self._symbols[element[0]].saved
        }

    def _find_changes(self) -> None:
        """Find the registers and the versions that each region changes."""
        for region in self._regions.all:
            self._changed[id(region)] = ({}, {})
        for number in self._forest.order:
            accesses = self._accesses[number]
            promoted = self._promoted[id(self._regions.of(number))]
            registers: dict[Key, None] = dict.fromkeys(sorted(accesses.registers))
            versions = dict.fromkeys(sorted(accesses.clobbered))
            kept: dict[Element, tuple[Region, tuple[str, ...]]] = {}
            for access in accesses.memory:
                place = self._memory.of(access.name)
                keys = (access.name,) if place is None else place.stores
                if not access.writes:
                    continue
                element = None if access.subscripts is None else (access.name, access.subscripts)
                if element is not None and element in promoted:
                    kept[element] = promoted[element], keys
                else:
                    versions.update(dict.fromkeys(keys))
            for region in self._regions.around(number):
                if region is self._regions.root:
                    break
                changed, written = self._changed[id(region)]
                changed.update(registers)
                written.update(versions)
                for element, (loop, keys) in kept.items():
                    if self._regions.within(region, loop):
                        changed[element] = None
                    else:
                        written.update(dict.fromkeys(keys))

    # --- where paths meet --------------------------------------------------------------------------

    def _incoming(self, block: Block) -> State:
        """The state at the start of a block."""
        number = block.id
        region = self._regions.of(number)
        sources = [
            self._left(source, region, number)
            for source in self._forest.predecessors[number]
            if source in self._out
        ]
        state = self._merge(sources, region) if sources else State()
        header = region.header == number and region is not self._regions.root
        unseen = any(item not in self._out for item in self._forest.predecessors[number])
        if not header and not unseen:
            return state
        state = state.copy()
        if header and region.kind is RegionKind.LOOP:
            self._enter(region, state)
        counted = block.terminator.loop if isinstance(block.terminator, LoopHead) else None
        registers, versions = self._changed[id(region)]
        for key in registers:
            before = state.registers.get(key)
            kind = self._type_of(key) if before is None else before.type
            operands = () if before is None else (before,)
            phi = self._graph.fresh("phi", kind, region, *operands)
            if header and isinstance(key, str):
                if counted is not None and counted.variable.name == key:
                    phi.kind, phi.induction, phi.affine = "counter", True, True
                    phi.step = constant_integer(counted.step, self._symbols)
                elif self._induction.grows(key, region):
                    phi.kind = "phi" if counted is None else "counter"
                    phi.induction = phi.affine = True
                    phi.step = self._induction.step(key, region)
            state.registers[key] = phi
            self._phis.append((phi, key, number))
        for key in versions:
            state.versions[key] = self._history.new("phi", region)
        return state

    def _enter(self, region: Region, state: State) -> None:
        """Load what a loop keeps in registers."""
        before = self._regions.before(region)
        outer = {} if region.parent is None else self._promoted[id(region.parent)]
        for element in sorted(self._promoted[id(region)], key=str):
            if element in outer or before is None:
                continue
            name, subscripts = element
            self.evaluator.start(state, outer)
            self.evaluator.spot = before
            value = self.evaluator.read(name, subscripts, self._symbols[name].type)
            state.registers[element] = value

    def _left(self, source: int, region: Region, number: int) -> State:
        """The state behind a block, with what loops left on the way kept in registers stored."""
        state = self._out[source]
        inner = self._regions.of(source)
        if inner is region or not self._promoted[id(inner)]:
            return state
        while number not in inner.blocks and inner.parent is not None:
            outer = self._promoted[id(inner.parent)]
            for element in sorted(self._promoted[id(inner)], key=str):
                if element in outer or element not in state.registers:
                    continue
                state = state.copy()
                self._store(element, inner, state, outer)
            inner = inner.parent
        return state

    def _store(
        self, element: Element, region: Region, state: State, outer: Mapping[Element, Region]
    ) -> None:
        """Store what a loop kept in a register once it is left."""
        before = self._regions.before(region)
        assert before is not None
        name, subscripts = element
        value = state.registers.pop(element)
        self.evaluator.start(state, outer)
        self.evaluator.spot = before
        address = self.evaluator.address(name, subscripts)
        self.evaluator.store(name, address, value)
        if self._graph.once((id(region), element)):
            part, parts = element_type(value.type)
            self._graph.book(before[1], f"store.{part}", parts)

    def _merge(self, sources: list[State], region: Region) -> State:
        first, others = sources[0], sources[1:]
        if all(other is first for other in others):
            return first.copy()
        merged = State()
        for key in dict.fromkeys(key for source in sources for key in source.registers):
            values = [source.registers.get(key) or self._entry(key, sources) for source in sources]
            if all(value is values[0] for value in values[1:]):
                merged.registers[key] = values[0]
            else:
                distinct = tuple(dict.fromkeys(values))
                kind = values[0].type
                merged.registers[key] = self._graph.fresh("phi", kind, region, *distinct)
        for key in dict.fromkeys(key for source in sources for key in source.versions):
            versions: list[Version] = [self._history.of(key, source) for source in sources]
            same = all(version is versions[0] for version in versions[1:])
            merged.versions[key] = versions[0] if same else self._history.new("phi", region)
        return merged

    def _entry(self, key: Key, sources: list[State]) -> ValueNode:
        for source in sources:
            value = source.registers.get(key)
            if value is not None:
                return self._graph.entry(key, value.type)
        return self._graph.entry(key, self._type_of(key))

    def _type_of(self, key: Key) -> Type:
        symbol = self._symbols.get(key if isinstance(key, str) else key[0])
        return Type.INTEGER if symbol is None else symbol.type
