"""Times of a parallel program over processors, sizes and process grids: speed-up, efficiency, fits."""

from __future__ import annotations

import argparse
import copy
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    finish,
    load_settings,
    warn_of_params,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_cache_arguments
from sad.cli.scale_subject import (
    add_distribution_arguments,
    add_subject_arguments,
    search,
    subject_of,
)
from sad.cli.sweep import (
    add_log_argument,
    add_scheduler_argument,
    add_vary_argument,
    cluster_of,
)
from sad.cli.told_inputs import told_inputs
from sad.cli.trace_subject import add_ratio_arguments, is_trace, validate_by_trace
from sad.cli.width import is_on_terminal, terminal_width
from sad.diagnostics import Diagnostics, SadError, Span, argument_error
from sad.records import replace

if TYPE_CHECKING:
    from sad.diagnostics import ExitCode
    from sad.experiments.laws import Summary
    from sad.experiments.scaling_run import Experiment
    from sad.experiments.scaling_table import ScalingTable
    from sad.experiments.sizes import Subject

_SHRINKS = 1.05
"""A weak efficiency above this means that the work of a process falls as processes grow."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_cache_arguments(parser)
    add_model_arguments(parser)
    add_subject_arguments(parser)
    add_ratio_arguments(parser)
    add_evaluate_arguments(parser)
    add_distribution_arguments(parser)
    parser.add_argument(
        "--procs",
        metavar="RANGE",
        help="numbers of processes: a:b, a:b:step, a:b:x2 (doubled each time) or v1,v2,...",
    )
    add_vary_argument(parser, required=False)
    parser.add_argument(
        "--grid",
        metavar="2|3|PXxPY[xPZ]",
        help="process grids: all (2 or 3, as the program has it), or given sides, * for any: 4x*",
    )
    parser.add_argument(
        "--scaling",
        choices=("strong", "weak", "local"),
        help="whether the problem stays the same or grows with the processes; local: sizes are those "
        "of each process (default: weak if a value depends on nprocs)",
    )
    parser.add_argument(
        "--per-process",
        action="append",
        default=[],
        metavar="NAME",
        help="a parameter whose value is for each process: the program gets it times nprocs",
    )
    _add_choice_arguments(parser)
    _add_output_arguments(parser)


def _add_choice_arguments(parser: argparse.ArgumentParser) -> None:
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--best",
        choices=("time", "communication", "computation"),
        help="show only the best grid of each number of processes",
    )
    shown.add_argument("--all", action="store_true", help="show all grids (default)")
    parser.add_argument(
        "--interval", metavar="A:B", help="look only at numbers of processes from A to B"
    )
    parser.add_argument(
        "--fit",
        action="store_true",
        help="the serial share that fits: Amdahl's law, under weak and local scaling Gustafson's",
    )
    parser.add_argument(
        "--knee",
        type=float,
        metavar="E",
        help="up to which number of processes the efficiency is E or more, and where the time is least",
    )
    parser.add_argument(
        "--isoefficiency",
        metavar="NAME=E",
        help="the value a size needs for an efficiency of E on each number of processes",
    )
    parser.add_argument(
        "--validate",
        metavar="FILE",
        help="compare with measured times instead: CSV with columns nprocs, grid, sizes, time, also "
        "communication and computation; or a trace of sad trace record, call by call",
    )
    parser.add_argument(
        "--ranks",
        metavar="WHICH",
        help="with --validate TRACE: corners of the process grid (default), all together, or 0,3,...",
    )
    parser.add_argument(
        "--operations",
        metavar="FORMULA",
        help="how many operations all processes do, to show rates: '2*n**3/3 + 2*n**2' for LINPACK",
    )
    parser.add_argument("--phases", action="store_true", help="times of the phases as well")


def _add_output_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table")
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw times, speed-up and efficiency: .png, .svg or .pdf (needs f2sad[plot])",
    )
    parser.add_argument(
        "--panels",
        type=_panels,
        default=("times", "speedup", "efficiency"),
        metavar="NAMES",
        help="what --plot draws: times, speedup, efficiency, or some of them with commas",
    )
    add_log_argument(parser)
    add_scheduler_argument(parser)
    add_output_argument(parser)


def _panels(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(text.split(",")))
    if not set(names) <= {"times", "speedup", "efficiency"}:
        message = f"times, speedup or efficiency is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return names


def run(args: argparse.Namespace) -> ExitCode:
    """Evaluate a parallel program over processes, sizes and grids."""
    diagnostics = Diagnostics()
    if args.contention:
        from sad.cli.scale_contention import bound  # noqa: PLC0415

        return bound(args, diagnostics)
    suffix = _checked_picture(args)
    _check_sendable(args)
    if args.partition_search and args.threads is None:
        search(args, diagnostics)
        return finish(diagnostics, strict=args.strict)
    by_trace = args.validate is not None and is_trace(args.validate)
    if args.ranks is not None and not by_trace:
        message = "--ranks are those of a trace"
        raise argument_error("SAD896", message, "add --validate run.sadtrace")
    if by_trace:
        _check_validation(args)
        write_result(validate_by_trace(args, diagnostics), args.output)
        return finish(diagnostics, strict=args.strict)
    subject = subject_of(args, diagnostics)
    warn_of_params(args, diagnostics)
    if args.validate is not None:
        _validate(args, subject, suffix, diagnostics)
        return finish(diagnostics, strict=args.strict)
    with cluster_of(args) as cluster:
        if cluster is not None:
            from sad.experiments.remote import OnCluster  # noqa: PLC0415

            subject = replace(subject, program=OnCluster(subject.program, cluster))
        return _tabulate(args, subject, suffix, diagnostics)


def _check_sendable(args: argparse.Namespace) -> None:
    """Fail for what a cluster is not asked for: to distribute arrays takes the source (SAD954)."""
    for option in ("partition_search", "distribute"):
        if args.scheduler is not None and getattr(args, option):
            message = f"--scheduler and --{option.replace('_', '-')}: this works in one process"
            raise argument_error("SAD954", message, "leave --scheduler out")


def _tabulate(
    args: argparse.Namespace, subject: Subject, suffix: str | None, diagnostics: Diagnostics
) -> ExitCode:
    """Evaluate a program and write the table and what is asked for with it."""
    try:
        experiment, table = scaled_table(args, subject)
    except SadError as error:
        if error.diagnostic.code != "SAD891":
            raise
        from sad.cli.scale_open import write_parts  # noqa: PLC0415

        write_parts(args, subject, error, diagnostics)
        return finish(diagnostics, strict=args.strict)
    if table.about.reference != 1:
        message = f"speed-ups refer to {table.about.reference} processes"
        hint = f"on one the program cannot run: {table.about.reference_note}"
        diagnostics.warning("SAD898", message, Span.at("<arguments>"), hint)
    if args.scaling is None and table.weak is not None and (table.weak > _SHRINKS).any():
        message = "taken to be weak scaling, as a value depends on nprocs; but the times fall"
        hint = "--scaling strong if that value is no size, such as the side of a process grid"
        diagnostics.note("SAD896", message, Span.at("<arguments>"), hint)
    summaries = summaries_for(args, experiment, table)
    if suffix is not None:
        from sad.experiments.scaling_plot import picture  # noqa: PLC0415
        from sad.loading.writing import write_whole  # noqa: PLC0415

        drawn = picture(table, suffix, args.panels, args.log, grids=args.best is None)
        write_whole(drawn, args.plot)
    if args.best is not None:
        from sad.experiments.scaling_table import Best  # noqa: PLC0415

        table = table.best_in(Best(args.best))
    if args.operations is not None:
        from sad.experiments.scaling_run import with_rate  # noqa: PLC0415

        table = with_rate(table, args.operations)
    _write(args, table, summaries, diagnostics)
    return finish(diagnostics, strict=args.strict)


def _checked_picture(args: argparse.Namespace) -> str | None:
    """The format of the picture; fails before anything is calculated if none can be drawn."""
    if args.plot is None:
        return None
    from sad.experiments.sweep_plot import check_picture  # noqa: PLC0415

    return check_picture(args.plot)


def scaled_table(args: argparse.Namespace, subject: Subject) -> tuple[Experiment, ScalingTable]:
    """Return the experiment and its rows in the interval; raises as ``table_of`` and what it needs.

    Where a run of the ranks tells not all counts, formulas have the inputs that it reads.
    """
    try:
        return _scaled(args, subject)
    except SadError as error:
        from sad.spmd.scalable import SpmdProgram  # noqa: PLC0415

        program = subject.program
        if error.diagnostic.code != "SAD891" or not isinstance(program, SpmdProgram):
            raise
        told = told_inputs(args, program)
        if not told:
            raise
        own = copy.copy(args)
        own.settings = [*args.settings, *told]
        program = program.without_runs()
        subject = replace(subject, program=program, least=program.least, longer=program.longer)
        try:
            return _scaled(own, subject)
        except SadError as again:
            raise (error if again.diagnostic.code == "SAD891" else again) from None


def _scaled(args: argparse.Namespace, subject: Subject) -> tuple[Experiment, ScalingTable]:
    import numpy as np  # noqa: PLC0415 - heavy

    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.experiments.processes import (  # noqa: PLC0415
        MOST_ROWS,
        parse_counts,
        parse_grid,
    )
    from sad.experiments.scaling_run import Experiment, scaling_of, table_of  # noqa: PLC0415
    from sad.experiments.sizes import Sizes  # noqa: PLC0415

    program = subject.program
    choice = parse_grid(args.grid, program.dimensions, program.name)
    text = args.procs or args.threads
    if text is None and choice.size is not None:
        text = str(choice.size)
    if text is None:
        hint = "for instance --procs 1:256:x2"
        raise argument_error("SAD890", "no numbers of processes are given", hint)
    counts = parse_counts(text, "--procs" if args.procs or not args.threads else "--threads")
    if args.interval is not None:
        inside = parse_counts(args.interval, "--interval")
        counts = counts[(counts >= inside.min()) & (counts <= inside.max())]
        if not np.any(counts):
            message = f"--interval {args.interval}: no number of --procs {text} is in it"
            raise argument_error("SAD890", message, "widen it")
    sizes = Sizes(subject, load_settings(args), parse_axes(args.vary, MOST_ROWS), args.per_process)
    experiment = Experiment(subject, sizes, scaling_of(sizes, args.scaling), choice)
    return experiment, table_of(experiment, counts)


def summaries_for(
    args: argparse.Namespace, experiment: Experiment, table: ScalingTable
) -> list[Summary]:
    """Return what is asked for beside a table; raises SAD897."""
    from sad.experiments.laws import Wanted, summaries_of  # noqa: PLC0415

    return summaries_of(experiment, table, Wanted(args.fit, args.knee, args.isoefficiency))


def _check_validation(args: argparse.Namespace) -> None:
    rows = ("procs", "vary", "interval", "grid", "best")
    for option in (*rows, "fit", "knee", "isoefficiency", "phases", "scheduler"):
        if getattr(args, option):
            message = f"--validate and --{option}: the table is that of the measured times"
            raise argument_error("SAD896", message, f"leave --{option} out")


def _validate(
    args: argparse.Namespace, subject: Subject, suffix: str | None, diagnostics: Diagnostics
) -> None:
    from sad.experiments.measured import read_measured, validate  # noqa: PLC0415
    from sad.experiments.processes import parse_grid  # noqa: PLC0415
    from sad.experiments.scaling_run import Experiment, scaling_of  # noqa: PLC0415
    from sad.experiments.sizes import Sizes  # noqa: PLC0415
    from sad.experiments.validation_output import (  # noqa: PLC0415
        validation_csv,
        validation_json,
        validation_text,
    )

    _check_validation(args)
    program = subject.program
    names = (*program.parameters, *subject.optional)
    measured = read_measured(args.validate, names, program.dimensions)
    sizes = Sizes(subject, load_settings(args), (), args.per_process, tuple(measured.sizes))
    choice = parse_grid(None, program.dimensions, program.name)
    experiment = Experiment(subject, sizes, scaling_of(sizes, args.scaling), choice)
    found = validate(experiment, measured)
    if suffix is not None:
        from sad.experiments.scaling_plot import validation_picture  # noqa: PLC0415
        from sad.loading.writing import write_whole  # noqa: PLC0415

        write_whole(validation_picture(found, suffix, args.log), args.plot)
    if args.format == "json":
        write_result(validation_json(found, diagnostics.items), args.output)
    elif args.format == "csv":
        write_result(validation_csv(found), args.output)
    else:
        write_result(validation_text(found), args.output)


def _write(
    args: argparse.Namespace,
    table: ScalingTable,
    summaries: list[Summary],
    diagnostics: Diagnostics,
) -> None:
    from sad.experiments.scaling_output import (  # noqa: PLC0415
        scaling_csv,
        scaling_json,
        scaling_text,
    )

    if args.format == "json":
        value = scaling_json(table, summaries, diagnostics.items, phases=args.phases)
        write_result(value, args.output)
    elif args.format == "csv":
        write_result(scaling_csv(table, phases=args.phases), args.output)
    else:
        width = terminal_width() if is_on_terminal(args) else None
        text = scaling_text(table, summaries, phases=args.phases, width=width)
        write_result(text, args.output)
