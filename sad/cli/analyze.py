"""Symbolic cost of a program, and predicted time on a machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    finish,
    load_prediction,
    write_result,
)

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_model_arguments(parser)
    parser.add_argument("--format", choices=("text", "json", "markdown", "latex"), default="text")
    add_output_argument(parser)
    parser.add_argument(
        "--min-coverage",
        type=float,
        metavar="PERCENT",
        help="exit with 4 if less than this rests on exact counts and given values",
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Analyse and print the report."""
    from sad.diagnostics import ExitCode  # noqa: PLC0415

    prediction, diagnostics = load_prediction(args)
    if args.format == "json":
        from sad.report.json_report import json_report  # noqa: PLC0415

        text = json_report(prediction, diagnostics.items)
    else:
        from sad.report.view import View  # noqa: PLC0415

        one = prediction.model.entry is not None  # aliases of a whole library would mean nothing
        view = View(prediction, aliases=one, brief=args.format == "text")
        if args.format == "text":
            from sad.report.text import text_report  # noqa: PLC0415

            text = text_report(view)
        elif args.format == "markdown":
            from sad.report.markdown import markdown_report  # noqa: PLC0415

            text = markdown_report(view)
        else:
            from sad.report.latex import latex_report  # noqa: PLC0415

            text = latex_report(view)
    write_result(text, args.output)
    code = finish(diagnostics, strict=args.strict)
    if code is ExitCode.SUCCESS and args.min_coverage is not None:
        resolved = 100 * (1 - prediction.coverage.unresolved)
        if resolved < args.min_coverage:
            asked = f"--min-coverage {args.min_coverage:g}"
            sys.stderr.write(f"coverage of {resolved:.1f} % is below {asked}\n")
            return ExitCode.LOW_COVERAGE
    return code
