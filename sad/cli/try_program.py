"""Measure a run of a program, predict its time with what was measured, and write a page: in one go."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_cost_arguments, add_machine_argument
from sad.cli.outputs import PAGE, PARAMS, check_page, named_after
from sad.cli.profile import add_run_arguments
from sad.cli.profile import run as measure
from sad.cli.project_values import Use, project_for
from sad.cli.sources import missing_source
from sad.diagnostics import ExitCode, argument_error
from sad.files import files_below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.checks.settings.project import Project


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?")
_C, _HEADER = ".c", ".h"
_MAIN = re.compile(
    r"\bmain\s*\(\s*(?:const\s+)?int\s+(\w+)\s*,\s*(?:const\s+)?char\s*(?:const\s*)?"
    r"\*\s*(?:const\s*)?\*?\s*(\w+)"
)
_ARGUMENT = re.compile(r"([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)")
_VARIED = re.compile(r"\{(\w+)\}")
_ENDS = re.compile(r"[<>]|2>|&&")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_run_arguments(parser, usual=True)
    add_machine_argument(parser)
    add_cost_arguments(parser)
    parser.set_defaults(project_use=Use.LATER)


def run(args: argparse.Namespace) -> ExitCode | int:
    """Profile, report, page; the first step that fails ends it with its exit code."""
    from sad.cli import main  # noqa: PLC0415 - which loads this

    project = project_for(args, args.sources)
    sources: Sequence[str] = args.sources or (project.sources if project is not None else ())
    if not sources:
        sys.stderr.write(missing_source(args))
        return ExitCode.USAGE
    page = named_after(sources, PAGE)
    check_page(page)
    step = _profile_of(args, sources, project)
    sys.stderr.write(f"build: {step.build}\nrun: {step.command_line}\n")
    code = int(measure(step))
    if code != ExitCode.SUCCESS:
        return code
    machine, words = _machine_of(args, project, sources)
    again = [
        *_source_words(args),
        *words,
        *_values(step.output, () if args.vary else step.settings),
    ]
    if project is None or project.params is None or args.output is not None:
        again += ["--params", step.output]
    sys.stdout.write("\n")
    sys.stdout.flush()
    code = max(main(["analyze", *again]), main(["analyze", *again, "--format", "html", "-o", page]))
    if code not in (ExitCode.SUCCESS, ExitCode.BAD_INPUT):
        return code
    sys.stdout.write(
        f"\n{machine}"
        f"page     {page}\n"
        f"values   {step.output}\n"
        f"again    {shlex.join(['sad', 'analyze', *again])}\n"
    )
    return code


def _profile_of(
    args: argparse.Namespace, sources: Sequence[str], project: Project | None
) -> argparse.Namespace:
    """The arguments of ``sad profile``."""
    step = argparse.Namespace(**vars(args))
    told = project.run if project is not None else None
    command = args.command_line or told or usual_run(sources)
    include = (*args.include, *(project.include if project is not None else ()))
    define = (*(project.define if project is not None else ()), *args.define)
    step.command_line = command
    told = project.build if project is not None else None
    step.build = args.build or told or usual_build(sources, command, include, define)
    named = project.params if project is not None else None
    given = {item.partition("=")[0].strip() for item in args.settings}
    known = argument_values(sources, command)
    if not args.vary:
        known += input_values(step, sources, project)
    step.settings = [*args.settings, *(x for x in known if x.partition("=")[0] not in given)]
    step.output = args.output or named or named_after(sources, PARAMS)
    return step


def _machine_of(
    args: argparse.Namespace, project: Project | None, sources: Sequence[str]
) -> tuple[str, list[str]]:
    """What to say about the machine, and the options that choose it."""
    options = [
        word
        for option, value in (("--toolchain", args.toolchain), ("--model", args.cost_model))
        if value
        for word in (option, value)
    ]
    if args.machine:
        return "", ["--machine", args.machine, *options]
    if project is not None and project.machines:
        return "", options
    from sad.calibration.here import machines_here  # noqa: PLC0415 - reads machine files

    folder = os.path.dirname(project.file) if project is not None else ""
    found = machines_here(dict.fromkeys((Path(), Path(folder))))
    compiler = usual_compiler(source_files(sources))
    measured = f"sad machine calibrate --compiler {compiler} --flags=-O2 -o here.yaml"
    if not found:
        return f"machine  none fits this computer; measure it: {measured}\n", options
    best = found[0]
    text = f"machine  {best.name}: {best.words}\n"
    if not best.is_recent or best.fit:
        text += f"         measure this one: {measured}\n"
    return text, ["--machine", best.name, *options]


def _source_words(args: argparse.Namespace) -> list[str]:
    """The sources and how to read them, as they were given."""
    from sad.cli.params_export import header_of  # noqa: PLC0415
    from sad.profiles.params_header import shell_words  # noqa: PLC0415

    words = shlex.split(shell_words(header_of(args)))
    if args.config:
        words += ["--config", args.config]
    return [*words, *(["--no-config"] * args.no_config)]


def _values(params: str, settings: Sequence[str]) -> list[str]:
    """The sizes that the last run had: as far as its counts tell them, else as was known before."""
    from sad.profiles.params_document import PARAMETERS, SIZES, ParamsDocument  # noqa: PLC0415

    document = ParamsDocument.read(params)
    sizes: dict[str, str] = {}
    for long in document.names(SIZES):
        alias = document.entry(long).get("alias")
        sizes.update({name.upper(): long for name in (long, alias) if isinstance(name, str)})
    found: dict[str, tuple[str, str]] = {}
    for name in document.names(PARAMETERS):
        samples = document.entry(name).get("samples")
        last = samples[-1] if isinstance(samples, list) and samples else None
        at = last.get("at") if isinstance(last, dict) else None
        for key, value in at.items() if isinstance(at, dict) else ():
            found[sizes.get(key.upper(), key)] = key, str(value)
    for setting in settings:
        name, _, value = setting.partition("=")
        long = sizes.get(name.strip().upper())
        if long is not None and _NUMBER.fullmatch(value.strip()):
            found.setdefault(long, (name.strip(), value.strip()))
    return [word for key, value in found.values() for word in ("--set", f"{key}={value}")]


def input_values(
    args: argparse.Namespace, sources: Sequence[str], project: Project | None
) -> list[str]:
    """Return NAME=VALUE for sizes that are read, as far as the input file tells them for certain.

    ``args`` are those of ``sad profile`` with the command that is run.
    """
    file = _input_file(args.command_line) or args.stdin or (project.stdin if project else None)
    if not file or not os.path.isfile(file):
        return []
    from sad.cli.common import load_description, reading_of  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.model.parameters import Kind  # noqa: PLC0415 - heavy
    from sad.profiles.estimation.matching import read_lines  # noqa: PLC0415
    from sad.profiles.running.vary import values_read  # noqa: PLC0415
    from sad.reading.sources import read_sources  # noqa: PLC0415

    asked = argparse.Namespace(**vars(args))
    asked.sources = list(sources)
    if project is not None:
        asked.include = [*args.include, *project.include]
        asked.define = [*project.define, *args.define]
        asked.stubs = [*project.stubs, *args.stubs]
    with open(file, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    lines: dict[str, list[str]] = {}

    def line_of(path: str, line: int) -> str:
        if path not in lines:
            lines[path] = read_lines(path)
        return lines[path][line - 1] if 0 < line <= len(lines[path]) else ""

    values = values_read(read_sources(reading_of(asked), Diagnostics()), text, line_of)
    found: dict[str, str] = {}
    units = load_description(asked).description.units if values else ()
    for parameter in (item for unit in units for item in unit.parameters):
        name = parameter.label.rpartition(".")[2].upper()
        value = values.get((parameter.span.file, parameter.span.line, name))
        if value is not None and parameter.kind is Kind.SIZE:
            found[parameter.label] = value
    return [f"{name}={value}" for name, value in found.items()]


def _input_file(command: str) -> str | None:
    """The file behind ``<`` in a command."""
    try:
        words = shlex.split(command)
    except ValueError:  # sad profile says what is wrong with it
        return None
    for place, word in enumerate(words):
        if word.startswith("<") and not word.startswith("<<"):
            return word[1:] or (words[place + 1] if place + 1 < len(words) else None)
    return None


def source_files(sources: Sequence[str]) -> list[str]:
    """Return the files to compile among sources, which may be folders."""
    from frontends.registry import READERS  # noqa: PLC0415

    suffixes = READERS.keys() - {_HEADER}
    found: list[str] = []
    for source in sources:
        found += files_below(source, suffixes) if os.path.isdir(source) else [source]
    return [name for name in found if Path(name).suffix in suffixes]


def usual_compiler(files: Sequence[str]) -> str:
    """Return the GNU compiler of a program: gfortran if any file is Fortran, else gcc."""
    return "gfortran" if any(Path(name).suffix != _C for name in files) else "gcc"


def usual_build(
    sources: Sequence[str], run: str, include: Sequence[str], define: Sequence[str]
) -> str:
    """Return a command that builds the program which the command ``run`` runs.

    Raises SAD730 without a source, a compiler, or a program in this folder that is run.
    """
    files = source_files(sources)
    if not files:
        hint = "say how it is built: --build 'make CFLAGS={coverage}'"
        raise argument_error("SAD730", f"no source file in {', '.join(sources)}", hint)
    compiler = usual_compiler(files)
    if shutil.which(compiler) is None:
        hint = f"install it, or say how to build: --build 'ifort {{coverage}} {files[0]}'"
        raise argument_error("SAD730", f"{compiler} is not installed", hint)
    programs = [word for word in run.split() if word.startswith("./")]
    if not programs:
        hint = "for instance --build 'gfortran {coverage} solve.f -o solve'"
        raise argument_error("SAD730", f"--run {run!r} names no program ./NAME to build", hint)
    options = [f"-I{name}" for name in include] + [f"-D{name}" for name in define]
    legacy = ["-std=legacy"] if compiler == "gfortran" else []
    program = programs[-1].removeprefix("./")
    words = [*legacy, *options, *map(_seen, files), "-o", program, *(["-lm"] * (not legacy))]
    return f"{compiler} {{coverage}} {shlex.join(words)}"


def usual_run(sources: Sequence[str]) -> str:
    """Return the command that runs the program: ``./NAME`` of NAME.f."""
    name = Path(os.path.realpath(sources[0])).stem or "program"
    return shlex.quote(f"./{name}")


def argument_values(sources: Sequence[str], run: str) -> list[str]:
    """Return NAME=VALUE for the numbers that a C program's ``main`` gets from its command line."""
    names = [name for file in source_files(sources) if (name := _names_of_main(file))]
    words = shlex.split(run)
    start = next((place for place, word in enumerate(words) if word.startswith("./")), None)
    if not names or start is None:
        return []
    arguments = list(takewhile(lambda word: not _ENDS.match(word), words[start + 1 :]))
    count, values = names[0]
    found = [f"{count}={len(arguments) + 1}"]
    for place, word in enumerate(arguments, 1):
        value = _ARGUMENT.fullmatch(word) or _VARIED.fullmatch(word)
        if value is not None:
            found.append(f"{values}{place}={value[1]}")
    return found


def _names_of_main(file: str) -> tuple[str, str] | None:
    """The names of ``argc`` and ``argv`` in a C file that has a ``main`` with both."""
    if Path(file).suffix != _C:
        return None
    try:
        found = _MAIN.search(Path(file).read_text(encoding="utf-8", errors="replace"))
    except OSError:  # who reads the sources says so
        return None
    return (found[1], found[2]) if found is not None else None


def _seen(name: str) -> str:
    """A path as it is found from the folder that is copied: this one."""
    path = os.path.relpath(name)
    return os.path.abspath(name) if path.startswith("..") else path
