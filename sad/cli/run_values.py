"""What a run is known to have, and what is said after it: sizes from its input, words for a report."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from sad.files import files_below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.checks.settings.project import Project

_C, _HEADER = ".c", ".h"
_MAIN = re.compile(
    r"\bmain\s*\(\s*(?:const\s+)?int\s+(\w+)\s*,\s*(?:const\s+)?char\s*(?:const\s*)?"
    r"\*\s*(?:const\s*)?\*?\s*(\w+)"
)
_ARGUMENT = re.compile(r"([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)")
_VARIED = re.compile(r"\{(\w+)\}")
_ENDS = re.compile(r"[<>]|2>|&&")


def known_values(
    args: argparse.Namespace, sources: Sequence[str], project: Project | None
) -> list[str]:
    """Return NAME=VALUE of what the input of ``args.command_line`` says beside ``args.settings``."""
    given = {item.partition("=")[0].strip() for item in args.settings}
    known = argument_values(sources, args.command_line)
    if not args.vary:
        known += input_values(args, sources, project)
    return [item for item in known if item.partition("=")[0] not in given]


def input_words(command: str) -> list[str]:
    """Return the options that give what one process of a program had: its input and its arguments."""
    words = shlex.split(command)
    if not words or not words[0].startswith("./"):
        return []
    found: list[str] = []
    file = _input_file(command)
    if file is not None and os.path.isfile(file):
        found += ["--stdin", file]
    arguments = _arguments(words, 0)
    return [*found, "--args", shlex.join(arguments)] if arguments else found


def machine_of(
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
        return f"machine  none fits this computer; measure it:\n         {measured}\n", options
    best = found[0]
    text = f"machine  {best.name}: {best.words}\n"
    if not best.is_recent or best.fit:
        text += f"         measure this one:\n         {measured}\n"
    return text, ["--machine", best.name, *options]


def source_words(args: argparse.Namespace) -> list[str]:
    """The sources and how to read them, as they were given."""
    from sad.cli.params_export import header_of  # noqa: PLC0415
    from sad.profiles.params_header import shell_words  # noqa: PLC0415

    words = shlex.split(shell_words(header_of(args)))
    if args.config:
        words += ["--config", args.config]
    return [*words, *(["--no-config"] * args.no_config)]


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
    from sad.loading.input_sizes import input_sizes  # noqa: PLC0415 - heavy
    from sad.reading.sources import read_sources  # noqa: PLC0415

    asked = argparse.Namespace(**vars(args))
    asked.sources = list(sources)
    if project is not None:
        asked.include = [*args.include, *project.include]
        asked.define = [*project.define, *args.define]
        asked.stubs = [*project.stubs, *args.stubs]
    with open(file, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    program = read_sources(reading_of(asked), Diagnostics())
    found = input_sizes(program, load_description(asked).description.units, text)
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


def argument_values(sources: Sequence[str], run: str) -> list[str]:
    """Return NAME=VALUE for the numbers that a C program's ``main`` gets from its command line."""
    names = [name for file in source_files(sources) if (name := _names_of_main(file))]
    words = shlex.split(run)
    start = next((place for place, word in enumerate(words) if word.startswith("./")), None)
    if not names or start is None:
        return []
    arguments = _arguments(words, start)
    count, values = names[0]
    found = [f"{count}={len(arguments) + 1}"]
    for place, word in enumerate(arguments, 1):
        value = _ARGUMENT.fullmatch(word) or _VARIED.fullmatch(word)
        if value is not None:
            found.append(f"{values}{place}={value[1]}")
    return found


def _arguments(words: Sequence[str], start: int) -> list[str]:
    """The arguments of the program whose name is a word of a command."""
    return list(takewhile(lambda word: not _ENDS.match(word), words[start + 1 :]))


def _names_of_main(file: str) -> tuple[str, str] | None:
    """The names of ``argc`` and ``argv`` in a C file that has a ``main`` with both."""
    if Path(file).suffix != _C:
        return None
    try:
        found = _MAIN.search(Path(file).read_text(encoding="utf-8", errors="replace"))
    except OSError:  # who reads the sources says so
        return None
    return (found[1], found[2]) if found is not None else None
