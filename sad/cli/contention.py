"""Which shared resource bounds a parallel run, with bounds, an estimate and theta."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_layout_arguments,
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    choice_of,
    finish,
    layout_of,
    reading_of,
    write_result,
)

if TYPE_CHECKING:
    import argparse

    from sad.contention.simulated import Simulated
    from sad.diagnostics import ExitCode
    from sad.evaluation.model import Model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_model_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--simulate", action="store_true", help="simulate as well, event by event: the time of runs"
    )
    parser.add_argument(
        "--discipline",
        choices=("fcfs", "random", "ps", "lcfs"),
        default="fcfs",
        help="whom a resource serves next in the simulation: the first that came, any, all at once "
        "(shared), the last (default: fcfs)",
    )
    parser.add_argument(
        "--runs",
        type=int,
        default=10,
        metavar="N",
        help="runs if something is random (default: 10)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of what is random (default: 0)"
    )
    parser.add_argument(
        "--most-events",
        type=int,
        default=20_000_000,
        metavar="N",
        help="end the simulation with an error after so many events (default: 20,000,000)",
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="write who used what when in the first run: *.json for Chrome's viewer, or *.csv",
    )
    add_output_argument(parser)
    add_layout_arguments(parser)


_MOST_SLICES = 200_000


def _simulated(args: argparse.Namespace, model: Model) -> Simulated:
    """Runs of the model; who used what goes to a file if one is asked for."""
    from sad.contention.simulated import simulated  # noqa: PLC0415 - heavy
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.simulation import Discipline, write_chrome_trace, write_csv  # noqa: PLC0415

    if args.runs < 1 or args.most_events < 1:
        raise argument_error("SAD502", "--runs and --most-events are 1 or more", "")
    found = simulated(
        model,
        discipline=Discipline(args.discipline),
        seed=args.seed,
        runs=args.runs,
        most_events=args.most_events,
        slices=_MOST_SLICES if args.trace else 0,
    )
    if args.trace:
        stream = io.StringIO()
        write = write_csv if args.trace.endswith(".csv") else write_chrome_trace
        lines = (replace(item, place=found.spans[item.place].line) for item in found.result.slices)
        write(lines, stream)
        write_result(stream.getvalue(), args.trace)
    return found


def run(args: argparse.Namespace) -> ExitCode:
    """Print the bounds of a model."""
    from sad.contention.bound import contention  # noqa: PLC0415 - heavy
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy
    from sad.report.contention import contention_json, contention_text  # noqa: PLC0415 - heavy
    from sad.report.view import View  # noqa: PLC0415 - heavy

    prediction, diagnostics = load_prediction(reading_of(args), choice_of(args))
    view = View(prediction)
    found = contention(prediction.model)
    runs = _simulated(args, prediction.model) if args.simulate or args.trace else None
    if args.format == "json":
        text = contention_json(found, view, runs)
    else:
        text = contention_text(found, view, layout_of(args).width, runs)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)
