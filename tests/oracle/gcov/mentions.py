"""Where gcov contradicts itself: code of one unit that it gives to a line of another (rule 11).

The compiler notes the lines of each basic block. Code that touches COMMON or EQUIVALENCE may mention
the line of another unit's END. gcov gives a block to the largest of its lines, so such a line gets the
entries of blocks that are not there, and the lines of the block lose them. What the compiler has
written tells all of it: the lines at which a function starts and ends, and those of its blocks. The
interpreter's count takes no part.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

GCOV_DUMP = shutil.which("gcov-dump")

_FUNCTION = re.compile(r"FUNCTION .* (?P<file>\S+):(?P<first>\d+):\d+-(?P<last>\d+):\d+$")
_BLOCK = re.compile(r"block \d+:`(?P<file>[^']*)':(?P<lines>\d+(?:, \d+)*)")


@dataclass
class Mentions:
    """The lines of one file that blocks share with a line of another unit.

    ``foreign``: lines that code of another unit is given to, each with the lines that lose what it
    gets. ``losers``: those lines, each with the foreign lines.
    """

    foreign: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    losers: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, foreign: int, others: Iterable[int]) -> None:
        """Note a block that mentions a foreign line and others, which are smaller."""
        for other in others:
            self.foreign[foreign].add(other)
            self.losers[other].add(foreign)

    def explain(self, line: int, figures: Mapping[int, int], predicted: Mapping[int, int]) -> bool:
        """Whether what gcov gave to lines of other units tells why a line's figure is not as predicted.

        A foreign line may have more than predicted, up to what its losers were predicted to have. A
        loser may have less, up to what its foreign lines got too much. Nothing else is explained.
        """
        figure, due = figures.get(line, 0), predicted.get(line, 0)
        if figure > due:
            given = sum(max(0, predicted.get(item, 0)) for item in self.foreign.get(line, ()))
            return figure - due <= given
        taken = sum(
            max(0, figures.get(item, 0) - predicted.get(item, 0))
            for item in self.losers.get(line, ())
        )
        return figure < due <= figure + taken


def mentions(folder: Path) -> dict[str, Mentions]:
    """Return where blocks mention lines behind their function, by the file's name without folders.

    ``folder`` holds the ``*.gcno`` files of a compilation. Without gcov-dump nothing is found.
    """
    found: dict[str, Mentions] = defaultdict(Mentions)
    for file, (_, last), lines in _blocks(folder):
        if max(lines) > last:
            found[file.rsplit("/", 1)[-1]].add(max(lines), (item for item in lines if item <= last))
    return found


def lost_lines(folder: Path) -> dict[str, set[int]]:
    """Return, by file, the lines that may lose a block to another one (rule 11).

    The first block of a function that is inlined even without optimisation is one with the call's, and
    gcov gives it to the largest of its lines. A line that is the largest of some blocks has only these:
    it loses those that mention a line behind its function.
    """
    found: dict[str, set[int]] = defaultdict(set)
    blocks = list(_blocks(folder))
    largest = {(file, ends, max(lines)) for file, ends, lines in blocks}
    for file, (first, last), lines in blocks:
        outside = {item for item in lines if not first <= item <= last}
        found[file] |= outside - {max(lines)}
        if max(lines) > last:
            found[file].add(max(lines))
            inside = lines - outside
            found[file] |= {item for item in inside if (file, (first, last), item) in largest}
    return found


def _blocks(folder: Path) -> Iterator[tuple[str, tuple[int, int], set[int]]]:
    """Yield the file of each block, the first and last line of its function, and its own lines."""
    notes = sorted(str(path) for path in folder.glob("*.gcno"))
    if GCOV_DUMP is None or not notes:
        return
    command = [GCOV_DUMP, "-l", *notes]
    text = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    function: re.Match[str] | None = None
    for row in text.splitlines():
        function = _FUNCTION.search(row) or function
        block = _BLOCK.search(row)
        if block is not None and function is not None and block["file"] == function["file"]:
            ends = int(function["first"]), int(function["last"])
            yield function["file"], ends, {int(item) for item in block["lines"].split(", ")}
