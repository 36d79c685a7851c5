"""The best values of parameters that change the time and not the results."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    chosen_machine,
    finish,
    load_settings,
    reading_of,
    warn_of_params,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_cache_arguments
from sad.cli.scale_subject import add_distribution_arguments, add_subject_arguments, subject_of
from sad.cli.sweep import sweep_choice
from sad.cli.tune_runs import add_measure_arguments, measured, trial_for
from sad.diagnostics import Diagnostics, Severity, argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from sad.diagnostics import ExitCode
    from sad.experiments.scaling_run import Experiment
    from sad.experiments.scaling_table import ScalingTable
    from sad.tuning.candidates import Candidates
    from sad.tuning.findings import Findings
    from sad.tuning.output import Stage


_PIPELINE = "SAD941"  # the note that this command is there for pipelines


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
        "several times for all combinations; MACHINE.NAME is a parameter of the machine's network or "
        "library",
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
    from sad.tuning.candidates import MOST_CANDIDATES  # noqa: PLC0415
    from sad.tuning.findings import findings_of, place_of  # noqa: PLC0415 - heavy
    from sad.tuning.output import Result, export_text, tune_csv, tune_json, tune_text  # noqa: PLC0415
    from sad.tuning.ranges import resolved  # noqa: PLC0415

    _check_numbers(args)
    machines = _machine_values(args)
    ends = load_settings(args).items if any(":" in text for text in args.over) else {}
    args.over, below = resolved(args.over, args.procs, ends, MOST_CANDIDATES)
    args.where = [*args.where, *below]
    diagnostics = Diagnostics()
    experiment, table = None, None
    if machines:
        candidates = _on_machines(args, machines, diagnostics)
    elif _is_parallel(args):
        experiment, table = _parallel(args, diagnostics)
        candidates = _rows(args, table)
    else:
        candidates = _sequential(args, diagnostics)
    trial = trial_for(args, candidates)
    current = place_of(candidates, _pairs(args.current)) if args.current else None
    findings = findings_of(candidates, args.within / 100.0, current)
    stages: list[Stage] = []
    if args.simulate and experiment is not None and table is not None:
        subject = subject_of(_as_scale(args), diagnostics)
        stages.append(_simulated(args, replace(experiment, subject=subject), table, findings))
    if trial is not None:
        order = Result(findings, tuple(stages)).shown
        stages.append(measured(args, trial, findings, order))
    result = Result(findings, tuple(stages))
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


def _is_parallel(args: argparse.Namespace) -> bool:
    """Whether the program is one of several processes: an application, or their number is given."""
    from sad.applications.database import means_application  # noqa: PLC0415 - heavy

    return args.procs is not None or any(means_application(source) for source in args.sources)


def _parallel(
    args: argparse.Namespace, diagnostics: Diagnostics
) -> tuple[Experiment, ScalingTable]:
    """All combinations of processes, grids and varied values, as ``sad scale`` has them."""
    from sad.cli.scale import scaled_table  # noqa: PLC0415

    formulas = copy.copy(_as_scale(args))
    formulas.simulate = False
    # what a sum of phases leaves out is no matter where messages are followed
    found = Diagnostics()
    subject = subject_of(formulas, found)
    if not args.simulate:
        diagnostics.items.extend(
            item
            for item in found.items
            if item.code != _PIPELINE or item.severity is not Severity.NOTE
        )
    warn_of_params(args, diagnostics)
    return scaled_table(formulas, subject)


def _machine_values(args: argparse.Namespace) -> dict[str, list[float]]:
    """Take parameters of the machine out of ``--over``; raises SAD641 for what does not fit them."""
    from sad.tuning.machine_values import taken_out  # noqa: PLC0415 - heavy

    chosen = chosen_machine(args) if args.over else None
    if chosen is None:
        return {}
    library = args.library or next(iter(chosen[0].programming_models), "")
    args.over, found = taken_out(args.over, chosen[0], library)
    if found:
        if not _is_parallel(args):
            message = f"{next(iter(found))}: only a program of several processes has messages"
            raise argument_error("SAD641", message, "give their numbers: --procs 4")
        for option in ("simulate", "measure", "export"):
            if getattr(args, option):
                message = f"--{option}: parameters of the machine are tried by formula alone"
                raise argument_error("SAD641", message, "leave it out, or try other parameters")
    return found


def _on_machines(
    args: argparse.Namespace, values: dict[str, list[float]], diagnostics: Diagnostics
) -> Candidates:
    """All combinations on each of the machines; what is said of the program is said once."""
    from sad.tuning.machine_values import beside, points_of  # noqa: PLC0415

    points, parts = list(points_of(values)), list["Candidates"]()
    for place, point in enumerate(points):
        args.machine_values = point
        _, table = _parallel(args, Diagnostics() if place else diagnostics)
        parts.append(_rows(args, table))
    return beside(parts, points, parts[0].machine)


def _as_scale(args: argparse.Namespace) -> argparse.Namespace:
    """The arguments with those of ``sad scale`` that tuning does not have."""
    found = copy.copy(args)
    found.procs = args.procs or "1"
    found.vary, found.per_process, found.interval = args.over, [], None
    found.scaling, found.partition_search, found.arrays = None, False, None
    found.ratio = found.ratings = found.here = None
    return found


def _rows(args: argparse.Namespace, table: ScalingTable) -> Candidates:
    from sad.tuning.candidates import of_scaling  # noqa: PLC0415

    known = ("time", "communication", "computation")
    if args.minimise not in known:
        message = f"--minimise {args.minimise}: a parallel program has {', '.join(known)}"
        raise argument_error("SAD992", message, "choose one of them")
    return of_scaling(table, args.minimise, args.where, load_settings(args).items)


def _sequential(args: argparse.Namespace, diagnostics: Diagnostics) -> Candidates:
    """All combinations of values of a program of one process."""
    from sad.experiments.arrays import ArrayCurve  # noqa: PLC0415 - heavy
    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.experiments.curve import target_of  # noqa: PLC0415
    from sad.experiments.program import Program  # noqa: PLC0415
    from sad.experiments.quantity import RATE, parse_quantity  # noqa: PLC0415
    from sad.experiments.sweep_table import load_for, sides_of  # noqa: PLC0415
    from sad.progress import phase  # noqa: PLC0415
    from sad.tuning.candidates import MOST_CANDIDATES, of_program  # noqa: PLC0415

    if args.simulate or args.contention or args.distribute:
        message = "--simulate, --contention and --distribute are for several processes"
        raise argument_error("SAD992", message, "give their numbers: --procs 4")
    axes = parse_axes(args.over, MOST_CANDIDATES)
    machines = [] if args.machine is None else [args.machine]
    targets = [target_of(text, args.toolchain, args.cost_model) for text in machines]
    loaded = load_for(reading_of(args), targets)
    warn_of_params(args, loaded.diagnostics)
    label = args.sources[0] if len(args.sources) == 1 else f"{len(args.sources)} files"
    program = Program(loaded, reading_of(args), sweep_choice(args, args.entry), axes, label)
    quantity = parse_quantity("total" if args.minimise == "time" else args.minimise)
    if quantity.kind == RATE:
        message = "--minimise rate: the least rate is no aim"
        raise argument_error("SAD992", message, "leave it out: the least time is looked for")
    (side,) = sides_of([program], [quantity], targets)
    phase("evaluating points")
    target = side.curves.columns[side.place][1]
    candidates = of_program(
        label,
        "" if target is None else target.machine.name,
        ArrayCurve(side.curves, side.place),
        axes,
        args.where,
        program.settings({}).items,
        quantity.unit,
    )
    diagnostics.items.extend(loaded.diagnostics.items)
    return candidates


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            message = f"--current {text!r}: NAME=VALUE expected"
            raise argument_error("SAD991", message, "for instance --current nb=64")
        found[name] = value
    return found


def _simulated(
    args: argparse.Namespace, experiment: Experiment, table: ScalingTable, findings: Findings
) -> Stage:
    """Follow the messages of the best points, and of the corners of what is as good."""

    import numpy as np  # noqa: PLC0415 - heavy

    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.experiments.processes import Grids  # noqa: PLC0415
    from sad.experiments.scaling_run import evaluate  # noqa: PLC0415
    from sad.experiments.sizes import Sizes  # noqa: PLC0415
    from sad.tuning.output import Stage  # noqa: PLC0415

    sizes = Sizes(experiment.subject, load_settings(args), parse_axes(args.over))
    places = findings.worth_a_look(args.top)
    rows = findings.candidates.row[np.array(places)]
    chosen = Grids(
        table.nprocs[rows],
        tuple(side[rows] for side in table.sides),
        np.ones(rows.size, dtype=np.bool_),
    )
    found = evaluate(replace(experiment, sizes=sizes), table.case[rows], chosen)
    total = found.communication + found.computation
    seconds = {p: float(t) for p, t in zip(places, total, strict=True) if np.isfinite(t)}
    problems = {
        place: found.reasons[int(why)]
        for place, why in zip(places, found.reason, strict=True)
        if place not in seconds
    }
    return Stage("simulated", seconds, {}, problems)
