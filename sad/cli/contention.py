"""Which shared resource bounds a parallel run, with bounds, an estimate and theta."""

from __future__ import annotations

import io
from functools import partial
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
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.scale_subject import add_binding_arguments
from sad.cli.sweep import add_log_argument, add_vary_argument, check_plot, sweep_choice, write_table
from sad.records import replace

if TYPE_CHECKING:
    import argparse

    from sad.contention.simulated import Simulated
    from sad.diagnostics import ExitCode
    from sad.evaluation.model import Model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_model_arguments(parser)
    add_evaluate_arguments(parser)
    add_vary_argument(parser, required=False)
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw what --vary gives: .png, .svg or .pdf (needs f2sad[plot])",
    )
    add_log_argument(parser)
    parser.add_argument(
        "--format",
        choices=("text", "json", "csv", "markdown"),
        default="text",
        help="csv and markdown: with --vary (default: text)",
    )
    parser.add_argument(
        "--estimate",
        choices=("mva", "ctmc", "simulate", "bounds"),
        default="mva",
        help="the estimate between the bounds: of equal clients by mean value analysis or by the "
        "Markov chain of the same network, of any model by simulation, or none (default: mva)",
    )
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
    parser.add_argument(
        "--threads",
        metavar="N",
        help="of source with OpenMP: one run with so many threads, what they share, and which lines "
        "hold it",
    )
    add_binding_arguments(parser)
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


def _curves(args: argparse.Namespace) -> ExitCode:
    """Print the bounds at every value of what is varied, and draw them."""
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.experiments.axes import parse_axes  # noqa: PLC0415 - heavy
    from sad.experiments.contended import contention_table  # noqa: PLC0415 - heavy
    from sad.experiments.program import Program  # noqa: PLC0415
    from sad.experiments.sweep_output import SWEEP  # noqa: PLC0415
    from sad.loading.describe import load_description  # noqa: PLC0415
    from sad.progress import step  # noqa: PLC0415

    check_plot(args)
    if args.trace:
        message = "--trace is of one point, --vary of several"
        raise argument_error("SAD502", message, "leave one of them out")
    axes = parse_axes(args.vary)
    loaded = load_description(reading_of(args))
    label = args.sources[0] if len(args.sources) == 1 else f"{len(args.sources)} files"
    program = Program(loaded, reading_of(args), sweep_choice(args, args.entry), axes, label)
    simulate = partial(_simulated, args)
    table = contention_table(
        *(program, simulate, args.estimate, partial(step, "evaluating points")),
        with_runs=args.simulate,
    )
    write_table(args, table, SWEEP, loaded.diagnostics)
    return finish(loaded.diagnostics, strict=args.strict)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the bounds of a model."""
    if args.threads is not None:
        from sad.cli.contention_threads import threaded_contention  # noqa: PLC0415

        return threaded_contention(args)
    if args.vary:
        return _curves(args)
    from sad.contention.bound import contention  # noqa: PLC0415 - heavy
    from sad.contention.simulated import estimated  # noqa: PLC0415 - heavy
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy
    from sad.report.contention import contention_json, contention_text  # noqa: PLC0415 - heavy
    from sad.report.view import View  # noqa: PLC0415 - heavy

    only = [text for text in ("--plot", "--log") if getattr(args, text[2:]) is not None]
    only += [f"--format {args.format}"] * (args.format in ("csv", "markdown"))
    if only:
        hint = "for instance --vary P=1:40"
        raise argument_error("SAD502", f"{only[0]} is for curves: nothing is varied", hint)
    prediction, diagnostics = load_prediction(reading_of(args), choice_of(args))
    view = View(prediction)
    found = contention(prediction.model)
    needed = args.simulate or args.trace or args.estimate == "simulate"
    runs = _simulated(args, prediction.model) if needed else None
    found = estimated(found, args.estimate, runs, prediction.model)
    shown = runs if args.simulate or args.trace else None
    if args.format == "json":
        text = contention_json(found, view, shown)
    else:
        text = contention_text(found, view, layout_of(args).width, shown)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)
