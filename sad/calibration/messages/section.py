"""The sections ``network`` and ``programming_models`` of a machine file from times of messages.

``communicate`` is a message from its start to its end, ``exchange`` two that cross; ``send`` and
``receive`` are what a message costs its two sides that they cannot spend on something else meanwhile.
LogGP (Alexandrov et al. 1995): L is what remains of a short message without the overheads ``o`` of both
sides, ``g`` the time between short messages in a row, ``G`` the time per byte of long ones. Collective
operations take ceil(log2(nprocs)) steps, an exchange of all with all takes nprocs - 1; those that are
not measured are done as in MPICH.

Each piece is a least-squares fit of relative errors, reweighted (Huber) so that single disturbed times
do not count for much. Where the pieces end, and how many there are, is what the Bayesian information
criterion prefers among the lengths that were measured.
"""

from __future__ import annotations

from math import hypot, inf, log
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.messages.times import COLLECTIVES
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.calibration.messages.times import MessageTimes

    Array = NDArray[np.float64]

_STEPS = "ceil(log2(nprocs))"
_OTHERS = "(nprocs - 1)"
_BEGIN = "_from_bytes"
_SMALLEST = 1e-9  # [s]; the clock shows no less
_FASTEST = 1e-12  # [s] a byte; no memory is faster, so less is noise
_SELECTION = "operations that are not measured: Thakur, Rabenseifner, Gropp 2005"
_MOST = 4  # pieces
_LEAST_POINTS = 4  # in a piece
_HUBER = 0.05  # relative errors above count less
_CAP = 0.3  # and none counts more than this
_TURNS = 15
_PER_PIECE = 3.0  # two numbers and where it begins
_NOISE = 0.01  # relative; what fits better is taken to be no better


def network_lines(times: MessageTimes) -> list[str]:
    """Return the lines of the section ``network``: all that is known is who was on which computer."""
    name = "the memory of one computer"
    if times.computers > 1:
        name = f"between {times.computers} computers; links on the way are not told apart"
    return ["network:", f"  name: {_quoted(name)}", "  topology: {kind: crossbar}"]


def section_lines(times: MessageTimes, launcher: str, date: str) -> list[str]:
    """Return the lines of the section ``programming_models``, not indented."""
    source = f"measured with {launcher} ({times.version}), {date}"
    pieces = fit_pieces(list(times.round_trips), list(times.round_trips.values()))
    parameters: dict[str, tuple[float, float]] = {}
    primitives: dict[str, tuple[str, float]] = {}
    formula = _formula("message", pieces, parameters)
    primitives["communicate"] = (formula, max(piece.error for piece in pieces))
    _loggp(times, pieces, parameters)
    for name, own, seconds in (
        ("send", "sending", times.sends),
        ("receive", "receiving", times.receives),
        ("exchange", "crossing", times.exchanges),
    ):
        _by_bytes(name, own, seconds, parameters, primitives)
    for name in COLLECTIVES:
        _collective(name, times, parameters, primitives)
    lines = ["programming_models:", "  mpi:"]
    lines.append(f"    description: {_quoted(f'{times.version}, {times.processes} processes')}")
    lines.append("    parameters:")
    for name, (value, error) in parameters.items():
        # where a piece begins is one of the lengths measured
        doubt = 0.0 if name.endswith(_BEGIN) else hypot(error, times.spread)
        told = f", uncertainty: {_rounded(doubt)}" if doubt >= 0.005 else ""
        lines.append(f"      {name}: {{value: {_number(value)}{told}, source: {_quoted(source)}}}")
    lines.append("    primitives:")
    for name, (formula, error) in primitives.items():
        doubt = max(hypot(error, times.spread), 0.01)
        told = f"formula: {_quoted(formula)}, uncertainty: {_rounded(doubt)}"
        lines.append(f"      {name}: {{{told}, source: {_quoted('fitted to times of this MPI')}}}")
    lines.append(f"    collectives: {{selection: mpich, source: {_quoted(_SELECTION)}}}")
    return lines


