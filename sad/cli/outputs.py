"""What a file is called that a command writes without being told: after the source, beside it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

PARAMS, PAGE, ANNOTATED = ".params.yaml", ".html", ".annotated.html"
_GENERATOR = b'<meta name="generator" content="sad">'
_LOOKED_AT = 4096  # bytes: the start of a page says who wrote it


def named_after(sources: Sequence[str], suffix: str) -> str:
    """Return the name of a file for a program: NAME.suffix beside NAME.f, of a folder inside it."""
    first = sources[0]
    if os.path.isdir(first):
        name = Path(os.path.realpath(first)).name or "program"
        return os.path.normpath(os.path.join(first, f"{name}{suffix}"))
    if first == "-":
        return f"stdin{suffix}"
    path = Path(first.removesuffix(".sad.json"))
    stem = path.stem if first == str(path) or not first.endswith(".sad.json") else path.name
    return str(path.with_name(f"{stem}{suffix}"))


def page_file(args: argparse.Namespace, suffix: str = PAGE) -> str | None:
    """Return where a page goes: as ``-o`` says, else to a pipe, else to a file named after the source.

    Raises SAD111 if there is a file of that name that ``sad`` has not written.
    """
    if args.output is not None or not sys.stdout.isatty():
        return args.output
    name = named_after(args.sources, suffix)
    check_page(name)
    return name


def check_page(name: str) -> None:
    """Raise SAD111 if there is a file of this name that is no page that ``sad`` has written."""
    if not os.path.exists(name):
        return
    try:
        with open(name, "rb") as file:
            is_ours = _GENERATOR in file.read(_LOOKED_AT)
    except OSError:
        is_ours = False
    if not is_ours:
        message = "exists and is no page that sad has written; not overwritten"
        raise input_error("SAD111", message, Span.at(name), "name another file with -o")


def tell_written(name: str | None, output: str | None) -> None:
    """Say on standard error which file was written, if its name was not given."""
    if name is not None and output is None:
        sys.stderr.write(f"wrote {name}\n")
