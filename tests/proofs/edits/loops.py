"""DO loops of a unit as they stand in its statements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.proofs.edits.names import dummies

if TYPE_CHECKING:
    from tests.proofs.edits.fixed import Unit

_DO = re.compile(r"DO\s+(?:(\d+)\s*,?\s*)?(\w+)\s*=\s*(.*)$")
_WHILE = re.compile(r"DO\s+(?:(\d+)\s*,?\s*)?WHILE\b")
_WORD = re.compile(r"[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Loop:
    """One DO loop: the places of its first and last statement, and its bounds.

    ``depth`` is 1 for an outermost loop; ``around`` are the variables of the loops it is in.
    """

    start: int
    end: int
    variable: str
    bounds: tuple[str, ...]
    around: tuple[str, ...]

    @property
    def depth(self) -> int:
        """How many loops run it, itself included."""
        return len(self.around) + 1


def loops_of(unit: Unit) -> list[Loop]:
    """Return the DO loops with a variable, in the order in which they end."""
    found: list[Loop] = []
    opened: list[tuple[int, str, str, tuple[str, ...]]] = []
    for place, item in enumerate(unit.statements):
        text = item.text.upper()
        while_ = _WHILE.match(text)
        do = None if while_ is not None else _DO.match(text)
        if while_ is not None:
            opened.append((place, while_[1] or "", "", ()))
        elif do is not None:
            opened.append((place, do[1] or "", do[2], _split(do[3])))
        ends = 0
        if re.match(r"END\s?DO$", text):
            ends = 1
        elif item.label:
            ends = sum(label == item.label for _, label, _, _ in opened)
        for _ in range(ends):
            start, _, variable, bounds = opened.pop()
            if variable:
                around = tuple(name for _, _, name, _ in opened)
                found.append(Loop(start, place, variable, bounds, around))
    return found


def _split(text: str) -> tuple[str, ...]:
    parts: list[str] = [""]
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return tuple(part.strip() for part in parts)


def changed_names(unit: Unit) -> set[str]:
    """Return the names that a unit assigns to, or may: those it reads or passes on."""
    found: set[str] = set()
    for item in unit.statements[1:]:
        text = item.text.upper()
        found |= set(re.findall(r"(?:^|[\s)])(\w+)\s*=(?!=)", text))
        if re.search(r"\b(?:CALL|READ)\b", text):
            found |= set(_WORD.findall(text.partition("CALL")[2] or text))
    return found


def sizes_of(unit: Unit) -> set[str]:
    """Return the dummy arguments that a unit never changes."""
    return set(dummies(unit)) - changed_names(unit)


def runs_over_sizes(loop: Loop, sizes: set[str]) -> bool:
    """Whether all bounds are made of sizes, loop variables and numbers, and the step is 1."""
    words = set(_WORD.findall(" ".join(loop.bounds)))
    return len(loop.bounds) == 2 and words <= sizes | set(loop.around)


def full_loops(unit: Unit) -> list[Loop]:
    """Return the innermost loops of the deepest nests that run over sizes all the way up."""
    loops = loops_of(unit)
    sizes = sizes_of(unit)
    deepest = max((loop.depth for loop in loops), default=0)
    found: list[Loop] = []
    for loop in loops:
        nest = [item for item in loops if item.start <= loop.start and item.end >= loop.end]
        plain = all(runs_over_sizes(item, sizes) for item in nest)
        if loop.depth == deepest and plain:
            found.append(loop)
    return found
