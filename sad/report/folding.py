"""Messages about large sources: many of one kind are told once and counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOLD = 20  # of each code; what a reader may want to see of one kind
_LEFT_OUT = frozenset(
    ("SAD101", "SAD102", "SAD103", "SAD104", "SAD105", "SAD106", "SAD109", "SAD114")
)
"""Codes of files that are left out as a whole: each of them is named, however many there are."""


def folded(items: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the messages for a terminal: of each code the first ones, then how many more.

    What stands for the others (SAD120) is at the place of the first of them.
    """
    shown: list[Diagnostic] = []
    told: dict[str, int] = {}
    rest: dict[str, list[Diagnostic]] = {}
    for item in items:
        told[item.code] = told.get(item.code, 0) + 1
        if item.code in _LEFT_OUT or told[item.code] <= _TOLD:
            shown.append(item)
        else:
            rest.setdefault(item.code, []).append(item)
    for others in rest.values():
        shown += others if len(others) == 1 else [_counted(others)]
    return shown


def _counted(others: Sequence[Diagnostic]) -> Diagnostic:
    """One message for many of one code."""
    first, files = others[0], len({item.span.file for item in others})
    where = "in this file" if files == 1 else f"from here on, in {files} files"
    message = f"{len(others)} more of {first.code} {where}"
    hint = "--strict prints all; sad analyze --format json lists them"
    return replace(first, code="SAD120", severity=Severity.NOTE, message=message, hint=hint)
