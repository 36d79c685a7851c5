"""The option for how much of a program may be run to find counts."""

from __future__ import annotations

import argparse
from pathlib import Path

from sad.diagnostics import Span, argument_error, input_error
from sad.files import no_pipe
from sad.slicing import EVALUATE_STEPS


def add_evaluate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--evaluate-steps``, ``--stdin``, ``--file`` and ``--args``."""
    add_steps_argument(parser)
    parser.add_argument(
        "--stdin",
        metavar="FILE",
        help="what the program reads: values of READ and scanf, for counts that are found by running "
        "what decides control flow",
    )
    parser.add_argument(
        "--file",
        dest="opened",
        action="append",
        default=[],
        metavar="NAME[=PATH]",
        help="a file that the program opens by that name and reads, for the same; several times for "
        "several files",
    )
    parser.add_argument(
        "--args",
        metavar="WORDS",
        help="the program's command line, for the same: --args='-n 100 0.5'",
    )
    parser.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an environment variable that the program asks for, for the same; without a value: it is "
        "not set",
    )


def add_steps_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--evaluate-steps``."""
    parser.add_argument(
        "--evaluate-steps",
        type=_steps_given,
        default=EVALUATE_STEPS,
        metavar="N",
        help="once all inputs have values, run at most so many steps of the statements that decide "
        "control flow, to find counts without a formula (default: 2000000, a second or two; 0: none)",
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


def input_of(args: argparse.Namespace) -> str | None:
    """Return the text of ``--stdin``; raise SAD504 if the file cannot be read.

    ``program_input`` of the arguments, if it is there, has what is read instead: standard input, files
    and words.
    """
    if (given := getattr(args, "program_input", None)) is not None:
        return given[0]
    name = getattr(args, "stdin", None)
    if name is None or not hasattr(args, "evaluate_steps"):
        return None
    return text_of(name)


def text_of(name: str) -> str:
    """Return the text of a file; raise SAD504 if it cannot be read."""
    try:
        return Path(no_pipe(name)).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise input_error("SAD504", f"cannot be read: {error.strerror}", Span.at(name)) from None


def files_of(args: argparse.Namespace) -> tuple[tuple[str, str], ...]:
    """Return the names and texts of ``--file``; raise SAD504 for one that cannot be read."""
    if (given := getattr(args, "program_input", None)) is not None:
        return given[1]
    if not hasattr(args, "evaluate_steps"):
        return ()
    named = [item.partition("=") for item in getattr(args, "opened", ())]
    return tuple((name, text_of(path or name)) for name, _, path in named)


def environment_of(args: argparse.Namespace) -> tuple[tuple[str, str | None], ...]:
    """Return the names and values of ``--env``, None for a variable that is not set."""
    parts = (item.partition("=") for item in getattr(args, "env", ()))
    return tuple((name, value if is_set else None) for name, is_set, value in parts)


def words_of(args: argparse.Namespace) -> tuple[str, ...] | None:
    """Return the words of ``--args``, as a shell splits them; raise SAD800 for an open quote."""
    given = getattr(args, "program_input", None)
    text = getattr(args, "args", None) if given is None else given[2]
    if text is None:
        return None
    import shlex  # noqa: PLC0415

    try:
        return tuple(shlex.split(text))
    except ValueError:
        message = f"--args {text!r}: a closing quote is missing"
        raise argument_error("SAD800", message, "for instance --args '100 0.5'") from None
