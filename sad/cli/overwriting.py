"""No command writes over the source code that it reads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.registry import SEARCHED
from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    import argparse


def check_output(args: argparse.Namespace) -> None:
    """Raise ``SadError`` SAD111 if the file to be written is one of the sources.

    That is a file that is named, or one in a folder that is read (but for ``export``, whose results are
    source code and may be made anew there).
    """
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
