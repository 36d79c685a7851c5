"""``sad trace params``: values of a program's parameters that follow from a recorded run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_set_argument, write_result
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.extrapolation.params import Solved
    from sad.reading.options import Reading
    from sad.traces.format import Trace


def add_program_arguments(parser: argparse.ArgumentParser, source: str, value: str) -> None:
    """Add the options that say what the source of a recorded program is; texts are their helps."""
    parser.add_argument("--source", action="append", default=[], metavar="FILE", help=source)
    parser.add_argument(
        "-I", dest="include", action="append", default=[], metavar="DIR", help="its include folders"
    )
    parser.add_argument(
        *("-D", "--define"),
        dest="define",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="its preprocessor macros",
    )
    add_set_argument(parser, value)


def program_of(args: argparse.Namespace) -> Reading:
    """Return what these options say is to be read."""
    from sad.reading.options import Reading, macros  # noqa: PLC0415

    return Reading(tuple(args.source), tuple(args.include), macros(args.define))


def write_params(args: argparse.Namespace, trace: Trace, diagnostics: Diagnostics) -> None:
    """Write the values as a parameter file; one that is there is brought up to date.

    Raises SAD674 without a source and if no value follows.
    """
    from sad.extrapolation.params import params_of  # noqa: PLC0415
    from sad.profiles.params_document import ParamsDocument  # noqa: PLC0415
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415
    from sad.reading.options import Choice  # noqa: PLC0415

    if not args.source:
        message = "sad trace params takes the counts of a source"
        raise argument_error("SAD674", message, "name it: --source prog.c")
    choice = Choice(settings=settings_from_arguments(args.settings))
    found, open_ = params_of(trace, program_of(args), choice, diagnostics)
    target: str = args.output or ""
    is_there = bool(target) and Path(target).exists()
    empty = ParamsDocument("schema: 1\n", target)
    document = ParamsDocument.read(target) if is_there else empty
    for item in found:
        fields = {"value": plain(item.value), "origin": "profile", "comment": _comment(trace, item)}
        document.set_entry(item.symbol, fields)
    if found or is_there:
        write_result(document.text(), args.output)
    if open_:
        hint = "what is left depends on several of them: give one with --set"
        sys.stderr.write(f"note: no value follows for {', '.join(open_)}; {hint}\n")
    elif not found and not diagnostics.items:
        sys.stderr.write("note: numbers of calls, messages and bytes need no further values\n")


def plain(value: Number) -> int | float:
    """Return a value as a file has it."""
    return int(value) if value == int(value) else float(value)


def _comment(trace: Trace, item: Solved) -> str:
    return f"{item.where} in {Path(trace.file).name}"
