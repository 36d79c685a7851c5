"""Random Fortran programs compiled together with --coverage: gcov's figures against sad's counts.

Only lines whose figure is their count are compared: assignments ``KOUNT = KOUNT + 1`` and the like, to
variables without reading anything unusual, that neither stand before a label nor end a loop's body
(docs/gcov.md, rules 4 to 6), and call nothing where labels are assigned (rule 12).
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.lowering.build import Origin, describe
from sad.lowering.drafts import Linked
from sad.reading.loaded import Loaded, Source
from tests.oracle.gcov.batch import build_together, input_of
from tests.oracle.gcov.c_batch import Checked
from tests.oracle.gcov.figures import execute, figures
from tests.oracle.gcov.mentions import Mentions, mentions
from tests.oracle.programs.program import case_of
from tests.support.counted import counted
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.oracle.programs.program import RandomProgram

_SIMPLE = re.compile(r" {6} *(K|L|J|KOUNT) = (?!.*IAND)")
_ENDS_HERE = re.compile(r" {0,4}\d| *END DO")
_CALLS = re.compile(r"[A-Z]+\d+\(")
_ASSIGNS = re.compile(r" *(?:\d+ +)?(?:IF \(.*\) )?ASSIGN \d+ TO ")


def check(
    programs: Sequence[RandomProgram], inputs: tuple[tuple[int, ...], ...], folder: Path
) -> Checked:
    """Build the programs as one, run each with its inputs, and compare line by line."""
    built = build_together(programs, folder)
    runs = {
        program.seed: [
            values for values in inputs if execute(built, input_of(program, values)) == 0
        ]
        for program in programs
    }
    found, foreign = figures(folder), mentions(folder)
    checked = Checked(runs=sum(map(len, runs.values())))
    for program in programs:
        name = f"p{program.seed}.f"
        executed, shared = found[name], foreign.get(name, Mentions())
        own = _exact_counts(program, tuple(runs[program.seed]))
        lines = [line for line in _comparable(program.text) if line in executed]
        checked.lines += len(lines)
        said = {line: own.get(line, 0 if not executed[line] else -1) for line in lines}
        known = {line: count for line, count in said.items() if count is not None}
        checked.exact += len(known)
        different = [
            f"line {line}: sad {count}, gcov {executed[line]}"
            for line, count in known.items()
            if count != executed[line] and not shared.explain(line, executed, known)
        ]
        if different:
            checked.differences[program.seed] = different
    return checked


def _comparable(text: str) -> list[int]:
    lines = text.splitlines()
    assigning = _in_units_that_assign(lines)
    return [
        number
        for number, (line, after) in enumerate(pairwise(lines), 1)
        if _SIMPLE.match(line)
        and not _ENDS_HERE.match(after)
        and not (number in assigning and _CALLS.search(line))
    ]


def _in_units_that_assign(lines: Sequence[str]) -> set[int]:
    """Return the lines of the units that assign a label to a variable."""
    found: set[int] = set()
    first = 1
    for number, line in enumerate(lines, 1):
        if line.strip() == "END":
            if any(map(_ASSIGNS.match, lines[first - 1 : number])):
                found.update(range(first, number + 1))
            first = number + 1
    return found


def _exact_counts(
    program: RandomProgram, inputs: tuple[tuple[int, ...], ...]
) -> dict[int, int | None]:
    """Return what sad says each line counts in all runs together; None where it is not exact."""
    read, origins = program_of(program.text, program.language), dict[int, Origin]()
    analysis = analyse(read)
    description = describe(analysis, origins=origins)
    loaded = Loaded(
        description, Diagnostics(), Source(lambda: Linked(read, {}), lambda _: (analysis, origins))
    )
    case = case_of(program, inputs)
    total: Counter[int] = Counter()
    open_lines: set[int] = set()
    for values in inputs:
        for line, cost in counted(case, description, values, loaded)[0].items():
            if cost.exact and cost.value is not None and cost.value == int(cost.value):
                total[line] += int(cost.value)
            else:
                open_lines.add(line)
    return {line: None if line in open_lines else total[line] for line in {*total, *open_lines}}
