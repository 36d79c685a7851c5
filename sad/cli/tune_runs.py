"""Runs of the best points of ``sad tune``: their options, and what they give."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import chosen_machine, needed_machine
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from sad.extrapolation.runs import Target
    from sad.tuning.candidates import Candidates
    from sad.tuning.findings import Findings
    from sad.tuning.inputs import Inputs
    from sad.tuning.measure import Trial
    from sad.tuning.output import Stage
    from sad.tuning.source_constants import SourceConstant

_DEFAULT_RUNS, _MANY_RUNS = 30, 1000


def add_measure_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is run."""
    parser.add_argument(
        "--measure",
        metavar="COMMAND",
        help="run the best points in copies of this folder: {NAME} stands for a value that is tried or "
        "set, {source} for the source, as in 'mpirun -n {nprocs} ./solve {nb}'",
    )
    parser.add_argument(
        "--build",
        metavar="COMMAND",
        help="build each point before, as in 'gcc -O2 -DNB={NB} x.c -o x'",
    )
    parser.add_argument(
        "--seconds-from",
        metavar="PATTERN",
        help="take the time from the line of the output that matches (default: of the whole run)",
    )
    parser.add_argument(
        "--check",
        metavar="PATTERN",
        help="the lines of the output that match must be the same at all points",
    )
    parser.add_argument(
        "--traced",
        action="store_true",
        help="record the runs of --measure and follow each point's trace on the machine: the computer "
        "may be busy then",
    )
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="runs of each point (default: 3)"
    )
    parser.add_argument(
        "--budget",
        default="30",
        metavar="N|TIME",
        help="the most runs in all, or a time for all of them, or both: 40,5min (default: 30)",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="end a run after so long (default: 60)",
    )


def trial_for(
    args: argparse.Namespace,
    candidates: Candidates,
    inputs: Inputs | None,
    constants: Sequence[SourceConstant] = (),
) -> Trial | None:
    """Return what is to be run; a mistake in it is told before anything else is done."""
    if args.measure is None:
        for option in ("build", "seconds_from", "check", "traced"):
            if getattr(args, option):
                message = f"--{option.replace('_', '-')} without --measure: nothing is run"
                raise argument_error("SAD992", message, "add --measure './program {name}'")
        return None
    if args.traced and args.seconds_from is not None:
        message = "--traced takes the time from the trace, --seconds-from from the output"
        raise argument_error("SAD992", message, "leave one out")
    from sad.tuning.measure import trial_of  # noqa: PLC0415

    budget, seconds = _budget(args.budget, args.rounds)
    return trial_of(
        args.measure,
        args.build,
        (args.seconds_from, args.check),
        (args.rounds, budget),
        (args.timeout, seconds),
        tuple(candidates.values),
        _target(args) if args.traced else None,
        _fixed(args, candidates),
        inputs,
        _Changed(args.sources, constants) if constants else None,
    )


class _Changed:
    """The sources with values of constants in them; raises SAD681 for files of other folders."""

    def __init__(self, sources: Sequence[str], constants: Sequence[SourceConstant]) -> None:
        from sad.tuning.source_constants import texts_of  # noqa: PLC0415

        self._texts, self._constants = texts_of(sources), constants
        here = Path.cwd().resolve()
        for item in constants:
            for path, _, _ in item.places:
                if not Path(path).resolve().is_relative_to(here):
                    message = f"{item.name} is a constant of {path}, which is not in this folder"
                    hint = "runs change copies of this folder: start where the source is"
                    raise argument_error("SAD681", message, hint)

    def __call__(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the changed texts by their paths in a copy of this folder."""
        from sad.tuning.source_constants import with_values  # noqa: PLC0415

        found = with_values(self._texts, self._constants, values)
        return {os.path.relpath(path): text for path, text in found.items()}


def _budget(text: str, rounds: int) -> tuple[int, float]:
    """The most runs and seconds of all runs together: ``40``, ``5min`` or ``40,5min``."""
    from sad.experiments.largest import seconds_of  # noqa: PLC0415 - heavy

    runs, seconds = None, float("inf")
    for part in text.split(","):
        if part.strip().lstrip("-").isdecimal():
            runs = int(part)
        else:
            seconds = seconds_of(part, "--budget")
    if runs is None:
        runs = _DEFAULT_RUNS if seconds == float("inf") else _MANY_RUNS * rounds
    return runs, seconds


def _fixed(args: argparse.Namespace, candidates: Candidates) -> dict[str, str]:
    """What else commands may name: values that are set, the number of processes, the source."""
    found = {name: text.partition(" ")[0] for name, text in candidates.given.items()}
    if args.procs is not None and args.procs.isdecimal():
        found["nprocs"] = args.procs
    if len(args.sources) == 1:
        found["source"] = args.sources[0]
    return {name: text for name, text in found.items() if name not in candidates.values}


def _target(args: argparse.Namespace) -> Target:
    """The machine whose messages traces are followed with."""
    from sad.communication.times import model_for  # noqa: PLC0415 - heavy
    from sad.extrapolation.runs import target_of  # noqa: PLC0415

    machine = needed_machine(args, "--traced takes times of messages from one")[0]
    return target_of(machine, model_for(machine, args.library or ""), args.mapping, None)


def measured(
    args: argparse.Namespace, trial: Trial, findings: Findings, order: Sequence[int]
) -> Stage:
    """Run the best points."""
    from sad.calibration.running.canary import Canary, canary_of  # noqa: PLC0415
    from sad.tuning.measure import measure  # noqa: PLC0415
    from sad.tuning.output import Stage  # noqa: PLC0415

    places = list(order[: args.top])
    if findings.current is not None and findings.current not in places:
        places.insert(1, findings.current)
    texts = [findings.candidates.texts(place) for place in places]
    with Canary() as canary:
        runs = measure(trial, texts, Path.cwd(), canary)
    pairs = list(zip(places, runs, strict=False))
    medians = {place: item.median for place, item in pairs if item.median is not None}
    return Stage(
        "traced" if args.traced else "measured",
        {place: item.fastest for place, item in pairs if item.fastest is not None},
        {} if args.traced else medians,
        {place: item.problem for place, item in pairs if item.problem},
        canary.said(canary_of(chosen_machine(args))),
    )
