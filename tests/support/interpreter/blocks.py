"""Generated code of one unit: numbered blocks of lines, chosen by ``pc``, as one Python function.

Control that Python cannot express (GOTO, loops that are left early) goes from block to block through
``pc``; a tree of comparisons finds the block. Everything else stays nested Python inside a block.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_INDENT = " "


class Blocks:
    """The blocks being written. ``ended`` says that control does not run on behind the last line."""

    def __init__(self) -> None:
        self._blocks: list[list[str]] = [[]]
        self._current = 0
        self._depth = 0
        self.ended = False

    def put(self, line: str) -> None:
        """Add a line to the current block."""
        self._blocks[self._current].append(_INDENT * self._depth + line)

    @contextmanager
    def indented(self) -> Generator[None, None, None]:
        """Indent the lines put inside."""
        self._depth += 1
        self.put("pass")
        yield
        self._depth -= 1

    def new(self) -> int:
        """Return the number of a new, empty block."""
        self._blocks.append([])
        return len(self._blocks) - 1

    def jump(self, target: int) -> None:
        """End the current block (or an arm of its last IF) with a jump."""
        self.put(f"pc = {target}")

    def start(self, block: int) -> None:
        """Continue in ``block``, which the current block runs on into unless it has ended."""
        if not self.ended:
            self.jump(block)
        self._current = block
        self.ended = False

    def lines(self) -> list[str]:
        """Return the loop that runs the blocks, starting from ``pc``."""
        out = ["for _ in fuel:"]
        self._tree(0, len(self._blocks), 1, out)
        out.append("out_of_fuel()")
        return out

    def _tree(self, first: int, end: int, depth: int, out: list[str]) -> None:
        pad = _INDENT * depth
        if end - first == 1:
            out.extend(pad + line for line in self._blocks[first] or ["pass"])
            return
        middle = (first + end) // 2
        out.append(f"{pad}if pc < {middle}:")
        self._tree(first, middle, depth + 1, out)
        out.append(f"{pad}else:")
        self._tree(middle, end, depth + 1, out)
