"""The table of figures, on the screen and in docs/performance.md."""

from __future__ import annotations

import datetime
import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.accepted import is_worse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.measure import Figure

_START, _END = "<!-- figures: start -->", "<!-- figures: end -->"


def table(figures: Sequence[Figure], before: Mapping[str, float] | None = None) -> str:
    """Return the figures as a Markdown table, with the accepted ratios ``before`` if given."""
    past = before is not None
    rows = [
        f"| what |{' before |' if past else ''} measured | target | | in detail |",
        f"|---|{'--:|' if past else ''}--:|--:|---|---|",
    ]
    for figure in figures:
        word = "met" if figure.met else "MISSED"
        if before is not None and is_worse(figure, before):
            word += ", WORSE"
        known = (before or {}).get(figure.what) if figure.ratio else None
        column = f" {'' if known is None else format(known, '.3g')} |" if past else ""
        rows.append(
            f"| {figure.what} |{column} {figure.measured:.3g} | at most {figure.target:.3g} | {word}"
            f" | {figure.detail} |"
        )
    return "\n".join(rows)


def write_page(
    path: Path, figures: Sequence[Figure], before: Mapping[str, float] | None = None
) -> None:
    """Put the figures between the two marks of the page.

    Raises ``ValueError`` if the page does not have both.
    """
    page = path.read_text(encoding="utf-8")
    above, start, rest = page.partition(_START)
    _, end, after = rest.partition(_END)
    if not start or not end:
        message = f"{path} has no {_START} ... {_END}"
        raise ValueError(message)
    text = f"{above}{start}\n{_circumstances()}\n\n{table(figures, before)}\n{end}{after}"
    path.write_text(text, encoding="utf-8")


def _circumstances() -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return f"Measured on {today}, Python {platform.python_version()}, {_processor()}."


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()
