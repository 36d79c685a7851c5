"""Suggested directives as text and JSON."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.parallelism.suggest import Refused, Suggestion

_MOST = 8
_WIDTH = 80  # columns


def suggested_lines(
    made: Sequence[Suggestion], refused: Sequence[Refused], processors: int, *, known: bool
) -> Iterator[str]:
    """Yield directives with their places, and loops for which there is none."""
    if not known:
        yield "directives are suggested once everything has a value"
        return
    if not made and not refused:
        yield "no loop is worth a directive"
        return
    yield f"directives, and how many times as fast each alone is with {processors} threads"
    for item in made[:_MOST]:
        place = f"{item.span.file}:{item.span.line}, {item.where} in {item.unit}"
        yield from wrap(f"{item.gain:6.2f}  {place}", _WIDTH, subsequent_indent=" " * 8)
        for line in item.lines:
            yield f"        {line}"
    for item in refused[:_MOST]:
        yield (
            f"{item.gain:6.2f}  {item.span.file}:{item.span.line}, {item.loop} in {item.unit}: "
            f"{item.reason}"
        )


def suggested_json(
    made: Sequence[Suggestion], refused: Sequence[Refused], processors: int
) -> dict[str, Any]:
    """Return suggestions as JSON has them."""
    return {
        "threads": processors,
        "directives": [
            {
                "unit": item.unit,
                "file": item.span.file,
                "line": item.span.line,
                "gain": item.gain,
                "lines": list(item.lines),
            }
            for item in made
        ],
        "refused": [
            {
                "unit": item.unit,
                "file": item.span.file,
                "line": item.span.line,
                "gain": item.gain,
                "reason": item.reason,
            }
            for item in refused
        ],
    }
