"""The searches of ``sad tune``: by formula, on machines that differ, and with inputs that are run."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sad.cli.common import (
    choice_of,
    chosen_machine,
    load_description,
    load_settings,
    needed_machine,
    reading_of,
    warn_of_params,
)
from sad.cli.evaluating import files_of, text_of
from sad.cli.scale_subject import subject_of
from sad.cli.sweep import load_on, sweep_choice
from sad.diagnostics import Diagnostics, SadError, Severity, argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sad.cli.tune_alternatives import Alternatives
    from sad.experiments.scaling_run import Experiment
    from sad.experiments.scaling_table import ScalingTable
    from sad.profiles.settings import Setting
    from sad.spmd.fills import Piece
    from sad.tuning.candidates import Candidates
    from sad.tuning.findings import Findings
    from sad.tuning.inputs import Inputs
    from sad.tuning.output import Stage

_MOST_REFUSED = 2  # values in a row, from the first on
_MANY = 10_000  # values of a range, which rises: its ends tell
Point = TypeVar("Point")
_LAYERS = "H"  # what the formula of sweeps through three loops has, and llp has not
_PIPELINE = "SAD941"  # the note that sad tune is there for pipelines


def is_parallel(args: argparse.Namespace) -> bool:
    """Whether the program is one of several processes: an application, or their number is given."""
    from sad.applications.database import means_application  # noqa: PLC0415 - heavy

    return args.procs is not None or any(means_application(source) for source in args.sources)


def _parallel(
    args: argparse.Namespace, diagnostics: Diagnostics
) -> tuple[Experiment, ScalingTable]:
    """All combinations of processes, grids and varied values, as ``sad scale`` has them."""
    from sad.cli.scale import scaled_table  # noqa: PLC0415
    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.tuning.candidates import MOST_CANDIDATES  # noqa: PLC0415

    # loops in steps of less would not end, and cost nothing here
    for axis in parse_axes(args.over, MOST_CANDIDATES):
        ends = axis.values if axis.texts else (axis.values[0], axis.values[-1])
        some = ends if len(axis.values) > _MANY else axis.values
        if min((value.number or 0 for value in some), default=0) < 0:
            message = f"--over {axis.name}: a value below 0"
            raise argument_error("SAD991", message, "sizes of pieces and grains are 0 or more")
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


def searched(
    args: argparse.Namespace, diagnostics: Diagnostics
) -> tuple[Candidates, Experiment | None, ScalingTable | None]:
    """All combinations by formula."""
    if not is_parallel(args):
        return _sequential(args, diagnostics), None, None
    experiment, table = _parallel(args, diagnostics)
    return _rows(args, table), experiment, table


def named_inputs(args: argparse.Namespace) -> Inputs | None:
    """The program's input where it names what is tried, which formulas are not asked for then."""
    from sad.tuning.inputs import inputs_of  # noqa: PLC0415

    if args.stdin is None and args.args is None and not args.opened:
        return None
    stdin = args.stdin
    if stdin is not None and ("{" not in stdin or Path(stdin).exists()):
        stdin = text_of(stdin)
    given = {name: item.text for name, item in load_settings(args).items.items()}
    found = inputs_of(stdin, files_of(args), args.args, args.over, given)
    if found is not None:
        args.program_input = None, (), None
    return found


def on_inputs(args: argparse.Namespace, inputs: Inputs, diagnostics: Diagnostics) -> Candidates:
    """All combinations, each with the run that its input gives; for what formulas have no values of."""
    from sad.tuning.machine_values import beside  # noqa: PLC0415

    for option in ("simulate", "contention", "distribute"):
        if getattr(args, option):
            message = f"--{option}: it follows formulas, which lack values that the input gives"
            raise argument_error("SAD677", message, "give values with --set and --over")
    if not is_parallel(args):
        message = "the input gives values to programs of several processes only"
        raise argument_error("SAD677", message, "give values with --set and --over")
    inputs.check()
    args.over = [text for text in args.over if text.partition("=")[0].strip() not in inputs.tried]
    args.settings = [
        text for text in args.settings if text.partition("=")[0].strip() not in inputs.fixed
    ]
    settings = load_settings(args).items

    def at(point: dict[str, str], said: Diagnostics) -> Candidates:
        args.program_input = inputs.at(point)
        _, table = _parallel(args, said)
        return _rows(args, table, {**settings, **_settings(point)})

    points, parts = one_by_one(inputs.points(), at, diagnostics)
    numbers = [{name: float(text) for name, text in point.items()} for point in points]
    found = beside(parts, numbers)
    return replace(found, given={**inputs.fixed, **found.given})


