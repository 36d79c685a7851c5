"""Whether a program's control depends on integers alone: its slice is run without real data.

Integers, logicals and texts are followed, as ``sad`` does first; a branch or loop that then waits for a
real or complex number, or for what is known only if these are followed, is decided by real data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sad.ir.expr import Type
from sad.large_stack import run_deep
from sad.loading.evaluating import slice_inputs, start_of
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice
from sad.slicing.broken import BrokenSliceError
from sad.slicing.evaluate import Running, run_source
from sad.slicing.limits import Budget
from sad.slicing.program import SlicedProgram
from sad.slicing.runtime import BudgetError
from tests.realruns.causes import shown

if TYPE_CHECKING:
    from sad.ir.program import Program
    from sad.slicing.evaluation import Evaluation, Obstacle
    from sad.slicing.program import Source
    from sad.slicing.signatures import Given
    from tests.realruns.compare import Subject

STEPS = 5_000_000
_REALS = (Type.REAL, Type.DOUBLE, Type.COMPLEX, Type.DOUBLE_COMPLEX)
_VARIABLE = re.compile(r"(\S+) is not followed")


class Decider(StrEnum):
    """What decides how a program runs at an input."""

    INTEGERS = "integers, logicals and texts alone"
    REALS = "real numbers, too"
    UNKNOWN = "what a slice does not follow"
    LIMIT = "not told: the run without reals reached a limit or broke off"


@dataclass(frozen=True, slots=True)
class Control:
    """What decides a program, and the first place that tells so (empty: none)."""

    decider: Decider
    place: str = ""
    why: str = ""


def control_of(subject: Subject, number: int) -> Control:
    """Run the slice of a program at its input ``number`` without reals; return what decides it."""
    analysis = subject.loaded.analysis
    start = None if analysis is None else start_of(analysis, subject.model.entry)
    if analysis is None or start is None:
        return Control(Decider.LIMIT, why="there is no program to start")
    chosen = subject.program.inputs[number]
    choice = Choice(
        settings=settings_from_arguments(
            f"{name}={value}" for name, value in chosen.values.items()
        ),
        evaluate_steps=STEPS,
        stdin=chosen.text,
        command_line=tuple(chosen.arguments),
    )
    names = subject.model.names
    values = {
        symbol: value
        for name, value in chosen.values.items()
        if (symbol := names.find(name)) is not None
    }
    unused: dict[str, object] = {
        name: value for name, value in chosen.values.items() if names.find(name) is None
    }
    given = slice_inputs(analysis, start, choice, values, names, unused)
    return judged(SlicedProgram(analysis, start), given, analysis.program)


def judged(sliced: SlicedProgram, given: Given, program: Program, steps: int = STEPS) -> Control:
    """Run a slice without reals in at most ``steps``; what stood in its way tells what decides it.

    What stands in the way of a run with reals, too, is no matter of theirs.
    """
    budget = Budget(steps)
    found: dict[bool, Evaluation] = {}
    try:
        budget.can_write(sliced.blocks)
        for reals in (False, True):
            found[reals] = run_source(
                sliced, given, budget, partial(_run, given, budget), reals=reals
            )
            if not found[reals].obstacles:
                break
            waiting = [item for item in found[False].obstacles if waits_for_real(item, program)]
            if waiting:
                return _at(Decider.REALS, waiting[0])
    except BudgetError as error:
        return Control(Decider.LIMIT, why=str(error))
    except BrokenSliceError as error:
        return _at(Decider.LIMIT, error.obstacle)
    if not found[False].obstacles:
        return Control(Decider.INTEGERS if found[False].finished else Decider.LIMIT)
    left = {item.span for item in found[True].obstacles}
    gone = [item for item in found[False].obstacles if item.span not in left]
    if gone and found[True].finished:  # such as an integer made of a real number
        return _at(Decider.REALS, gone[0])
    return _at(Decider.UNKNOWN, found[False].obstacles[0])


def waits_for_real(obstacle: Obstacle, program: Program) -> bool:
    """Whether what an obstacle waits for is a real or complex variable that was not followed."""
    variable = _VARIABLE.match(obstacle.why)
    if variable is None:
        return False
    file, _, line = obstacle.source.rpartition(":")
    before = [u for u in program.units if u.span.file == file and u.span.line <= int(line)]
    unit = max(before, key=lambda each: each.span.line, default=None)
    symbol = None if unit is None else unit.symbols.get(variable[1])
    return symbol is not None and symbol.type in _REALS


def _run(given: Given, budget: Budget, source: Source) -> Evaluation:
    def run() -> Evaluation:
        running = Running(source, given, budget)
        running.start()
        return running.evaluation()

    return run_deep(run)


def _at(decider: Decider, obstacle: Obstacle) -> Control:
    place = f"{shown(Path(obstacle.span.file))}:{obstacle.span.line}"
    return Control(decider, place, obstacle.why)
