"""Recorded runs as what ``sad scale`` scales, and how much longer computation takes there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, argument_error
from sad.records import replace
from sad.traces.sets import SUFFIX

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostics
    from sad.experiments.sizes import Subject
    from sad.extrapolation.ratio import Ratio
    from sad.machine.schema import Machine
    from sad.traces.format import Trace

_STARTERS = ("mpirun", "mpiexec", "srun", "prterun")


def is_trace(source: str) -> bool:
    """Whether a source is a trace, or a folder of traces."""
    path = Path(source)
    return source.endswith(SUFFIX) or (path.is_dir() and any(path.glob(f"*{SUFFIX}")))


def add_ratio_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how much longer computation of recorded runs takes on the machine."""
    parser.add_argument(
        "--ratio",
        metavar="X",
        help="computation of a trace takes X times as long there as where it was recorded; in "
        "sad extrapolate also the word source, with --source and --here",
    )
    parser.add_argument(
        "--ratings", metavar="HERE:THERE", help="of traces: results of one benchmark here and there"
    )
    parser.add_argument(
        "--here", metavar="MACHINE", help="the machine file of where traces were recorded"
    )


def ratio_for(args: argparse.Namespace, machine: Machine) -> Ratio:
    """Return the ratio that the options say; raises as ``ratio_of``.

    Of machine files without ratings it is that of one loop, as both predict it.
    """
    from sad.communication.times import model_for  # noqa: PLC0415
    from sad.extrapolation.ratio import ratio_of  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    here = None if args.here is None else get_machine(args.here)
    is_given = args.ratio is not None or args.ratings is not None
    if here is not None and not is_given and not (here.rating_mflops and machine.rating_mflops):
        from sad.extrapolation.source import ratio_of_loop  # noqa: PLC0415 - heavy

        return ratio_of_loop(here, machine, model_for(machine, args.library or ""))
    return ratio_of(args.ratio, args.ratings, here, machine)


def traces_subject(args: argparse.Namespace, machine: Machine, diagnostics: Diagnostics) -> Subject:
    """Return recorded runs on the machine; their numbers of ranks are ``--procs`` where it is missing.

    Raises as ``read_trace``, ``ratio_of`` and ``model_for``.
    """
    from sad.communication.times import model_for  # noqa: PLC0415
    from sad.experiments.sizes import Subject  # noqa: PLC0415
    from sad.extrapolation.runs import target_of  # noqa: PLC0415
    from sad.extrapolation.sets import TraceSet  # noqa: PLC0415
    from sad.traces.format import read_trace  # noqa: PLC0415
    from sad.traces.sets import trace_files  # noqa: PLC0415

    if args.simulate or args.distribute:
        message = "traces are followed message by message as they are"
        raise argument_error("SAD673", message, "leave --simulate and --distribute out")
    ratio = ratio_for(args, machine)
    traces = [read_trace(path) for path in trace_files(args.sources)]
    for trace in traces:
        trace.check(diagnostics)
    if args.procs is None:
        args.procs = ",".join(map(str, sorted({trace.ranks for trace in traces})))
    library = model_for(machine, args.library or "")
    target = target_of(machine, library, args.mapping, None)
    name = Path(args.sources[0]).stem
    return Subject(TraceSet(name, traces, target, ratio), machine.name, library)


def _words(command: Sequence[str]) -> tuple[str, ...]:
    """The arguments of the program that a command runs: those behind the first path but mpirun's."""
    for place, word in enumerate(command):
        if "/" in word and not Path(word).name.startswith(_STARTERS):
            return tuple(command[place + 1 :])
    return ()


def _with_command(error: SadError, trace: Trace) -> SadError:
    """An error of values that are not given, with the command of the run, which had them."""
    told = error.diagnostic
    if told.code != "SAD891" or not trace.command:
        return error
    hint = f"{told.hint}; the run was {' '.join(trace.command)}"
    return SadError(replace(told, hint=hint), error.exit_code)


def validate_by_trace(args: argparse.Namespace, diagnostics: Diagnostics) -> str:
    """Return the source of the arguments beside recorded runs of it, in the form asked for.

    The ratio is 1 if none is given: times are compared as recorded. Raises SAD896 for what cannot be
    drawn or scaled by itself, and as ``compare``.
    """
    from sad.cli.common import choice_of, needed_machine, reading_of  # noqa: PLC0415
    from sad.communication.times import model_for  # noqa: PLC0415 - heavy
    from sad.extrapolation import validation  # noqa: PLC0415
    from sad.extrapolation.runs import target_of  # noqa: PLC0415
    from sad.extrapolation.source import Source  # noqa: PLC0415
    from sad.traces.format import read_trace  # noqa: PLC0415
    from sad.traces.sets import trace_files  # noqa: PLC0415

    for option in ("plot", "threads", "distribute", "per_process"):
        if getattr(args, option):
            message = (
                f"--validate TRACE and --{option.replace('_', '-')}: calls are compared one by one"
            )
            raise argument_error("SAD896", message, f"leave --{option.replace('_', '-')} out")
    machine = needed_machine(args, "times need a machine")[0]
    if args.ratio is None and args.ratings is None and args.here is None:
        args.ratio = "1"
    ratio = ratio_for(args, machine)
    target = target_of(machine, model_for(machine, args.library or ""), args.mapping, None)
    source = Source(reading_of(args), choice_of(args))
    found: list[validation.Compared] = []
    said = ""
    for path in trace_files([args.validate]):
        trace = read_trace(path)
        trace.check(diagnostics)
        ranks = args.ranks or validation.CORNERS
        try:
            found.append(validation.compare(trace, source, target, ratio, ranks, diagnostics))
        except SadError as error:
            words = _words(trace.command)
            if error.diagnostic.code != "SAD891" or source.choice.has_input or not words:
                raise _with_command(error, trace) from None
            as_run = Source(source.reading, replace(source.choice, command_line=words))
            try:
                compared = validation.compare(trace, as_run, target, ratio, ranks, diagnostics)
            except SadError as again:
                raise _with_command(again, trace) from None
            said = f"\nvalues that are not given are those of the run: {' '.join(words)}\n"
            found.append(compared)
    found.sort(key=lambda item: item.found.trace.ranks)
    if args.format == "json":
        return validation.validation_json(found, diagnostics.items)
    if args.format == "csv":
        return validation.validation_csv(found)
    return validation.validation_text(found) + said
