"""A recorded run on another machine: computation scaled, messages and waiting simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, finish, write_result
from sad.cli.trace_subject import add_ratio_arguments, ratio_for
from sad.diagnostics import Diagnostics, argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping

    from sad.diagnostics import ExitCode
    from sad.extrapolation.ratio import Ratio
    from sad.extrapolation.runs import Extrapolated
    from sad.machine.schema import Machine
    from sad.traces.format import Trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument(
        "traces",
        nargs="+",
        metavar="TRACE",
        help="traces, or folders of traces: sad trace record writes them",
    )
    parser.add_argument(
        "--machine", required=True, metavar="NAME", help="the machine: name or file"
    )
    parser.add_argument(
        "--library", metavar="NAME", help="its programming model (default: as in sad scale)"
    )
    parser.add_argument("--mapping", metavar="NAME", help="how ranks are laid on its nodes")
    add_ratio_arguments(parser)
    parser.add_argument(
        "--policy",
        choices=("none", "interrupt", "poll"),
        help="when threads serve each other's remote accesses: while they wait, at once, now and then",
    )
    parser.add_argument(
        "--eager",
        type=float,
        metavar="BYTES",
        help="messages of so many bytes and more wait for their receive (default: as the machine file)",
    )
    parser.add_argument(
        "--what-if",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="other values of parameters of the machine, of ratio, policy, barrier; several times for "
        "all combinations",
    )
    parser.add_argument("--lines", action="store_true", help="show every call site")
    parser.add_argument(
        "--perfetto", metavar="FILE", help="write the run for ui.perfetto.dev: FILE.json.gz"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Extrapolate, and write what comes out."""
    from sad.communication.times import model_for  # noqa: PLC0415 - heavy
    from sad.extrapolation import output  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415
    from sad.traces.format import read_trace  # noqa: PLC0415
    from sad.traces.sets import trace_files  # noqa: PLC0415

    diagnostics = Diagnostics()
    machine = get_machine(args.machine)
    library = model_for(machine, args.library or "")
    ratio = ratio_for(args, machine)
    traces = [read_trace(path) for path in trace_files(args.traces)]
    for trace in traces:
        trace.check(diagnostics)
    traces.sort(key=lambda trace: trace.ranks)
    if args.perfetto is not None and (len(traces) > 1 or args.what_if):
        message = "--perfetto shows one run"
        raise argument_error("SAD673", message, "name one trace, without --what-if")
    rows: list[tuple[Mapping[str, str], Extrapolated]] = []
    for trace in traces:
        for point, found in _points(args, trace, machine, library, ratio):
            rows.append(({"ranks": str(trace.ranks), **point}, found))
    if args.perfetto is not None:
        from sad.extrapolation.perfetto import perfetto_bytes  # noqa: PLC0415
        from sad.loading.writing import write_whole  # noqa: PLC0415

        write_whole(perfetto_bytes(rows[0][1], args.perfetto), args.perfetto)
    if args.format == "json":
        text = output.json_of(rows, diagnostics.items)
    elif len(rows) == 1:
        text = output.text_of(rows[0][1], lines=args.lines)
    else:
        text = output.rows_text(rows, "ranks" if len(traces) > 1 else "points")
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _points(
    args: argparse.Namespace, trace: Trace, machine: Machine, library: str, ratio: Ratio
) -> Iterator[tuple[dict[str, str], Extrapolated]]:
    from sad.extrapolation.runs import extrapolate  # noqa: PLC0415
    from sad.extrapolation.what_if import changed, parse_what_if, points_of  # noqa: PLC0415

    given: dict[str, str] = {}
    if args.policy is not None:
        given["policy"] = args.policy
    if args.eager is not None:
        given["eager_below_bytes"] = str(args.eager)
    for point in points_of(parse_what_if(args.what_if, machine, library)):
        target, scaled = changed(machine, library, args.mapping, ratio, {**given, **point})
        yield point, extrapolate(trace, target, scaled)
