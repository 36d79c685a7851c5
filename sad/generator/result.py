"""What the runs of a generated benchmark give, and the file that keeps it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from sad.diagnostics import Span, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

_dump: Any = getattr(yaml, "safe_dump")  # noqa: B009, untyped in its stubs
FILE, VIEWS = "result.yaml", "views.html"
SCHEMA = 1
_OTHERS = ("predicted", "extrapolated")
FIELDS = ("seconds", "communication", "sending", "sends", "bytes", "checksum", "underway")


@record
class Process:
    """One process of one launch: seconds in all, in communication, and in sends; what it sent.

    ``underway`` is when it received messages less when it sent some, in seconds: the sum over all
    processes is how long all messages were under way.
    """

    seconds: float
    communication: float
    sending: float
    sends: float
    bytes: float
    checksum: float
    underway: float = 0.0

    @property
    def computation(self) -> float:
        """Seconds outside of communication."""
        return self.seconds - self.communication


@record
class Inbox:
    """What came to one process of a recorded run: messages, and the most under way at once.

    ``least``, ``mean`` and ``most`` are seconds that a message was under way; None without any.
    """

    received: int
    queue: int
    least: float | None
    mean: float | None
    most: float | None


@record
class Predicted:
    """What is said of the same program on another machine, from its source or from a trace: seconds."""

    machine: str
    communication: float
    computation: float

    @property
    def seconds(self) -> float:
        """Both."""
        return self.communication + self.computation


@record
class Result:
    """A program with its parameters, where it ran, and its launches: processes in their order.

    ``recorded`` is what came to each process of the run that was recorded; empty if none was.
    """

    program: str
    parameters: Mapping[str, int]
    where: Mapping[str, str]
    launches: tuple[tuple[Process, ...], ...]
    predicted: Predicted | None = None
    extrapolated: Predicted | None = None
    recorded: tuple[Inbox, ...] = ()

    @property
    def nprocs(self) -> int:
        """How many processes there were."""
        return len(self.launches[0])

    @property
    def times(self) -> list[float]:
        """The seconds of the launches: of the slowest process of each."""
        return [max(item.seconds for item in launch) for launch in self.launches]

    @property
    def fastest(self) -> tuple[Process, ...]:
        """The launch that took the least time."""
        return self.launches[self.times.index(min(self.times))]

    @property
    def workload(self) -> str:
        """Program, processes and parameters in short: ``cg 16/256/8``."""
        return f"{self.program} {'/'.join(map(str, (self.nprocs, *self.parameters.values())))}"


def write_result_file(result: Result, folder: Path) -> None:
    """Write a result into its folder; raises ``OSError``."""
    known: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": "sad-loop-result",
        "program": result.program,
        "parameters": dict(result.parameters),
        "where": dict(result.where),
        "launches": [
            [{name: getattr(item, name) for name in FIELDS} for item in launch]
            for launch in result.launches
        ],
    }
    for name in _OTHERS:
        found: Predicted | None = getattr(result, name)
        if found is not None:
            known[name] = {
                "machine": found.machine,
                "communication": found.communication,
                "computation": found.computation,
            }
    if result.recorded:
        known["recorded"] = [asdict(item) for item in result.recorded]
    (folder / FILE).write_text(_dump(known, sort_keys=False), encoding="utf-8")


def read_result(path: str) -> Result:
    """Return the result in a folder, or in its file; raises SAD634 for what is none."""
    place = Path(path)
    file = place / FILE if place.is_dir() else place
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        hint = "sad loop run ... -o FOLDER makes one"
        raise input_error("SAD634", f"no result: {reason}", Span.at(str(file)), hint) from None
    try:
        known: Any = yaml.safe_load(text)
        if known["kind"] != "sad-loop-result" or known["schema"] != SCHEMA:
            raise KeyError("kind")
        launches = tuple(
            tuple(
                Process(*(float(item[name]) for name in FIELDS if name in item)) for item in launch
            )
            for launch in known["launches"]
        )
        if not launches or not all(launches) or len({len(launch) for launch in launches}) != 1:
            raise ValueError
        parameters = {str(name): int(value) for name, value in known["parameters"].items()}
        where = {str(name): str(value) for name, value in known["where"].items()}
        others = {
            name: Predicted(
                str(known[name]["machine"]),
                float(known[name]["communication"]),
                float(known[name]["computation"]),
            )
            for name in _OTHERS
            if name in known
        }
        recorded = tuple(Inbox(**item) for item in known.get("recorded", ()))
        return Result(
            str(known["program"]), parameters, where, launches, **others, recorded=recorded
        )
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError):
        hint = "sad loop run ... -o FOLDER makes one"
        raise input_error(
            "SAD634", "this is no result of sad loop run", Span.at(str(file)), hint
        ) from None
