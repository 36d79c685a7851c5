"""Times of the OpenMP kernels with one thread and with two, beside what is predicted."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from validation.build import build
from validation.profiles import CACHE
from validation.programs import FOLDER, HALVES, programs_of
from validation.timing import Protocol, measure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OPENMP = FOLDER / "openmp"
RESULTS = CACHE / "openmp.json"
PAGE = FOLDER.parent / "docs" / "openmp-times.md"
SITE = FOLDER.parent / "mkdocs.yml"
FLAGS = ("-O2", "-fopenmp")
THREADS = (1, 2)


@dataclass(slots=True)
class Speedup:
    """One kernel; times in seconds of one call, by the number of threads."""

    half: str
    program: str
    language: str
    memory: str
    seconds: dict[int, float]
    steady: bool  # enough quiet rounds with each number of threads
    predicted: dict[int, tuple[float, float, float]] = field(
        default_factory=dict[int, tuple[float, float, float]]
    )  # low, estimate, high
    note: str = ""  # why nothing is predicted

    @property
    def speedup(self) -> float:
        """What was measured: the time with one thread over that with two."""
        return self.seconds[1] / self.seconds[2]

    @property
    def predicted_speedup(self) -> float | None:
        """The same of the estimates; None without."""
        if not self.predicted:
            return None
        return self.predicted[1][1] / self.predicted[2][1]


def measured(halves: Sequence[str] = HALVES, protocol: Protocol | None = None) -> list[Speedup]:
    """Build the kernels of ``halves`` and time them with one thread and with two, interleaved.

    ``BuildError`` and ``TimingError`` as for the other programs.
    """
    programs = [(half, item) for half in halves for item in programs_of(half, OPENMP)]
    with tempfile.TemporaryDirectory() as made:
        executables: dict[str, Path] = {}
        threads: dict[str, int] = {}
        for _, program in programs:
            folder = Path(made) / program.name
            folder.mkdir()
            executable = build(program, folder, FLAGS).executable
            for number in THREADS:
                executables[f"{program.name} {number}"] = executable
                threads[f"{program.name} {number}"] = number
        timings = measure(executables, protocol, threads=threads)
    return [
        Speedup(
            *(half, program.name, program.language, program.memory),
            {number: timings[f"{program.name} {number}"].seconds for number in THREADS},
            all(timings[f"{program.name} {number}"].steady for number in THREADS),
        )
        for half, program in programs
    ]


def save(rows: Sequence[Speedup], path: Path = RESULTS) -> None:
    """Write the times as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")


def load(path: Path = RESULTS) -> list[Speedup]:
    """Return the times that ``save`` wrote."""
    rows: list[Speedup] = []
    for item in json.loads(path.read_text(encoding="utf-8")):
        item["seconds"] = {int(number): value for number, value in item["seconds"].items()}
        item["predicted"] = {}
        rows.append(Speedup(**item))
    return rows


def predict(rows: Sequence[Speedup], machine: Path) -> None:
    """Fill in what ``sad scale --threads 1,2`` says of every kernel on the machine of a file.

    A kernel that it has no answer for gets its message as note.
    """
    for row in rows:
        program = next(item for item in programs_of(row.half, OPENMP) if item.name == row.program)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "sad", "scale", str(program.kernel)),
                *("--entry", program.entry, *program.set_options, "--machine", str(machine)),
                *("--threads", ",".join(map(str, THREADS)), "--format", "csv"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            row.note = done.stderr.strip().partition("\n")[0]
            continue
        for line in csv.DictReader(io.StringIO(done.stdout)):
            low, estimate, high = (
                float(line[name] or "nan") for name in ("low", "estimate", "high")
            )
            row.predicted[int(line["threads"])] = (low, estimate, high)


def write_page(text: str) -> None:
    """Write the page, and name it in the menu of the site, which names no page that is not there."""
    PAGE.write_text(text, encoding="utf-8")
    menu = SITE.read_text(encoding="utf-8")
    if f"- {PAGE.name}\n" not in menu:
        before = "      - openmp.md\n"
        SITE.write_text(menu.replace(before, f"{before}      - {PAGE.name}\n"), encoding="utf-8")


def page(rows: Sequence[Speedup], about: str) -> Iterator[str]:
    """Yield the lines of the page: ``about`` says what was measured where."""
    yield "# OpenMP kernels: measured and predicted"
    yield ""
    yield "What `sad scale --threads` says of ten kernels that everybody may look at and of five that"
    yield "were written before any model of threads and are not looked at, beside times with one thread"
    yield "and with two. `make openmp-times` writes this page."
    yield ""
    yield about
    yield ""
    titles = ("half", "kernel", "language", "1 thread", "predicted", "2 threads", "predicted")
    yield f"| {' | '.join((*titles, 'speed-up', 'predicted', 'error'))} |"
    yield "|---|---|---|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        times: list[str] = []
        for number in THREADS:
            found = row.predicted.get(number)
            times += [_us(row.seconds[number]), "-" if found is None else _us(found[1])]
        predicted = row.predicted_speedup
        shown = "-" if predicted is None else f"{predicted:.2f}"
        error = "-" if predicted is None else f"{predicted / row.speedup - 1:+.0%}"
        mark = "" if row.steady else " ~"
        yield (
            f"| {row.half} | {row.program}{mark} | {row.language} | {' | '.join(times)} | "
            f"{row.speedup:.2f} | {shown} | {error} |"
        )
    yield ""
    yield "Times are in microseconds; ~ marks a kernel that did not get enough quiet rounds."
    yield ""
    for half in HALVES:
        errors = [
            abs(row.predicted_speedup / row.speedup - 1)
            for row in rows
            if row.half == half and row.predicted_speedup is not None
        ]
        if errors:
            least = 0.15 if half == "open" else 0.25
            inside = sum(error <= least for error in errors)
            known = [row for row in rows if row.half == half and row.predicted_speedup is not None]
            right = sum((row.speedup > 1) == ((row.predicted_speedup or 0) > 1) for row in known)
            yield (
                f"* {half}: the mean error of the speed-up is {sum(errors) / len(errors):.1%}; "
                f"{inside} of {len(errors)} are within {least:.0%}; whether a second thread helps at "
                f"all is right for {right} of {len(errors)}."
            )
    notes = [f"* {row.program}: {row.note}" for row in rows if row.note]
    yield from ["", "Without a prediction:", "", *notes] if notes else []


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:,.1f}"
