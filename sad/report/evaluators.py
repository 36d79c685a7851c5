"""Every evaluator: what ``sad analyze`` computes from a prediction and reports with it.

A new one is a file that makes an ``Evaluator``, and a line here: options, keys of the JSON report and
lines of the text and Markdown reports come from that file.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from sad.report.roofline_option import ROOFLINE
from sad.report.uncertainty import UNCERTAINTY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.evaluation.predict import Prediction
    from sad.report.section import Evaluator, Section

EVALUATORS: tuple[Evaluator, ...] = (UNCERTAINTY, ROOFLINE)
"""In the order of their options and of their sections."""


def add_evaluator_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of all evaluators."""
    for evaluator in EVALUATORS:
        evaluator.add_arguments(parser)


def without_options(words: Sequence[str]) -> list[str]:
    """Return the words of a command line but those of the evaluators' options."""
    width = partial(argparse.HelpFormatter, width=80)  # else the terminal is asked
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, formatter_class=width)
    add_evaluator_arguments(parser)
    return parser.parse_known_args(words)[1]


def asked_for(args: argparse.Namespace) -> list[str]:
    """Return the names of the options given that ask for evaluators."""
    return [item.option for item in EVALUATORS if getattr(args, item.option)]


def evaluated(prediction: Prediction, args: argparse.Namespace) -> tuple[Section, ...]:
    """Return what all evaluators found."""
    found = (evaluator.evaluate(prediction, args) for evaluator in EVALUATORS)
    return tuple(section for section in found if section is not None)
