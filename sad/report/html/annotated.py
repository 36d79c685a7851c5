"""The annotated source as a page without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.answer import Answer
from sad.report.answer_text import known_parts, time_lines
from sad.report.html.mathml import Typesetter
from sad.report.html.model_data import costs_by_file
from sad.report.html.page import opening
from sad.report.html.sections import about, micro, source_section, text, title_of
from sad.report.uncertainty import NOTHING_RANDOM
from sad.report.units import number_text, seconds_text, share_text
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.report.annotate import LineCost
    from sad.report.view import View

_TERMS = 4


def annotate_html(view: View) -> str:
    """Return the page: counts as values where they are known, else as formulas."""
    typesetter = Typesetter(view)
    bound = view.prediction.bound
    timed = bound is not None

    def cells(cost: LineCost | None) -> tuple[str, str, str]:
        if cost is None:
            return "", "", ""
        count = number_text(cost.value) if cost.value is not None else ""
        if not count:
            count = typesetter.poly(cost.count, _TERMS)
        if not timed:
            return "", "", count
        time = "?" if cost.seconds is None else micro(seconds_text(cost.seconds))
        return share_text(cost.share), time, count

    body = list(source_section(view, costs_by_file(view), cells, heat=True))
    entered = view.model.entry is not None
    answer = "".join(_answer(Answer(view, NOTHING_RANDOM))) if entered else ""
    facts = [f"<li>{text(sentence)}</li>" for sentence in view.assumptions()]
    parts = [
        *opening(title_of(view)),
        '<header class="top"><div>',
        *about(view),
        "</div></header>",
        f'<main class="layout">{answer}<section><h2>Source</h2>',
        *body,
        "</section>",
        f'<section><h2>Assumptions</h2><ul class="messages">{"".join(facts)}</ul></section>'
        if facts
        else "",
        f"</main><footer><p>Written by sad {text(tool_version())}.</p></footer>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _answer(answer: Answer) -> Iterator[str]:
    """The time, or what is known of it, in large letters; below what it holds for."""
    first, *more = time_lines(answer)
    parts = known_parts(answer) if answer.kind == "known" else [first]
    large, *beside = (text(micro(part)) for part in parts)
    large_class = ' class="law"' if answer.kind in ("law", "work") else ""
    yield f'<section><div class="headline"><strong id="total"{large_class}>{large}</strong>'
    yield from (f'<span class="soft">{part}</span>' for part in beside)
    yield "</div>"
    yield from (f"<p>{text(micro(line))}</p>" for line in more)
    yield "</section>"
