"""A program whose lines have the work of their object code, in the form the throughput model reads.

Every instruction is booked on a statement of the source loop that its machine loop is: on that of
its own line if it is one of the loop's, else on the loop's most frequent one. Amounts are per execution
of the statement, so that they stand for all copies of a loop and do not depend on its count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.machine.throughput import find_prefix
from sad.model.linker_names import unit_of_symbol
from sad.model.work import ActionWork, Chain
from sad.objectcode.blocks import graph_of
from sad.objectcode.executions import FunctionCode, executions
from sad.objectcode.flow import COPIES
from sad.objectcode.matching import contexts_of
from sad.objectcode.places import Counts, LineStatements
from sad.objectcode.recurrence import chains_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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

ASM_VIEW = "asm"
RESTARTING, CARRIED, PATH = 1, 2, 3
_CHAINS = (
    Chain(RESTARTING, ASM_VIEW, carried=True, restarts=True),
    Chain(CARRIED, ASM_VIEW, carried=True, restarts=False),
    Chain(PATH, ASM_VIEW, carried=False, restarts=False),
)
_LIBRARY_BYTES = 32.0


@record
class Attached:
    """The program with object code's work, and how much of it rests on what.

    ``guessed`` is the share of executed instructions whose count could not be told, ``instructions``
    how many are executed in the run.
    """

    expansion: Expansion
    guessed: float
    instructions: float


class ObjectCode:
    """Functions of object code matched with a described program, for any run of it."""

    def __init__(
        self,
        expansion: Expansion,
        functions: Iterable[Function],
        latencies: Mapping[str, MachineValue],
    ) -> None:
        self._expansion = expansion
        self._places = LineStatements(expansion)
        self._latencies = latencies
        self._graphs: dict[str, tuple[Graph, str | None]] = {}
        for function in functions:
            if not function.instructions:
                continue
            graph = graph_of(function)
            self._graphs[function.name] = graph, self._unit_of(function)
        self._chains: dict[tuple[str, int], list[MachineChain]] = {}

    def attached(self, counts: Mapping[str, float] | None) -> Attached:
        """Return the program with the work of its object code in a run; None: counts are open."""
        numbers = Counts(self._places, counts)
        entry = self._expansion.entry
        functions = self.matched(numbers)
        ran = executions(functions, self._places, numbers, None if entry is None else entry.name)
        book = _Book(self._places, numbers)
        for name, code in functions.items():
            for context in code.contexts:
                book.context(code, context, ran[name])
                for chain in self._chains_of(name, code, context):
                    book.chain(context, chain, ran[name])
        book.starts()
        return book.result()

    def matched(self, counts: Counts) -> dict[str, FunctionCode]:
        """Return the functions with the source loop of each of their loops."""
        found: dict[str, FunctionCode] = {}
        for name, (graph, unit) in self._graphs.items():
            root = None if unit is None else (unit, "")
            found[name] = FunctionCode(graph, contexts_of(graph, self._places, counts, root), unit)
        return found

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

    def __init__(self, places: LineStatements, counts: Counts) -> None:
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
                    self._add(statement, key, times)
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
        return line._replace(work=replace(work, optimised=amounts))

    def _add(self, statement: Statement, key: str, times: float) -> None:
        count = self._counts.blocks[statement.block]
        amounts = self._amounts.setdefault((statement.block, statement.number), {})
        amounts[key] = amounts.get(key, 0.0) + times / count

    def _statement(self, region: Key | None, item: Instruction) -> Statement | None:
        """The statement an instruction is booked on."""
        here = [
            statement
            for statement in self._places.at(item.place)
            if statement.region == region and self._counts.blocks[statement.block] > 0.0
        ]
        if here:
            if item.conditional:
                return max(here, key=lambda statement: bool(statement.branch))
            return here[0]
        return self._anchor(region)

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
