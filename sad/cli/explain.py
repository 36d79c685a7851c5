"""Why a count, a probability or a parameter is what it is. TARGET is a name or FILE:LINE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_source_arguments,
    finish,
    load_prediction,
    write_result,
)
from sad.cli.means import add_means_arguments

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument("target", metavar="TARGET", help="parameter, variable, or FILE:LINE")
    add_source_arguments(parser)
    add_means_arguments(parser)
    add_model_arguments(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the explanation."""
    prediction, diagnostics = load_prediction(args)
    from sad.report.explain import explain  # noqa: PLC0415 - heavy
    from sad.report.view import View  # noqa: PLC0415 - heavy

    write_result(explain(View(prediction), args.target), None)
    return finish(diagnostics, strict=args.strict)
