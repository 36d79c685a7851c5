"""Measure a run of a program, predict its time with what was measured, and write a page: in one go."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_cost_arguments, add_machine_argument
from sad.cli.outputs import PAGE, PARAMS, check_page, named_after
from sad.cli.profile import add_run_arguments
from sad.cli.profile import run as measure
from sad.cli.project_values import Use, project_for
from sad.cli.sources import missing_source
from sad.cli.try_inputs import input_values
from sad.cli.usual_commands import (
    argument_values,
    source_files,
    usual_build,
    usual_compiler,
    usual_run,
)
from sad.diagnostics import ExitCode

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
