"""The sources of a command: those named, else those of the project. No command writes over them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.examples import example_of
from sad.cli.project_values import Use, fill_from_project
from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def settle_sources(args: argparse.Namespace) -> str:
    """Fill in what the settings of the project say; return a complaint if a source is missing.

    Raises as ``fill_from_project``.
    """
    if args.project_use is Use.FILL:
        fill_from_project(args)
    if args.project_use is not Use.FILL or not args.needs_sources or args.sources:
        return ""
    return missing_source(args)


def missing_words(args: argparse.Namespace, options: Sequence[str]) -> str:
    """Return the line that says which options are missing, with an example."""
    verb = "are" if len(options) > 1 else "is"
    program = f"sad {args.command}"
    return (
        f"{program}: {' and '.join(options)} {verb} missing; for instance: {example_of(program)}\n"
    )


def missing_source(args: argparse.Namespace) -> str:
    """Return the line that says that no source is given."""
    program = " ".join(["sad", args.command, *([args.action] if "action" in args else [])])
    return f"{program}: no source given; for instance: {example_of(program)}\n"


def check_output(args: argparse.Namespace) -> None:
    """Raise ``SadError`` SAD111 if the file to be written is one of the sources.

    That is a file that is named, or one in a folder that is read (but for ``export``, whose results are
    source code and may be made anew there).
    """
    from frontends.registry import SEARCHED  # noqa: PLC0415

    output: str = args.output
    if args.command == "params" or not os.path.isfile(output):  # it looks into the file itself
        return
    target = Path(output).resolve()
    named: list[str] = [*getattr(args, "sources", ()), *getattr(args, "sides", ())]
    for name in named:
        place = Path(name).resolve()
        is_inside = target.suffix in SEARCHED and target.is_relative_to(place)
        if place == target or (is_inside and place.is_dir() and args.command != "export"):
            message = "is read here; not overwritten"
            raise input_error("SAD111", message, Span.at(output), "name another file")