def one_by_one(
    points: Iterable[Point], at: Callable[[Point, Diagnostics], Candidates], said: Diagnostics
) -> tuple[list[Point], list[Candidates]]:
    """Return the points at which conditions leave something, and what; of the first all is said.

    Points without a value, or where the source cannot be read, are there with the reason. Raises the
    first error where nothing is found.
    """
    from sad.tuning.candidates import without_value  # noqa: PLC0415

    kept, parts = list[Point](), list["Candidates"]()
    left_out: SadError | None = None
    refused: list[tuple[Point, SadError]] = []
    for point in points:
        try:
            parts.append(at(point, Diagnostics() if parts else said))
        except SadError as error:
            left_out = left_out or error
            if not error.diagnostic.message.startswith("no point is left"):
                refused.append((point, error))
                if not parts and len(refused) > _MOST_REFUSED:
                    raise
        else:
            kept.append(point)
    if not parts and left_out is not None:
        raise left_out
    for point, error in refused:
        kept.append(point)
        parts.append(without_value(parts[0], error))
    return kept, parts


def _settings(values: Mapping[str, str]) -> dict[str, Setting]:
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415

    return dict(settings_from_arguments([f"{n}={v}" for n, v in values.items()]).items)


def _as_scale(args: argparse.Namespace) -> argparse.Namespace:
    """The arguments with those of ``sad scale`` that tuning does not have."""
    found = copy.copy(args)
    found.procs = args.procs or "1"
    found.vary, found.per_process, found.interval = args.over, [], None
    found.scaling, found.partition_search, found.arrays = None, False, None
    found.ratio = found.ratings = found.here = None
    return found


def _rows(
    args: argparse.Namespace, table: ScalingTable, settings: Mapping[str, Setting] | None = None
) -> Candidates:
    from sad.tuning.candidates import of_scaling  # noqa: PLC0415

    times = ("time", "communication", "computation")
    if args.minimise not in times:
        message = f"--minimise {args.minimise}: a parallel program has {', '.join(times)}"
        raise argument_error("SAD992", message, "choose one of them")
    known = load_settings(args).items if settings is None else settings
    return of_scaling(table, args.minimise, args.where, {**known, **_of_constants(args)})


def _of_constants(args: argparse.Namespace) -> dict[str, Setting]:
    return _settings(getattr(args, "values_of_constants", {}))


def _sequential(args: argparse.Namespace, diagnostics: Diagnostics) -> Candidates:
    """All combinations of values of a program of one process."""
    from sad.experiments.arrays import ArrayCurve  # noqa: PLC0415 - heavy
    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.experiments.curve import target_of  # noqa: PLC0415
    from sad.experiments.program import Program  # noqa: PLC0415
    from sad.experiments.quantity import RATE, parse_quantity  # noqa: PLC0415
    from sad.experiments.sweep_table import sides_of  # noqa: PLC0415
    from sad.progress import phase  # noqa: PLC0415
    from sad.tuning.candidates import MOST_CANDIDATES, of_program  # noqa: PLC0415

    if args.simulate or args.contention or args.distribute:
        message = "--simulate, --contention and --distribute are for several processes"
        raise argument_error("SAD992", message, "give their numbers: --procs 4")
    axes = parse_axes(args.over, MOST_CANDIDATES)
    found = chosen_machine(args)
    targets = [] if found is None else [target_of(args.machine, args.toolchain, args.cost_model)]
    if found is not None and getattr(args, "machine_values", None):
        machine, own = found[0], targets[0].toolchain
        changed = None if own is None else machine.toolchains[own.name]
        targets = [replace(targets[0], machine=machine, toolchain=changed)]
    loaded = load_on(args, reading_of(args), targets)
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
        {**program.settings({}).items, **_of_constants(args)},
        quantity.unit,
    )
    diagnostics.items.extend(loaded.diagnostics.items)
    return candidates


def simulated(
    args: argparse.Namespace,
    experiment: Experiment,
    table: ScalingTable,
    findings: Findings,
    diagnostics: Diagnostics,
) -> Stage:
    """Follow the messages of the best points, and of the corners of what is as good."""

    import numpy as np  # noqa: PLC0415 - heavy

    from sad.experiments.axes import parse_axes  # noqa: PLC0415
    from sad.experiments.processes import Grids  # noqa: PLC0415
    from sad.experiments.scaling_run import evaluate  # noqa: PLC0415
    from sad.experiments.sizes import Sizes  # noqa: PLC0415
    from sad.tuning.candidates import MOST_CANDIDATES  # noqa: PLC0415
    from sad.tuning.output import Stage  # noqa: PLC0415

    experiment = replace(experiment, subject=subject_of(_as_scale(args), diagnostics))
    sizes = Sizes(experiment.subject, load_settings(args), parse_axes(args.over, MOST_CANDIDATES))
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


def terms_of(
    args: argparse.Namespace,
    candidates: Candidates,
    table: ScalingTable | None,
    tried: Sequence[Alternatives],
) -> Callable[[int], Mapping[str, float]]:
    """Return the parts of the time at a place: phases, or lines of a program of one process [s]."""
    if table is not None and args.minimise == "time" and table.phases:
        return lambda place: {
            phase.name: float(phase.seconds[candidates.row[place]]) for phase in table.phases
        }
    if candidates.parts or is_parallel(args) or args.minimise != "time":
        parts = candidates.parts.items()
        return lambda place: {name: float(part[place]) for name, part in parts}
    return lambda place: _lines(args, candidates.texts(place), tried)


