"""The interactive report: one file that needs nothing else, and no network."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from sad.records import record
from sad.report.answer import Answer
from sad.report.commands import NO_COMMAND, Command
from sad.report.html import assets
from sad.report.html.mathml import Typesetter
from sad.report.html.model_data import ModelData, costs_by_file
from sad.report.html.sections import FORMULA, head, sentences, summary, title_of
from sad.report.html.source import source_section, text
from sad.report.uncertainty import NOTHING_RANDOM, Sureness
from sad.report.view import View
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.evaluation.predict import Prediction
    from sad.profiles.settings import Settings
    from sad.report.annotate import LineCost

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "img-src data:"
)
"""What the page may load: nothing. The chart library compiles its own expressions."""


@record
class Told:
    """What is told beside the numbers: messages of the analysis, how sure the first total is.

    ``command`` is the command line that made the page.
    """

    diagnostics: Sequence[Diagnostic] = ()
    sureness: Sureness = NOTHING_RANDOM
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
    answers = [Answer(view, told.sureness) for view in views]
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
        assets.part("where"),
        assets.part("open"),
        assets.part("curves"),
        FORMULA,
        "<section><h2>Source</h2>",
        *source_section(view, costs, _empty, heat=False),
        "</section>",
        *sentences(view, model.arguments, told.diagnostics, has_cut=typesetter.has_cut),
        "</main>",
        _footer(),
        _packed("model", assets.packed(json.dumps(value, separators=(",", ":"), allow_nan=False))),
        _packed("chart-library", assets.chart_library()),
        "<script>",
        "(async () => {",
        '"use strict";',
        model.source(),
        assets.script(),
        "})();",
        "</script></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _packed(name: str, content: str) -> str:
    """Return an element that holds packed data."""
    return f'<script type="application/gzip+base64" id="{name}">{content}</script>'


def _footer() -> str:
    return (
        f"<footer><p>Written by sad {text(tool_version())}; charts by {text(assets.chart_version())} "
        '(BSD-3-Clause). <button type="button" class="link" id="licences">Licences of the chart '
        'library</button></p><pre class="licence" id="licence-text" hidden></pre></footer>'
    )


def opening(title: str) -> list[str]:
    """Return the start of a page up to ``body``."""
    return [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="generator" content="sad">',  # what may be written over without asking
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}: cost</title>",
        f"<style>{assets.style()}</style></head><body>",
    ]


def _empty(cost: LineCost | None) -> tuple[str, str, str]:
    del cost
    return "", "", ""
