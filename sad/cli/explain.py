"""Why a count, a probability or a parameter is what it is. TARGET is a name or FILE:LINE."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_source_arguments,
    choice_of,
    finish,
    reading_of,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_means_arguments, means_of
from sad.cli.project_values import Use, fill_from_project
from sad.cli.sources import missing_source
from sad.diagnostics import ExitCode
from sad.records import replace

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument("target", metavar="TARGET", help="parameter, variable, or FILE:LINE")
    add_source_arguments(parser)
    add_means_arguments(parser)
    add_model_arguments(parser)
    add_evaluate_arguments(parser)
    parser.set_defaults(project_use=Use.LATER)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the explanation."""
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy

    file = _file_of(args.target)
    fill_from_project(args, file)
    args.sources = args.sources or list(file)
    if not args.sources:
        sys.stderr.write(missing_source(args))
        return ExitCode.USAGE
    choice = replace(choice_of(args), watched=_line_of(args.target))
    prediction, diagnostics = load_prediction(reading_of(args), choice, means_of(args))
    from sad.report.explain import explain  # noqa: PLC0415 - heavy
    from sad.report.view import View  # noqa: PLC0415 - heavy

    write_result(explain(View(prediction), args.target), None)
    return finish(diagnostics, strict=args.strict)


def _line_of(target: str) -> tuple[str, int] | None:
    file, colon, line = target.rpartition(":")
    return (file, int(line)) if colon and line.isdecimal() else None


def _file_of(target: str) -> tuple[str, ...]:
    """The file of ``FILE:LINE``, which is the source if none is named; empty for a name."""
    file, colon, line = target.rpartition(":")
    return (file,) if colon and line.isdecimal() and os.path.isfile(file) else ()
