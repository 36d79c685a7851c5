"""The vocabulary of operation keys (docs/operations.md), for what users write."""

from __future__ import annotations

import re
from difflib import get_close_matches

from sad.ir.expr import Type
from sad.machine.check import usual_operations
from sad.machine.operation_times import library_operations

_TYPE = "|".join(Type)
_PLACE = r"(?:scalar|element[1-7])"
_STORAGE = r"(?:local|dummy|common)"
_PATTERNS = (
    rf"(?:add|sub|mul|div|neg|power_int|power_real|compare|assign)\.(?:{_TYPE})",
    rf"(?:load|store)\.(?:{_TYPE})\.{_PLACE}\.{_STORAGE}",
    r"(?:div|intrinsic\.(?:mod|modulo))\.integer\.(?:constant|power2)",
    rf"convert\.(?:{_TYPE})\.(?:{_TYPE})",
    rf"intrinsic\.[a-z]\w*\.(?:{_TYPE})",
    r"library\.[a-z]\w*(?:\.[a-z]\w*)?",
    rf"io\.item\.(?:{_TYPE})",
    r"io\.(?:read|write|print|open|close|inquire|rewind|backspace|endfile|other)",
    r"logical\.(?:and|or|not|eqv|neqv)",
    r"(?:concat|substring)\.character",
    r"loop\.(?:entry|iteration)",
    r"branch\.(?:if|arithmetic|computed|select)",
    r"goto|call|argument|return",
)
_MESSAGES = re.compile(r"(?:message|bytes)\.")
"""Counts of messages, which are no operations of a processor."""
_LITERAL = re.compile(r"[^*?\[]*")
_KEY = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))


def is_operation(key: str) -> bool:
    """Whether ``key`` is a full operation key."""
    return _KEY.fullmatch(key) is not None


def may_match(pattern: str) -> bool:
    """Whether there may be operations with keys of a pattern; only what is before ``*`` is looked at.

    Any function may be an intrinsic one: all that begins with ``intrinsic.`` may be.
    """
    start = _LITERAL.match(pattern)
    assert start is not None
    if _MESSAGES.match(pattern) is not None:
        return True
    if start[0] == pattern:
        return is_operation(pattern)
    usual = (*usual_operations(), *library_operations(), "intrinsic.")
    return start[0].startswith("intrinsic.") or any(key.startswith(start[0]) for key in usual)


def closest_operation(key: str) -> str | None:
    """Return the usual operation that looks most like ``key``, if one does."""
    close = get_close_matches(key, [*usual_operations(), *library_operations()], 1, 0.5)
    return close[0] if close else None
