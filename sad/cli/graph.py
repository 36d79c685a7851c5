"""The call graph and the loop tree as a file: DOT for Graphviz, GraphML, or JSON."""

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
from sad.cli.means import add_means_arguments, means_of

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    parser.add_argument(
        "--format",
        choices=("dot", "graphml", "json"),
        default="dot",
        help="the file's language (default: dot)",
    )
    parser.add_argument(
        "--view",
        choices=("all", "calls", "loops"),
        default="all",
        help="what is in it: units with their loops and calls, or one of the two (default: all)",
    )
    add_means_arguments(parser)
    add_model_arguments(parser)
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the graph."""
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy

    prediction, diagnostics = load_prediction(reading_of(args), choice_of(args), means_of(args))
    from sad.report.export.graph import graph_text, program_graph  # noqa: PLC0415

    write_result(graph_text(program_graph(prediction, args.view), args.format), args.output)
    return finish(diagnostics, strict=args.strict)
