"""A machine file made of PerPreT's: messages from ``comm.perf``, a node rate from ``comp.perf``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.perpret import MEGA

if TYPE_CHECKING:
    from sad.machine.perpret import Communication, Computation, Step

_ADDED = ("add", "sub", "mul")
_FREE = (
    *("neg", "assign", "load", "store", "convert", "logical", "compare", "substring"),
    *("loop", "branch", "goto", "call", "argument", "return"),
)
_LIKE_MUL = ("div", "power_int", "power_real", "intrinsic", "concat")


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
