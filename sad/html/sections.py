"""The parts of the page that stay as they are: headings, empty places for numbers, sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.html.escape import text
from sad.messages import gathered
from sad.report.text import size_text
from sad.report.uncertainty import band_text
from sad.report.units import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Diagnostic
    from sad.html.arguments import Arguments
    from sad.report.uncertainty import Sureness
    from sad.report.view import View

_FILES = 4
_MESSAGES = 200


def title_of(view: View) -> str:
    """Return what the page is about."""
    entry = view.model.entry
    if entry is not None:
        return entry.entry
    return f"{listed([unit.name for unit in view.model.description.units], 3)}"


def head(view: View) -> Iterator[str]:
    """Yield the title and what was read."""
    description = view.model.description
    what = size_text(view)
    if view.model.entry is None:
        what += "; no main program: each unit by itself, calls left out"
    yield '<header class="top"><div>'
    yield f"<h1>{text(title_of(view))}</h1>"
    yield f'<p class="soft">{text(listed(list(description.files), _FILES))}: {what}</p></div>'
    yield '<button type="button" id="theme" aria-pressed="false">Light or dark</button></header>'


def summary(view: View, sureness: Sureness) -> Iterator[str]:
    """Yield the section with the total, the machine, what it rests on and the formula."""
    timed = view.prediction.bound is not None
    yield '<section aria-labelledby="total-title"><h2 id="total-title">'
    yield f"{'Predicted time' if timed else 'Operations'}</h2>"
    yield '<div class="headline"><output id="total" data-value="" aria-live="polite"></output>'
    band = "" if sureness.band is None else text(band_text(sureness.band))
    yield f'<span id="interval" class="soft">{band}</span></div>'
    yield '<p id="missing"></p><div id="warnings" role="status"></div>'
    yield '<div class="choices" id="machine-choice"><label>machine <select id="machine"></select>'
    yield "</label></div>"
    yield '<p id="machine-note" class="soft"></p>'
    yield '<h3 id="coverage-title"></h3>'
    yield '<div id="coverage-bar" aria-hidden="true"></div><ul id="coverage-list"></ul>'
    yield '<div id="formula-block"><h3>Formula [s]</h3><div id="formula"></div></div>'
    yield "</section>"


def sentences(
    view: View, arguments: Arguments, diagnostics: Sequence[Diagnostic], *, has_cut: bool
) -> Iterator[str]:
    """Yield assumptions, decided values, and what was said while the source was read."""
    assumptions = view.assumptions()
    if has_cut and not view.printer.has_cut:
        assumptions.append("(…) stands for a factor that is too long to be shown")
    rows = [("Assumptions", [text(sentence) for sentence in assumptions])]
    decided = [
        f"<code>{text(item.parameter.symbol)}</code> = {item.value}: {text(item.assumption)}, "
        f"{text(view.place(item.parameter.span))}"
        for item in view.model.assumed
    ]
    decided += [
        f"<code>{text(name)}</code> = {text(value)}: {text(why)}"
        for name, value, why in arguments.fixed()
    ]
    rows.append(("Values that are decided", decided))
    if view.model.unused:
        names = text(", ".join(view.model.unused))
        rows.append(("Not needed", [f"nothing depends on {names}"]))
    found = [text(item.text()) for item in gathered(diagnostics)]
    rows.append((f"Messages ({len(found)})", found[:_MESSAGES]))
    for title, items in rows:
        if items:
            yield f'<section><h2>{title}</h2><ul class="messages">'
            yield from (f"<li>{item}</li>" for item in items)
            more = len(found) - _MESSAGES
            if title.startswith("Messages") and more > 0:
                yield f"<li>... {more} more</li>"
            yield "</ul></section>"
