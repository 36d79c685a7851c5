"""Measured times from a CSV file, and how far a model is from them."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.experiments.processes import Grids
from sad.experiments.scaling_run import evaluate
from sad.experiments.sizes import NPROCS
from sad.late import numpy as np
from sad.parallel import GRID
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import SadError
    from sad.experiments.scaling_run import Experiment

    Floats = NDArray[np.float64]

_TIME, _GRID = "time", "grid"
PARTS = ("communication", "computation")
"""Columns of parts of the time; with both of them a file needs no column of the whole."""
_HINT = (
    "a header, then rows: nprocs (or threads), grid, n, time; grids as 4x2, sizes as the program's"
)


@record
class Measured:
    """Measured rows: processes, grids, sizes by name, seconds, and the line of each in the file.

    ``parts`` are seconds of communication and computation, where the file has them.
    """

    file: str
    lines: tuple[int, ...]
    nprocs: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    sizes: dict[str, tuple[float, ...]]
    seconds: tuple[float, ...]
    parts: Mapping[str, tuple[float, ...]] = field(default_factory=dict[str, "tuple[float, ...]"])

    def grids(self) -> Grids:
        """Return the rows as numbers of processes with their grids."""
        sides = tuple(np.array(side, dtype=np.int64) for side in zip(*self.sides, strict=True))
        nprocs = np.array(self.nprocs, dtype=np.int64)
        return Grids(nprocs, sides, np.ones(nprocs.shape, dtype=np.bool_))


@record
class Deviations:
    """How far a model is from measurements: seconds, and percent of what was measured."""

    seconds: Floats
    percent: Floats


def deviations(model: Floats, measured: Floats) -> Deviations:
    """Return Dsec = mod - exp and D% = 100 (mod - exp)/exp (Brehm 1999, section 6.2)."""
    difference = model - measured
    with np.errstate(divide="ignore", invalid="ignore"):  # of no communication there is no percent
        return Deviations(difference, 100 * difference / measured)


def read_measured(path: str, parameters: Sequence[str], dimensions: int) -> Measured:
    """Return the rows of a CSV file: ``nprocs``, ``grid`` (or its sides), sizes, and ``time`` [s].

    ``communication`` and ``computation`` [s] may stand beside the time, or both instead of it. The
    names of the sizes are ``parameters``, without regard to case. Raises SAD894 at the line of what is
    wrong.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise _error(path, 1, f"cannot be read: {reason}") from None
    reader = csv.reader(io.StringIO(text), skipinitialspace=True)
    header: list[str] | None = None
    rows: list[tuple[int, dict[str, float], tuple[int, ...]]] = []
    try:
        for cells in reader:
            line = reader.line_num
            if not any(cell.strip() for cell in cells) or cells[0].lstrip().startswith("#"):
                continue
            if header is None:
                header = _header(path, line, cells, parameters, dimensions)
            else:
                rows.append((line, *_row(path, line, header, cells, dimensions)))
    except csv.Error as error:
        raise _error(path, reader.line_num, f"no CSV: {error}") from None
    if header is None or not rows:
        raise _error(path, max(reader.line_num, 1), "there are no measured times")
    names = [name for name in header if name in parameters]
    parts = {
        name: tuple(values[name] for _, values, _ in rows)
        for name in PARTS
        if name in header and name not in parameters
    }
    return Measured(
        path,
        tuple(line for line, _, _ in rows),
        tuple(int(values[NPROCS]) for _, values, _ in rows),
        tuple(sides for _, _, sides in rows),
        {name: tuple(values[name] for _, values, _ in rows) for name in names},
        tuple(values[_TIME] for _, values, _ in rows),
        parts,
    )


def _header(
    path: str, line: int, cells: Sequence[str], parameters: Sequence[str], dimensions: int
) -> list[str]:
    """The columns, as they are called here."""
    sides = GRID[:dimensions] if dimensions > 1 else ()
    places = (NPROCS, *((_GRID, *sides) if sides else ()), _TIME, *PARTS)
    by_lower = {name.lower(): name for name in (*places, *parameters)}
    by_lower.setdefault("threads", NPROCS)
    found: list[str] = []
    for cell in cells:
        written = cell.strip()
        name = by_lower.get(written.lower())
        if name is None:
            known = ", ".join([f"{NPROCS} or threads", *places[1:], *parameters])
            raise _error(path, line, f"no column {written!r} is known", f"columns: {known}")
        if name in found:
            raise _error(path, line, f"the column {name} is there twice")
        found.append(name)
    needed = [NPROCS] if set(PARTS) <= set(found) else [NPROCS, _TIME]
    if sides and _GRID not in found:
        needed += sides
    missing = [name for name in needed if name not in found]
    if missing:
        raise _error(path, line, f"no column {', '.join(missing)}")
    return found


