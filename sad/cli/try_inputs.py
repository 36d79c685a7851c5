"""Sizes of a program that the file tells which it reads as standard input."""

from __future__ import annotations

import argparse
import os
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.checks.settings.project import Project


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
    from sad.profiles.running.inputs import values_read  # noqa: PLC0415
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