def _lines(
    args: argparse.Namespace, values: dict[str, str], tried: Sequence[Alternatives]
) -> dict[str, float]:
    """The times of the lines of a program of one process [s]."""
    from sad.loading.prediction import predict_for  # noqa: PLC0415 - heavy

    own = copy.copy(args)
    for item in tried:
        item.put(own, values.pop(item.name))
    own.settings = [*args.settings, *(f"{name}={text}" for name, text in values.items())]
    machine = needed_machine(own, "times need one")
    loaded = load_description(own, with_work=True)
    prediction = predict_for(loaded, reading_of(own), choice_of(own), machine)
    found: dict[str, float] = {}
    for block in prediction.model.expansion.blocks:
        if block.block.lines:
            span = block.block.lines[0].span
            name = f"line {span.line}" if len(args.sources) == 1 else f"{span.file}:{span.line}"
            found[name] = found.get(name, 0.0) + float(prediction.seconds[block.id] or 0.0)
    return found


def pipelines_at(
    experiment: Experiment, table: ScalingTable, findings: Findings, place: int
) -> tuple[Piece, ...]:
    """Return what pieces of the program's pipelines take at a point."""
    import numpy as np  # noqa: PLC0415 - heavy

    from sad.spmd.scalable import SpmdProgram  # noqa: PLC0415

    program = experiment.subject.program
    if not isinstance(program, SpmdProgram):
        return ()
    row = findings.candidates.row[place : place + 1]
    nprocs, sides = table.nprocs[row], tuple(side[row] for side in table.sides)
    points = experiment.sizes.at(table.case[row], nprocs, sides, {})
    places = zip(experiment.sizes.places, (nprocs, *sides), strict=True)
    return program.pieces({**points, **{n: np.asarray(v, np.float64) for n, v in places}})


def from_loops(args: argparse.Namespace) -> tuple[str, ...]:
    """Put the formula of pipelines in the place of a source, with constants of loops of that.

    Returns where these come from. Raises SAD679 where no loops, or no constants, are found.
    """
    from sad.loading.describe import load_description as load  # noqa: PLC0415 - heavy
    from sad.loading.prediction import predict_for  # noqa: PLC0415
    from sad.tuning.wavefront import constants, nest_of  # noqa: PLC0415

    if args.pipeline and not args.pipeline.isdecimal():
        message = f"--pipeline {args.pipeline}: the line of a loop is expected"
        raise argument_error("SAD679", message, "for instance --pipeline 12")
    for option in ("simulate", "contention", "distribute", "measure"):
        if getattr(args, option):
            message = f"--pipeline and --{option}: the program with these messages is not there"
            raise argument_error("SAD679", message, f"leave --{option} out")
    machine, toolchain = needed_machine(args, "--pipeline takes times from one")
    loaded = load(reading_of(args), with_work=True)  # the nest is judged in the whole analysis
    line = int(args.pipeline) if args.pipeline else None
    tried = {text.partition("=")[0].strip() for text in args.over}
    depth = 3 if _LAYERS in tried else 2
    nest = nest_of(loaded.analysis, line, args.sources[0], depth)
    choice = choice_of(args)
    prediction = predict_for(loaded, reading_of(args), choice, (machine, toolchain))
    found = constants(prediction, nest, machine, args.library or "")
    args.sources, args.entry = ["llp" if depth == 2 else "sweep"], None
    args.params = None
    args.settings = [f"{n}={v:.6g}" for n, v in found.values.items() if n not in tried]
    return found.origins


def from_run(args: argparse.Namespace) -> tuple[str, ...]:
    """Set the times of the formula of pipelines from a recorded run; returns where they come from."""
    from sad.traces.format import read_trace  # noqa: PLC0415 - heavy
    from sad.tuning.profiled import profiled  # noqa: PLC0415

    if args.sources != ["llp"]:
        message = "--profile gives times to the application llp"
        raise argument_error("SAD679", message, "sad tune llp --profile run.sadtrace ...")
    path, comma, grain = args.profile.rpartition(",")
    if not comma or not grain.strip().isdecimal():
        path, grain = args.profile, "1"
    trace = read_trace(path)
    found = profiled(trace, path, int(grain))
    given = {text.partition("=")[0].strip() for text in (*args.settings, *args.over)}
    args.settings = [
        s for s in args.settings if args.pipeline is None or s[:3] not in ("t1=", "t2=")
    ]
    given -= set() if args.pipeline is None else {"t1", "t2"}
    args.settings += [f"{n}={v:.6g}" for n, v in found.values.items() if n not in given]
    return found.origins
