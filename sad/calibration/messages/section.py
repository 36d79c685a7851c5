"""The sections ``network`` and ``programming_models`` of a machine file from times of messages.

``communicate`` is a message from its start to its end, ``exchange`` two that cross; ``send`` and
``receive`` are what a message costs its two sides that they cannot spend on something else meanwhile.
LogGP (Alexandrov et al. 1995): L is what remains of a short message without the overheads ``o`` of both
sides, ``g`` the time between short messages in a row, ``G`` the time per byte of long ones. Collective
operations take ceil(log2(nprocs)) steps, an exchange of all with all takes nprocs - 1; those that are
not measured are done as in MPICH.
"""

from __future__ import annotations

from math import hypot
from statistics import median
from typing import TYPE_CHECKING

from sad.calibration.messages.pieces import fit_pieces
from sad.calibration.messages.times import COLLECTIVES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.messages.pieces import Piece
    from sad.calibration.messages.times import MessageTimes

_STEPS = "ceil(log2(nprocs))"
_OTHERS = "(nprocs - 1)"
_BEGIN = "_from_bytes"
_SMALLEST = 1e-9  # [s]; the clock shows no less
_FASTEST = 1e-12  # [s] a byte; no memory is faster, so less is noise
_SELECTION = "operations that are not measured: Thakur, Rabenseifner, Gropp 2005"


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
        (count, seconds / _steps(name, processes))
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


def _steps(name: str, processes: int) -> int:
    return processes - 1 if name == "alltoall" else (processes - 1).bit_length()


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
