"""The parts of the page that stay as they are: headings, empty places for numbers, sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from sad.files import source_lines
from sad.messages import gathered
from sad.report.annotate import stubs_by_line
from sad.report.answer_text import known_parts, machine_text, size_text, source_text
from sad.report.fitted import over_sizes_rows
from sad.report.next_steps import next_steps
from sad.report.uncertainty import memory_text, why_text
from sad.report.units import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.report.annotate import LineCost
    from sad.report.answer import Answer
    from sad.report.commands import Command
    from sad.report.html.arguments import Arguments
    from sad.report.view import View


_FILES = 4
_MESSAGES = 200
_MICRO = re.compile(r"(?<=\d )us\b")
FORMULA = (
    '<section id="formula-block" aria-labelledby="formula-title">'
    '<h2 id="formula-title">Formula [s]</h2><div id="formula" class="terms"></div></section>'
)
"""The place of the formula."""
_TITLES = ("share", "time", "count", "line", "source")
MOST_LINES = 30_000
"""Lines of source in one page; files past them are named and left out."""
Cells = Callable[["LineCost | None"], tuple[str, str, str]]
"""Share, time and count of a line as markup. Ends of cells go without saying in HTML."""


def title_of(view: View) -> str:
    """Return what the page is about."""
    entry = view.model.entry
    if entry is not None:
        return entry.entry
    return f"{listed([unit.name for unit in view.model.description.units], 3)}"


def about(view: View) -> Iterator[str]:
    """Yield the title, what was read, and the machine."""
    what = source_text(view)
    if view.model.entry is None:
        what = f"{listed(list(view.model.description.files), _FILES)}: {size_text(view)}"
        what += "; no main program: each unit by itself, calls left out"
    bound = view.prediction.bound
    yield f"<h1>{text(title_of(view))}</h1>"
    yield f'<p class="soft">{text(what)}</p>'
    yield "" if bound is None else f'<p class="soft">{text(machine_text(bound))}</p>'


def head(view: View) -> Iterator[str]:
    """Yield what the page is about, and the bar that shows the total while one reads further down."""
    yield '<header class="top"><div>'
    yield from about(view)
    yield '</div><button type="button" id="theme" aria-pressed="false">Light or dark</button>'
    yield f'</header><div id="bar" aria-hidden="true" hidden>{text(title_of(view))} '
    yield '<strong id="bar-total"></strong></div>'


def summary(answer: Answer, command: Command) -> Iterator[str]:
    """Yield the answer, what it rests on and what to type next; beside it machine and inputs."""
    timed = answer.is_timed
    yield '<section id="answer" aria-labelledby="total-title"><div class="said">'
    yield f'<h2 id="total-title">{"Predicted time" if timed else "Operations"}</h2>'
    yield '<div class="headline"><output id="total" data-value="" aria-live="polite"></output>'
    yield f'<span id="interval" class="soft">{text(micro(_interval(answer)))}</span></div>'
    yield '<p id="theta" class="soft" hidden></p>'
    yield '<p id="missing"></p><p id="example"></p><div id="warnings" role="status"></div>'
    yield from _over_sizes(answer.view)
    yield '<h3 id="coverage-title"></h3>'
    yield '<div id="coverage-bar" aria-hidden="true"></div><ul id="coverage-list"></ul>'
    steps = next_steps(answer, command) if answer.model.entry is not None else []
    if steps:
        commands = "".join(f"<li><code>{text(step)}</code></li>" for step in steps)
        yield f'<h3>Next</h3><ol class="next">{commands}</ol>'
    yield '</div><div class="panel">'
    yield '<div class="choices"><label id="machine-choice">machine <select id="machine"></select>'
    yield '</label><label id="unit-choice">unit <select id="unit"></select></label></div>'
    yield '<p id="machine-note" class="soft"></p>'
    yield '<h3 id="inputs-title">Inputs</h3>'
    yield '<form id="inputs" onsubmit="return false" autocomplete="off"></form>'
    yield '<div class="tools"><button type="button" id="reset">Reset all values</button></div>'
    yield "</div></section>"


def _over_sizes(view: View) -> Iterator[str]:
    """Yield the table of the time over the sizes that runs of a profile had several of."""
    header, rows = over_sizes_rows(view)
    if not rows:
        return
    yield '<h3>Time over the sizes of the runs</h3><table id="over-sizes"><thead><tr>'
    yield f"{''.join(f'<th>{text(cell)}</th>' for cell in header)}</tr></thead><tbody>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{text(micro(cell))}</td>' for cell in row)}</tr>"
    yield "</tbody></table>"


def _interval(answer: Answer) -> str:
    """The first total's interval, how fast the program computes, and where the interval is from."""
    if answer.kind != "known" or answer.model.description.has_times:  # theta moves with the values
        return ""
    band = answer.interval
    parts = known_parts(answer)[1:]
    memory = answer.prediction.memory
    return "; ".join(
        [
            *parts,
            *([] if band is None else [f"interval: {why_text(band)}"]),
            *([] if memory is None else [memory_text(memory)]),
        ]
    )


def micro(shown: str) -> str:
    """Return a text with microseconds as pages show them."""
    return _MICRO.sub("µs", shown)


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


def source_section(
    view: View, costs: Mapping[str, Mapping[int, LineCost]], cells: Cells, *, heat: bool
) -> Iterator[str]:
    """Yield the markup of all files with costs; ``heat`` colours lines by their shares."""
    given = stubs_by_line(view)
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
    lines = source_lines(file) or [""] * (least + 1)
    return lines if lines[-1] else lines[:-1]


# Text of any origin made safe inside a page.


def text(value: object) -> str:
    """Return text for the content of an element or a quoted attribute; control characters go."""
    shown = "".join(
        char if char.isprintable() or char in "\t\n" else "\ufffd" for char in str(value)
    )
    return escape(shown, quote=True)
