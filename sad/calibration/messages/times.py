"""Compiling and running the message program: its lines as numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from sad.calibration.running.outside import Outside, version_of
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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


_OUTSIDE = Outside("SAD437", "install an MPI, such as Debian's openmpi-bin and libopenmpi-dev")


def time_messages(
    launcher: str, compiler: str, folder: Path, tell: Callable[[float], None]
) -> MessageTimes:
    """Compile the program with ``compiler`` and start it with ``launcher``, ``mpirun -n 2``.

    Raises SAD437 if one of them is missing or fails, or if fewer than two processes start.
    """
    words = _OUTSIDE.words(launcher, "--mpi")
    building = _OUTSIDE.words(compiler, "--mpi-compiler")
    folder.mkdir(parents=True, exist_ok=True)
    source, program = folder / "messages.c", folder / "messages"
    template = files("sad.calibration.messages").joinpath("program.c")
    source.write_text(template.read_text(encoding="utf-8"), encoding="utf-8")
    _OUTSIDE.run([*building, "-O2", source.name, "-o", program.name], folder, compiler)
    times = MessageTimes(version=version_of(words))
    for number in range(_LAUNCHES):
        text = _OUTSIDE.run([*words, str(program)], folder, launcher)
        if text.split() and set(text.split()) == {"alone"}:
            hint = "start two or more: --mpi 'mpirun -n 2'"
            raise argument_error("SAD437", f"{launcher!r} starts one process", hint)
        if not text.rstrip().endswith("end"):
            raise _OUTSIDE.failed(launcher, "the program's output is cut off", text)
        times.add(text)
        tell((number + 1) / _LAUNCHES)
    return times
