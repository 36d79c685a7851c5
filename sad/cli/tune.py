"""The best values of parameters that change the time and not the results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    finish,
    load_settings,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_cache_arguments
from sad.cli.scale_subject import add_distribution_arguments, add_subject_arguments
from sad.cli.tune_runs import add_measure_arguments, measured, trial_for
from sad.cli.tune_search import (
    from_loops,
    from_run,
    layouts,
    machine_values,
    named_inputs,
    on_alternatives,
    on_inputs,
    pipelines_at,
    searched,
    simulated,
)
from sad.diagnostics import Diagnostics, SadError, argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from sad.diagnostics import ExitCode
    from sad.tuning.output import Stage


_NO_VALUE = ("SAD501", "SAD850", "SAD891", "SAD892")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_cache_arguments(parser)
    add_model_arguments(parser)
    add_subject_arguments(parser)
    add_evaluate_arguments(parser)
    add_distribution_arguments(parser)
    parser.add_argument(
        "--over",
        action="append",
        default=[],
        metavar="NAME=RANGE",
        help="values to try of a parameter: a:b, a:b:step, a:b:x2 (doubled each time) or v1,v2,...; "
        "several times for all combinations; MACHINE.NAME is a parameter of the machine: its clock_hz, "
        "an operation, or one of its network or library; distribute=A(block,*),A(*,block) tries "
        "layouts of arrays, as for --distribute",
    )
    parser.add_argument(
        "--pipeline",
        nargs="?",
        const="",
        metavar="LINE",
        help="of a program of one process: run two loops of it, the outer one in LINE, as a pipeline "
        "with the grain G and B items in a message; by the formula llp",
    )
    parser.add_argument(
        "--profile",
        metavar="TRACE[,GRAIN]",
        help="of the application llp: take t1 and t2 from a recorded run with GRAIN virtual processes "
        "on a process (default: 1)",
    )
    parser.add_argument(
        "--procs",
        metavar="RANGE",
        help="of a parallel program: numbers of processes to try, as in sad scale",
    )
    parser.add_argument("--grid", metavar="GRID", help="process grids to try, as in sad scale")
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="CONDITION",
        help="try only points at which this holds, for instance 'nb*grain <= n'; several times for all",
    )
    parser.add_argument(
        "--minimise",
        default="time",
        metavar="WHAT",
        help="time (default), of parallel programs communication or computation, of others any "
        "quantity of sad sweep",
    )
    parser.add_argument(
        "--within",
        type=float,
        default=5.0,
        metavar="PERCENT",
        help="what counts as good as the best (default: 5)",
    )
    parser.add_argument(
        "--current",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the values in use: say what they cost",
    )
    parser.add_argument(
        "--top",
        type=int,
        default=8,
        metavar="K",
        help="show, simulate or run K points (default: 8)",
    )
    add_measure_arguments(parser)
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table")
    parser.add_argument(
        "--export",
        choices=("make", "cmake", "c", "env", "flags", "yaml"),
        help="write the best values alone, for a build",
    )
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Search, look again at the best points, and write what was found."""
    try:
        return _run(args)
    except SadError as error:  # of ranges, as sad scale and sad sweep have them
        found = error.diagnostic
        message, hint = (text.replace("--vary", "--over") for text in (found.message, found.hint))
        changed = replace(found, message=message, hint=hint)
        raise SadError(changed, error.exit_code) from error.__cause__


def _run(args: argparse.Namespace) -> ExitCode:
    from sad.tuning.candidates import MOST_CANDIDATES  # noqa: PLC0415
    from sad.tuning.findings import findings_of, place_of  # noqa: PLC0415 - heavy
    from sad.tuning.output import Result, export_text, tune_csv, tune_json, tune_text  # noqa: PLC0415
    from sad.tuning.ranges import resolved  # noqa: PLC0415

    _check_numbers(args)
    origins = from_loops(args) if args.pipeline is not None else ()
    if args.profile is not None:
        origins = (*origins, *from_run(args))
    tried = layouts(args)
    machines = machine_values(args)
    ends = load_settings(args).items if any(":" in text for text in args.over) else {}
    args.over, below = resolved(args.over, args.procs, ends, MOST_CANDIDATES)
    args.where = [*args.where, *below]
    diagnostics = Diagnostics()
    experiment, table = None, None
    inputs = named_inputs(args)
    if machines or tried:
        candidates = on_alternatives(args, machines, tried, diagnostics)
    else:
        try:
            candidates, experiment, table = searched(args, diagnostics)
        except SadError as error:
            if inputs is None or error.diagnostic.code not in _NO_VALUE:
                raise
            candidates = on_inputs(args, inputs, diagnostics)
    trial = trial_for(args, candidates, inputs)
    current = place_of(candidates, _pairs(args.current)) if args.current else None
    findings = findings_of(candidates, args.within / 100.0, current)
    stages: list[Stage] = []
    if args.simulate and experiment is not None and table is not None:
        stages.append(simulated(args, experiment, table, findings, diagnostics))
    if trial is not None:
        order = Result(findings, tuple(stages)).shown
        stages.append(measured(args, trial, findings, order))
    result = Result(findings, tuple(stages), origins=origins)
    if experiment is not None and table is not None:
        pieces = pipelines_at(experiment, table, findings, result.chosen)
        result = replace(result, pipelines=pieces)
    if args.export is not None:
        text = export_text(candidates.texts(result.chosen), args.export)
    elif args.format == "json":
        text = tune_json(result, args.top, diagnostics.items)
    elif args.format == "csv":
        text = tune_csv(result)
    else:
        text = tune_text(result, args.top)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _check_numbers(args: argparse.Namespace) -> None:
    if args.top < 1 or not args.within >= 0:
        message = f"--top {args.top}, --within {args.within:g}: they cannot be"
        raise argument_error(
            "SAD992", message, "--top is 1 or more, --within is percent, 0 or more"
        )
    if not args.over and args.procs is None:
        hint = "for instance --over nb=1:512:x2"
        raise argument_error("SAD992", "nothing to try is given", hint)


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            message = f"--current {text!r}: NAME=VALUE expected"
            raise argument_error("SAD991", message, "for instance --current nb=64")
        found[name] = value
    return found
