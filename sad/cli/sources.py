"""The sources of a command: those named, else those of the project; one line if there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.examples import example_of
from sad.cli.project_values import Use, fill_from_project

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
