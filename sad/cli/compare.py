"""Machines, programs or versions of a program side by side, and where their costs cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import (
    add_source_arguments,
    add_value_arguments,
    finish,
    reading_of,
    warn_of_params,
    write_result,
)
from sad.cli.evaluating import (
    add_evaluate_arguments,
    environment_of,
    files_of,
    input_of,
    words_of,
)
from sad.cli.means import add_cache_arguments, means_of, positive_seconds
from sad.cli.project_values import gave
from sad.cli.sweep import (
    add_machines_argument,
    add_quantity_argument,
    add_table_arguments,
    add_vary_argument,
    all_diagnostics,
    check_plot,
    evaluated,
    load_on,
    quantities_of,
    sweep_choice,
    targets_of,
    write_table,
)
from sad.diagnostics import argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode
    from sad.experiments.axes import Axis
    from sad.experiments.curve import Target
    from sad.experiments.program import Program
    from sad.experiments.sweep_table import Side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_cache_arguments(parser)
    add_vary_argument(parser, required=False)
    add_machines_argument(parser)
    parser.add_argument(
        "--entry",
        dest="entries",
        action="append",
        default=[],
        metavar="UNIT",
        help="unit to start from: one for all sources, one for each in order, or several of one source",
    )
    add_value_arguments(parser)
    add_evaluate_arguments(parser)
    add_quantity_argument(
        parser,
        "what to compare, as in sad sweep (default: total, without a machine operations)",
    )
    add_table_arguments(parser)
    parser.add_argument(
        "--mean",
        choices=("geometric", "arithmetic", "harmonic"),
        help="a table of programs and machines, with this mean over the programs for each machine "
        "(default with --reference: geometric)",
    )
    parser.add_argument(
        "--reference",
        metavar="MACHINE",
        help="show how many times as fast as on this machine each program runs on the others",
    )
    parser.add_argument(
        "--measured",
        metavar="FILE",
        help="set the predicted time of units and loops beside what a profiler measured: text of perf "
        "script, perf report or perf annotate (--stdio), or gprof; all sources are one program",
    )
    parser.add_argument(
        "--measured-seconds",
        type=positive_seconds,
        metavar="SECONDS",
        help="how long the measured run took, where the file tells shares only",
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Compare what the arguments name: every source is a program."""
    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.experiments.crossings import comparisons_of  # noqa: PLC0415 - heavy
    from sad.experiments.sweep_output import COMPARE  # noqa: PLC0415
    from sad.experiments.sweep_table import sides_of, told_apart  # noqa: PLC0415

    if args.measured is not None:
        return _beside_measured(args)
    given = {"file": args.opened or None, "args": args.args, "stdin": args.stdin}
    for option, value in {**given, "measured-seconds": args.measured_seconds}.items():
        if value is not None:
            message = f"--{option} is for --measured only"
            raise argument_error("SAD855", message, "give --measured FILE as well, or leave it out")
    check_plot(args)
    _check_means(args)
    axes, targets = parse_axes(args.vary), targets_of(args)
    programs = told_apart(_programs(args, axes, targets))
    sides = sides_of(programs, quantities_of(args, programs), targets)
    if args.mean is not None:
        return _means(args, programs, sides)
    if len(sides) < 2:
        message = "one program on one machine is nothing to compare"
        hint = "name several sources, or give --machine or --entry several times"
        raise argument_error("SAD855", message, hint)
    warn_of_params(args, programs[0].diagnostics)
    table = evaluated(sides, axes, with_intervals=args.plot is not None)
    table = replace(table, comparisons=comparisons_of(sides, axes))
    diagnostics = all_diagnostics([program.diagnostics for program in programs])
    write_table(args, table, COMPARE, diagnostics)
    return finish(diagnostics, strict=args.strict)


def _check_means(args: argparse.Namespace) -> None:
    """Put the reference among the machines; raises SAD639 for what does not go with a mean."""
    if args.mean is None and args.reference is None:
        return
    args.mean = args.mean or "geometric"
    if args.reference is not None and args.reference not in args.machines:
        args.machines = [args.reference, *args.machines]
    if args.vary or args.plot is not None:
        option = "--vary" if args.vary else "--plot"
        message = f"{option}: a mean over programs is of one run of each"
        raise argument_error("SAD639", message, f"leave {option} out; --set gives sizes")
    if not args.machines:
        message = "a mean over programs needs a machine"
        raise argument_error("SAD639", message, "add --machine NAME; sad machine list shows them")
    words = args.quantities or ["total"]
    if len(words) > 1 or words[0] not in ("total", "rate"):
        message = f"{', '.join(words)}: a mean is of times or rates"
        raise argument_error("SAD639", message, "--quantity total (the default) or rate")


