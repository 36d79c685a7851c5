"""By how much registers and addresses move per iteration of a machine loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.objectcode.blocks import Graph, MachineLoop
    from sad.objectcode.instruction import Instruction, Memory


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
