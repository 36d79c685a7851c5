"""Build a program with counters, run it for several inputs, and write what the runs tell."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_cost_arguments,
    add_entry_argument,
    add_machine_argument,
    add_measured_arguments,
    add_set_argument,
    add_source_arguments,
    finish,
)
from sad.cli.outputs import PARAMS, named_after
from sad.cli.project_values import Use, fill_from_project, project_params
from sad.cli.sources import missing_words
from sad.diagnostics import ExitCode, Span, argument_error, input_error
from sad.large_stack import run_deep

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from sad.profiles.counts import Profile
    from sad.profiles.running.commands import Step
    from sad.profiles.running.runs import Plan, Runs
    from sad.profiles.running.vary import Point

_TERMINATED = 128  # plus the number of the signal, as shells have it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_run_arguments(parser)
    add_machine_argument(parser)
    add_cost_arguments(parser)
    parser.set_defaults(reports=True, project_use=Use.LATER)


def add_run_arguments(parser: argparse.ArgumentParser, *, usual: bool = False) -> None:
    """Add sources, how to build and run them, and where what is measured goes.

    Without settings of the project ``usual`` commands are taken, or they must be given.
    """
    parser.set_defaults(deep=False, reports=False)  # signals reach the main thread only
    add_source_arguments(parser, required=False)
    add_entry_argument(parser)
    parser.add_argument(
        "--build",
        metavar="COMMAND",
        help="how to build; {coverage} becomes the compiler's options for counters (default: as "
        "sad.toml says" + (", else gfortran or gcc with all sources)" if usual else ")"),
    )
    parser.add_argument(
        "--run",
        dest="command_line",  # "run" is the function to call
        metavar="COMMAND",
        help="how to run; {NAME} becomes a value of --vary or --set (default: as sad.toml says"
        + (", else ./NAME of the source NAME.f)" if usual else ")"),
    )
    parser.add_argument(
        "--stdin",
        metavar="FILE",
        help="what the program reads as standard input, if COMMAND has no <",
    )
    _add_value_arguments(parser)
    _add_folder_arguments(parser)
    parser.add_argument(
        "--timeout", type=float, metavar="SECONDS", help="end a run that takes longer"
    )
    parser.add_argument(
        "--build-timeout", type=float, metavar="SECONDS", help="end a build that takes longer"
    )
    parser.add_argument(
        "--allow-failure",
        action="store_true",
        help="use the counts of runs that end with an exit status other than 0",
    )
    parser.add_argument(
        "--coverage-tool",
        choices=("gcov", "llvm"),
        help="kind of counters (default: llvm if --build names clang, else gcov)",
    )
    parser.add_argument(
        "--gcov", metavar="PROGRAM", help="the compiler's gcov (default: that of its version)"
    )
    parser.add_argument(
        "--misses",
        action="store_true",
        help="simulate a branch predictor, too, and write how often branches are mispredicted "
        "(runs take longer)",
    )
    parser.add_argument(
        "--quiet",
        action="store_true",
        help="show neither how far the runs are nor the report at the end",
    )
    parser.add_argument(
        "--save",
        metavar="FILE.json",
        help="write the counts of the runs as well, with the source they are of, for sad params import "
        "elsewhere or later",
    )
    add_measured_arguments(parser)


def _add_value_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=RANGE",
        help="run for each value: v1,v2,... or FIRST:LAST[:STEP] or FIRST:LAST:log20; several "
        "--vary: all combinations",
    )
    parser.add_argument(
        "--zip", action="store_true", help="take the lists of several --vary side by side"
    )
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="K", help="make each run K times; {repeat} counts"
    )
    what = "a value of the model in each run, over the varied names, for instance NPART=4*n**3"
    add_set_argument(parser, what)
    parser.add_argument(
        "--fill",
        action="append",
        default=[],
        metavar="FILE",
        help="replace {NAME} by values in this file before each run",
    )


def _add_folder_arguments(parser: argparse.ArgumentParser) -> None:
    from sad.profiles.running.scratch import DEFAULT_LIMITS  # noqa: PLC0415

    parser.add_argument(
        "--workdir",
        default=".",
        metavar="DIR",
        help="folder to copy, build and run in (default: this one); it stays as it is",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="do not copy files or folders of this name or path",
    )
    parser.add_argument(
        "--copy-limit",
        type=float,
        default=DEFAULT_LIMITS.megabytes,
        metavar="MB",
        help="largest size to copy (default: %(default)g)",
    )
    parser.add_argument(
        "--copy-files",
        type=int,
        default=DEFAULT_LIMITS.entries,
        metavar="N",
        help="largest number of files to copy (default: %(default)d)",
    )
    parser.add_argument("--keep", metavar="DIR", help="keep the copy in this new folder")


def run(args: argparse.Namespace) -> ExitCode | int:
    """Make the runs, then write the parameters; the summary goes to standard output."""
    from sad.cli.params_import import write_measured  # noqa: PLC0415
    from sad.profiles.running.process import Interrupted  # noqa: PLC0415
    from sad.profiles.running.runs import runs_table  # noqa: PLC0415

    fill_from_project(args)
    missing = [
        name for name, value in (("--build", args.build), ("--run", args.command_line)) if not value
    ]
    if missing:
        sys.stderr.write(missing_words(args, missing))
        return ExitCode.USAGE
    _with_known_values(args)
    plan = _plan(args)
    args.output = args.output or _default_output(args, plan)
    _check_paths(args)
    knows_sources = bool(args.sources) or _has_sources(args.output)
    try:
        runs = _runs(args, plan)
    except Interrupted as stop:
        sys.stderr.write(f"interrupted by {stop}\n")
        return _TERMINATED + stop.number
    sys.stdout.write(runs_table(runs.records))
    code = finish(runs.diagnostics, strict=args.strict)
    if args.save is not None:
        from sad.cli.common import write_result  # noqa: PLC0415
        from sad.profiles.saved_counts import saved_counts  # noqa: PLC0415

        write_result(saved_counts(runs.profiles), args.save)
    if not knows_sources:
        args.sources = _compiled(runs.profiles)
    code = max(code, run_deep(lambda: write_measured(args, runs.profiles, fresh=args.fresh)))
    if args.reports and not args.quiet and code in (ExitCode.SUCCESS, ExitCode.BAD_INPUT):
        code = max(code, run_deep(lambda: _report(args)))
    return code


def _with_known_values(args: argparse.Namespace) -> None:
    """Add to ``--set`` what the input of the runs says, if the sources are known."""
    from sad.cli.project_values import project_for  # noqa: PLC0415
    from sad.cli.run_values import known_values  # noqa: PLC0415

    if args.reports and args.sources:
        project = project_for(args, args.sources)
        args.settings = [*args.settings, *known_values(args, args.sources, project)]


def _report(args: argparse.Namespace) -> ExitCode:
    """Print the report of the program at the inputs of the last run."""
    from sad.cli import main  # noqa: PLC0415 - which loads this
    from sad.cli.project_values import project_for  # noqa: PLC0415
    from sad.cli.run_values import machine_of, source_words  # noqa: PLC0415

    machine, words = machine_of(args, project_for(args, args.sources), args.sources)
    sys.stdout.write(f"\n{machine}")
    sys.stdout.flush()
    return ExitCode(main(["analyze", *source_words(args), *words, "--params", args.output]))


def _default_output(args: argparse.Namespace, plan: Plan) -> str:
    """The file of values of the project, or one named after the source, or after what is run."""
    project = project_params(args)
    if project is not None or args.sources:
        return project or named_after(args.sources, PARAMS)
    program = "".join(piece.text for piece in plan.run[-1].words[0])
    return f"{Path(program).stem}{PARAMS}"


def _plan(args: argparse.Namespace) -> Plan:
    from sad.profiles.running.commands import (  # noqa: PLC0415
        COVERAGE,
        CommandError,
        placeholders,
    )
    from sad.profiles.running.counters import compiler_of, kind_of  # noqa: PLC0415
    from sad.profiles.running.runs import Plan  # noqa: PLC0415
    from sad.profiles.running.scratch import Limits  # noqa: PLC0415

    found = _points(args)
    known = (COVERAGE, *found[0].values)
    build = _command("--build", args.build, known)
    command = _command("--run", args.command_line, known)
    if args.vary and not args.fill and not placeholders((*build, *command)) & set(found[0].at):
        message = "the values of --vary are used by no command and no --fill"
        raise argument_error("SAD731", message, f"write {{NAME}} for one: {', '.join(found[0].at)}")
    try:
        compiler = compiler_of(build) if args.coverage_tool is None else ""
    except CommandError as error:
        raise argument_error("SAD730", f"--build: {error}", error.hint) from None
    workdir = Path(args.workdir).absolute()
    if args.stdin is not None:
        _read_from(command[-1], args.stdin, workdir)
    return Plan(
        build=tuple(build),
        run=tuple(command),
        points=tuple(found),
        workdir=workdir,
        counters=args.coverage_tool or kind_of(compiler),
        compiler=compiler,
        templates=tuple(_inside(name, workdir) for name in args.fill),
        exclude=tuple(args.exclude),
        limits=Limits(args.copy_limit, args.copy_files),
        timeout=_seconds("--timeout", args.timeout),
        build_timeout=_seconds("--build-timeout", args.build_timeout),
        allow_failure=args.allow_failure,
        keep=Path(args.keep) if args.keep else None,
        misses=args.misses,
    )


def _read_from(step: Step, name: str, workdir: Path) -> None:
    """Let the program read a file, unless the command says what it reads; raises SAD101."""
    from sad.profiles.running.commands import Piece, Redirection  # noqa: PLC0415

    if any(item.operator == "<" for item in step.redirections):
        return
    if not os.path.isfile(name):
        hint = "check --stdin, or stdin of sad.toml"
        raise input_error("SAD101", "no such file", Span.at(name), hint)
    path = _inside(os.path.abspath(name), workdir)
    step.redirections.append(Redirection("<", (Piece(path, quoted=True),)))


def _points(args: argparse.Namespace) -> list[Point]:
    from sad.profiles.running.vary import VaryError, points  # noqa: PLC0415
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415

    settings = settings_from_arguments(args.settings).items
    texts = {name: setting.text for name, setting in settings.items()}
    try:
        return points(args.vary, texts, zipped=args.zip, repeat=args.repeat)
    except VaryError as error:
        raise argument_error("SAD731", str(error), error.hint) from None


def _command(option: str, text: str, known: tuple[str, ...]) -> list[Step]:
    from sad.profiles.running.commands import (  # noqa: PLC0415
        CommandError,
        check_names,
        parse_command,
    )

    try:
        steps = parse_command(text)
        check_names(steps, known)
    except CommandError as error:
        raise argument_error("SAD730", f"{option}: {error}", error.hint) from None
    return steps


def _seconds(option: str, value: float | None) -> float | None:
    if value is not None and not (value > 0 and math.isfinite(value)):
        message = f"{option} {value:g}: a positive time expected"
        raise argument_error("SAD731", message, "in seconds, for instance 60")
    return value


def _inside(name: str, workdir: Path) -> str:
    path = Path(name)
    return str(path.relative_to(workdir)) if path.is_relative_to(workdir) else name


def _check_paths(args: argparse.Namespace) -> None:
    """Runs may take hours: what would fail after them should fail before."""
    for name in args.sources:
        if not os.path.exists(name):
            hint = "check the path; without SOURCE, the files that were compiled are taken"
            raise input_error("SAD101", "no such file", Span.at(name), hint)
    if args.output is not None and (os.path.isfile(args.output) or not os.path.exists(args.output)):
        folder = Path(args.output).absolute().parent
        if not os.access(folder, os.W_OK):
            hint = "name a file in a folder that exists and that you may write to"
            reason = "no such folder" if not folder.is_dir() else "Permission denied"
            message = f"cannot be written: {reason}"
            raise input_error("SAD111", message, Span.at(args.output), hint)


def _has_sources(output: str) -> bool:
    """Whether an existing parameter file, which must be one, says what it was made from."""
    from sad.cli.params_export import form_of  # noqa: PLC0415
    from sad.profiles.params_header import read_header  # noqa: PLC0415
    from sad.report.export.params.data import existing_document  # noqa: PLC0415

    document = existing_document(output, form_of(output))
    return document is not None and bool(read_header(document.header, output).arguments)


def _compiled(profiles: Sequence[Profile]) -> list[str]:
    """Return the sources that have counts, as seen from here."""
    from frontends.registry import READERS  # noqa: PLC0415

    names = {
        os.path.relpath(os.path.join(profile.folder or "", name))
        for profile in profiles
        for name in profile.files
    }
    suffixes = READERS.keys() - {".h"}
    found = [name for name in names if Path(name).suffix in suffixes and os.path.isfile(name)]
    if not found:
        message = f"of what was compiled, no source is here: {', '.join(sorted(names)[:3])}"
        raise argument_error("SAD739", message, "give SOURCE, the files that were compiled")
    return sorted(found)


def _runs(args: argparse.Namespace, plan: Plan) -> Runs:
    from sad.profiles.counts import Profile  # noqa: PLC0415
    from sad.profiles.readers.detect import read_profiles  # noqa: PLC0415
    from sad.profiles.readers.gcov_data import Tools  # noqa: PLC0415
    from sad.profiles.running.counters import tool_of  # noqa: PLC0415
    from sad.profiles.running.process import Interrupts  # noqa: PLC0415
    from sad.profiles.running.runs import run_profiles  # noqa: PLC0415

    tools = Tools(args.gcov or tool_of(plan.compiler, "gcov"))

    def read(path: str, at: Mapping[str, str]) -> Profile:
        (profile,) = read_profiles(path, at, tools)
        assert isinstance(profile, Profile)
        return profile

    with Interrupts() as interrupts:
        return run_profiles(plan, read, interrupts)
