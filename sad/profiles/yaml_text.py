"""Writing values as YAML text that reads back as the same text, here and in other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Plain = str | None | list["Plain"] | dict[str, "Plain"]
"""What a document holds: every scalar is the text as written, None where there is nothing."""

_PLAIN = re.compile(r"[A-Za-z0-9_./$*+\-(][^\x00-\x1f\x7f-\xa0\ud800-\udfff\u2028\u2029\ufeff]*")
_SPECIAL = re.compile(r": |:$| #|^[-?:]( |$)|^---|^\.\.\.|^[*&!%@`]|\s$")
_IN_FLOW = re.compile(r"[,\[\]{}]|:[^A-Za-z0-9_/.]|:$")
_OTHER_TYPE = re.compile(
    r"[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d+)?|[-+]?0[xob][0-9a-fA-F_]+|[-+]?\d[\d_:.]*"
    r"|[-+]?\.(inf|nan)|\d{4}-\d\d?-\d\d?.*|true|false|yes|no|on|off|null|~|=|<<",
    re.IGNORECASE,
)


class Written(str):
    """A text that people may write themselves: not quoted only because it looks like a number."""

    __slots__ = ()


def scalar(value: str | float | bool | None, *, in_flow: bool = False) -> str:
    """Return a scalar as YAML; a text that other readers would take for a number is quoted."""
    if isinstance(value, str):
        other = not isinstance(value, Written) and _OTHER_TYPE.fullmatch(value)
        return _quoted(value) if other else _text(value, in_flow=in_flow)
    return "" if value is None and not in_flow else _number(value)


def _number(value: float | bool | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    shown = repr(value)
    if shown in ("inf", "-inf", "nan"):
        return shown.replace("inf", ".inf").replace("nan", ".nan")
    if "e" in shown and "." not in shown:  # 1e-06 is text for readers of YAML 1.1
        shown = shown.replace("e", ".0e")
    return shown


def _text(value: str, *, in_flow: bool) -> str:
    fits = _PLAIN.fullmatch(value) and not _SPECIAL.search(value) and value.lower() != "null"
    if fits and not (in_flow and _IN_FLOW.search(value)):
        return value
    return _quoted(value)


def _quoted(value: str) -> str:
    return "".join(
        char if char.isprintable() else _escaped(char)
        for char in json.dumps(value, ensure_ascii=False)
    )


def _escaped(char: str) -> str:
    code = ord(char)
    return (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}"
        if code < 0x10000
        else f"\\U{code:08x}"
    )


def flow(value: Value) -> str:
    """Return a value in one line: ``{at: {N: 500}, taken: 12}``."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{scalar(k, in_flow=True)}: {flow(v)}" for k, v in value.items()) + "}"
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, in_flow=True)


def plain(value: Value) -> Plain:
    """Return what a document holds after ``value`` was written to it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return None if value is None else _number(value)
