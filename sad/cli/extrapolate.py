"""A recorded run on another machine: computation scaled, messages and waiting simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, finish, write_result
from sad.cli.trace_params import add_program_arguments, program_of
from sad.cli.trace_subject import add_ratio_arguments, ratio_for
from sad.diagnostics import Diagnostics, Span, argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping

    from sad.diagnostics import ExitCode
    from sad.extrapolation.ratio import Ratio
    from sad.extrapolation.runs import Extrapolated
    from sad.extrapolation.source import Source, Stretch
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
        metavar="POLICY",
        help="when threads serve each other's remote accesses, and ranks move long messages on: while "
        "they wait (none), at once (interrupt), now and then (poll); several with commas",
    )
    parser.add_argument(
        "--eager",
        type=float,
        metavar="BYTES",
        help="messages of so many bytes and more wait for their receive (default: as the machine file)",
    )
    parser.add_argument(
        "--processors",
        metavar="M",
        help="ranks share M processors, on each of which one runs until it waits (default: one each)",
    )
    parser.add_argument(
        "--placement",
        metavar="WORD",
        help="with --processors: neighbours together (block, the default) or dealt out (cyclic)",
    )
    parser.add_argument(
        "--collectives",
        metavar="WORD",
        help="operations of all ranks by the machine file's formula (default), or as messages",
    )
    parser.add_argument(
        "--what-if",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="other values of parameters of the machine, of ratio, policy, barrier; several times for "
        "all combinations",
    )
    parser.add_argument(
        "--speed-up",
        action="append",
        default=[],
        metavar="LINE=FACTOR",
        help="computation before the calls of a line (or FILE:LINE) so many times as fast; commas "
        "between lines that change together; several times for several trials",
    )
    parser.add_argument(
        "--compare",
        action="store_true",
        help="two runs call site by call site: two traces, or two values of --what-if, or --speed-up",
    )
    parser.add_argument("--lines", action="store_true", help="show every call site")
    add_program_arguments(
        parser,
        "the program's source: its prediction beside what was recorded, call site by call site; "
        "several times for several files",
        "with --source: a parameter's value in the recorded run (default: what follows from the trace)",
    )
    parser.add_argument(
        "--perfetto", metavar="FILE", help="write the run for ui.perfetto.dev: FILE.json.gz"
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write a page: ranks over time, how busy they are, who sends to whom, critical path",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Extrapolate, and write what comes out."""
    from sad.communication.times import model_for  # noqa: PLC0415 - heavy
    from sad.extrapolation import output  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    diagnostics = Diagnostics()
    _take_policies(args)
    machine = get_machine(args.machine)
    library = model_for(machine, args.library or "")
    by_source = _by_source(args, machine)
    ratio = None if by_source else ratio_for(args, machine)
    traces = _traces(args, diagnostics)
    source = _source(args, traces[0], diagnostics)
    option = "--html" if args.perfetto is None else "--perfetto"
    wants_file = args.perfetto is not None or args.html is not None
    if wants_file and (len(traces) > 1 or args.what_if or args.speed_up):
        message = f"{option} shows one run"
        raise argument_error("SAD673", message, "name one trace, without --what-if and --speed-up")
    rows: list[tuple[Mapping[str, str], Extrapolated]] = []
    for trace in traces:
        own = ratio
        if own is None:
            own = _source_ratio(args, source, trace, machine, library)
        for point, found in _points(args, trace, machine, library, own):
            what = "ranks" if trace.is_mpi else "threads"
            rows.append(({what: str(trace.ranks), **point}, found))
    _tell_idle(args, [found for _, found in rows], diagnostics)
    if args.compare and (len(rows) != 2 or args.format == "json"):
        message = f"--compare shows two runs as text, here are {len(rows)}"
        if len(rows) == 2:
            message = "--compare is a text"
        raise argument_error(
            "SAD673", message, "two traces, --what-if with two values, or one --speed-up"
        )
    beside: tuple[Stretch, ...] = ()
    if source is not None and len(rows) > 1 and ratio is not None:
        message = "--source shows one run"
        raise argument_error("SAD674", message, "name one trace, without --what-if and --speed-up")
    if source is not None and len(rows) == 1:
        from sad.extrapolation.source import beside_source  # noqa: PLC0415

        beside = beside_source(rows[0][1], source, diagnostics)
    _write_files(args, rows[0][1])
    if args.format == "json":
        text = output.json_of(rows, diagnostics.items, beside)
    elif args.compare:
        from sad.extrapolation.compare import compared_text  # noqa: PLC0415

        text = compared_text(rows, lines=args.lines)
    elif len(rows) == 1:
        text = output.text_of(rows[0][1], lines=args.lines, beside=beside)
    else:
        text = output.rows_text(rows, "ranks" if len(traces) > 1 else "points")
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _traces(args: argparse.Namespace, diagnostics: Diagnostics) -> list[Trace]:
    """The traces that are named, the one with the fewest ranks first."""
    from sad.traces.format import read_trace  # noqa: PLC0415
    from sad.traces.recorded import check_messages  # noqa: PLC0415
    from sad.traces.sets import trace_files  # noqa: PLC0415
    from sad.traces.show import check_intervals  # noqa: PLC0415

    traces = [read_trace(path) for path in trace_files(args.traces)]
    for trace in traces:
        trace.check(diagnostics)
        check_messages(trace, diagnostics)
        check_intervals(trace, diagnostics)
    return sorted(traces, key=lambda trace: trace.ranks)


