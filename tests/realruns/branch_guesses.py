"""The branches of a source file with what the heuristics say of them, by line.

Only lines whose branches gcov counts one by one, in an order that is known: the two ways of an IF or
a loop's test, or of each operand of one condition. The first way gcov lists is the one that stands
first in compiled code: on to the next operand, else to where the condition holds; of a DO WHILE in
Fortran it is the way out of the loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.algebra import atoms
from sad.analysis.branches.heuristics import guess_branches
from sad.analysis.cfg.graph import Split
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sad.analysis.branches.heuristics import Guess
    from sad.analysis.unit import EntryAnalysis


@dataclass(frozen=True, slots=True)
class Branch:
    """A two-way branch: what is guessed, and whether its condition is known from the inputs.

    ``place`` is which of the two ways gcov lists (0 or 1) is the first arm's.
    """

    guess: Guess
    known: bool
    place: int


def branches_of(path: Path, include: tuple[Path, ...]) -> dict[int, list[Branch]]:
    """Return the branches of a file by line, in the order of their conditions."""
    folders = tuple(map(str, include or (path.parent,)))
    program = read_program([str(path)], SourceOptions(folders, {}), Diagnostics())
    languages = {file.path: file.language for file in program.files}
    found: dict[int, list[Branch]] = {}
    bad: set[int] = set()
    seen: set[str] = set()
    for entry in analyse(program).entries:
        if entry.unit.name in seen:
            continue
        seen.add(entry.unit.name)
        for line, branches in _of_entry(entry, languages):
            if line in found:
                bad.add(line)
            found[line] = branches
    return {line: branches for line, branches in found.items() if line not in bad}


def _of_entry(
    entry: EntryAnalysis, languages: dict[str, str]
) -> Iterator[tuple[int, list[Branch]]]:
    guesses = guess_branches(entry.cfg, entry.forest, entry.errors)
    known = {
        block
        for block, truths in entry.values.truths.items()
        if not any(map(atoms.has_unresolved, truths))
    }
    for number in guesses:
        split = entry.cfg.blocks[number].terminator
        if not isinstance(split, Split) or len(split.targets) != 2:
            continue
        chain = split.chain or (number,)
        if split.kind not in ("if", "while") or number != chain[0]:
            continue
        if any(item not in guesses for item in chain) or (split.kind == "while" and len(chain) > 1):
            continue
        swapped = split.kind == "while" and languages.get(split.span.file) == "fortran"
        found = [
            Branch(
                guesses[item], item in known, int(swapped) ^ _listed_first(entry, item, following)
            )
            for item, following in zip(chain, (*chain[1:], None), strict=True)
        ]
        yield split.span.line, found


def _listed_first(entry: EntryAnalysis, number: int, following: int | None) -> int:
    """Which arm of a branch stands first in compiled code; ``following`` tests the next operand."""
    split = entry.cfg.blocks[number].terminator
    assert isinstance(split, Split)
    if following in split.targets:
        return split.targets.index(following)
    return next((arm for arm, label in enumerate(split.labels) if label in ("then", "body")), 0)
