"""Random C programs compiled together with --coverage.

gcov's figures against sad's exact counts, and against what the interpreter's counts predict.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.lowering.build import describe
from tests.oracle.gcov.c_rules import predicted
from tests.oracle.gcov.figures import build_c, execute, figures
from tests.oracle.programs.against_sad import run_of
from tests.oracle.programs.program import case_of
from tests.support.counted import counted
from tests.support.interpreter import NotInterpreted, interpreter
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.oracle.c_programs.units import CProgram
    from tests.oracle.programs.program import RandomProgram

_DRIVER = """\
#include <stdio.h>
#include <string.h>
#include <unistd.h>
{declarations}
int main(void)
{{
    char name[16];
    int n, m;
    alarm({seconds});
    if (scanf("%15s %d %d", name, &n, &m) != 3)
        return 1;
{calls}
    return 0;
}}
"""
MAIN = """\
int main(void)
{{
    int n, m;
    scanf("%d %d", &n, &m);
    return p{seed}(n, m);
}}
"""
_SECONDS = 5
# Lines with a label, a brace, no code, or outside a function.
_LEFT_OUT = re.compile(r" *(do \{|while \(1\)|for \(;;\)|case |default:|\w+:|[{}]$)|#|\S")
# The figure of this header is not the number of times its first statement starts.
_HEADER = re.compile(r" *for \(")


@dataclass(slots=True)
class Checked:
    """What comparing with gcov gave, by seed where something differs.

    ``lines`` have a figure, ``exact`` of them a count called exact, ``predicted`` of them a figure
    that follows from the interpreter's counts.
    """

    runs: int = 0
    lines: int = 0
    exact: int = 0
    predicted: int = 0
    differences: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    not_predicted: dict[int, list[str]] = field(default_factory=dict[int, list[str]])

    def add(self, other: Checked) -> None:
        """Add the figures of other programs."""
        self.runs += other.runs
        self.lines += other.lines
        self.exact += other.exact
        self.predicted += other.predicted
        self.differences |= other.differences
        self.not_predicted |= other.not_predicted


def check(
    programs: Sequence[CProgram], inputs: tuple[tuple[int, ...], ...], folder: Path
) -> Checked:
    """Build the programs as one, run each with its inputs, and compare line by line."""
    runs = _run(programs, inputs, folder)
    found = figures(folder)
    checked = Checked(runs=sum(map(len, runs.values())))
    for program in programs:
        if not runs[program.seed]:
            continue
        executed = found[f"p{program.seed}.c"]
        own = exact_counts(program, tuple(runs[program.seed]))
        comparable = _comparable(program.text, executed)
        text = program.text.splitlines()
        lines = [line for line in comparable if not _HEADER.match(text[line - 1])]
        checked.lines += len(lines)
        checked.exact += sum(own.get(line) is not None for line in lines)
        different = [
            f"line {line}: {_said(own, line)}, gcov {executed[line]}"
            for line in lines
            if own.get(line, 0 if not executed[line] else -1) not in (None, executed[line])
        ]
        if different:
            checked.differences[program.seed] = different
        if program.interpreted:
            compared = {line: executed[line] for line in comparable}
            _predict(program, runs[program.seed], compared, checked)
    return checked


def _predict(
    program: RandomProgram,
    inputs: Sequence[tuple[int, ...]],
    executed: dict[int, int],
    checked: Checked,
) -> None:
    """Compare with the interpreter, unless a run is too long for it."""
    # Globals have their values from the source only if the program starts at main.
    whole = program if program.reads else replace(program, name="main", reads=True)
    text = program.text + ("" if program.reads else MAIN.format(seed=program.seed))
    read = program_of(text, program.language)
    try:
        made = interpreter(read, text)
    except NotInterpreted:
        return
    total: Counter[int] = Counter()
    for values in inputs:
        run = run_of(made, whole, values)
        if run is None:
            return
        for (_, line), figure in predicted(read, run).items():
            total[line] += figure
    lines = executed.keys() & total.keys()
    checked.predicted += len(lines)
    different = [
        f"line {line}: predicted {total[line]}, gcov {executed[line]}"
        for line in sorted(lines)
        if total[line] != executed[line]
    ]
    if different:
        checked.not_predicted[program.seed] = different


def _first_returns(text: str) -> set[int]:
    """All returns of a function without a value go through the first of them."""
    found: set[int] = set()
    fresh = True
    for number, line in enumerate(text.splitlines(), 1):
        fresh = fresh or line == "}"
        if fresh and line.strip().endswith("return;"):
            found.add(number)
            fresh = False
    return found


def exact_counts(
    program: RandomProgram, inputs: tuple[tuple[int, ...], ...]
) -> dict[int, int | None]:
    """Return what sad says each line counts in all runs together; None where it is not exact."""
    description = describe(analyse(program_of(program.text, program.language)))
    case = case_of(program, inputs)
    total: Counter[int] = Counter()
    open_lines: set[int] = set()
    for values in inputs:
        costs, _ = counted(case, description, values)
        for line, cost in costs.items():
            if cost.exact and cost.value is not None:
                total[line] += int(cost.value)
                if cost.value != int(cost.value):
                    total[line] = -1
            else:
                open_lines.add(line)
    return {line: None if line in open_lines else total[line] for line in {*total, *open_lines}}


def _said(own: dict[int, int | None], line: int) -> str:
    return f"sad {own[line]}" if line in own else "no count"


def _comparable(text: str, executed: dict[int, int]) -> list[int]:
    lines = text.splitlines()
    first = _first_returns(text)
    return [
        line
        for line in sorted(executed)
        if line not in first and not _LEFT_OUT.match(lines[line - 1])
    ]


def _run(
    programs: Sequence[CProgram], inputs: tuple[tuple[int, ...], ...], folder: Path
) -> dict[int, list[tuple[int, ...]]]:
    """Build and run; return the inputs of the runs that came to their end, by seed."""
    built = built_together(programs, folder)
    done: dict[int, list[tuple[int, ...]]] = {}
    for program in programs:
        runs = done.setdefault(program.seed, [])
        runs += [values for values in inputs if execute(built, stdin(program, values)) == 0]
    return done


def stdin(program: RandomProgram, values: tuple[int, ...]) -> str:
    """Return what chooses a program of those built together, and gives it its inputs."""
    both = " ".join(map(str, values))
    rest = f"0 0\n{both}\n" if program.reads else f"{both}\n"
    return f"p{program.seed} {rest}"


def built_together(programs: Sequence[RandomProgram], folder: Path, *flags: str) -> Path:
    """Compile programs to one that runs any of them."""
    sources = [folder / "driver.c"]
    declarations: list[str] = []
    calls: list[str] = []
    for program in programs:
        sources.append(folder / f"p{program.seed}.c")
        sources[-1].write_text(as_function(program), encoding="ascii")
        kind = "void" if program.reads else "int, int"
        declarations.append(f"int p{program.seed}({kind});")
        arguments = "" if program.reads else "n, m"
        calls.append(f'    if (!strcmp(name, "p{program.seed}"))')
        calls.append(f"        p{program.seed}({arguments});")
    text = _DRIVER.format(
        declarations="\n".join(declarations), calls="\n".join(calls), seconds=_SECONDS
    )
    sources[0].write_text(text, encoding="ascii")
    return build_c(sources, folder, *flags)


def as_function(program: RandomProgram) -> str:
    """Return the text with ``main`` made a function of its own name, so that a driver can call it."""
    return program.text.replace("int main(void)", f"int p{program.seed}(void)")
