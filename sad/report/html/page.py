"""The interactive report, one file that needs no network; the annotated source without scripts."""

from __future__ import annotations

import base64
import gzip
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from sad.evaluation.bind_model import bind_model
from sad.evaluation.predict import predict
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine, languages_of, read_machine, warn_of_other_machine
from sad.loading.prediction import compile_options, needs_work, predict_for
from sad.records import record, replace
from sad.report.answer import Answer
from sad.report.answer_text import known_parts, time_lines
from sad.report.commands import NO_COMMAND, Command
from sad.report.html.mathml import Typesetter
from sad.report.html.model_data import ModelData, costs_by_file
from sad.report.html.sections import (
    FORMULA,
    about,
    head,
    micro,
    sentences,
    source_section,
    summary,
    text,
    title_of,
)
from sad.report.section import Section, interval_of
from sad.report.units import number_text, seconds_text, share_text
from sad.report.view import View
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Diagnostic, Diagnostics
    from sad.evaluation.predict import Prediction
    from sad.loading.means import Means
    from sad.profiles.settings import Settings
    from sad.reading.options import Choice, Reading
    from sad.report.annotate import LineCost


POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "img-src data:"
)
"""What the page may load: nothing. The chart library compiles its own expressions."""
_SCRIPTS = (
    *("format.js", "evaluate.js", "controls.js", "params.js", "views.js", "charts.js", "main.js"),
)
_TERMS = 4


@record
class Told:
    """What is told beside the numbers: messages of the analysis, how sure the first total is.

    ``command`` is the command line that made the page.
    """

    diagnostics: Sequence[Diagnostic] = ()
    sections: tuple[Section, ...] = ()
    command: Command = NO_COMMAND


NOTHING_TOLD = Told()


def html_report(
    predictions: Sequence[Prediction], settings: Settings, told: Told = NOTHING_TOLD
) -> str:
    """Return the page. ``predictions`` are of one description with ``settings``, one per machine."""
    views = [
        View(replace(prediction, model=prediction.model.as_arguments), brief=True)
        for prediction in predictions
    ]
    view = views[0]
    answers = [Answer(view, interval_of(told.sections)) for view in views]
    typesetter = Typesetter(view)
    costs = costs_by_file(view)
    model = ModelData(answers, settings, typesetter, costs)
    value = model.value()
    parts = [
        *opening(title_of(view)),
        *head(view),
        "<noscript><p>This page computes its numbers in the browser: it needs scripts.</p></noscript>",
        '<main class="layout">',
        *summary(answers[0], told.command),
        _part("where"),
        _part("open"),
        _part("curves"),
        FORMULA,
        *(line for section in told.sections for line in section.html(view)),
        "<section><h2>Source</h2>",
        *source_section(view, costs, _empty, heat=False),
        "</section>",
        *sentences(view, model.arguments, told.diagnostics, has_cut=typesetter.has_cut),
        "</main>",
        _footer(),
        _packed("model", compressed(json.dumps(value, separators=(",", ":"), allow_nan=False))),
        _packed("chart-library", chart_library()),
        "<script>",
        "(async () => {",
        '"use strict";',
        model.source(),
        _script(),
        "})();",
        "</script></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _packed(name: str, content: str) -> str:
    """Return an element that holds packed data."""
    return f'<script type="application/gzip+base64" id="{name}">{content}</script>'


def _footer() -> str:
    return (
        f"<footer><p>Written by sad {text(tool_version())}; charts by {text(_chart_version())} "
        '(BSD-3-Clause). <button type="button" class="link" id="licences">Licences of the chart '
        'library</button></p><pre class="licence" id="licence-text" hidden></pre></footer>'
    )


def opening(title: str, what: str = "cost") -> list[str]:
    """Return the start of a page up to ``body``; its title says ``what`` is shown."""
    return [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="generator" content="sad">',  # what may be written over without asking
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}: {text(what)}</title>",
        f"<style>{_style()}</style></head><body>",
    ]


def _empty(cost: LineCost | None) -> tuple[str, str, str]:
    del cost
    return "", "", ""


def _style() -> str:
    """Return the style sheet."""
    return _text("assets/page.css")


def _script() -> str:
    """Return the page's script, to follow what ``ModelData.source`` returns."""
    return "\n".join(_text(f"assets/{name}") for name in _SCRIPTS)


def _part(name: str) -> str:
    """Return a part of the page that is the same in every report."""
    return _text(f"assets/{name}.html")


@cache
def chart_library() -> str:
    """Return Vega with its licences as a comment before it, packed by gzip, as base64."""
    licences = _text("vendor/LICENSES.txt").replace("*/", "* /")
    source = f"/*! {licences}*/\n{_text('vendor/vega.min.js')}"
    return compressed(source)


def compressed(content: str) -> str:
    """Return text packed by gzip, as base64: harmless in a page, whatever it says."""
    return base64.b64encode(gzip.compress(content.encode(), 9, mtime=0)).decode("ascii")


def _chart_version() -> str:
    """Return name and version of the chart library."""
    return " ".join(_text("vendor/VERSION").split()[:2])


def _text(name: str) -> str:
    return files("sad.report.html").joinpath(name).read_text(encoding="utf-8")


def load_predictions(
    reading: Reading,
    choice: Choice,
    others: Sequence[str],
    means: Means,
    *,
    with_work: bool = False,
) -> tuple[list[Prediction], Diagnostics]:
    """Return the prediction for the chosen machine, then those for others (``NAME[,TOOLCHAIN]``).

    A machine with a toolchain that is there already is left out. ``with_work`` and errors are as in
    ``load_prediction``.
    """
    first = chosen_machine(choice.machine, choice.toolchain)
    asked = [read_machine(text) for text in others]
    pairs = [(machine, chosen or machine.default_toolchain) for machine, chosen in asked]
    work = with_work or any(needs_work(pair, choice.cost_model) for pair in (first, *pairs))
    loaded = load_description(reading, with_work=work, means=means)
    found = [predict_for(loaded, reading, choice, first)]
    model = found[0].model
    bound = found[0].bound
    known: set[tuple[str, str]] = set()
    if bound is not None:
        known.add((bound.machine.name, bound.toolchain.name))
    for machine, chosen in asked:
        toolchain = chosen or machine.toolchain_for(languages_of(model))
        if (machine.name, toolchain.name) in known:
            continue
        known.add((machine.name, toolchain.name))
        warn_of_other_machine(machine, toolchain, loaded.diagnostics)
        options = compile_options(reading)
        own = bind_model(model, machine, toolchain, choice.cost_model, options, loaded.diagnostics)
        found.append(predict(model, own))
    return found, loaded.diagnostics


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
    answer = "".join(_answer(Answer(view))) if entered else ""
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
