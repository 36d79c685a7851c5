"""How wide a text report is: as asked for, as the terminal is, or as usual."""

from __future__ import annotations

import argparse
import sys


def add_width_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--width``."""
    parser.add_argument(
        "--width",
        type=_columns,
        metavar="COLUMNS",
        help="width of the text report (default: that of the terminal, 100 if there is none)",
    )


def _columns(text: str) -> int:
    from sad.report.layout import FEWEST  # noqa: PLC0415

    if not text.isdecimal() or int(text) < FEWEST:
        message = f"a whole number of columns, at least {FEWEST}, is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def width_of(args: argparse.Namespace) -> int:
    """Return how many columns a text report has where it goes."""
    from sad.report.layout import PIPED  # noqa: PLC0415

    if args.width is not None:
        return int(args.width)
    return (is_on_terminal(args) and terminal_width()) or PIPED


def terminal_width() -> int | None:
    """Return how many columns the terminal has that standard output goes to; None if it is none."""
    from shutil import get_terminal_size  # noqa: PLC0415 - for terminals only

    from sad.report.layout import FEWEST, PIPED  # noqa: PLC0415

    return max(FEWEST, get_terminal_size((PIPED, 0)).columns) if sys.stdout.isatty() else None


def is_on_terminal(args: argparse.Namespace) -> bool:
    """Return whether the result goes to a terminal."""
    return args.output in (None, "-") and sys.stdout.isatty()
