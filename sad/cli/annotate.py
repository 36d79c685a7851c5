"""The source with each line's count, and its share of the time on a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    choice_of,
    finish,
    reading_of,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_means_arguments, means_of
from sad.cli.outputs import ANNOTATED, page_file, tell_written

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_means_arguments(parser)
    add_model_arguments(parser)
    add_evaluate_arguments(parser)
    parser.add_argument("--format", choices=("text", "json", "html"), default="text")
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the annotated source."""
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy

    output = page_file(args, ANNOTATED) if args.format == "html" else args.output
    prediction, diagnostics = load_prediction(reading_of(args), choice_of(args), means_of(args))
    from sad.report.annotate import annotate_json, annotate_text  # noqa: PLC0415 - heavy
    from sad.report.view import View  # noqa: PLC0415 - heavy

    if args.format == "json":
        text = annotate_json(View(prediction, aliases=False))
    elif args.format == "html":
        from sad.report.html.page import annotate_html  # noqa: PLC0415 - heavy

        text = annotate_html(View(prediction))
    else:
        text = annotate_text(View(prediction))
    write_result(text, output)
    tell_written(output, args.output)
    return finish(diagnostics, strict=args.strict)
