"""The command line: one file per subcommand, heavy imports inside ``run``."""

from __future__ import annotations

import argparse
import sys
import traceback
from importlib import import_module

from sad.deep import collector_paused, run_deep
from sad.diagnostics import Diagnostic, ExitCode, SadError, Severity, Span
from sad.version import tool_version

COMMANDS = {
    "analyze": "symbolic cost and predicted time of a program",
    "annotate": "the source with each line's count beside it",
    "export": "the formulas as Python, NumPy, C, JavaScript, LaTeX or JSON",
    "explain": "why a count, probability or parameter is what it is",
    "sweep": "predictions over ranges of parameters: tables, CSV, JSON, pictures",
    "compare": "machines, programs or versions side by side, and where their costs cross",
    "scale": "a parallel program over processors, sizes and grids: times, speed-up, efficiency, fits",
    "params": "list what only a run can tell, import measured values, show files of values",
    "profile": "run a program with counters for several inputs, and keep what only runs can tell",
    "diff": "what a change costs: two states compared unit by unit, with proofs",
    "snapshot": "costs of all units as a text file to keep beside the source",
    "check": "forbid dearer code: costs against a snapshot or a revision, and contracts",
    "machine": "list, show and check machine files",
    "dump": "what the analysis sees: IR, control flow, description",
    "lsp": "a language server: counts and times in an editor",
}

_TOO_DEEP = Diagnostic(
    "SAD109",
    Severity.ERROR,
    "nested too deeply to be analysed",
    Span.at("<arguments>"),
    "split long expressions, or take inner blocks out into subroutines",
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all subcommands."""
    parser = argparse.ArgumentParser(
        prog="sad",
        description="Symbolic cost of Fortran 77 and C programs, and predicted time on a described "
        "machine, from the source alone.",
        epilog="Exit codes: 0 success, 1 a check failed, 2 usage, 3 bad input, 4 coverage too low, "
        "70 internal error.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, help_text in COMMANDS.items():
        module = import_module(f"sad.cli.{name}")
        command = commands.add_parser(name, help=help_text, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = build_parser()
    try:
        args = parser.parse_args(arguments)
    except SystemExit as stop:  # argparse has printed the usage
        return int(stop.code or 0)
    if args.version:
        sys.stdout.write(f"sad {tool_version()}\n")
        return ExitCode.SUCCESS
    if args.command is None:
        parser.print_help(sys.stderr)
        return ExitCode.USAGE
    try:
        with collector_paused():
            if not getattr(args, "deep", True):  # the command sees to it itself, where it needs it
                return int(args.run(args))
            return run_deep(lambda: int(args.run(args)))
    except SadError as error:
        for item in (*error.earlier, error.diagnostic):
            sys.stderr.write(f"{item}\n")
        return error.exit_code
    except RecursionError:
        sys.stderr.write(f"{_TOO_DEEP}\n")
        return ExitCode.BAD_INPUT
    except BrokenPipeError:  # the reader of a pipe has had enough
        sys.stderr.close()
        return ExitCode.SUCCESS
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
    except Exception:  # noqa: BLE001 - the last line of defence: no traceback without a request
        sys.stderr.write(traceback.format_exc())
        sys.stderr.write(
            "sad: internal error; please report it with the command line and, if you can, the "
            "smallest source file that shows it\n"
        )
        return ExitCode.INTERNAL
