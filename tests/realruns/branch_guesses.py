"""The branches of a source file with what the heuristics say of them, by line.

Only lines whose branches gcov counts one by one, in an order that is known: the two ways of an IF or a
loop's test, or of each operand of one condition without NOT around several. The first way gcov lists is
that on which the condition holds; of a DO WHILE in Fortran it is the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.analysis.cfg import Split
from sad.analysis.heuristics import guess_branches
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.ir.expr import Binary, Operator, Unary
from sad.ir.walk import is_sequential

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sad.analysis.heuristics import Guess
    from sad.analysis.unit import EntryAnalysis
    from sad.ir.expr import Expr


@dataclass(frozen=True, slots=True)
class Branch:
    """A two-way branch: what is guessed, and whether its condition is known from the inputs.

    ``holds`` is which of the two ways gcov lists is the first arm's.
    """

    guess: Guess
    known: bool
    holds: int


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
    known = entry.values.conditions_known()
    for number in guesses:
        split = entry.cfg.blocks[number].terminator
        if not isinstance(split, Split) or len(split.targets) != 2:
            continue
        if split.kind not in ("if", "while", "arithmetic if"):
            continue
        chain = split.chain or (number,)
        if number != chain[0] or any(item not in guesses for item in chain):
            continue
        if split.whole is not None and _is_negated(split.whole):
            continue
        swapped = split.kind == "while" and languages.get(split.span.file) == "fortran"
        found = [Branch(guesses[item], item in known, int(swapped)) for item in chain]
        yield split.span.line, found


def _is_negated(condition: Expr) -> bool:
    """Whether a NOT stands around several operands."""
    match condition:
        case Unary(operator=Operator.NOT, operand=operand):
            return is_sequential(operand)
        case Binary(left=left, right=right) if is_sequential(condition):
            return _is_negated(left) or _is_negated(right)
        case _:
            return False
