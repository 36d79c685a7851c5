"""The formulas as source code or data: total time, counts and operations as functions."""

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
from sad.cli.export_pamela import add_pamela_arguments, check_no_pamela, write_pamela
from sad.cli.means import add_means_arguments, means_of

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode
    from sad.evaluation.predict import Prediction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_means_arguments(parser)
    parser.add_argument(
        "--to",
        "--format",
        dest="to",
        required=True,
        choices=("python", "numpy", "c", "javascript", "latex", "json", "pamela"),
        help="the language of the file to write; pamela is a model of the program with its arrays "
        "distributed, for sad contention",
    )
    add_pamela_arguments(parser)
    add_model_arguments(parser)
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the formulas in the language asked for."""
    if args.to == "pamela":
        return write_pamela(args)
    check_no_pamela(args)
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy

    prediction, diagnostics = load_prediction(reading_of(args), choice_of(args), means_of(args))
    from sad.diagnostics import argument_error  # noqa: PLC0415

    try:
        text = _text(prediction, args.to)
    except OverflowError:
        message = f"a number in the formulas is too large for {args.to}"
        raise argument_error(
            "SAD508", message, "export with --to json, or python without --machine"
        ) from None
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _text(prediction: Prediction, language: str) -> str:
    from sad.report.export.quantities import exported  # noqa: PLC0415 - heavy

    program = exported(prediction)
    match language:
        case "python":
            from sad.report.export.python_source import python_source  # noqa: PLC0415

            return python_source(program)
        case "numpy":
            from sad.report.export.python_source import numpy_source  # noqa: PLC0415

            return numpy_source(program)
        case "c":
            from sad.report.export.c_source import c_source  # noqa: PLC0415

            return c_source(program)
        case "javascript":
            from sad.report.export.javascript_source import javascript_source  # noqa: PLC0415

            return javascript_source(program)
        case "json":
            from sad.report.export.quantities import json_data  # noqa: PLC0415

            return json_data(program)
        case _:
            from sad.report.latex import latex_source  # noqa: PLC0415
            from sad.report.view import View  # noqa: PLC0415

            return latex_source(program, View(prediction))
