"""The option for how much of a program may be run to find counts."""

from __future__ import annotations

import argparse

_STEPS = 1_000_000


def add_evaluate_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--evaluate-steps``."""
    parser.add_argument(
        "--evaluate-steps",
        type=_steps_given,
        default=_STEPS,
        metavar="N",
        help="once all inputs have values, run at most so many steps of the statements that decide "
        "control flow, to find counts that have no formula (default: 1000000, about a second; 0: none)",
    )


def _steps_given(text: str) -> int:
    try:
        found = int(float(text))
    except (ValueError, OverflowError):
        found = -1
    if found < 0:
        message = f"a number of steps is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return found


def steps_of(args: argparse.Namespace) -> int:
    """Return how many steps may be run for counts: none for a page, which has other values, too."""
    return 0 if getattr(args, "format", "") == "html" else getattr(args, "evaluate_steps", 0)