def _by_bytes(
    name: str,
    own: str,
    times: Mapping[int, float],
    parameters: dict[str, tuple[float, float]],
    primitives: dict[str, tuple[str, float]],
) -> None:
    """Add a primitive that was measured for several lengths."""
    if not times:
        return
    pieces = fit_pieces(list(times), [max(value, _SMALLEST) for value in times.values()], most=3)
    formula = _formula(own, pieces, parameters)
    primitives[name] = (formula, max(piece.error for piece in pieces))


def _formula(name: str, pieces: Sequence[Piece], parameters: dict[str, tuple[float, float]]) -> str:
    """Return start-up and rate of the pieces as a formula, whose numbers go to ``parameters``."""
    parts: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        own = f"{name}{number}" if len(pieces) > 1 else name
        if number > 1:
            parameters[f"{own}{_BEGIN}"] = (piece.begin, 0.0)
        terms: list[str] = []
        if piece.start > 0 or piece.per_byte <= _FASTEST:
            parameters[f"{own}_s"] = (max(piece.start, _SMALLEST), piece.error)
            terms.append(f"{own}_s")
        if piece.per_byte > _FASTEST:
            parameters[f"{own}_s_per_byte"] = (piece.per_byte, piece.error)
            terms.append(f"bytes*{own}_s_per_byte")
        begin = f"{own}{_BEGIN}" if number > 1 else "0"
        parts.append(f"{begin}, {' + '.join(terms)}")
    if len(parts) == 1:
        return parts[0].removeprefix("0, ")
    return f"steps(bytes, {', '.join(parts)})"


def _loggp(
    times: MessageTimes, pieces: Sequence[Piece], parameters: dict[str, tuple[float, float]]
) -> None:
    send, receive = (max(times.single[name], _SMALLEST) for name in ("send", "receive"))
    short = [seconds for count, seconds in times.round_trips.items() if 0 < count <= 8]
    latency = median(short) - send - receive
    error = pieces[0].error
    parameters["L_s"] = (max(latency, _SMALLEST), error)
    parameters["o_s"] = (0.5 * (send + receive), error)
    parameters["g_s"] = (max(times.single["row"], _SMALLEST), error)
    if pieces[-1].per_byte > _FASTEST:
        parameters["G_s_per_byte"] = (pieces[-1].per_byte, pieces[-1].error)


def _collective(
    name: str,
    times: MessageTimes,
    parameters: dict[str, tuple[float, float]],
    primitives: dict[str, tuple[str, float]],
) -> None:
    points = [
        (count, seconds / (processes - 1 if name == "alltoall" else (processes - 1).bit_length()))
        for (own, processes, count), seconds in times.collectives.items()
        if own == name
    ]
    if not points:
        return
    pieces = fit_pieces(
        [count for count, _ in points], [value for _, value in points], most=2, least=3
    )
    inner = _formula(name, pieces, parameters)
    steps = _OTHERS if name == "alltoall" else _STEPS
    text = f"{steps}*{inner}" if len(pieces) > 1 or "+" not in inner else f"{steps}*({inner})"
    primitives[name] = (text, max(piece.error for piece in pieces))


def _number(value: float) -> str:
    if value.is_integer() and value < 1e12:
        return str(int(value))
    text = f"{value:.6g}"
    if "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return text


def _rounded(share: float) -> str:
    """Return an uncertainty in two digits; launches on a machine at work may differ by hundreds."""
    return _number(float(f"{share:.2g}"))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@record
class Piece:
    """From ``begin`` bytes on: ``start`` [s] and ``per_byte`` [s]. ``error`` is relative (rms)."""

    begin: float
    start: float
    per_byte: float
    error: float


def fit_pieces(
    lengths: Sequence[float],
    seconds: Sequence[float],
    most: int = _MOST,
    least: int = _LEAST_POINTS,
) -> list[Piece]:
    """Return at most ``most`` pieces of at least ``least`` times, all above 0 [s], each."""
    order = np.argsort(np.array(lengths, dtype=float), kind="stable")
    x = np.array(lengths, dtype=float)[order]
    y = np.array(seconds, dtype=float)[order]
    starts = [0, *(i for i in range(1, len(x)) if x[i] > x[i - 1])]
    ends = [*starts[1:], len(x)]
    cost: dict[tuple[int, int], float] = {}
    for begin in starts:
        counts = [end - begin for end in ends if end - begin >= min(least, len(x))]
        costs = _costs(x[begin:], y[begin:], np.array(counts, dtype=np.int64))
        cost.update(((begin, begin + n), value) for n, value in zip(counts, costs, strict=True))
    best = _split(cost, starts, len(x), most)
    found: list[Piece] = []
    for begin, end in best:
        lines = _lines(x[begin:end], y[begin:end], np.array([end - begin]))
        error = _errors(x[begin:end], y[begin:end], *lines)
        start, per_byte = (float(item[0]) for item in lines)
        rms = float(np.sqrt(np.mean(error**2)))
        found.append(Piece(float(x[begin]), start, per_byte, rms))
    return found


