"""Runs of parallel programs as traces: record one, show what it has, write it in other forms."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, finish, write_result
from sad.cli.trace_convert import add_convert_arguments, convert
from sad.cli.trace_params import add_program_arguments, write_params
from sad.diagnostics import Diagnostics, ExitCode, argument_error

if TYPE_CHECKING:
    import argparse

    from sad.traces.format import Trace
    from sad.traces.record import Recording

_ACTIONS = {
    "record": "run a program with the recorder preloaded, and keep what it passes to MPI and when",
    "show": "what a trace has: ranks, call sites, computation between calls",
    "counts": "calls, messages and bytes by rank and routine",
    "params": "values of the program's parameters that follow from a trace and the source",
    "dump": "a trace as text, one event a line",
    "convert": "a trace from or to another form",
    "flags": "what to link with where a program cannot be preloaded",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, text in _ACTIONS.items():
        action = actions.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name in ("record", "flags"):
            _add_recording(action)
        else:
            action.add_argument("trace", metavar="TRACE", help="a trace: file, folder or text")
        if name == "record":
            _add_record(action)
        elif name == "params":
            help_ = "the program's source; several times for several files"
            add_program_arguments(action, help_, "a value that the run had")
        elif name == "convert":
            add_convert_arguments(action)
        if name in ("show", "counts"):
            action.add_argument("--format", choices=("text", "json"), default="text")
        if name not in ("record", "flags"):
            add_output_argument(action)
        action.add_argument("--strict", action="store_true", help="warnings are errors")


def _add_recording(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--openmp", action="store_true", help="threads of OpenMP, not MPI")
    parser.add_argument(
        "--compiler",
        metavar="COMMAND",
        help="what builds the recorder (default: mpicc, with --openmp cc)",
    )


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repeat",
        type=int,
        default=1,
        metavar="K",
        help="runs; of each stretch of computation the least time counts (default: 1)",
    )
    parser.add_argument(
        "--procs",
        metavar="RANGE",
        help="record with these numbers of ranks, {nprocs} in the command; -o is a folder",
    )
    parser.add_argument(
        "--threads", type=int, metavar="N", help="with --openmp: threads (OMP_NUM_THREADS)"
    )
    parser.add_argument(
        "--clock",
        choices=("auto", "cpu", "wall"),
        default="auto",
        help="of the processor (cpu), of the wall, or as the load of the computer says (default)",
    )
    parser.add_argument(
        "--most",
        type=float,
        default=4096.0,
        metavar="MB",
        help="stop recording when a rank has written so much (default: 4096)",
    )
    parser.add_argument("-o", "--output", required=True, metavar="TRACE", help="where it goes")
    parser.add_argument(
        "command_words", nargs="+", metavar="COMMAND", help="the command, behind --"
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Do what the action says."""
    from sad.traces.format import read_trace  # noqa: PLC0415 - heavy

    if args.action == "record":
        return _record(args)
    if args.action == "flags":
        from sad.traces.record import link_flags  # noqa: PLC0415

        write_result(f"{link_flags(_recording(args))}\n", None)
        return ExitCode.SUCCESS
    diagnostics = Diagnostics()
    trace = read_trace(args.trace)
    trace.check(diagnostics)
    if args.action == "convert":
        convert(args, trace)
    elif args.action == "params":
        write_params(args, trace, diagnostics)
    else:
        write_result(_text(args, trace, diagnostics), args.output)
    return finish(diagnostics, strict=args.strict)


def _text(args: argparse.Namespace, trace: Trace, diagnostics: Diagnostics) -> str:
    from sad.traces import show  # noqa: PLC0415

    if args.action == "dump":
        from sad.traces.text import text_lines  # noqa: PLC0415

        return "".join(f"{line}\n" for line in text_lines(trace))
    is_json = args.format == "json"
    if args.action == "show":
        from sad.traces.recorded import check_messages  # noqa: PLC0415

        show.check_intervals(trace, diagnostics)
        check_messages(trace, diagnostics)
    if args.action == "counts":
        return show.counts_json(trace, diagnostics.items) if is_json else show.counts_text(trace)
    return show.show_json(trace, diagnostics.items) if is_json else show.show_text(trace)


def _recording(args: argparse.Namespace) -> Recording:
    from sad.traces.record import Recording  # noqa: PLC0415

    if args.action == "flags":
        return Recording(args.openmp, args.compiler)
    if args.repeat < 1 or not args.most > 0:
        message = f"--repeat {args.repeat}, --most {args.most:g}: they cannot be"
        raise argument_error("SAD673", message, "one run and one megabyte at least")
    if args.threads is not None and (args.threads < 1 or not args.openmp):
        message = f"--threads {args.threads}: a number above zero, with --openmp"
        raise argument_error(
            "SAD673", message, "of MPI the command says how many ranks: mpirun -n 8"
        )
    most = int(args.most * 1e6)
    return Recording(args.openmp, args.compiler, args.clock, args.repeat, most, args.threads)


def _record(args: argparse.Namespace) -> ExitCode:
    from sad.loading.writing import check_folder  # noqa: PLC0415

    recording = _recording(args)
    words: list[str] = args.command_words
    has_place = any("{nprocs}" in word for word in words)
    if (args.procs is not None) != has_place:
        what = "--procs without {nprocs}" if args.procs is not None else "{nprocs} without --procs"
        hint = "for instance --procs 1:8:x2 -o runs -- mpirun -n {nprocs} ./prog"
        raise argument_error("SAD673", f"{what} in the command", hint)
    if args.procs is None:
        check_folder(args.output)
        return _recorded(words, recording, Path(args.output), _input(recording.repeat), args.strict)
    from sad.experiments.processes import parse_counts  # noqa: PLC0415
    from sad.traces.sets import SUFFIX  # noqa: PLC0415

    folder = Path(args.output)
    with suppress(OSError):  # what cannot be is told of the first trace
        folder.mkdir(parents=True, exist_ok=True)
    check_folder(str(folder / SUFFIX))
    worst, stdin = ExitCode.SUCCESS, _input(2)
    for number in parse_counts(args.procs).tolist():
        filled = [word.replace("{nprocs}", str(number)) for word in words]
        path = folder / f"p{number:05}{SUFFIX}"
        worst = max(worst, _recorded(filled, recording, path, stdin, args.strict))
    return worst


def _input(runs: int) -> bytes | None:
    """What every one of several runs reads; None where one run reads it itself, and at a terminal."""
    if runs == 1 or sys.stdin.isatty():
        return None
    return sys.stdin.buffer.read()


def _recorded(
    words: list[str], recording: Recording, path: Path, stdin: bytes | None, strict: bool
) -> ExitCode:
    from sad.loading.writing import write_whole  # noqa: PLC0415
    from sad.traces.format import trace_bytes  # noqa: PLC0415
    from sad.traces.record import record_run  # noqa: PLC0415
    from sad.traces.show import check_intervals, headline  # noqa: PLC0415

    diagnostics = Diagnostics()
    trace = record_run(words, recording, stdin)
    trace.file = str(path)
    trace.check(diagnostics)
    check_intervals(trace, diagnostics)
    write_whole(trace_bytes(trace), str(path))
    sys.stderr.write(f"{path}: {headline(trace)}\n")
    for note in trace.notes:
        sys.stderr.write(f"note: {note}\n")
    return finish(diagnostics, strict=strict)
