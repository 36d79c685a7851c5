"""Measures of stochastic models as a page without scripts: tables, and a bar for each utilisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.html.page import opening
from sad.report.html.sections import micro, text
from sad.report.solution import measure_text, note_text, place_of, title_of, value_text
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.report.solution import Solved
    from sad.stochastic.solution import PartTable


def solution_html(items: Sequence[Solved]) -> str:
    """Return the page: a section for each model."""
    title = items[0].solution.title if len(items) == 1 else f"{len(items)} models"
    parts = [*opening(title, "response times"), '<main class="layout">']
    for item in items:
        parts += _section(item)
    parts.append(f"</main><footer><p>Written by sad {text(tool_version())}.</p></footer>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _section(item: Solved) -> Iterator[str]:
    found = item.solution
    yield f"<section><h1>{text(found.title)}</h1>"
    yield f'<p class="soft">{text(place_of(item))}</p><p>{text(found.method)}</p>'
    yield '<div class="scroll" style="margin-block: 1rem"><table class="plain"><tbody>'
    for each in found.measures:
        shown = text(micro(measure_text(each)))
        yield f'<tr><th scope="row">{text(each.name)}</th><td class="number">{shown}</td>'
        yield f"<td>{text(micro(note_text(each)))}</td></tr>"
    yield "</tbody></table></div>"
    for table in found.tables:
        yield from _table(table)
    for remark in found.remarks:
        yield f"<p>{text(remark)}</p>"
    yield "</section>"


def _table(table: PartTable) -> Iterator[str]:
    yield '<div class="scroll" style="margin-block: 1rem"><table class="plain"><thead><tr>'
    yield f'<th scope="col">{text(table.kind)}</th>'
    for column in table.columns:
        yield f'<th scope="col" class="number">{text(title_of(column))}</th>'
    yield "</tr></thead><tbody>"
    for part in table.parts:
        yield f'<tr><th scope="row">{text(part.name)}</th>'
        for (name, unit), value in zip(table.columns, part.values, strict=True):
            shown = text(micro(value_text(value, unit)))
            is_share = name in ("utilisation", "held") and value is not None
            bar = f'<meter value="{value:.4f}">{shown}</meter> ' if is_share else ""
            yield f'<td class="number">{bar}{shown}</td>'
        yield "</tr>"
    yield "</tbody></table></div>"
