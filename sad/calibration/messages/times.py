"""Compiling and running the message program: its lines as numbers."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from importlib.resources import files
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from sad.calibration.running.compiler import first_lines, run_in
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sad.diagnostics import SadError

COLLECTIVES = ("barrier", "broadcast", "reduce", "allreduce", "alltoall")
_LAUNCHES = 3  # the fastest of each time counts
_Key = TypeVar("_Key")
_SINGLE = {"s": "send", "r": "receive", "g": "row"}
_BY_BYTES = {"p": "round_trips", "x": "exchanges", "i": "sends", "j": "receives"}


@dataclass(slots=True)
class MessageTimes:
    """Times [s], the fastest of all launches. By bytes: half round trips, exchanges of two at the same
    time, and what sends and receives cost that nobody waits for. ``single`` ones (send, receive, row)
    are of short messages, ``collectives`` by name, processes and bytes. ``launches`` are the half round
    trips of each launch, ``computers`` how many the processes ran on.
    """

    round_trips: dict[int, float] = field(default_factory=dict[int, float])
    exchanges: dict[int, float] = field(default_factory=dict[int, float])
    sends: dict[int, float] = field(default_factory=dict[int, float])
    receives: dict[int, float] = field(default_factory=dict[int, float])
    single: dict[str, float] = field(default_factory=dict[str, float])
    collectives: dict[tuple[str, int, int], float] = field(
        default_factory=dict[tuple[str, int, int], float]
    )
    launches: list[dict[int, float]] = field(default_factory=list[dict[int, float]])
    processes: int = 0
    computers: int = 1
    version: str = ""

    @property
    def spread(self) -> float:
        """How much slower the slowest launch was than the fastest, as a share; median over lengths."""
        shares = [
            max(one[count] for one in self.launches) / self.round_trips[count] - 1.0
            for count in self.round_trips
            if self.launches and all(count in one for one in self.launches)
        ]
        return median(shares) if shares else 0.0

    def add(self, text: str) -> None:
        """Take the lines of one run; where a time is there already the smaller one stays."""
        launch: dict[int, float] = {}
        self.launches.append(launch)
        for line in text.splitlines():
            match line.split():
                case ["p" | "x" | "i" | "j" as kind, count, seconds]:
                    if kind == "p":
                        launch[int(count)] = float(seconds)
                    _least(getattr(self, _BY_BYTES[kind]), int(count), float(seconds))
                case ["h", number]:
                    self.computers = int(number)
                case ["s" | "r" | "g" as kind, seconds]:
                    _least(self.single, _SINGLE[kind], float(seconds))
                case [name, processes, count, seconds] if name in COLLECTIVES:
                    key = (name, int(processes), int(count))
                    _least(self.collectives, key, float(seconds))
                    self.processes = max(self.processes, int(processes))
                case _:
                    pass


def _least(times: dict[_Key, float], key: _Key, seconds: float) -> None:
    times[key] = min(seconds, times.get(key, seconds))


def time_messages(
    launcher: str, compiler: str, folder: Path, tell: Callable[[float], None]
) -> MessageTimes:
    """Compile the program with ``compiler`` and start it with ``launcher``, ``mpirun -n 2``.

    Raises SAD437 if one of them is missing or fails, or if fewer than two processes start.
    """
    words, building = _words(launcher, "--mpi"), _words(compiler, "--mpi-compiler")
    folder.mkdir(parents=True, exist_ok=True)
    source, program = folder / "messages.c", folder / "messages"
    template = files("sad.calibration.messages").joinpath("program.c")
    source.write_text(template.read_text(encoding="utf-8"), encoding="utf-8")
    _run([*building, "-O2", source.name, "-o", program.name], folder, compiler)
    times = MessageTimes(version=_version(words))
    for number in range(_LAUNCHES):
        text = _run([*words, str(program)], folder, launcher)
        if text.split() and set(text.split()) == {"alone"}:
            hint = "start two or more: --mpi 'mpirun -n 2'"
            raise argument_error("SAD437", f"{launcher!r} starts one process", hint)
        if not text.rstrip().endswith("end"):
            raise _failed(launcher, "the program's output is cut off", text)
        times.add(text)
        tell((number + 1) / _LAUNCHES)
    return times


def _words(command: str, option: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise argument_error("SAD437", f"{option} {command!r}: {error}", "quote it whole") from None
    if not words or shutil.which(words[0]) is None:
        hint = "install an MPI, such as Debian's openmpi-bin and libopenmpi-dev"
        raise argument_error("SAD437", f"no program {command.partition(' ')[0]!r} is found", hint)
    return words


def _run(words: list[str], folder: Path, command: str) -> str:
    try:
        result = run_in(folder, words)
    except subprocess.TimeoutExpired:
        raise _failed(command, "it does not come to an end", "") from None
    except OSError as error:
        raise _failed(command, f"it cannot be run: {error.strerror}", "") from None
    if result.returncode != 0:
        said = result.stderr or result.stdout
        raise _failed(command, f"it failed (exit status {result.returncode})", said)
    return result.stdout


def _failed(command: str, what: str, said: str) -> SadError:
    hint = f"it said:{first_lines(said)}" if said.strip() else "try it by hand"
    return argument_error("SAD437", f"{command!r}: {what}", hint)


def _version(words: list[str]) -> str:
    try:
        answer = subprocess.run(
            [words[0], "--version"], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return words[0]
    lines = answer.stdout.strip().splitlines()
    return lines[0] if answer.returncode == 0 and lines else words[0]