def _by_source(args: argparse.Namespace, machine: Machine) -> bool:
    """Whether the source says how much longer computation takes: asked for, or nothing else can.

    Raises SAD674 for options that need a source.
    """
    from sad.machine.database import get_machine  # noqa: PLC0415

    if not args.source and (args.ratio == "source" or args.settings or args.define or args.include):
        message = "--ratio source, --set, -D and -I are about a source"
        raise argument_error("SAD674", message, "name it: --source prog.c")
    if args.ratio is None and args.ratings is None and args.here and args.source:
        return not (machine.rating_mflops and get_machine(args.here).rating_mflops)
    return args.ratio == "source"


def _tell_idle(
    args: argparse.Namespace, runs: list[Extrapolated], diagnostics: Diagnostics
) -> None:
    """Note (SAD642) options that change nothing: they are about threads, and ranks pass messages."""
    from sad.extrapolation.what_if import OF_LONG_MESSAGES, OF_THREADS  # noqa: PLC0415

    if not all(run.trace.is_mpi for run in runs):
        return
    about = OF_THREADS - (OF_LONG_MESSAGES if any(run.policy for run in runs) else set())
    names = [text.partition("=")[0].strip() for text in args.what_if]
    idle = dict.fromkeys(f"--what-if {name}" for name in names if name in about)
    if "policy" in about and (args.policy is not None or "--what-if policy" in idle):
        idle = {"--policy": None, **idle}
        idle.pop("--what-if policy", None)
    if idle:
        several = "change" if len(idle) > 1 else "changes"
        message = f"{', '.join(idle)} {several} nothing here: ranks pass messages"
        hint = "--eager BYTES: a policy is about messages that wait for their receive"
        if not idle.keys() <= {"--policy", *(f"--what-if {name}" for name in OF_LONG_MESSAGES)}:
            hint = "they are about threads that read each other's memory; --eager is about messages"
        diagnostics.note("SAD642", message, Span.at(runs[0].trace.file), hint)


def _take_policies(args: argparse.Namespace) -> None:
    """Several policies are a ``--what-if``; raises SAD673 for one that is not known."""
    if args.policy is None:
        return
    from sad.extrapolation.what_if import check_value  # noqa: PLC0415

    for policy in args.policy.split(","):
        check_value("policy", policy.strip())
    if "," in args.policy:
        args.what_if.insert(0, f"policy={args.policy}")
        args.policy = None


def _write_files(args: argparse.Namespace, found: Extrapolated) -> None:
    """Write the files that show one run."""
    if args.perfetto is not None:
        from sad.extrapolation.perfetto import perfetto_bytes  # noqa: PLC0415
        from sad.loading.writing import write_whole  # noqa: PLC0415

        write_whole(perfetto_bytes(found, args.perfetto), args.perfetto)
    if args.html is not None:
        from sad.cli.outputs import check_page  # noqa: PLC0415
        from sad.extrapolation.page import page_html  # noqa: PLC0415
        from sad.loading.writing import write_whole  # noqa: PLC0415

        check_page(args.html)
        write_whole(page_html(found).encode(), args.html)


def _source(args: argparse.Namespace, trace: Trace, diagnostics: Diagnostics) -> Source | None:
    """The source beside the trace, if there is one.

    Values that are not given are those that follow from the trace; a note (SAD645) tells them.
    """
    if not args.source:
        return None
    from sad.extrapolation.params import with_params  # noqa: PLC0415 - heavy
    from sad.extrapolation.source import Source  # noqa: PLC0415
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415
    from sad.reading.options import Choice  # noqa: PLC0415

    reading = program_of(args)
    choice = Choice(settings=settings_from_arguments(args.settings))
    return Source(reading, with_params(trace, reading, choice, diagnostics))


def _source_ratio(
    args: argparse.Namespace, source: Source | None, trace: Trace, machine: Machine, library: str
) -> Ratio:
    from sad.extrapolation.source import ratio_from_source, with_network_of  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    assert source is not None
    if args.here is None:
        message = "--ratio source compares two machines: where was the trace recorded?"
        raise argument_error("SAD674", message, "--here MACHINE; sad machine calibrate makes one")
    here = get_machine(args.here)
    there_says = source.on(machine, library, trace.ranks)
    here_says = source.on(with_network_of(here, machine), library, trace.ranks)
    return ratio_from_source(trace, there_says, here_says, (machine.name, here.name))


def _points(
    args: argparse.Namespace, trace: Trace, machine: Machine, library: str, ratio: Ratio
) -> Iterator[tuple[dict[str, str], Extrapolated]]:
    from sad.extrapolation.runs import extrapolate  # noqa: PLC0415
    from sad.extrapolation.speed_up import parse_speed_up, sped_up  # noqa: PLC0415
    from sad.extrapolation.what_if import changed, check_value, parse_what_if, points_of  # noqa: PLC0415

    given: dict[str, str] = {}
    if args.policy is not None:
        given["policy"] = args.policy
    if args.eager is not None:
        given["eager_below_bytes"] = str(args.eager)
    for name in ("processors", "placement", "collectives"):
        if getattr(args, name) is not None:
            check_value(name, getattr(args, name))
            given[name] = getattr(args, name)
    changes = [parse_speed_up(text) for text in args.speed_up]
    for point in points_of(parse_what_if(args.what_if, machine, library)):
        target, scaled = changed(machine, library, args.mapping, ratio, {**given, **point})
        name = {"speed-up": "none"} if changes else {}
        yield {**point, **name}, extrapolate(trace, target, scaled)
        for change in changes:
            faster = sped_up(trace, scaled, change)
            yield {**point, "speed-up": change.text}, extrapolate(trace, target, faster)
