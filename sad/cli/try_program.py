"""Measure a run of a program, predict its time with what was measured, and write a page: in one go."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_cost_arguments, add_machine_argument
from sad.cli.outputs import PAGE, PARAMS, check_page, named_after
from sad.cli.profile import add_run_arguments
from sad.cli.profile import run as measure
from sad.cli.project_values import Use, project_for
from sad.cli.run_values import (
    input_words,
    known_values,
    machine_of,
    source_files,
    source_words,
    usual_compiler,
)
from sad.cli.sources import missing_source
from sad.diagnostics import ExitCode, argument_error
from sad.messages import telling_once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.checks.settings.project import Project


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_run_arguments(parser, usual=True)
    add_machine_argument(parser)
    add_cost_arguments(parser)
    parser.set_defaults(project_use=Use.LATER)


@telling_once()
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
    machine, words = machine_of(args, project, sources)
    params: list[str] = []
    if project is None or project.params is None or args.output is not None:
        params = ["--params", step.output]
    common = [*source_words(args), *words]
    settings = () if args.vary else step.settings
    is_short = not args.vary and _is_short_of_values(step.output)
    inputs = input_words(step.command_line) if is_short else []
    again = [*common, *_values(step.output, settings, inputs), *params, *inputs]
    page_of = [*common, *_values(step.output, settings), *params, "--format", "html", "-o", page]
    sys.stdout.write("\n")
    sys.stdout.flush()
    code = max(main(["analyze", *again]), main(["analyze", *page_of]))
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
    step.settings = [*args.settings, *known_values(step, sources, project)]
    step.output = args.output or named or named_after(sources, PARAMS)
    return step


def _is_short_of_values(params: str) -> bool:
    """Whether the runs did not tell all parameters: running the slice may tell the rest."""
    from sad.profiles.params_document import PARAMETERS, ParamsDocument  # noqa: PLC0415

    document = ParamsDocument.read(params)
    names = document.names(PARAMETERS)
    return any(document.entry(name).get("value") is None for name in names)


def _values(params: str, settings: Sequence[str], inputs: Sequence[str] = ()) -> list[str]:
    """The sizes that the last run had: as far as its counts tell them, else as was known before.

    Those that the options ``inputs`` give are left out.
    """
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
    reasons = {reason for option, reason in _GIVEN.items() if option in inputs}
    return [
        word
        for long, (key, value) in found.items()
        if document.entry(long).get("reason") not in reasons
        for word in ("--set", f"{key}={value}")
    ]


_GIVEN = {"--stdin": "is read", "--args": "an argument"}
"""What options of input give: sizes for this reason."""


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


def _seen(name: str) -> str:
    """A path as it is found from the folder that is copied: this one."""
    path = os.path.relpath(name)
    return os.path.abspath(name) if path.startswith("..") else path
