"""Predictions over ranges of parameters, as tables, CSV, JSON and pictures."""

from __future__ import annotations

import argparse
import contextlib
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from sad.cli.common import (
    add_cost_arguments,
    add_entry_argument,
    add_output_argument,
    add_source_arguments,
    add_value_arguments,
    finish,
    load_settings,
    reading_of,
    warn_of_params,
    write_result,
)
from sad.cli.evaluating import add_steps_argument
from sad.cli.means import add_cache_arguments, means_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from sad.cluster.connection import Cluster
    from sad.diagnostics import Diagnostics, ExitCode
    from sad.experiments.axes import Axis
    from sad.experiments.curve import Target
    from sad.experiments.program import Program
    from sad.experiments.quantity import Quantity
    from sad.experiments.sweep_table import Side, SweepTable
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_cache_arguments(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    add_vary_argument(what, required=False)
    what.add_argument(
        "--largest",
        metavar="NAME",
        help="in place of --vary: the greatest value of a size that takes no longer than --within",
    )
    what.add_argument(
        "--half-rate",
        metavar="NAME",
        help="in place of --vary: the rate of runs of unlimited size, r_inf, and the value of a size "
        "from which on half of it is reached, n_1/2",
    )
    parser.add_argument("--within", metavar="TIME", help="with --largest: for instance 60s, 5min")
    add_machines_argument(parser)
    add_entry_argument(parser)
    add_value_arguments(parser)
    add_steps_argument(parser)
    add_quantity_argument(
        parser,
        "what to look at, several times for several: total, unit:NAME or line:FILE:LINE (times); rate "
        "(flop/s); count:FILE:LINE, entries:NAME, operations or operations:KEY (counts; * in KEY "
        "stands for anything); of parallel models critical, contention (times) and theta. Default: "
        "total, without a machine operations",
    )
    add_table_arguments(parser)
    parser.add_argument(
        "--to",
        metavar="FILE.zarr|FILE.parquet",
        help="write the values there block by block, for more points than memory holds, and show a "
        "summary (needs f2sad[dask])",
    )
    add_scheduler_argument(parser)


def add_quantity_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--quantity``; ``what`` is its help."""
    parser.add_argument(
        "--quantity", dest="quantities", action="append", default=[], metavar="WHAT", help=what
    )


def add_scheduler_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--scheduler``."""
    parser.add_argument(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="work on the Dask cluster of this scheduler: the same result (needs f2sad[dask])",
    )


def add_vary_argument(parser: Any, *, required: bool) -> None:
    """Add ``--vary`` to a parser, or to a group of options."""
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        required=required,
        metavar="NAME=RANGE",
        help="values of a parameter: a:b, a:b:step, a:b:x2 (doubled each time), a:b:log20 (twenty, "
        "evenly on a logarithmic scale) or v1,v2,...; several times for a grid",
    )


def add_machines_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--machine``, which may come several times, and what goes with it."""
    parser.add_argument(
        "--machine",
        dest="machines",
        action="append",
        default=[],
        metavar="NAME|FILE[,TOOLCHAIN]",
        help="machine to predict for; several times for several",
    )
    add_cost_arguments(parser)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what a table is written as."""
    parser.add_argument("--format", choices=("table", "csv", "json", "markdown"), default="table")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw a picture: .png, .svg or .pdf (needs f2sad[plot])"
    )
    add_log_argument(parser)
    add_output_argument(parser)