def _means(
    args: argparse.Namespace,
    programs: list[Program],
    sides: list[Side],
) -> ExitCode:
    """Write programs and machines as a table with a mean for each machine."""
    from sad.experiments.means import (  # noqa: PLC0415 - heavy
        means_csv,
        means_markdown,
        means_over,
        means_text,
        means_value,
    )
    from sad.experiments.sweep_output import COMPARE, sweep_json  # noqa: PLC0415

    if len(programs) < 2:
        message = "a mean over programs needs two of them"
        raise argument_error(
            "SAD639", message, "name several sources, or give --entry several times"
        )
    warn_of_params(args, programs[0].diagnostics)
    place = None if args.reference is None else args.machines.index(args.reference)
    labels = [program.label for program in programs]
    found = means_over(evaluated(sides, ()), labels, args.mean, place)
    diagnostics = all_diagnostics([program.diagnostics for program in programs])
    match args.format:
        case "json":
            text = sweep_json(found.table, COMPARE, diagnostics.items, means_value(found))
        case "csv":
            text = means_csv(found)
        case "markdown":
            text = means_markdown(found)
        case _:
            text = means_text(found)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _programs(
    args: argparse.Namespace, axes: tuple[Axis, ...], targets: list[Target]
) -> list[Program]:
    """Every source with its entry, or one source with several; that of a project is one program."""
    from sad.experiments.program import Program  # noqa: PLC0415 - heavy

    together = gave(args, "sources")
    sources = [", ".join(args.sources)] if together else args.sources
    groups = [tuple(args.sources)] if together else [(source,) for source in sources]
    entries = args.entries
    if len(sources) > 1 and len(entries) > 1 and len(sources) != len(entries):
        message = f"{len(entries)} entries for {len(sources)} sources"
        hint = "give one for all, or one for each in the same order"
        raise argument_error("SAD855", message, hint)
    readings = [replace(reading_of(args), sources=group) for group in groups]
    loaded = [load_on(args, reading, targets) for reading in readings]
    if len(sources) == 1 and len(entries) > 1:
        pairs = [(0, entry, entry) for entry in entries]
    else:
        asked = entries if len(entries) == len(sources) else [*entries, None][:1] * len(sources)
        pairs = [(place, entry, sources[place]) for place, entry in enumerate(asked)]
    return [
        Program(loaded[place], readings[place], sweep_choice(args, entry), axes, label)
        for place, entry, label in pairs
    ]


def _beside_measured(args: argparse.Namespace) -> ExitCode:
    """Set a prediction beside what a profiler measured."""
    from sad.experiments.timed.output import (  # noqa: PLC0415
        timed_csv,
        timed_json,
        timed_markdown,
        timed_text,
    )
    from sad.experiments.timed.table import table_of  # noqa: PLC0415 - heavy
    from sad.loading.machines import machine_words  # noqa: PLC0415
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy
    from sad.profiles.times.read import read_times  # noqa: PLC0415
    from sad.report.view import View  # noqa: PLC0415 - heavy

    if (
        len(args.machines) != 1
        or len(args.entries) > 1
        or args.vary
        or args.quantities
        or args.plot
        or args.mean
        or args.reference
    ):
        message = "--measured sets one program on one machine beside one run"
        hint = "give --machine once, --entry once at most, no --vary, --quantity, --plot, --mean"
        raise argument_error("SAD855", message, hint)
    times = read_times(args.measured)
    machine, toolchain = machine_words(args.machines[0], args.toolchain)
    choice = replace(
        sweep_choice(args, next(iter(args.entries), None)),
        machine=machine,
        toolchain=toolchain,
        cost_model=args.cost_model,
        params=args.params,
        stdin=input_of(args),
        command_line=words_of(args),
        files=files_of(args),
        environment=environment_of(args),
    )
    prediction, diagnostics = load_prediction(reading_of(args), choice, means_of(args))
    view = View(prediction)
    table = table_of(view, times, args.measured_seconds)
    if args.format == "json":
        write_result(timed_json(table, diagnostics.items), args.output)
    elif args.format == "csv":
        write_result(timed_csv(table), args.output)
    elif args.format == "markdown":
        write_result(timed_markdown(view, table), args.output)
    else:
        write_result(timed_text(view, table), args.output)
    return finish(diagnostics, strict=args.strict)
