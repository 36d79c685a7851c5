"""The sources of a command: those named, else those of the project; one line if there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.project_values import Use, fill_from_project

if TYPE_CHECKING:
    import argparse

_EXAMPLES = {
    "compare": "sad compare old.f new.f",
    "explain": "sad explain solve.f:12",
    "export": "sad export solve.f --to python",
    "params": "sad params export solve.f -o solve.params.yaml",
    "sweep": "sad sweep solve.f --vary n=100:1000",
}


def settle_sources(args: argparse.Namespace) -> str:
    """Fill in what the settings of the project say; return a complaint if a source is missing.

    Raises as ``fill_from_project``.
    """
    if args.project_use is Use.FILL:
        fill_from_project(args)
    if args.project_use is not Use.FILL or not args.needs_sources or args.sources:
        return ""
    return missing_source(args)


def missing_source(args: argparse.Namespace) -> str:
    """Return the line that says that no source is given."""
    example = _EXAMPLES.get(args.command, f"sad {args.command} solve.f")
    return f"sad {args.command}: no source given; for instance: {example}\n"
