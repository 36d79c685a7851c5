"""Symbolic cost of a program, and predicted time on a machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_coverage_argument,
    add_layout_arguments,
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    choice_of,
    finish,
    layout_of,
    load_description,
    load_settings,
    reading_of,
    warn_of_params,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_means_arguments, means_of
from sad.cli.outputs import page_file, tell_written
from sad.diagnostics import argument_error
from sad.report.evaluators import add_evaluator_arguments, asked_for, evaluated

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import Diagnostics, ExitCode
    from sad.evaluation.predict import Prediction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_means_arguments(parser)
    add_model_arguments(parser)
    add_evaluate_arguments(parser)
    formats = ("text", "json", "markdown", "latex", "html")
    parser.add_argument("--format", choices=formats, default="text")
    parser.add_argument(
        "--also-machine",
        action="append",
        default=[],
        metavar="NAME|FILE[,TOOLCHAIN]",
        help="with --format html: a further machine to switch to and to compare in curves",
    )
    add_output_argument(parser)
    add_layout_arguments(parser)
    add_evaluator_arguments(parser)
    parser.add_argument(
        "--explain-cost",
        metavar="LINE",
        help="tell what makes the time of a line (LINE or FILE:LINE) instead: which bound of its loop "
        "decides",
    )
    parser.add_argument(
        "--comm",
        action="store_true",
        help="list messages instead: by call site, by role, by rank with --set nprocs=N, and whether "
        "sends and receives match (docs/messages.md)",
    )
    add_coverage_argument(parser)


def _is_short(args: argparse.Namespace) -> bool:
    """Whether of a library only the units that grow fastest are shown, and no values are given."""
    more = args.also_machine, args.params, asked_for(args), args.explain_cost is not None
    return args.format == "text" and not any(more)


def _predictions(args: argparse.Namespace) -> tuple[list[Prediction], Diagnostics]:
    """The prediction, and for a page those for further machines."""
    if _is_short(args):
        from sad.loading.library import load_short  # noqa: PLC0415 - heavy
        from sad.report.library import SHOWN  # noqa: PLC0415

        prediction, diagnostics = load_short(
            reading_of(args), choice_of(args), means_of(args), SHOWN
        )
        return [prediction], diagnostics
    if not args.also_machine:
        from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy

        prediction, diagnostics = load_prediction(
            reading_of(args),
            choice_of(args),
            means_of(args),
            shows_guesses=True,
            with_work=args.roofline,
        )
        return [prediction], diagnostics
    if args.format != "html" or not args.machine:
        message = "--also-machine goes with --machine and --format html"
        hint = "for instance --format html --machine sparc2 --also-machine t3e -o report.html"
        raise argument_error("SAD800", message, hint)
    from sad.report.html.page import load_predictions  # noqa: PLC0415

    predictions, diagnostics = load_predictions(
        reading_of(args),
        choice_of(args),
        args.also_machine,
        means_of(args),
        with_work=args.roofline,
    )
    return predictions, diagnostics


_NOT_OF_MESSAGES = ("machine", "also_machine", "explain_cost", "defaults")


def _check_messages(args: argparse.Namespace) -> None:
    """Raise SAD927 for options that say nothing about messages."""
    if args.format not in ("text", "json"):
        message = f"--comm and --format {args.format}: messages are listed as text or JSON"
        raise argument_error("SAD927", message, "--format text or --format json")
    for name in (*_NOT_OF_MESSAGES, *asked_for(args)):
        if getattr(args, name):
            option = name.replace("_", "-")
            message = f"--comm and --{option}: messages are listed without times"
            raise argument_error("SAD927", message, f"leave --{option} out; sad scale has times")


def _messages(args: argparse.Namespace) -> ExitCode:
    """List what ranks pass to each other."""
    from sad.report.comm_text import comm_text  # noqa: PLC0415
    from sad.report.comm_view import CommView, comm_json  # noqa: PLC0415
    from sad.spmd.arguments import wrong_arguments  # noqa: PLC0415
    from sad.spmd.check import diagnostics_of, verdict_of  # noqa: PLC0415
    from sad.spmd.program import spmd_of  # noqa: PLC0415

    _check_messages(args)
    loaded = load_description(args)
    warn_of_params(args, loaded.diagnostics)
    program = spmd_of(loaded, choice_of(args))
    diagnostics = loaded.diagnostics
    if loaded.program is not None:
        diagnostics.items.extend(wrong_arguments(loaded.program))
    view, verdict = CommView(program), verdict_of(program)
    if program.nprocs is not None:
        for checked in verdict.checked:
            diagnostics.items.extend(diagnostics_of(program, checked))
    as_json = args.format == "json"
    text = comm_json(view, verdict, diagnostics.items) if as_json else comm_text(view, verdict)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _text(args: argparse.Namespace, predictions: list[Prediction], diagnostics: Diagnostics) -> str:
    """The report in the form that is asked for."""
    prediction = predictions[0]
    if args.explain_cost is not None:
        from sad.report.explain_cost import explain_cost  # noqa: PLC0415
        from sad.report.view import View  # noqa: PLC0415

        return explain_cost(View(prediction), args.explain_cost)
    sections = evaluated(prediction, args)
    if args.format == "json":
        from sad.report.json_report import json_report  # noqa: PLC0415

        return json_report(prediction, diagnostics.items, sections)
    if args.format == "html":
        from sad.report.html.page import Told, html_report  # noqa: PLC0415

        told = Told(diagnostics.items, sections, layout_of(args).command)
        return html_report(predictions, load_settings(args), told)
    from sad.report.view import View  # noqa: PLC0415

    one = prediction.model.entry is not None  # aliases of a whole library would mean nothing
    view = View(prediction, aliases=one, brief=args.format == "text")
    if args.format == "text":
        from sad.report.text import text_report  # noqa: PLC0415

        return text_report(view, sections, layout_of(args))
    if args.format == "markdown":
        from sad.report.markdown import markdown_report  # noqa: PLC0415

        return markdown_report(view, sections, layout_of(args))
    from sad.report.latex import latex_report  # noqa: PLC0415

    return latex_report(view)


def run(args: argparse.Namespace) -> ExitCode:
    """Analyse and print the report."""
    from sad.diagnostics import ExitCode  # noqa: PLC0415

    if args.comm:
        return _messages(args)
    output = page_file(args) if args.format == "html" else args.output
    predictions, diagnostics = _predictions(args)
    prediction = predictions[0]
    text = _text(args, predictions, diagnostics)
    write_result(text, output)
    tell_written(output, args.output)
    code = finish(diagnostics, strict=args.strict)
    if code is ExitCode.SUCCESS and args.min_coverage is not None:
        resolved = 100 * (1 - prediction.coverage.unresolved)
        if resolved < args.min_coverage:
            asked = f"--min-coverage {args.min_coverage:g}"
            sys.stderr.write(f"coverage of {resolved:.1f} % is below {asked}\n")
            return ExitCode.LOW_COVERAGE
    return code