def add_log_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--log``."""
    parser.add_argument(
        "--log",
        type=_scales,
        metavar="x,y",
        help="logarithmic axes of the picture: x, y, x,y or none (default: those of logarithmic "
        "ranges, and of values over more than two decades)",
    )


def _scales(text: str) -> tuple[str, ...]:
    names = () if text == "none" else tuple(text.split(","))
    if not set(names) <= {"x", "y"}:
        message = f"x, y, x,y or none is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return names


def run(args: argparse.Namespace) -> ExitCode:
    """Evaluate a program at every point of a grid."""
    from sad.cli.sweep_sizes import asks_size, run_size  # noqa: PLC0415
    from sad.experiments.axes import MOST_POINTS, MOST_STORED, parse_axes  # noqa: PLC0415
    from sad.experiments.program import Program  # noqa: PLC0415 - heavy
    from sad.experiments.sweep_output import SWEEP  # noqa: PLC0415
    from sad.experiments.sweep_table import sides_of  # noqa: PLC0415

    if asks_size(args):
        return run_size(args)
    check_plot(args)
    _check_to(args)
    most = MOST_POINTS if args.to is None else MOST_STORED
    axes, targets = parse_axes(args.vary, most), targets_of(args)
    loaded = load_on(args, reading_of(args), targets)
    warn_of_params(args, loaded.diagnostics)
    label = args.sources[0] if len(args.sources) == 1 else f"{len(args.sources)} files"
    program = Program(loaded, reading_of(args), sweep_choice(args, args.entry), axes, label)
    sides = sides_of([program], quantities_of(args, [program]), targets)
    with cluster_of(args) as cluster:
        if args.to is None:
            table = evaluated(sides, axes, cluster, with_intervals=args.plot is not None)
            write_table(args, table, SWEEP, loaded.diagnostics)
        else:
            _store(args, sides, axes, cluster)
    return finish(loaded.diagnostics, strict=args.strict)


@contextlib.contextmanager
def cluster_of(args: argparse.Namespace) -> Generator[Cluster | None]:
    """Yield the cluster of ``--scheduler`` while it is worked on, None without; raises ``connect``."""
    if args.scheduler is None:
        yield None
        return
    from sad.cluster.connection import connect  # noqa: PLC0415
    from sad.incremental.fingerprint import tool_digest  # noqa: PLC0415

    with connect(args.scheduler, tool_digest) as cluster:
        yield cluster


def _check_to(args: argparse.Namespace) -> None:
    """Fail before anything is calculated if ``--to`` cannot be done."""
    if args.to is None:
        return
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.experiments.store import check_target  # noqa: PLC0415

    if args.plot is not None or args.format != "table":
        option = "--plot" if args.plot is not None else f"--format {args.format}"
        hint = f"leave {option} out, or sweep over fewer points without --to"
        raise argument_error("SAD954", f"--to and {option}: the values go to one place", hint)
    check_target(args.to)


def _store(
    args: argparse.Namespace,
    sides: Sequence[Side],
    axes: tuple[Axis, ...],
    cluster: Cluster | None,
) -> None:
    """Store the values and write the summary."""
    from sad.experiments.grid import Grid  # noqa: PLC0415
    from sad.experiments.remote import Blocks  # noqa: PLC0415 - heavy
    from sad.experiments.store import store  # noqa: PLC0415
    from sad.experiments.sweep_output import summary, warn_of_rounding  # noqa: PLC0415
    from sad.experiments.sweep_table import empty_table  # noqa: PLC0415
    from sad.progress import step  # noqa: PLC0415

    table = empty_table(sides, axes)
    tell = partial(step, "evaluating blocks")
    stored = store(Blocks(Grid(axes), sides[0].curves), table, args.to, cluster, tell)
    warn_of_rounding(table, stored, sides[0].curves.program.diagnostics)
    write_result(summary(table, stored, args.to), args.output)


def load_on(args: argparse.Namespace, reading: Reading, targets: Sequence[Target]) -> Loaded:
    """Return a description with all that machines need, by what the arguments say may be used."""
    from sad.experiments.sweep_table import load_for  # noqa: PLC0415

    return load_for(reading, targets, means_of(args), with_guesses=args.defaults is not None)


def check_plot(args: argparse.Namespace) -> None:
    """Fail before anything is calculated if no picture can be drawn."""
    if args.plot is not None:
        from sad.experiments.sweep_plot import check_picture  # noqa: PLC0415

        check_picture(args.plot)


def targets_of(args: argparse.Namespace) -> list[Target]:
    """Return the machines asked for."""
    from sad.experiments.curve import target_of  # noqa: PLC0415

    return [target_of(text, args.toolchain, args.cost_model) for text in args.machines]


def quantities_of(args: argparse.Namespace, programs: Sequence[Program]) -> list[Quantity]:
    """Return the quantities asked for; times if they are known, else operations."""
    from sad.experiments.quantity import parse_quantity  # noqa: PLC0415

    has_times = all(program.loaded.description.has_times for program in programs)
    usual = "total" if args.machines or has_times else "operations"
    return [parse_quantity(text) for text in args.quantities or [usual]]


def sweep_choice(args: argparse.Namespace, entry: str | None) -> Choice:
    """Return what the arguments say about values; machines are apart."""
    from sad.reading.options import Choice  # noqa: PLC0415

    return Choice(
        entry,
        load_settings(args),
        tuple(args.assume),
        args.defaults,
        evaluate_steps=getattr(args, "evaluate_steps", 0),
    )


def evaluated(
    sides: Sequence[Side],
    axes: tuple[Axis, ...],
    cluster: Cluster | None = None,
    *,
    with_intervals: bool = False,
) -> SweepTable:
    """Return the table of some curves over a grid."""
    from sad.experiments import sweep_table as tables  # noqa: PLC0415 - heavy
    from sad.progress import step  # noqa: PLC0415

    table = tables.table_of(sides, axes, partial(step, "evaluating points"), cluster)
    return tables.with_intervals(table, sides) if with_intervals else table


def write_table(
    args: argparse.Namespace, table: SweepTable, schema: str, diagnostics: Diagnostics
) -> None:
    """Write the picture, if one is asked for, and the table in its format."""
    from sad.experiments.sweep_output import (  # noqa: PLC0415
        COMPARE,
        print_table,
        sweep_csv,
        sweep_json,
        sweep_markdown,
        sweep_text,
    )

    ratios = schema == COMPARE
    if args.plot is not None:
        write_picture(args, table)
    if args.format == "json":
        write_result(sweep_json(table, schema, diagnostics.items), args.output)
    elif args.format == "csv":
        write_result(sweep_csv(table), args.output)
    elif args.format == "markdown":
        write_result(sweep_markdown(table, ratios=ratios), args.output)
    elif args.output is None and sys.stdout.isatty():
        print_table(table, sys.stdout, ratios=ratios)
    else:
        write_result(sweep_text(table, ratios=ratios), args.output)


def write_picture(args: argparse.Namespace, table: SweepTable) -> None:
    """Write the picture of a table: of its times alone where it has theta beside them."""
    from sad.experiments.sweep_plot import check_picture, picture  # noqa: PLC0415
    from sad.loading.writing import write_whole  # noqa: PLC0415
    from sad.records import replace  # noqa: PLC0415

    times = tuple(column for column in table.columns if column.quantity != "theta")
    shown = replace(table, columns=times) if times else table
    write_whole(picture(shown, check_picture(args.plot), args.log), args.plot)


def all_diagnostics(items: Sequence[Diagnostics]) -> Diagnostics:
    """Return the messages about several programs, each once."""
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    return Diagnostics(list(dict.fromkeys(found for item in items for found in item.items)))
