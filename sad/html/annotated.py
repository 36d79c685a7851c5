"""The annotated source as a page without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.html.escape import text
from sad.html.mathml import Typesetter
from sad.html.model_data import costs_by_file
from sad.html.page import opening
from sad.html.sections import title_of
from sad.html.source import source_section
from sad.report.text import given_text, machine_text
from sad.report.units import number_text, seconds_text, share_text
from sad.version import tool_version

if TYPE_CHECKING:
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
        time = "?" if cost.seconds is None else seconds_text(cost.seconds)
        return share_text(cost.share), time, count

    body = list(source_section(view, costs_by_file(view), cells, heat=True))
    total = view.prediction.total
    given = given_text(view)
    known = [] if total is None else [f"predicted time {seconds_text(total)} {given}".rstrip()]
    known += [given] if given and total is None else []
    known += [] if bound is None else [machine_text(bound)]
    shown = "".join(f"<p>{text(fact)}</p>" for fact in known)
    facts = [f"<li>{text(sentence)}</li>" for sentence in view.assumptions()]
    parts = [
        *opening(title_of(view)),
        f'<header class="top"><div><h1>{text(title_of(view))}</h1>{shown}</div></header>',
        '<main class="layout plain-page"><div class="rest"><section>',
        *body,
        "</section>",
        f'<section><h2>Assumptions</h2><ul class="messages">{"".join(facts)}</ul></section>'
        if facts
        else "",
        f"</div></main><footer><p>Written by sad {text(tool_version())}.</p></footer>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"
