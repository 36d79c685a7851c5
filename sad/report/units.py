"""Numbers, lists and tables as people read them: seconds with a prefix, shares in percent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.counting.evaluate import Number

_PREFIXES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def seconds_text(seconds: float) -> str:
    """Return a time with three digits and the fitting unit."""
    if seconds == 0:
        return "0 s"
    if seconds >= 3600:
        return f"{seconds / 3600:.3g} h"
    for size, unit in _PREFIXES:
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def share_text(share: float | None) -> str:
    """Return a share in percent, ``?`` if it is not known."""
    return "?" if share is None else f"{100 * share:.1f} %"


def number_text(number: Number, digits: int = 8) -> str:
    """Return a number: whole ones and short fractions as they are, others rounded to ``digits``."""
    if isinstance(number, int):
        return str(number)
    text = str(float(number))
    if len(text) <= digits + 1:
        return text
    return (
        f"{float(number):.0f}"
        if 10**digits <= abs(number) < 1e16
        else f"{float(number):.{digits}g}"
    )


def listed(names: Sequence[str], most: int) -> str:
    """Return names as a list in words, those past ``most`` as a number."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def aligned(rows: Sequence[Sequence[str]], right: int) -> list[str]:
    """Return rows with columns padded to their widest entry; the first ``right`` ones to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        cells = [
            cell.rjust(width) if column < right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def times_text(count: str) -> str:
    """Return how often something happens in words, ``count`` being a formula."""
    return "once" if count == "1" else f"{count} times"
