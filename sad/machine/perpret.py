"""Files of the PerPreT tool as machine files: ``comm.perf`` (messages), ``comp.perf`` (computation).

Format after J. Brehm's thesis, section 7.3. ``comm.perf``: a line with the bandwidth of copies from
user space to the communication buffer, one with that back [10^6 bytes/s]; then lines of six values: a
message length and the start-up of a send, a length and the start-up of a receive, a length and the
bandwidth of a link. Start-ups are in microseconds (section 6.1.3; 7.3 does not say). ``comp.perf``: a
comment, a data type, then lines ``problem_size MFLOPS``, or one line with a rate alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from sad.diagnostics import Span, input_error
from sad.files import no_pipe
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator


_CODE = "SAD418"
MEGA = 1e6
"""PerPreT's MB: decimal, as the thesis' tables show."""
_ADDED = ("add", "sub", "mul")
_FREE = (
    *("neg", "assign", "load", "store", "convert", "logical", "compare", "substring"),
    *("loop", "branch", "goto", "call", "argument", "return"),
)
_LIKE_MUL = ("div", "power_int", "power_real", "intrinsic", "concat")


@record
class Step:
    """A value for messages of ``length`` bytes and more, up to the next step."""

    length: float
    value: float


@record
class Communication:
    """A system as ``comm.perf`` describes it: bytes per second, and seconds by message length.

    A bandwidth of a copy is None for systems that transfer without copying (0 in the file).
    """

    copy_in_bytes_per_s: float | None
    copy_out_bytes_per_s: float | None
    send_setup_s: tuple[Step, ...]
    receive_setup_s: tuple[Step, ...]
    link_bytes_per_s: tuple[Step, ...]


@record
class Computation:
    """``comp.perf``: operations per second by problem size (length 0 for all sizes)."""

    comment: str
    data_type: str
    flop_per_s: tuple[Step, ...]


def read_communication(path: str) -> Communication:
    """Read a ``comm.perf``; a line that is not of its form is SAD418."""
    lines = list(_lines(path))
    if len(lines) < 3:
        _fail(path, len(lines), "two copy bandwidths and a line of six values are needed")
    copies: list[float | None] = []
    for number, words in lines[:2]:
        (rate,) = _numbers(path, number, words, 1)
        copies.append(rate * MEGA or None)
    columns: tuple[list[Step], list[Step], list[Step]] = ([], [], [])
    for number, words in lines[2:]:
        values = _numbers(path, number, words, 6)
        for column, scale, (length, value) in zip(
            columns, (1e-6, 1e-6, MEGA), (values[:2], values[2:4], values[4:]), strict=True
        ):
            if column and length <= column[-1].length:
                _fail(path, number, "lengths must rise from line to line")
            column.append(Step(length, value * scale))
        if values[5] == 0:
            _fail(path, number, "a link of bandwidth 0 transfers nothing")
    sends, receives, links = (tuple(column) for column in columns)
    return Communication(copies[0], copies[1], sends, receives, links)


def read_computation(path: str) -> Computation:
    """Read a ``comp.perf`` without phases; a line that is not of its form is SAD418."""
    lines = list(_lines(path))
    if len(lines) < 3:
        _fail(path, len(lines), "a comment, a data type and a line with a rate are needed")
    (_, comment), (_, data_type) = lines[:2]
    if _is_number(data_type[0]):
        _fail(path, lines[1][0], "the second line names the data type")
    rates: list[Step] = []
    for number, words in lines[2:]:
        if len(words) == 1 and len(lines) == 3:
            (rate,) = _numbers(path, number, words, 1)
            size = 0.0
        else:
            size, rate = _numbers(path, number, words[:2], 2)
            if len(words) > 2 and _is_number(words[2]):
                _fail(path, number, "a problem size and a rate are expected")
            if len(words) > 2:
                _fail(path, number, "rates by phase are not for one machine; give rates by size")
        if rate == 0 or (rates and size <= rates[-1].length):
            _fail(path, number, "rates are above 0, problem sizes rise from line to line")
        rates.append(Step(size, rate * MEGA))
    return Computation(" ".join(comment), " ".join(data_type), tuple(rates))


def _lines(path: str) -> Iterator[tuple[int, list[str]]]:
    try:
        text = Path(no_pipe(path)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise input_error(_CODE, f"cannot be read: {reason}", Span.at(path)) from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line.split()


def _numbers(path: str, line: int, words: list[str], count: int) -> list[float]:
    """The ``count`` numbers a line starts with; words behind them are a comment."""
    found: list[float] = []
    for word in words[:count]:
        if not _is_number(word):
            _fail(path, line, f"a number is expected, not {word!r}")
        found.append(float(word))
        if not 0 <= found[-1] < float("inf"):
            _fail(path, line, f"{word} cannot be")
    if len(found) < count:
        _fail(path, line, f"{count} numbers are expected, {len(found)} found")
    if len(words) > count and _is_number(words[count]):
        _fail(path, line, f"{count} numbers are expected, more found")
    return found


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _fail(path: str, line: int, message: str) -> NoReturn:
    hint = "see docs/machines.md for the two formats"
    raise input_error(_CODE, message, Span.at(path, max(1, line)), hint)


def machine_text(
    name: str,
    communication: Communication | None,
    computation: Computation | None,
    files: tuple[str, str],
) -> str:
    """Return a machine file (schema 1); ``files`` are the two files' names, for the sources.

    Messages become the standard model of that name, a rate by problem size a toolchain of its own.
    What PerPreT does not model has no time: input and output.
    """
    parts = [
        "schema: 1",
        f"name: {name}",
        f"description: Converted from PerPreT's {' and '.join(file for file in files if file)}.",
        "kind: estimate",
        "",
        *_processor(computation, files[1]),
    ]
    if communication is not None:
        parts += ["", *_messages(communication, files[0])]
    return "\n".join(parts) + "\n"


def _processor(computation: Computation | None, file: str) -> list[str]:
    """One rate for all arithmetic: PerPreT knows operations per second, not the clock."""
    lines = ["processor:", "  name: node", "  clock_hz: 1.0e+6  # not known; nothing rests on it"]
    lines.append("  toolchains:")
    if computation is None:
        lines += ["    perpret:", "      operations_s: {}  # PerPreT's comp.perf was not given"]
        return lines
    for rate in reversed(computation.flop_per_s):
        source = f"{file}: {rate.value / MEGA:g} MFLOPS ({computation.data_type})"
        lines.append(f"    {f'size-{rate.length:g}' if rate.length else 'all-sizes'}:")
        lines += [f"      compiler: {_quoted(computation.comment)}", "      operations_s:"]
        lines += [f"        {key}: {_value(1 / rate.value, source)}" for key in _ADDED]
        lines.append("        # the rate is that of whole statements: nothing else costs time")
        lines += [f"        {key}: {_value(0.0, 'part of the rate')}" for key in _FREE]
        lines.append(f"      fallback: {{{', '.join(f'{key}: mul' for key in _LIKE_MUL)}}}")
    return lines


def _messages(communication: Communication, file: str) -> list[str]:
    """The five times as PerPreT's standard model, which brings the functions of its library."""
    lines = ["network:", "  topology: {kind: crossbar}  # times that do not depend on it", ""]
    lines += ["programming_models:", "  perpret:"]
    lines.append("    description: T1 to T5 of PerPreT, with the functions of its library")
    lines += ["    point_to_point:", "      model: perpret"]
    lines += _table("send_setup_s", communication.send_setup_s, file)
    lines += _rate("copy_in_bytes_per_s", communication.copy_in_bytes_per_s, file)
    lines += _table("link_bytes_per_s", communication.link_bytes_per_s, file)
    lines += _table("receive_setup_s", communication.receive_setup_s, file)
    return lines + _rate("copy_out_bytes_per_s", communication.copy_out_bytes_per_s, file)


def _rate(name: str, value: float | None, file: str) -> list[str]:
    return [] if value is None else [f"      {name}: {_value(value, file)}"]


def _table(name: str, steps: tuple[Step, ...], file: str) -> list[str]:
    """A value, or one for each message length from which it counts; the first one from 0 on."""
    if len(steps) == 1:
        return [f"      {name}: {_value(steps[0].value, file)}"]
    lines = [f"      {name}:"]
    for number, step in enumerate(steps):
        begin = step.length if number else 0.0
        lines.append(f"        - {{from_bytes: {_number(begin)}, {_value(step.value, file)[1:]}")
    return lines


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _value(value: float, source: str) -> str:
    return f"{{value: {_number(value)}, source: {_quoted(source)}}}"


def _number(value: float) -> str:
    """The number as YAML reads it: with a point, and a sign in the exponent."""
    mantissa, separator, exponent = f"{float(value):.12g}".partition("e")
    mantissa = mantissa if "." in mantissa else f"{mantissa}.0"
    return f"{mantissa}e{int(exponent):+d}" if separator else mantissa
