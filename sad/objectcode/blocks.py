"""The control-flow graph of a function's object code: basic blocks, dominators, natural loops."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sad.objectcode.instruction import Function, Instruction, Memory


@dataclass(slots=True)
class Block:
    """A basic block: instructions that run one after the other."""

    number: int
    instructions: tuple[Instruction, ...]
    successors: list[int] = field(default_factory=list[int])
    predecessors: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class MachineLoop:
    """A natural loop. ``blocks`` are all of it, ``own`` those in no loop inside.

    The loop whose ``header`` is -1 is the function itself.
    """

    number: int
    header: int
    blocks: frozenset[int]
    latches: tuple[int, ...] = ()
    parent: MachineLoop | None = None
    children: list[MachineLoop] = field(default_factory=list["MachineLoop"])
    own: tuple[int, ...] = ()


@record
class Graph:
    """Blocks by number (reverse post-order among those reached), dominators and loops, outer first."""

    function: Function
    blocks: tuple[Block, ...]
    order: tuple[int, ...]
    immediate: dict[int, int]
    loops: tuple[MachineLoop, ...]

    def dominates(self, first: int, second: int) -> bool:
        """Whether every way to the second block goes through the first."""
        at = second
        while at != first:
            above = self.immediate.get(at, at)
            if above == at:
                return False
            at = above
        return True


def graph_of(function: Function) -> Graph:
    """Return the control-flow graph of a function."""
    blocks = _blocks(function.instructions)
    order = _order(blocks)
    immediate = _dominators(blocks, order)
    graph = Graph(function, blocks, order, immediate, ())
    return Graph(function, blocks, order, immediate, _loops(graph))


def _blocks(instructions: Sequence[Instruction]) -> tuple[Block, ...]:
    places = {item.address: n for n, item in enumerate(instructions)}
    starts = {0}
    for n, item in enumerate(instructions):
        if item.target is not None and item.target in places:
            starts.add(places[item.target])
        if (item.target is not None or item.ends) and n + 1 < len(instructions):
            starts.add(n + 1)
    firsts = sorted(starts)
    ends = [*firsts[1:], len(instructions)]
    blocks = tuple(
        Block(n, tuple(instructions[a:b]))
        for n, (a, b) in enumerate(zip(firsts, ends, strict=True))
    )
    numbers = {first: n for n, first in enumerate(firsts)}
    for block in blocks:
        last = block.instructions[-1]
        if last.target is not None and last.target in places:
            block.successors.append(numbers[places[last.target]])
        falls = not last.ends and (last.target is None or last.conditional)
        if falls and block.number + 1 < len(blocks) and block.number + 1 not in block.successors:
            block.successors.append(block.number + 1)
        for number in block.successors:
            blocks[number].predecessors.append(block.number)
    return blocks


def _order(blocks: tuple[Block, ...]) -> tuple[int, ...]:
    """Reverse post-order from the entry."""
    done: list[int] = []
    seen = {0}
    stack = [(0, iter(blocks[0].successors))]
    while stack:
        number, rest = stack[-1]
        following = next((n for n in rest if n not in seen), None)
        if following is None:
            done.append(number)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(blocks[following].successors)))
    return tuple(reversed(done))


def _dominators(blocks: tuple[Block, ...], order: tuple[int, ...]) -> dict[int, int]:
    """Immediate dominators (Cooper, Harvey and Kennedy, 2001)."""
    rank = {number: n for n, number in enumerate(order)}
    found = {order[0]: order[0]}

    def common(first: int, second: int) -> int:
        while first != second:
            while rank[first] > rank[second]:
                first = found[first]
            while rank[second] > rank[first]:
                second = found[second]
        return first

    changed = True
    while changed:
        changed = False
        for number in order[1:]:
            known = [n for n in blocks[number].predecessors if n in found]
            new = known[0]
            for other in known[1:]:
                new = common(new, other)
            if found.get(number) != new:
                found[number] = new
                changed = True
    return found


def _loops(graph: Graph) -> tuple[MachineLoop, ...]:
    """The function as a loop, then natural loops, outer ones first; those of one header are one."""
    latches: dict[int, list[int]] = {}
    for number in graph.order:
        for following in graph.blocks[number].successors:
            if graph.dominates(following, number):
                latches.setdefault(following, []).append(number)
    found = [MachineLoop(0, -1, frozenset(graph.order))]
    for header, ends in latches.items():
        body = {header}
        stack = list(ends)
        while stack:
            number = stack.pop()
            if number not in body:
                body.add(number)
                stack.extend(n for n in graph.blocks[number].predecessors if n in graph.immediate)
        found.append(MachineLoop(0, header, frozenset(body), tuple(ends)))
    found[1:] = sorted(found[1:], key=lambda loop: -len(loop.blocks))
    for n, loop in enumerate(found):
        loop.number = n
        around = [outer for outer in found[:n] if loop.header in outer.blocks and outer is not loop]
        if n:
            loop.parent = min(around, key=lambda outer: len(outer.blocks))
            loop.parent.children.append(loop)
    for loop in found:
        inside = frozenset[int]().union(*(child.blocks for child in loop.children))
        loop.own = tuple(number for number in graph.order if number in loop.blocks - inside)
    return tuple(found)


class LoopSteps:
    """Registers of a loop: those it never writes, and those that move by a constant per iteration."""

    def __init__(self, graph: Graph, loop: MachineLoop) -> None:
        self._graph = graph
        self._loop = loop
        written: dict[str, int] = {}
        added: dict[str, int] = {}
        plain: dict[str, bool] = {}
        for number in loop.blocks:
            always = number in loop.own and all(
                graph.dominates(number, latch) for latch in loop.latches
            )
            for item in graph.blocks[number].instructions:
                for name in (*item.operation.writes, *item.operation.clobbers):
                    written[name] = written.get(name, 0) + 1
                    adds = item.operation.adds
                    if adds is not None and adds[0] == name and always:
                        added[name] = added.get(name, 0) + adds[1]
                    else:
                        plain[name] = False
        self._written = frozenset(written)
        self._steps = {name: step for name, step in added.items() if plain.get(name, True)}
        self._copies(graph, loop)

    def _copies(self, graph: Graph, loop: MachineLoop) -> None:
        """Registers set once from a moving one move like it: ``movslq``, ``lea`` with constants."""
        once: dict[str, list[Instruction]] = {}
        for number in loop.blocks:
            for item in graph.blocks[number].instructions:
                for name in item.operation.writes:
                    once.setdefault(name, []).append(item)
        for _ in range(3):
            for name, items in once.items():
                if name in self._steps or len(items) != 1:
                    continue
                does = items[0].operation
                step = None
                if does.key == "address" and items[0].mnemonic.startswith("lea"):
                    step = self._of_lea(items[0])
                elif does.key in ("move", "integer.extend") and len(does.reads) == 1:
                    step = self.register(does.reads[0])
                elif does.key == "integer.shift" and items[0].operands[0].startswith("$"):
                    before = self.register(name) if name in self._steps else None
                    step = before
                if step is not None and name not in does.reads:
                    self._steps[name] = step

    def _of_lea(self, item: Instruction) -> int | None:
        from sad.objectcode.x86 import address  # noqa: PLC0415

        memory = address(item.operands[0])
        return None if memory is None else self.address(memory)

    def register(self, name: str) -> int | None:
        """Return by how much a register moves per iteration; None if that is not constant."""
        if not name or name not in self._written or name in ("rip", "rsp"):
            return 0
        return self._steps.get(name)

    def address(self, memory: Memory) -> int | None:
        """Return by how many bytes an address moves per iteration; None if that is not constant."""
        base, index = self.register(memory.base), self.register(memory.index)
        return None if base is None or index is None else base + index * memory.scale

    def accesses(self, blocks: Iterable[int]) -> Iterator[tuple[Instruction, int | None]]:
        """Yield the instructions that touch memory, and the step of their address."""
        for number in blocks:
            for item in self._graph.blocks[number].instructions:
                memory = item.operation.memory
                if memory is not None and (item.operation.loads or item.operation.stores):
                    yield item, self.address(memory)
