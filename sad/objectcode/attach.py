"""A program whose lines have the work of their object code, in the form the throughput model reads.

Every instruction is booked on a statement of the source loop that its machine loop is: on that of
its own line if it is one of the loop's, else on the loop's most frequent one. Amounts are per execution
of the statement, so that they stand for all copies of a loop and do not depend on its count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sad.machine.throughput import find_prefix
from sad.model.linker_names import unit_of_symbol
from sad.model.work import ActionWork, Chain
from sad.objectcode.blocks import graph_of
from sad.objectcode.executions import FunctionCode, executions, not_executed
from sad.objectcode.flow import COPIES
from sad.objectcode.matching import contexts_of, overlaps
from sad.objectcode.places import Counts, LineStatements
from sad.objectcode.recurrence import chains_of
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from sad.machine.values import MachineValue
    from sad.mapping.combine import Key
    from sad.model.expand import BlockCount, Expansion
    from sad.model.nodes import Line
    from sad.objectcode.blocks import Graph
    from sad.objectcode.executions import Ran
    from sad.objectcode.instruction import Function, Instruction
    from sad.objectcode.matching import Context
    from sad.objectcode.places import Statement
    from sad.objectcode.recurrence import MachineChain

_Held: TypeAlias = dict[int, "frozenset[Key]"]
ASM_VIEW = "asm"
RESTARTING, CARRIED, PATH = 1, 2, 3
_CHAINS = (
    Chain(RESTARTING, ASM_VIEW, carried=True, restarts=True),
    Chain(CARRIED, ASM_VIEW, carried=True, restarts=False),
    Chain(PATH, ASM_VIEW, carried=False, restarts=False),
)
_LIBRARY_BYTES = 32.0
_OUTSIDE = ("io.", "library.")
"""Operations of the source that a library does: its code is not here."""
_ARRAY_FUNCTIONS = "_gfortran_"
_POWERS = ("_gfortran_pow_", "__powi", "pow")


@record
class Attached:
    """The program with object code's work, and how much of it rests on what.

    ``guessed`` is the share of executed instructions whose count could not be told, ``instructions``
    how many are executed in the run. ``lost`` are regions whose code is somewhere else: in procedures
    that were not compiled, in a library. ``removed`` are loops of which the compiler left nothing.
    ``versions`` are loops whose code has two versions, one of which was taken.
    """

    expansion: Expansion
    guessed: float
    instructions: float
    lost: frozenset[Key] = frozenset()
    removed: frozenset[Key] = frozenset()
    versions: frozenset[Key] = frozenset()


class ObjectCode:
    """Functions of object code matched with a described program, for any run of it."""

    def __init__(
        self,
        expansion: Expansion,
        functions: Iterable[Function],
        latencies: Mapping[str, MachineValue],
        priced: Container[str] | None = None,
    ) -> None:
        """``priced`` are the keys of calls that have times of their own; None: all are taken to be."""
        self._expansion = expansion
        self._places = LineStatements(expansion)
        self._latencies = latencies
        self._priced = priced
        self._graphs: dict[str, tuple[Graph, str | None, _Held, _Held]] = {}
        for function in functions:
            if not function.instructions:
                continue
            graph = graph_of(function)
            unit = self._unit_of(function)
            held = {block.number: self._held(block.instructions) for block in graph.blocks}
            touched = {
                block.number: self._held(filter(_touches, block.instructions))
                for block in graph.blocks
            }
            self._graphs[function.name] = graph, unit, held, touched
        self._chains: dict[tuple[str, int], list[MachineChain]] = {}

    def attached(
        self, counts: Mapping[str, float] | None, *, overlapping: bool = False
    ) -> Attached:
        """Return the program with the work of its object code in a run; None: counts are open.

        Of loops in two versions the one for arrays that overlap runs if they are ``overlapping``.
        """
        numbers = Counts(self._places, counts)
        entry = self._expansion.entry
        functions = self.matched(numbers, overlapping=overlapping)
        ran = executions(functions, self._places, numbers, None if entry is None else entry.name)
        book = _Book(self._places, numbers, self._priced)
        for name, code in functions.items():
            for context in code.contexts:
                book.context(code, context, ran[name])
                for chain in self._chains_of(name, code, context):
                    book.chain(context, chain, ran[name])
        book.starts()
        return replace(book.result(), **self._without_code(functions, ran, numbers))

    def matched(self, counts: Counts, *, overlapping: bool = False) -> dict[str, FunctionCode]:
        """Return the functions with the source loop of each of their loops."""
        found: dict[str, FunctionCode] = {}
        for name, (graph, unit, held, touched) in self._graphs.items():
            root = None if unit is None else (unit, "")
            contexts = contexts_of(graph, self._places, counts, root, overlapping=overlapping)
            found[name] = FunctionCode(graph, contexts, unit, held, touched)
        return found

    def _held(self, instructions: Iterable[Instruction]) -> frozenset[Key]:
        """The regions of whose lines there are instructions."""
        places = {item.place for item in instructions}
        return frozenset(
            key
            for place in places
            for key in (
                *(statement.region for statement in self._places.at(place)),
                *self._places.headed(place),
            )
        )

    def _without_code(
        self, functions: Mapping[str, FunctionCode], ran: Mapping[str, Ran], counts: Counts
    ) -> dict[str, frozenset[Key]]:
        """The regions that have no code here, and the loops in two versions."""
        missing = not_executed(functions, ran, counts)
        found = {unit for unit, path in counts.running if (unit, path) not in missing}
        lost = {key for key in missing if key[0] not in found and self._works(key)}
        versions: set[Key] = set()
        own = {c.region for code in functions.values() for c in code.contexts}
        for name, code in functions.items():
            for context in code.contexts:
                region = context.region if context.alternative else None
                if region in counts.running and not overlaps(region, self._places, counts):
                    versions.add(region)
                for number in context.owns:
                    if ran[name].blocks.get(number):
                        lost |= self._in_library(code.graph.blocks[number].instructions) - own
        return {
            "lost": frozenset(lost),
            "removed": self._whole_loops(missing - lost, counts),
            "versions": frozenset(versions),
        }

    def _whole_loops(self, missing: set[Key], counts: Counts) -> frozenset[Key]:
        """The outermost loops of which nothing is there, no loop inside of them either."""
        alive = {above for key in counts.running - missing for above in self._around(key)}
        gone = {key for key in missing if key[1] and key not in alive}
        return frozenset(key for key in gone if gone.isdisjoint(self._around(key)))

    def _around(self, key: Key) -> tuple[Key, ...]:
        loop = self._places.loops.get(key)
        return () if loop is None else loop.around

    def _works(self, key: Key) -> bool:
        """Whether a region does anything: a procedure that became part of others may have no lines."""
        return bool(key[1]) or any(other[0] == key[0] for other in self._places.loops)

    def _in_library(self, instructions: Iterable[Instruction]) -> set[Key]:
        """Loops of array functions that a library does."""
        return {
            key
            for item in instructions
            if item.callee.startswith(_ARRAY_FUNCTIONS)
            for key in self._places.headed(item.place)
        }

    def _chains_of(self, name: str, code: FunctionCode, context: Context) -> list[MachineChain]:
        key = name, context.loop.number
        if key not in self._chains:
            self._chains[key] = chains_of(code.graph, context.loop, self._latency)
        return self._chains[key]

    def _latency(self, key: str) -> float:
        value = find_prefix(self._latencies, key)
        return 0.0 if value is None else value.value

    def _unit_of(self, function: Function) -> str | None:
        """The described unit a function was made from: that of its name, in either language."""
        return unit_of_symbol(function.name, self._places.units.values())


class _Book:
    """Amounts of work by statement, in a run."""

    def __init__(
        self, places: LineStatements, counts: Counts, priced: Container[str] | None
    ) -> None:
        self._priced = priced
        self._places = places
        self._counts = counts
        self._amounts: dict[tuple[str, int], dict[str, float]] = {}
        self._regions: set[Key] = set()
        self._all = 0.0
        self._guessed = 0.0

    def context(self, code: FunctionCode, context: Context, ran: Ran) -> None:
        """Book the instructions of a machine loop."""
        if context.parent is not None and context.region is not None:
            self._regions.add(context.region)
        for number in context.owns:
            times = ran.blocks.get(number, 0.0)
            if not times:
                continue
            instructions = code.graph.blocks[number].instructions
            self._all += times * len(instructions)
            if number in ran.guessed:
                self._guessed += times * len(instructions)
            for at, item in enumerate(instructions):
                after = instructions[at + 1] if at + 1 < len(instructions) else None
                statement = self._statement(context.region, item)
                if statement is None:
                    continue
                for key in _keys(item, after):
                    self._add(statement, self._with_price(key, item), times)
                if item.conditional:
                    self._decides(item, times)
                if item.callee in COPIES:
                    self._library(item)

    def chain(self, context: Context, chain: MachineChain, ran: Ran) -> None:
        """Book the steps of a chain of a machine loop."""
        number = PATH
        if chain.carried:
            number = RESTARTING if chain.restarts else CARRIED
        anchor = self._anchor(context.region)
        for step in chain.steps:
            times = ran.blocks.get(step.block, 0.0)
            if times and anchor is not None:
                self._add(anchor, f"chain.{number}.{step.key}", times * step.amount)

    def starts(self) -> None:
        """Book the starts of loops on the statements that start them."""
        for block in self._places.expansion.blocks:
            for number, line in enumerate(block.block.lines):
                if line.work is not None and line.work.enters in self._looped(block.unit.name):
                    amounts = self._amounts.setdefault((block.id, number), {})
                    amounts["loop.entry"] = 1.0

    def _looped(self, unit: str) -> set[str]:
        """The loops of a unit that are loops in the object code, too."""
        return {path for name, path in self._regions if name == unit and path}

    def result(self) -> Attached:
        """Return the program with what was booked."""
        expansion = self._places.expansion
        blocks = [
            replace(
                block,
                block=replace(
                    block.block,
                    lines=tuple(
                        self._changed(line, block, number)
                        for number, line in enumerate(block.block.lines)
                    ),
                ),
            )
            for block in expansion.blocks
        ]
        units = tuple(
            replace(unit, loops=tuple(replace(loop, chains=_CHAINS) for loop in unit.loops))
            for unit in expansion.description.units
        )
        description = replace(expansion.description, units=units)
        changed = replace(expansion, description=description, blocks=blocks)
        return Attached(changed, self._guessed / self._all if self._all else 0.0, self._all)

    def _changed(self, line: Line, block: BlockCount, number: int) -> Line:
        """A line with what was booked on it; costs that were given for what is not compiled stay."""
        work = line.work
        if work is None:
            if block.unit.language not in ("fortran", "c"):
                return line
            work = ActionWork()
        amounts = self._amounts.get((block.id, number), {})
        library = {k: n for k, n in line.operations.items() if k.startswith(_OUTSIDE)}
        return line._replace(work=replace(work, optimised={**amounts, **library}))

    def _with_price(self, key: str, item: Instruction) -> str:
        """The key of an instruction; that of the source's operation for a call that has no time."""
        if not item.callee or self._priced is None or key in self._priced:
            return key
        names = (item.callee, item.callee.removesuffix("f"))
        for statement in self._places.at(item.place):
            for operation in statement.line.operations:
                kind, _, rest = operation.partition(".")
                if kind == "intrinsic" and rest.partition(".")[0] in names:
                    return operation
                if kind.startswith("power") and item.callee.startswith(_POWERS):
                    return operation
        return key

    def _add(self, statement: Statement, key: str, times: float) -> None:
        count = self._counts.blocks[statement.block]
        amounts = self._amounts.setdefault((statement.block, statement.number), {})
        amounts[key] = amounts.get(key, 0.0) + times / count

    def _statement(self, region: Key | None, item: Instruction) -> Statement | None:
        """The statement an instruction is booked on."""
        runs = [
            statement
            for statement in self._places.at(item.place)
            if self._counts.blocks[statement.block] > 0.0
        ]
        here = [statement for statement in runs if statement.region == region]
        if here:
            if item.conditional:
                return max(here, key=lambda statement: bool(statement.branch))
            return here[0]
        return self._anchor(region) or next(iter(runs), None)

    def _anchor(self, region: Key | None) -> Statement | None:
        """The most frequent statement of a region."""
        if region is None:
            return None
        return max(
            (
                statement
                for statement in self._places.statements.get(region, ())
                if self._counts.blocks[statement.block] > 0.0
            ),
            key=lambda statement: self._counts.blocks[statement.block],
            default=None,
        )

    def _decides(self, item: Instruction, times: float) -> None:
        """Note which statements' decisions are made by jumps: those can be mispredicted."""
        for statement in self._places.at(item.place):
            count = self._counts.blocks[statement.block]
            if statement.branch and count > 0.0 and times > 0.3 * count:
                amounts = self._amounts.setdefault((statement.block, statement.number), {})
                amounts.setdefault("branch", 0.0)

    def _library(self, item: Instruction) -> None:
        """Book what a loop does that became a call of the library: stores as wide as can be."""
        for key in self._places.headed(item.place) or {
            statement.region for statement in self._places.at(item.place)
        }:
            anchor = self._anchor(key)
            loop = self._places.loops.get(key)
            if anchor is None or loop is None or loop.work is None or loop.work.vector is None:
                continue
            times = self._counts.iterations(key) * loop.work.vector.element_bytes / _LIBRARY_BYTES
            self._add(anchor, "store", times)
            if item.callee != "memset":
                self._add(anchor, "load", times)
            return


def _touches(item: Instruction) -> bool:
    """Whether an instruction reads or writes data, not a constant that stands beside the code."""
    memory = item.operation.memory
    return memory is not None and memory.base not in ("rip", "rsp")


def _keys(item: Instruction, after: Instruction | None) -> list[str]:
    """The keys of an instruction: its kind, and its access to memory if it has one beside."""
    does = item.operation
    key = does.key
    fused = key == "integer.compare" and after is not None and after.conditional
    found = [] if fused or key == "nop" else [key]
    if does.loads and key != "load":
        found.append("operand.load")
    if does.stores and key != "store":
        found.append("operand.store")
    return found