def _costs(x: Array, y: Array, counts: NDArray[np.int64]) -> list[float]:
    """Return what the best line through the first so many points costs, for each number."""
    start, per_byte = _lines(x, y, counts)
    error = np.minimum(_errors(x, y, start, per_byte), _CAP)
    costs: Array = np.sum(error**2 * _first(counts, len(x)), axis=1)
    return [float(value) for value in costs]


def _first(counts: NDArray[np.int64], points: int) -> Array:
    """A row for each number, 1 for so many of the points, 0 for the others."""
    return (np.arange(points) < counts[:, np.newaxis]).astype(np.float64)


def _errors(x: Array, y: Array, start: Array, per_byte: Array) -> Array:
    """Relative errors of lines, a row for each."""
    return np.abs((start[:, np.newaxis] + per_byte[:, np.newaxis] * x) / y - 1.0)


def _lines(x: Array, y: Array, counts: NDArray[np.int64]) -> tuple[Array, Array]:
    """Return a and b, both not below 0, of the lines that fit the first so many points best."""
    used = weights = _first(counts, len(x))
    start = per_byte = np.zeros(len(counts))
    for _ in range(_TURNS):
        start, per_byte = _weighted(x, y, weights, x[counts - 1] > x[0])
        error = np.maximum(_errors(x, y, start, per_byte), 1e-12)
        weights = used * np.minimum(1.0, _HUBER / error)
    return start, per_byte


def _weighted(x: Array, y: Array, weights: Array, differ: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return a and b of the least weighted squares of relative errors, a row of weights for each.

    ``differ`` tells where lengths do: else b is 0.
    """
    scale = weights / y**2
    whole = np.sum(scale, axis=1)
    length, time = np.sum(scale * x, axis=1) / whole, np.sum(scale * y, axis=1) / whole
    away = x - length[:, np.newaxis]
    slope = _ratio(np.sum(scale * away * (y - time[:, np.newaxis]), axis=1), scale * away**2)
    start = time - slope * length
    through_zero = _ratio(np.sum(scale * x * y, axis=1), scale * x**2)
    is_below = np.logical_and(differ, start < 0)
    is_flat = np.logical_or(np.logical_not(differ), slope < 0)
    start[is_flat], slope[is_flat] = time[is_flat], 0.0
    start[is_below], slope[is_below] = 0.0, through_zero[is_below]
    return start, slope


def _ratio(above: Array, below: Array) -> Array:
    """Return one sum by the other, whose terms are given; 0 where that is 0."""
    total = np.sum(below, axis=1)
    return np.divide(above, total, out=np.zeros_like(above), where=total > 0)


def _split(
    cost: dict[tuple[int, int], float], starts: Sequence[int], end: int, most: int
) -> list[tuple[int, int]]:
    """Return the parts of the points by dynamic programming, for the best number of parts."""
    table: dict[int, tuple[float, list[tuple[int, int]]]] = {0: (0.0, [])}
    best: tuple[float, list[tuple[int, int]]] = (inf, [])
    for pieces in range(1, most + 1):
        following: dict[int, tuple[float, list[tuple[int, int]]]] = {}
        for (begin, stop), own in cost.items():
            if begin not in table:
                continue
            total = table[begin][0] + own
            if stop not in following or total < following[stop][0]:
                following[stop] = (total, [*table[begin][1], (begin, stop)])
        table = {stop: entry for stop, entry in following.items() if stop in starts or stop == end}
        if end in table:
            mean = max(table[end][0] / end, _NOISE**2)
            criterion = end * log(mean) + _PER_PIECE * pieces * log(end)
            if criterion < best[0]:
                best = (criterion, table[end][1])
    return best[1]