def _row(
    path: str, line: int, header: Sequence[str], cells: Sequence[str], dimensions: int
) -> tuple[dict[str, float], tuple[int, ...]]:
    """The values of a row, and the sides of its grid."""
    if len(cells) != len(header):
        raise _error(path, line, f"{len(cells)} values in {len(header)} columns")
    values: dict[str, float] = {}
    sides: tuple[int, ...] = ()
    for name, cell in zip(header, cells, strict=True):
        if name == _GRID:
            sides = _sides(path, line, cell.strip().lower(), dimensions)
        else:
            values[name] = _number(path, line, name, cell.strip())
    if _TIME not in values:
        values[_TIME] = sum(values[name] for name in PARTS)
        if not values[_TIME]:
            raise _error(path, line, "communication and computation are 0: no time")
    if dimensions > 1 and not sides:
        sides = tuple(int(values[name]) for name in GRID[:dimensions])
    product = 1
    for side in sides:
        product *= side
    if sides and product != values[NPROCS]:
        shown = "x".join(map(str, sides))
        raise _error(path, line, f"a grid {shown} has {product} processes, not {values[NPROCS]:g}")
    return values, sides


def _sides(path: str, line: int, text: str, dimensions: int) -> tuple[int, ...]:
    parts = text.split("x")
    if len(parts) != dimensions or not all(p.isdecimal() and 0 < int(p) < 2**40 for p in parts):
        raise _error(path, line, f"{text!r} is no grid of {dimensions} dimensions")
    return tuple(int(part) for part in parts)


def _number(path: str, line: int, name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise _error(path, line, f"{name}: {text!r} is no number") from None
    whole = name == NPROCS or name in GRID
    if whole and not (number == int(number) if abs(number) < 2**40 else False):
        raise _error(path, line, f"{name}: {text} is no number of processes")
    below = number < 0 if name in PARTS else number <= 0
    is_time = name == _TIME or name in PARTS
    if not abs(number) < float("inf") or ((whole or is_time) and below):
        what = "no time" if is_time else "no number of processes" if whole else "no number"
        raise _error(path, line, f"{name}: {text} is {what}")
    return number


def _error(path: str, line: int, message: str, hint: str = _HINT) -> SadError:
    return input_error("SAD894", message, Span.at(path, line), hint)


# A model against measured times, row by row.


@record
class Validation:
    """Times of the ``model`` and of the ``experiment`` [s], per measured row.

    Where the program cannot run, the model is NaN and ``reasons`` says why; elsewhere it is empty.
    ``parts`` are the model's and the measured times of communication and computation, where measured.
    ``origins`` say where numbers come from, ``axis`` is what is counted: processes or threads.
    """

    title: str
    measured: Measured
    model: Floats
    experiment: Floats
    deviations: Deviations
    reasons: tuple[str, ...]
    origins: tuple[str, ...] = ()
    axis: str = "nprocs"
    parts: Mapping[str, tuple[Floats, Floats]] = field(
        default_factory=dict[str, "tuple[Floats, Floats]"]
    )

    @property
    def counted(self) -> int:
        """How many rows the model has a time for."""
        return sum(not reason for reason in self.reasons)

    @property
    def mean(self) -> float:
        """The mean of |D%|."""
        return float(np.nanmean(np.abs(self.deviations.percent)))

    @property
    def largest(self) -> float:
        """The largest |D%|."""
        return float(np.nanmax(np.abs(self.deviations.percent)))


def validate(experiment: Experiment, measured: Measured) -> Validation:
    """Return the model at the measured rows.

    Raises SAD893 at the first of them if the program can run at none.
    """
    rows = measured.grids()
    instead = {name: np.array(values) for name, values in measured.sizes.items()}
    found = evaluate(experiment, np.zeros(rows.nprocs.size, dtype=np.int64), rows, instead)
    seconds = np.array(measured.seconds)
    model = found.communication + found.computation
    reasons = tuple(found.reasons[int(place)] for place in found.reason)
    if all(reasons):
        message = f"the program can run at none of the measured points: {reasons[0]}"
        place = Span.at(measured.file, measured.lines[0])
        raise input_error("SAD893", message, place, "measure where the model says it can run")
    subject = experiment.subject
    where = f" on {subject.machine}" if subject.machine else ""
    title = f"{subject.program.name}{where}{f', {subject.library}' if subject.library else ''}"
    return Validation(
        *(title, measured, model, seconds, deviations(model, seconds), reasons),
        origins=(*subject.origins, *found.origins),
        axis=subject.axis,
        parts={name: (getattr(found, name), np.array(own)) for name, own in measured.parts.items()},
    )
