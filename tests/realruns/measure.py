"""One program from source to figures, in a process of its own with a limit on its time."""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import traceback
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from sad.large_stack import run_deep
from tests.realruns.build import NotBuilt
from tests.realruns.causes import Cause, causes, shown
from tests.realruns.compare import Basis, compare, prepare
from tests.realruns.control import Control, control_of
from tests.realruns.fit import fitted

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from tests.realruns.compare import LineResult, Point, Subject
    from tests.realruns.programs import RealProgram

SECONDS = 300  # of CPU time one program may take in sad
GIGABYTES = 6  # it may take beyond what the process holds when it begins


@dataclass(slots=True)
class Outcome:
    """The figures of one program. Shares are of executed statements at the largest input.

    ``by_basis`` is weighted by executions, ``lines_by_basis`` counts each executed line once.
    ``without_errors`` is what is exact, and right, if no error exit is taken, ``after`` what is right
    with ``settings``, too. ``control`` is what decides how it runs there. ``false`` are lines called
    exact whose count differs, at any of the inputs, ``not_so`` those exact under the assumption.
    ``causes_left`` is what the assumption leaves.
    """

    name: str
    group: str
    files: int = 0
    lines: int = 0
    executed: int = 0
    compared: int = 0
    open_inputs: list[str] = field(default_factory=list[str])
    by_basis: dict[str, float] = field(default_factory=dict[str, float])
    lines_by_basis: dict[str, float] = field(default_factory=dict[str, float])
    settings: dict[str, str] = field(default_factory=dict[str, str])
    without_errors: float = 0.0
    after: float = 0.0
    false: list[str] = field(default_factory=list[str])
    not_so: list[str] = field(default_factory=list[str])
    causes: list[Cause] = field(default_factory=list[Cause])
    causes_left: list[Cause] = field(default_factory=list[Cause])
    seconds: float = 0.0
    control: Control | None = None
    failed: str = ""
    not_done: bool = False


def measure(program: RealProgram, seconds: int = SECONDS, gigabytes: int = GIGABYTES) -> Outcome:
    """Return a program's figures; what went wrong stands in ``failed``."""
    outcome = Outcome(program.name, program.group)
    return in_limits(partial(_fill, program), outcome, seconds, gigabytes)


class Fillable(Protocol):
    """What a program's figures are put into, or why there are none."""

    failed: str
    not_done: bool


Filled = TypeVar("Filled", bound=Fillable)


def in_limits(
    fill: Callable[[Filled], None], outcome: Filled, seconds: int, gigabytes: int
) -> Filled:
    """Return ``outcome`` as ``fill`` leaves it, in a process of its own that may take so much."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(fill, outcome, there, seconds, gigabytes))
    process.start()
    there.close()
    try:
        outcome = here.recv()
    except EOFError:
        process.join()
        late = process.exitcode == -signal.SIGXCPU
        how = f"not done in {seconds} s" if late else f"ended with code {process.exitcode}"
        outcome.failed, outcome.not_done = how, late
    process.join()
    return outcome


def _work(
    fill: Callable[[Filled], None],
    outcome: Filled,
    answer: Connection,
    seconds: int,
    gigabytes: int,
) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + gigabytes * 1024**3
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    gc.disable()

    def task() -> int:
        fill(outcome)
        return 0

    try:
        run_deep(task)
    except NotBuilt as error:
        outcome.failed = str(error)
    except (MemoryError, SystemError):  # the latter where C code has no memory to say so
        outcome.failed, outcome.not_done = f"not done in {gigabytes} GB", True
    except Exception as error:  # noqa: BLE001 - a crash is a finding, not the end of the others
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename.rpartition('/')[2]}, {place.name}"
        outcome.failed = f"{type(error).__name__} in {where}: {str(error)[:200]}"
    answer.send(outcome)
    answer.close()


def _fill(program: RealProgram, outcome: Outcome) -> None:
    subject = prepare(program)
    outcome.files = len(subject.built.sources)
    outcome.seconds = subject.seconds
    for number in range(len(program.inputs)):
        point, assumed = compare(subject, number)
        outcome.compared += len(point.compared)
        outcome.false += [f"{program.name}, input {number + 1}: {_text(x)}" for x in point.false]
        outcome.not_so += [f"{program.name}, input {number + 1}: {_text(x)}" for x in assumed.false]
        if number == len(program.inputs) - 1:
            _largest(outcome, subject, point, assumed)
            outcome.control = control_of(subject, number)


def _largest(outcome: Outcome, subject: Subject, point: Point, assumed: Point) -> None:
    outcome.lines = sum(1 for line in point.lines if line.executed)
    outcome.executed = sum(line.executed for line in point.lines)
    outcome.open_inputs = _open_inputs(point)
    for basis in Basis:
        lines = point.of(basis)
        outcome.by_basis[basis] = point.share(lines, weighted=True)
        outcome.lines_by_basis[basis] = point.share(lines, weighted=False)
    outcome.without_errors = assumed.share(assumed.verified, weighted=True)
    outcome.causes = causes(outcome.name, point)
    outcome.causes_left = causes(outcome.name, assumed)
    # An assumption that the run shows to be wrong is of no use for what is set beside it.
    outcome.settings, after = fitted(subject, point if assumed.false else assumed)
    outcome.after = after.share(after.right, weighted=True)


def _text(line: LineResult) -> str:
    file, number = line.place
    return f"{shown(Path(file))}:{number}: sad {line.value}, gcov {line.executed}"


def _open_inputs(point: Point) -> list[str]:
    """Inputs of the program that exact counts need and that got no value."""
    return sorted(
        point.model.names.label(symbol)
        for symbol in point.model.missing
        if point.model.is_determined(symbol)
    )
