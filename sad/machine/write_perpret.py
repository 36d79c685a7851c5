"""A machine file made of PerPreT's: primitives from ``comm.perf``, a node rate from ``comp.perf``."""

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

    A table by message length becomes a formula with ``steps``, a rate by problem size a toolchain
    of its own. What PerPreT does not model has no time: input and output.
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
    network = ["network:", "  topology: {kind: crossbar}  # times that do not depend on it"]
    network.append("  parameters:")
    link = _steps("link_bytes_per_s", communication.link_bytes_per_s, file, network, "    ")
    models = ["programming_models:", "  perpret:", "    description: T1 to T5 of PerPreT"]
    models.append("    parameters:")
    send = [_steps("send_setup_s", communication.send_setup_s, file, models, "      ")]
    receive = [_steps("receive_setup_s", communication.receive_setup_s, file, models, "      ")]
    for name, rate, terms in (
        ("copy_in_bytes_per_s", communication.copy_in_bytes_per_s, send),
        ("copy_out_bytes_per_s", communication.copy_out_bytes_per_s, receive),
    ):
        if rate is not None:
            models.append(f"      {name}: {_value(rate, file)}")
            terms.append(f"bytes/{name}")
    send.append(f"bytes/{link}")
    models.append("    primitives:")
    for name, formula, source in (
        ("send", " + ".join(send), "T1 + T2 + T3"),
        ("receive", " + ".join(receive), "T4 + T5"),
        ("communicate", "send + receive", "T1 to T5"),
    ):
        models.append(f'      {name}: {{formula: "{formula}", source: "{source}"}}')
    return [*network, "", *models]


def _steps(name: str, steps: tuple[Step, ...], file: str, lines: list[str], indent: str) -> str:
    """Add the parameters of a table to ``lines``; return the formula that stands for it."""
    if len(steps) == 1:
        lines.append(f"{indent}{name}: {_value(steps[0].value, file)}")
        return name
    stem, unit = _stem(name)
    arguments = ["bytes"]
    for number, step in enumerate(steps, 1):
        limit, value = f"{stem}_limit{number}_bytes", f"{stem}{number}{unit}"
        lines.append(f"{indent}{limit}: {_value(step.length, file)}")
        lines.append(f"{indent}{value}: {_value(step.value, file)}")
        arguments += [limit, value]
    return f"steps({', '.join(arguments)})"


def _stem(name: str) -> tuple[str, str]:
    """A parameter's name without its unit, and the unit."""
    for unit in ("_bytes_per_s", "_s"):
        if name.endswith(unit):
            return name.removesuffix(unit), unit
    raise ValueError(name)


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
