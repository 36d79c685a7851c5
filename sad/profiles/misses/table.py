"""What a run left: the branches of compiled code by their places, with their ways and misses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".misses"
_FIRST = "sad-misses 1"
_BRANCH = re.compile(r"([0-9a-f]+) (\d+) (\d+)((?: [0-9a-f]+:\d+){2,})")
_WAY = re.compile(r"([0-9a-f]+):(\d+)")
_ENDS = ("whole", "full")


@dataclass(slots=True)
class CodeBranch:
    """A basic block with several successors: how often control went to each, by place.

    ``simulated`` executions of it were predicted; ``misses`` of these were wrong.
    """

    simulated: int = 0
    misses: int = 0
    ways: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class Table:
    """Branches by the file their code is in and the place there; ``is_full`` if some are missing."""

    modules: dict[str, dict[int, CodeBranch]] = field(
        default_factory=dict[str, "dict[int, CodeBranch]"]
    )
    is_full: bool = False


def read_tables(folder: Path) -> Table:
    """Return what the processes of a run left in a folder, added up; damaged files are left out."""
    table = Table()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        lines = path.read_text(errors="surrogateescape").split("\n")
        if len(lines) < 3 or lines[0] != _FIRST or lines[-2] not in _ENDS:
            table.is_full = True
            continue
        table.is_full |= lines[-2] == "full"
        _add(table.modules, lines[1:-2])
    return table


def _add(modules: dict[str, dict[int, CodeBranch]], lines: list[str]) -> None:
    own: dict[int, CodeBranch] = {}
    for line in lines:
        if line.startswith("module "):
            own = modules.setdefault(line.removeprefix("module "), {})
        elif match := _BRANCH.fullmatch(line):
            branch = own.setdefault(int(match[1], 16), CodeBranch())
            branch.simulated += int(match[2])
            branch.misses += int(match[3])
            _add_ways(branch.ways, match[4])


def _add_ways(ways: dict[int, int], text: str) -> None:
    for target, times in _WAY.findall(text):
        place = int(target, 16)
        ways[place] = ways.get(place, 0) + int(times)
