"""The searches of ``sad tune``: by formula, on machines that differ, and with inputs that are run."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import (
    choice_of,
    chosen_machine,
    load_settings,
    needed_machine,
    reading_of,
    warn_of_params,
)
from sad.cli.evaluating import files_of, text_of
from sad.cli.scale_subject import subject_of
from sad.cli.sweep import sweep_choice
from sad.diagnostics import Diagnostics, SadError, Severity, argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from sad.experiments.scaling_run import Experiment
    from sad.experiments.scaling_table import ScalingTable
    from sad.profiles.settings import Setting
    from sad.spmd.fills import Piece
    from sad.tuning.candidates import Candidates
    from sad.tuning.findings import Findings
    from sad.tuning.inputs import Inputs
    from sad.tuning.output import Stage

LAYOUT = "distribute"
_MANY = 10_000  # values of a range, which rises: its ends tell
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

    for axis in parse_axes(
        args.over
    ):  # loops in steps of less would not end, and cost nothing here
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


def machine_values(args: argparse.Namespace) -> dict[str, list[float]]:
    """Take parameters of the machine out of ``--over``; raises SAD641 for what does not fit them."""
    from sad.machine.changed import is_of_messages  # noqa: PLC0415 - heavy
    from sad.tuning.machine_values import taken_out  # noqa: PLC0415

    chosen = chosen_machine(args) if args.over else None
    if chosen is None:
        return {}
    library = args.library or next(iter(chosen[0].programming_models), "")
    args.over, found = taken_out(args.over, chosen[0], library)
    if found:
        messages = [name for name in found if is_of_messages(name, chosen[0])]
        if messages and not is_parallel(args):
            message = f"{messages[0]}: only a program of several processes has messages"
            raise argument_error("SAD641", message, "give their numbers: --procs 4")
        for option in ("simulate", "measure", "export"):
            if getattr(args, option):
                message = f"--{option}: parameters of the machine are tried by formula alone"
                raise argument_error("SAD641", message, "leave it out, or try other parameters")
    return found


def layouts(args: argparse.Namespace) -> list[str]:
    """Take ``--over distribute=LAYOUT,...`` out; LAYOUT is A(block,*), of several arrays joined by +.

    Raises SAD680 for none, and for options that layouts cannot have.
    """
    found: list[str] = []
    left: list[str] = []
    for text in args.over:
        name, _, value = text.partition("=")
        if name.strip() != LAYOUT:
            left.append(text)
            continue
        found += [part.strip() for part in re.split(r",(?![^(]*\))", value) if part.strip()]
        if not found:
            hint = "for instance --over 'distribute=A(block,*),A(*,block)'"
            raise argument_error("SAD680", f"--over {text!r}: no layout", hint)
    if found:
        for option in ("distribute", "simulate", "measure", "export"):
            if getattr(args, option):
                message = f"--over distribute and --{option}: layouts are tried by formula alone"
                raise argument_error("SAD680", message, f"leave --{option} out")
        if args.procs is None:
            message = "--over distribute: arrays are spread over several processes"
            raise argument_error("SAD680", message, "give their numbers: --procs 4")
    args.over = left
    return found


def on_alternatives(
    args: argparse.Namespace,
    machines: dict[str, list[float]],
    tried: list[str],
    diagnostics: Diagnostics,
) -> Candidates:
    """All combinations on each of the machines and with each of the layouts ``tried``.

    What is said of the program is said once.
    """
    from sad.tuning.machine_values import beside, points_of  # noqa: PLC0415

    points, parts = list[dict[str, float]](), list["Candidates"]()
    for number, layout in enumerate(tried or [None]):
        args.distribute = args.distribute if layout is None else layout.split("+")
        for point in points_of(machines):
            args.machine_values = point
            parts.append(searched(args, Diagnostics() if parts else diagnostics)[0])
            own = {f"{parts[0].machine}.{name}": value for name, value in point.items()}
            points.append({**({} if layout is None else {LAYOUT: float(number)}), **own})
    found = beside(parts, points)
    if not tried:
        return found
    words = {text: float(number) for number, text in enumerate(tried)}
    label = parts[0].label.partition(" with ")[0]
    return replace(found, label=label, words={**found.words, LAYOUT: words})


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
    points, parts = list[dict[str, str]](), list["Candidates"]()
    left_out: SadError | None = None
    settings = load_settings(args).items
    for point in inputs.points():
        args.program_input = inputs.at(point)
        _, table = _parallel(args, Diagnostics() if parts else diagnostics)
        try:
            parts.append(_rows(args, table, {**settings, **_settings(point)}))
        except SadError as error:
            if not error.diagnostic.message.startswith("no point is left"):
                raise
            left_out = error
        else:
            points.append(point)
    if not parts and left_out is not None:
        raise left_out
    numbers = [{name: float(text) for name, text in point.items()} for point in points]
    found = beside(parts, numbers)
    return replace(found, given={**inputs.fixed, **found.given})


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

    known = ("time", "communication", "computation")
    if args.minimise not in known:
        message = f"--minimise {args.minimise}: a parallel program has {', '.join(known)}"
        raise argument_error("SAD992", message, "choose one of them")
    known_values = load_settings(args).items if settings is None else settings
    return of_scaling(table, args.minimise, args.where, known_values)


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
    found = chosen_machine(args)
    targets = [] if found is None else [target_of(args.machine, args.toolchain, args.cost_model)]
    if found is not None and getattr(args, "machine_values", None):
        machine, own = found[0], targets[0].toolchain
        changed = None if own is None else machine.toolchains[own.name]
        targets = [replace(targets[0], machine=machine, toolchain=changed)]
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
    from sad.tuning.output import Stage  # noqa: PLC0415

    experiment = replace(experiment, subject=subject_of(_as_scale(args), diagnostics))
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
    from sad.loading.describe import load_description  # noqa: PLC0415 - heavy
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
    loaded = load_description(reading_of(args), with_work=True)
    line = int(args.pipeline) if args.pipeline else None
    nest = nest_of(loaded.analysis, line, args.sources[0])
    choice = choice_of(args)
    prediction = predict_for(loaded, reading_of(args), choice, (machine, toolchain))
    found = constants(prediction, nest, machine, args.library or "")
    args.sources, args.entry = ["llp"], None
    args.params = None
    tried = {text.partition("=")[0].strip() for text in args.over}
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
