"""The best values of parameters that change the time and not the results."""

from __future__ import annotations

from functools import partial
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
from sad.cli.tune_alternatives import alternatives, constants, on_alternatives
from sad.cli.tune_limits import limited
from sad.cli.tune_runs import add_measure_arguments, measured, trial_for
from sad.cli.tune_search import (
    from_loops,
    from_run,
    is_parallel,
    named_inputs,
    on_inputs,
    pipelines_at,
    searched,
    simulated,
    terms_of,
)
from sad.diagnostics import Diagnostics, SadError, argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from sad.cli.tune_alternatives import Alternatives
    from sad.diagnostics import ExitCode
    from sad.tuning.candidates import Candidates
    from sad.tuning.output import Result, Stage
    from sad.tuning.source_constants import SourceConstant


_NO_VALUE = ("SAD501", "SAD850", "SAD891", "SAD892")
_NOT_KNOWN = ("SAD501", "SAD892")


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
        "layouts of arrays, mapping= and library= as their options; a constant of the source is read "
        "anew for each value",
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
        "--at-most",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="only points with no more of this: memory=32MiB, of all arrays that a process declares or "
        "allocates, or what --minimise may be; several times for all",
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
    from sad.tuning.findings import findings_of, place_of, sides_of  # noqa: PLC0415 - heavy
    from sad.tuning.output import Result  # noqa: PLC0415
    from sad.tuning.ranges import resolved  # noqa: PLC0415

    _check_numbers(args)
    origins = from_loops(args) if args.pipeline is not None else ()
    if args.profile is not None:
        origins = (*origins, *from_run(args))
    tried = alternatives(args)
    ends = load_settings(args).items if any(":" in text for text in args.over) else {}
    args.over, below = resolved(args.over, args.procs, ends, MOST_CANDIDATES)
    args.where = [*args.where, *below]
    diagnostics, inputs = Diagnostics(), named_inputs(args)
    experiment, table = None, None
    fixed: list[SourceConstant] = []
    try:
        if tried:
            candidates = on_alternatives(args, tried, diagnostics)
        else:
            candidates, experiment, table = searched(args, diagnostics)
    except SadError as error:
        more, fixed = constants(args) if error.diagnostic.code in _NOT_KNOWN else ([], [])
        if not more and (inputs is None or tried or error.diagnostic.code not in _NO_VALUE):
            raise
        tried = [*tried, *more]
        if more:
            candidates = on_alternatives(args, tried, diagnostics)
        else:
            assert inputs is not None
            candidates = on_inputs(args, inputs, diagnostics)
    if args.at_most:
        search = None
        if experiment is not None or tried or not is_parallel(args):
            search = partial(_again, tried)
        candidates = limited(args, candidates, tried, search)
    trial = trial_for(args, candidates, inputs, fixed)
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
    result = replace(result, sides=sides_of(findings, terms_of(args, candidates, table, tried)))
    _write(args, result, diagnostics)
    return finish(diagnostics, strict=args.strict)


def _again(tried: Sequence[Alternatives], args: argparse.Namespace) -> Candidates:
    """All combinations of what is tried, with another quantity."""
    said = Diagnostics()
    return on_alternatives(args, tried, said) if tried else searched(args, said)[0]


def _write(args: argparse.Namespace, result: Result, diagnostics: Diagnostics) -> None:
    from sad.tuning.output import export_text, tune_csv, tune_json, tune_text  # noqa: PLC0415

    if args.export is not None:
        text = export_text(result.findings.candidates.texts(result.chosen), args.export)
    elif args.format == "json":
        text = tune_json(result, args.top, diagnostics.items)
    elif args.format == "csv":
        text = tune_csv(result)
    else:
        text = tune_text(result, args.top)
    write_result(text, args.output)


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
