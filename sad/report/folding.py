"""Messages about large sources: many of one kind are told once and counted, errors never."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOLD = 20  # of each code; what a reader may want to see of one kind


def folded(items: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the messages for a terminal: all errors, of other codes the first, then how many more.

    What stands for the others (SAD120) is at the place of the first of them.
    """
    shown: list[Diagnostic] = []
    told: dict[str, int] = {}
    rest: dict[str, list[Diagnostic]] = {}
    for item in items:
        told[item.code] = told.get(item.code, 0) + 1
        if item.severity is Severity.ERROR or told[item.code] <= _TOLD:
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
    hint = "--strict prints all, as errors; sad analyze --format json lists them"
    return replace(first, code="SAD120", severity=Severity.NOTE, message=message, hint=hint)
