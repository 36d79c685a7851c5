"""Response times, throughput, utilisation and queue lengths of systems in which jobs wait."""

from __future__ import annotations

import argparse
import math
from functools import partial
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_output_argument,
    add_set_argument,
    finish,
    write_result,
)
from sad.cli.sweep import (
    add_log_argument,
    add_quantity_argument,
    add_vary_argument,
    check_plot,
    write_table,
)
from sad.cli.width import add_width_argument, width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.diagnostics import Diagnostics, ExitCode
    from sad.stochastic.models import Model, Options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument(
        "models",
        nargs="+",
        metavar="FILE",
        help="queueing network (*.qn.yaml), Petri net (*.net.yaml, *.pnml) or parallel model (*.pam); "
        "several for several",
    )
    add_set_argument(parser, "give a parameter of the models a value, for instance N=20")
    add_vary_argument(parser, required=False)
    add_quantity_argument(
        parser,
        "with --vary: which measure, several times for several, as text and JSON name them: "
        "throughput, response, utilisation:STATION (default: the usual ones)",
    )
    parser.add_argument(
        "--compare", action="store_true", help="several models in one table, a row for each"
    )
    parser.add_argument(
        "--states",
        action="store_true",
        help="show the probability of every number of jobs at each station, or of every marking of a "
        "net, as well",
    )
    parser.add_argument(
        "--service",
        choices=("exponential",),
        help="solve a parallel model as the Petri net of it in which all times are exponential",
    )
    _add_net_arguments(parser)
    parser.add_argument(
        "--brehm",
        dest="half_throughput",
        action="store_true",
        help="throughput as in Brehm's thesis where jobs choose between stations: per station, and "
        "response times by it",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "csv", "markdown", "html"),
        default="text",
        help="default: text",
    )
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw what --vary gives: .png, .svg or .pdf (needs f2sad[plot])",
    )
    add_log_argument(parser)
    add_output_argument(parser)
    add_width_argument(parser)
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")


def _add_net_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("nets")
    group.add_argument("--exact", action="store_true", help="fractions, not rounded (400 states)")
    group.add_argument(
        "--symbolic",
        action="store_true",
        help="formulas in the rates that --set gives no value (40 states)",
    )
    group.add_argument(
        "--structure",
        action="store_true",
        help="what holds whatever the times are: invariants, bounds, dead markings, live transitions",
    )
    group.add_argument(
        "--at",
        type=_seconds,
        metavar="SECONDS",
        help="at a time after the start, not in the long run",
    )
    parser.add_argument(
        "--simulate", action="store_true", help="run a net by chance, until intervals are narrow"
    )
    group.add_argument(
        "--precision",
        type=_share,
        default=0.01,
        metavar="SHARE",
        help="with --simulate: half the 95 %% interval as a share of each measure (default: 0.01)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="with --simulate: seed (default: 0)"
    )
    group.add_argument(
        "--most-markings",
        type=_count,
        metavar="N",
        help="end with an error after so many markings (default: 2,000,000)",
    )


def _seconds(text: str) -> float:
    return _number(text, "a time of 0 s or more", lambda value: value >= 0)


def _share(text: str) -> float:
    return _number(text, "a share between 0 and 1", lambda value: 0 < value < 1)


def _count(text: str) -> int:
    return int(_number(text, "a whole number above 0", lambda value: value >= 1))


def _number(text: str, what: str, fits: Callable[[float], bool]) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not (math.isfinite(found) and fits(found)):
        message = f"{what} is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return found


def run(args: argparse.Namespace) -> ExitCode:
    """Solve the models, at one point or at many."""
    from sad.diagnostics import Diagnostics, argument_error  # noqa: PLC0415
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415
    from sad.stochastic.models import KINDS, Kind, Options, check_options, read_model  # noqa: PLC0415

    given = {name: item.text for name, item in settings_from_arguments(args.settings).items.items()}
    diagnostics = Diagnostics()
    net = next(kind for kind in KINDS if kind.suffix == ".net.yaml")
    of_net = tuple(name for name in net.options if name != "symbolic")
    module = "sad.contention.net" if args.service else "sad.contention.network"
    kinds = (
        *KINDS,
        Kind(".pam", "parallel model", module, of_net if args.service else ("states",)),
    )
    models = [read_model(path, kinds) for path in args.models]
    options = Options(
        args.half_throughput,
        args.states,
        args.exact,
        args.symbolic,
        args.structure,
        args.at,
        args.simulate,
        args.precision,
        args.seed,
        args.most_markings,
    )
    for path in args.models:
        check_options(path, options, kinds)
    if args.vary:
        if args.format == "html":
            message = "--format html is of one point, --vary of several"
            raise argument_error("SAD502", message, "--plot FILE draws curves")
        _curves(args, models, given, options, diagnostics)
        return finish(diagnostics, strict=args.strict)
    only = [text for text in ("plot", "log", "quantities") if getattr(args, text)]
    if only:
        name = only[0].replace("quantities", "quantity")
        hint = "for instance --vary N=1:40"
        raise argument_error("SAD502", f"--{name} is for curves: nothing is varied", hint)
    if args.compare and args.format in ("csv", "json", "html"):
        message = (
            f"--compare is a layout of text, --format {args.format} has one line for each value"
        )
        raise argument_error("SAD502", message, "leave --compare out")
    _points(args, models, given, options, diagnostics)
    return finish(diagnostics, strict=args.strict)


def _points(
    args: argparse.Namespace,
    models: Sequence[Model],
    given: dict[str, str],
    options: Options,
    diagnostics: Diagnostics,
) -> None:
    """Print every model at the values given."""
    from sad.report import solution as report  # noqa: PLC0415 - heavy

    solved = [
        report.Solved(model.path, model.solve(given, options, diagnostics)) for model in models
    ]
    match args.format:
        case "json":
            text = report.solution_json(solved, diagnostics.items)
        case "html":
            from sad.report.html.solution import solution_html  # noqa: PLC0415 - heavy

            text = solution_html(solved)
        case "csv":
            text = report.solution_csv(solved)
        case "markdown" if args.compare:
            text = report.comparison_markdown(solved)
        case "markdown":
            text = report.solution_markdown(solved)
        case _ if args.compare:
            text = report.comparison_text(solved)
        case _:
            text = report.solution_text(solved, width_of(args))
    write_result(text, args.output)


def _curves(
    args: argparse.Namespace,
    models: Sequence[Model],
    given: dict[str, str],
    options: Options,
    diagnostics: Diagnostics,
) -> None:
    """Print measures at every value of what is varied, and draw them."""
    from sad.experiments.axes import parse_axes  # noqa: PLC0415 - heavy
    from sad.experiments.solved import solved_table  # noqa: PLC0415 - heavy
    from sad.experiments.sweep_output import SWEEP  # noqa: PLC0415
    from sad.progress import step  # noqa: PLC0415

    check_plot(args)
    axes = parse_axes(args.vary)
    quantities = args.quantities
    if not quantities and (args.plot or len(models) > 1):
        quantities = ["response"]  # one axis has one unit
    tick = partial(step, "solving")
    table = solved_table(models, axes, given, quantities, options, diagnostics, tick)
    write_table(args, table, SWEEP, diagnostics)
