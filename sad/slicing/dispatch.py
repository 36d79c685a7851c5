"""Where control goes next in a generated function: by the number of a block, or by a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.program import UnitKind

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action
    from sad.ir.program import Unit


def dispatched(numbers: list[int], ways: dict[int, list[str]], depth: int) -> list[str]:
    """Return a binary tree of tests that leads to the block of the number ``pc``."""
    pad = "    " * depth
    if len(numbers) == 1:
        return [pad + line for line in ways[numbers[0]]]
    middle = len(numbers) // 2
    return [
        f"{pad}if pc < {numbers[middle]}:",
        *dispatched(numbers[:middle], ways, depth + 1),
        f"{pad}else:",
        *dispatched(numbers[middle:], ways, depth + 1),
    ]


def key_of(arm: str, listed: tuple[str, ...]) -> object:
    """Return what a branch's choice is for an arm; None for the arm taken if there is no other."""
    signs = {"negative": -1, "zero": 0, "positive": 1}
    if arm in signs:
        return signs[arm]
    if arm in ("next", "return"):
        return None
    index = int(arm)
    return listed[index - 1] if listed else index


def ends_at(unit: Unit, last: Action | None) -> str:
    """Return the line at which a procedure ends the program; nothing for the main program."""
    if unit.kind is UnitKind.PROGRAM or last is None:
        return ""
    return repr(f"{last.span.file}:{last.span.line}")
