"""Benchmarks generated from LOOP programs: list, build, run, sheets, comparison."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, write_result
from sad.cli.width import add_width_argument, width_of
from sad.diagnostics import ExitCode, argument_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.generator.programs import LoopProgram
    from sad.generator.result import Inbox, Predicted
    from sad.generator.running import How


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="programs that come along")
    build = actions.add_parser("build", help="write a program as C with MPI")
    build.add_argument("program", metavar="NAME|FILE")
    add_output_argument(build)
    _add_run(actions.add_parser("run", help="build a program, run it, and keep what it measured"))
    sheet = actions.add_parser("sheet", help="a result as text or as a page")
    sheet.add_argument("result", metavar="FOLDER", help="what sad loop run wrote")
    sheet.add_argument("--format", choices=("text", "markdown", "csv", "json", "html"))
    add_output_argument(sheet)
    add_width_argument(sheet)
    compare = actions.add_parser("compare", help="results side by side, and over a reference")
    compare.add_argument("results", nargs="+", metavar="FOLDER")
    compare.add_argument(
        "--reference",
        metavar="NAME",
        help="one of the folders, or a machine file for which the programs are predicted",
    )
    compare.add_argument("--format", choices=("text", "markdown", "csv"), default="text")
    add_output_argument(compare)


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", metavar="NAME|FILE")
    parser.add_argument("--procs", type=_count, required=True, metavar="N", help="processes")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="psize, iterations and parameters of the program",
    )
    parser.add_argument("--compiler", default="mpicc -O2", metavar="COMMAND")
    parser.add_argument(
        "--mpirun",
        default="mpirun",
        metavar="COMMAND",
        help="how MPI programs are started, for instance 'mpirun --oversubscribe'",
    )
    parser.add_argument("--launches", type=_count, default=3, metavar="N", help="runs (default: 3)")
    parser.add_argument(
        "--timeout", type=float, default=300.0, metavar="SECONDS", help="end a run after so long"
    )
    parser.add_argument(
        "--machine", metavar="NAME", help="predict the program for a machine file as well"
    )
    parser.add_argument(
        "--trace", action="store_true", help="record the run as well; with --machine extrapolate it"
    )
    parser.add_argument(
        "--ratio",
        metavar="X",
        help="with --trace: computation takes X times as long on the machine",
    )
    parser.add_argument(
        "--ratings",
        metavar="HERE:THERE",
        help="with --trace: results of a benchmark here and there",
    )
    parser.add_argument(
        "--here", metavar="MACHINE", help="with --trace: the machine file of this computer"
    )
    parser.add_argument(
        "-o", "--output", required=True, metavar="FOLDER", help="where the result goes"
    )
    add_width_argument(parser)


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        message = f"a whole number above 0 is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def run(args: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    match args.action:
        case "list":
            return _list()
        case "build":
            from sad.generator.programs import load_program  # noqa: PLC0415

            write_result(load_program(args.program).written.text, args.output)
        case "run":
            _run(args)
        case "sheet":
            _sheet(args)
        case _:
            _compare(args)
    return ExitCode.SUCCESS


def _list() -> ExitCode:
    from sad.generator.programs import load_program, standard_names  # noqa: PLC0415

    for name in standard_names():
        program = load_program(name)
        words = ", ".join(item.name for item in program.written.parameters)
        sys.stdout.write(f"{name:<12} {words:<18} {program.purpose}\n")
    return ExitCode.SUCCESS


def _run(args: argparse.Namespace) -> None:
    from sad.generator.programs import load_program  # noqa: PLC0415
    from sad.generator.result import write_result_file  # noqa: PLC0415
    from sad.generator.running import How, parameter_values, run_program  # noqa: PLC0415
    from sad.records import replace  # noqa: PLC0415

    program = load_program(args.program)
    folder = Path(args.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{program.name}.loop"
        path.write_text(program.text, encoding="utf-8")
        values = parameter_values(program, _settings(args.settings))
        predicted = None
        if args.machine is not None:
            predicted = _predicted(str(path), args.machine, args.procs, values)
        how = How(args.compiler, args.mpirun, args.launches, args.timeout)
        result = run_program(program, args.procs, values, how, folder)
        result = replace(result, predicted=predicted)
        if args.trace:
            extrapolated, recorded = _recorded(args, program, values, how, folder)
            result = replace(result, extrapolated=extrapolated, recorded=recorded)
        write_result_file(result, folder)
    except OSError as error:
        message = f"{error.filename or folder}: {error.strerror}"
        raise argument_error("SAD111", message, "give another folder: -o FOLDER") from None
    args.result, args.format, args.output = str(folder), "text", None
    _sheet(args)


def _recorded(
    args: argparse.Namespace,
    program: LoopProgram,
    values: Mapping[str, int],
    how: How,
    folder: Path,
) -> tuple[Predicted | None, tuple[Inbox, ...]]:
    """Record a program; what its trace takes on the machine, if one is named, and what came to whom."""
    from sad.extrapolation.ratio import ratio_of  # noqa: PLC0415 - heavy
    from sad.generator.running import extrapolated, inboxes, record_program  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    if args.machine is None:
        return None, inboxes(record_program(program, args.procs, values, how, folder))
    machine = get_machine(args.machine)
    here = None if args.here is None else get_machine(args.here)
    ratio = ratio_of(args.ratio, args.ratings, here, machine)
    trace = record_program(program, args.procs, values, how, folder)
    return extrapolated(trace, machine, ratio, folder), inboxes(trace)


def _settings(texts: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        try:
            number = int(value)
        except ValueError:
            equals = ""
            number = 0
        if not equals or not name:
            hint = "for instance --set psize=100"
            raise argument_error("SAD636", f"--set {text!r}: a whole number is expected", hint)
        found[name] = number
    return found


def _predicted(path: str, machine: str, nprocs: int, values: Mapping[str, int]) -> Predicted:
    """What ``sad scale`` says of a program at one number of processes."""
    from sad.cli.parser import build_parser  # noqa: PLC0415
    from sad.cli.scale import scaled_table  # noqa: PLC0415
    from sad.cli.scale_subject import subject_of  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.generator.result import Predicted  # noqa: PLC0415

    words = [f"--set={name}={value}" for name, value in values.items()]
    given = ["scale", path, "--machine", machine, "--procs", str(nprocs), *words]
    args = build_parser().parse_args(given)
    _, table = scaled_table(args, subject_of(args, Diagnostics()))
    times = float(table.communication[0]), float(table.computation[0])
    return Predicted(machine, *times)


def _sheet(args: argparse.Namespace) -> None:
    from sad.generator.result import read_result  # noqa: PLC0415
    from sad.generator.sheet import sheet_of  # noqa: PLC0415
    from sad.report import solution as report  # noqa: PLC0415 - heavy

    solved = [report.Solved(args.result, sheet_of(read_result(args.result)))]
    form = args.format or ("html" if str(args.output or "").endswith(".html") else "text")
    match form:
        case "html":
            from sad.report.html.solution import solution_html  # noqa: PLC0415 - heavy

            text = solution_html(solved)
        case "json":
            text = report.solution_json(solved, [])
        case "csv":
            text = report.solution_csv(solved)
        case "markdown":
            text = report.solution_markdown(solved)
        case _:
            text = report.solution_text(solved, width_of(args))
    write_result(text, args.output)


def _compare(args: argparse.Namespace) -> None:
    from sad.generator.compare import compare, comparison_rows, labels_of, times_of  # noqa: PLC0415
    from sad.generator.result import read_result  # noqa: PLC0415
    from sad.machine.database import database_names  # noqa: PLC0415
    from sad.report.layout import Table, markdown_table  # noqa: PLC0415

    results = [(path.rstrip("/"), read_result(path)) for path in args.results]
    times = times_of(results)
    labels = labels_of(results)
    folders = dict(zip((Path(path).name for path, _ in results), labels, strict=True))
    name = labels[0] if args.reference is None else Path(args.reference).name
    reference = folders.get(name, name)
    known = {name for row in times.values() for name in row}
    machine = str(args.reference or "")
    is_machine = reference in database_names() or Path(machine).is_file()
    if reference not in known and is_machine:
        for path, result in results:
            program = str(Path(path) / f"{result.program}.loop")
            found = _predicted(program, machine, result.nprocs, result.parameters)
            times[result.workload][reference] = found.seconds
    rows = comparison_rows(compare(times, reference))
    match args.format:
        case "csv":
            import csv  # noqa: PLC0415
            import io  # noqa: PLC0415

            target = io.StringIO()
            csv.writer(target, lineterminator="\n").writerows(rows)
            text = target.getvalue()
        case "markdown":
            text = "".join(f"{line}\n" for line in markdown_table(rows[0], rows[1:]))
        case _:
            text = "".join(f"{line}\n" for line in Table(rows, range(1, len(rows[0]))).lines(0))
    write_result(text, args.output)
