"""Source files as tables of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.report.annotate import LineCost
    from sad.report.view import View

_TITLES = ("share", "time", "count", "line", "source")
MOST_LINES = 30_000
"""Lines of source in one page; files past them are named and left out."""

Cells = Callable[["LineCost | None"], tuple[str, str, str]]
"""Share, time and count of a line as markup. Ends of cells go without saying in HTML."""


def source_section(
    view: View, costs: Mapping[str, Mapping[int, LineCost]], cells: Cells, *, heat: bool
) -> Iterator[str]:
    """Yield the markup of all files with costs; ``heat`` colours lines by their shares."""
    given: dict[str, dict[int, list[str]]] = {}
    for unit in view.model.description.units:
        if unit.kind == "stub":
            given.setdefault(unit.file, {}).setdefault(unit.line, []).append(unit.name)
    left, skipped = MOST_LINES, list[str]()
    for place, (file, lines) in enumerate(costs.items()):
        source = _lines(file, max(lines, default=0))
        if file in given:  # of a stub file only the procedures that are called
            stubs = given[file]
            rows = [(n, f"stub of {', '.join(stubs.get(n, []))}") for n in sorted(lines)]
        else:
            rows = list(enumerate(source, 1))
        if len(rows) > left:
            skipped.append(file)
            continue
        left -= len(rows)
        opened = " open" if len(costs) <= 4 else ""
        yield f'<details class="file" data-file="{place}"{opened}><summary>{text(file)}</summary>'
        yield '<div class="scroll" tabindex="0" role="region" aria-label="source">'
        titles = "".join(f'<th scope="col">{title}</th>' for title in _TITLES)
        yield f'<table class="source"><thead><tr>{titles}</tr></thead><tbody>'
        for number, written in rows:
            cost = lines.get(number)
            level = ""
            if heat and cost is not None and cost.share:
                level = f' style="--heat:{cost.share**0.5:.4f}"'
            shown = "".join(f"<td>{cell}" for cell in cells(cost))
            yield (
                f'<tr id="L{place}-{number}"{level}>{shown}<td>{number}'
                f"<td>{text(written.expandtabs(8))}</tr>"
            )
        yield "</tbody></table></div></details>"
    if skipped:
        names = text(", ".join(skipped))
        yield f"<p>Too long to be shown: {names}. The loop tree has their loops.</p>"


def _lines(file: str, least: int) -> list[str]:
    """The lines of a file; empty ones if it is not at hand."""
    try:
        lines = Path(file).read_bytes().decode("latin-1").replace("\r\n", "\n").split("\n")
    except OSError:
        return [""] * least
    return lines[:-1] if lines and not lines[-1] else lines


# Text of any origin made safe inside a page.


def text(value: object) -> str:
    """Return text for the content of an element or a quoted attribute; control characters go."""
    shown = "".join(
        char if char.isprintable() or char in "\t\n" else "\ufffd" for char in str(value)
    )
    return escape(shown, quote=True)
