"""Compile a generated program and run it, several launches."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sad.calibration.running.canary import Canary
from sad.calibration.running.outside import version_of
from sad.calibration.running.place import cpu_count, cpu_model
from sad.communication.times import model_for
from sad.diagnostics import Span, argument_error, input_error
from sad.extrapolation.runs import extrapolate, target_of
from sad.generator.result import FIELDS, VIEWS, Inbox, Predicted, Process, Result
from sad.late import numpy as np
from sad.loading.writing import write_whole
from sad.profiles.running.commands import CommandError, fill, parse_command
from sad.profiles.running.process import Interrupts, run_commands
from sad.progress import step
from sad.records import record
from sad.traces.format import trace_bytes
from sad.traces.record import Recording, record_run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sad.extrapolation.ratio import Ratio
    from sad.generator.programs import LoopProgram
    from sad.machine.schema import Machine
    from sad.profiles.running.process import Outcome
    from sad.traces.format import Trace

_LINE = re.compile(
    r"loop: process (\d+) " + " ".join(rf"{name} (\S+)" for name in FIELDS),
)
_BUILD_SECONDS = 300.0


@record
class How:
    """How a program is built and run: commands, numbers of processes and launches, and a limit [s]."""

    compiler: str = "mpicc -O2"
    mpirun: str = "mpirun"
    launches: int = 3
    timeout: float = 300.0


def run_program(
    program: LoopProgram, nprocs: int, values: Mapping[str, int], how: How, folder: Path
) -> Result:
    """Build a program in ``folder``, run it with all ``values``, and return what it measured.

    Raises ``SadError``: SAD635 (it cannot be built or run, or not all processes told what
    they measured).
    """
    (folder / "program.c").write_text(program.written.text, encoding="utf-8")
    for command in (how.compiler, how.mpirun):
        words = shlex.split(command)
        if not words or shutil.which(words[0]) is None:
            hint = "Debian: openmpi-bin, libopenmpi-dev; --compiler and --mpirun name others"
            raise argument_error("SAD635", f"{command!r} is not there", hint)
    build = f"{how.compiler} -DLOOP_RUN program.c -o program -lm"
    words = " ".join(str(value) for value in values.values())
    run = f"{how.mpirun} -n {nprocs} ./program {words}"
    launches: list[tuple[Process, ...]] = []
    started = datetime.now(UTC).isoformat(timespec="seconds")
    with Interrupts() as interrupts, Canary() as canary:
        step(f"building {program.name}", 0, how.launches)
        _succeed(
            _commands(build, folder, _BUILD_SECONDS, interrupts), "it cannot be built", program
        )
        for number in range(how.launches):
            canary.run()
            step(f"running {program.name}", number, how.launches)
            outcome = _commands(run, folder, how.timeout, interrupts)
            _succeed(outcome, "it cannot be run", program)
            canary.run()
            launches.append(_processes(outcome.output.decode(errors="replace"), nprocs, program))
    where = {
        "computer": cpu_model(),
        "cpus": str(cpu_count()),
        "load": f"{os.getloadavg()[0]:.1f}",
        "compiler": f"{how.compiler} ({version_of(shlex.split(how.compiler)[:1])})",
        "library": version_of(shlex.split(how.mpirun)[:1]),
        "command": run,
        "started": started,
        "canary": canary.said(None),
    }
    return Result(program.name, values, where, tuple(launches))


def record_program(
    program: LoopProgram, nprocs: int, values: Mapping[str, int], how: How, folder: Path
) -> Trace:
    """Record a program that ``run_program`` wrote there, without its own clocks, as ``run.sadtrace``.

    Raises ``SadError`` as ``run_program`` and ``record_run``.
    """
    plain = f"{how.compiler} -DLOOP_TRACE program.c -o program-plain -lm"
    with Interrupts() as interrupts:
        _succeed(
            _commands(plain, folder, _BUILD_SECONDS, interrupts), "it cannot be built", program
        )
    words = [*shlex.split(how.mpirun), "-n", str(nprocs), str((folder / "program-plain").resolve())]
    compiler = shlex.split(how.compiler)[0]
    step(f"recording {program.name}", 0, 1)
    recording = Recording(compiler=compiler, repeat=how.launches)
    trace = record_run([*words, *map(str, values.values())], recording, b"")
    write_whole(trace_bytes(trace), str(folder / "run.sadtrace"))
    return trace


def inboxes(trace: Trace) -> tuple[Inbox, ...]:
    """Return what came to each process of a recorded run."""
    from sad.extrapolation.slices import Queue  # noqa: PLC0415
    from sad.traces.recorded import messages_of  # noqa: PLC0415

    ways: list[list[tuple[float, float]]] = [[] for _ in trace.rows]
    for message in messages_of(trace):
        ways[message.target].append((message.sent, message.came))
    found: list[Inbox] = []
    for own in ways:
        sent, came = np.array(own).reshape(-1, 2).T
        each = came - sent
        numbers = [float(f(each)) if own else None for f in (np.min, np.mean, np.max)]
        found.append(Inbox(len(own), Queue(np.sort(sent), np.sort(came)).longest, *numbers))
    return tuple(found)


def extrapolated(trace: Trace, machine: Machine, ratio: Ratio, folder: Path) -> Predicted:
    """Return what a trace takes on a machine: the mean computation, and what there is more in all.

    The run there is shown in ``views.html`` of the folder; raises SAD111 if that cannot be written.
    """
    from sad.extrapolation.page import page_html  # noqa: PLC0415 - heavy

    target = target_of(machine, model_for(machine, ""), None, None)
    found = extrapolate(trace, target, ratio)
    write_whole(page_html(found).encode(), str(folder / VIEWS))
    ranks = found.ranks
    computation = sum(rank.computation for rank in ranks) / len(ranks)
    return Predicted(machine.name, max(rank.end for rank in ranks) - computation, computation)


def parameter_values(program: LoopProgram, given: Mapping[str, int]) -> dict[str, int]:
    """Return the values of all parameters of a program; raises SAD636."""
    known = {item.name: item.default for item in program.written.parameters}
    for name in given:
        if name not in known:
            hint = f"there are: {', '.join(known)}"
            raise argument_error("SAD636", f"{program.name} has no parameter {name}", hint)
    values: dict[str, int] = {}
    for name, default in known.items():
        value = given.get(name, default)
        if value is None:
            raise argument_error("SAD636", f"no value for {name}", f"give one: --set {name}=100")
        values[name] = value
    if values["psize"] < 1:
        raise argument_error("SAD636", f"psize is {values['psize']}", "1 or more is expected")
    return values


def _commands(text: str, folder: Path, timeout: float, interrupts: Interrupts) -> Outcome:
    try:
        commands = fill(tuple(parse_command(text)), {}, "gcov")
    except CommandError as error:
        raise argument_error("SAD635", str(error), error.hint) from None
    return run_commands(commands, folder, os.environ, timeout, interrupts.check)


def _succeed(outcome: Outcome, what: str, program: LoopProgram) -> None:
    if outcome.succeeded:
        return
    lines = [line.strip() for line in outcome.last_lines(40)]
    marks = ("error: ", "error", "not enough")
    said = next((line for mark in marks for line in lines if mark in line.lower()), "")
    said = said or (lines[-1] if lines else "")
    hint = said or "see the output of the compiler"
    if "slots" in " ".join(lines):
        hint = "more processes than CPUs: --mpirun 'mpirun --oversubscribe'"
    elif "root" in " ".join(lines):
        hint = "as root, Open MPI wants --mpirun 'mpirun --allow-run-as-root'"
    raise input_error("SAD635", f"{what}: {outcome.text}", Span.at(program.path), hint)


def _processes(output: str, nprocs: int, program: LoopProgram) -> tuple[Process, ...]:
    found: dict[int, Process] = {}
    for match in _LINE.finditer(output):
        found[int(match[1])] = Process(*map(float, match.groups()[1:]))
    if sorted(found) != list(range(nprocs)):
        message = f"{len(found)} of {nprocs} processes told what they measured"
        hint = r"each ends with \CLOSE0()"
        raise input_error("SAD635", message, Span.at(program.path), hint)
    return tuple(found[number] for number in range(nprocs))
