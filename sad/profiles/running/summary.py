"""The runs that were made, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.profiles.running.runs import RunRecord

_WIDEST = 30


def runs_table(records: Sequence[RunRecord]) -> str:
    """Return a line for each run: its number, values, time [s], how it ended, whether it counts.

    Values of the model that are the same in all runs are left out.
    """
    names = _names(records)
    rows = [["run", *names, "seconds", "ended with"]]
    for record in records:
        values = [_short(record.point.at[name]) for name in names]
        end = record.outcome.text
        if not record.outcome.succeeded:
            end += " (used)" if record.used else " (left out)"
        number = str(record.point.number)
        rows.append([number, *values, f"{record.outcome.seconds:.2f}", end])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines: list[str] = []
    for *cells, end in rows:
        shown = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append("  ".join((*shown, end)).rstrip())
    return "\n".join(lines) + "\n"


def _names(records: Sequence[RunRecord]) -> list[str]:
    if not records:
        return []
    points = [record.point for record in records]
    varied, settings = points[0].varied, points[0].settings
    differing = (name for name in settings if len({point.settings[name] for point in points}) > 1)
    return [*varied, *differing]


def _short(value: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in value)
    return plain if len(plain) <= _WIDEST else f"{plain[: _WIDEST - 3]}..."
