"""The parser of the command line. A subcommand's module is loaded when its arguments are read."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "analyze": "symbolic cost and predicted time of a program",
    "annotate": "the source with each line's count beside it",
    "export": "the formulas as Python, NumPy, C, JavaScript, LaTeX or JSON",
    "graph": "the call graph and the loop tree: DOT, GraphML or JSON",
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
    "cache": "what is kept of unchanged files and runs: show it, or clear it",
    "dump": "what the analysis sees: IR, control flow, description",
    "lsp": "a language server: counts and times in an editor",
}


class _Command(argparse.ArgumentParser):
    """A subcommand, which gets its arguments from its module when it is the one that is given."""

    module: str | None = None

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Add the module's arguments, then parse."""
        if self.module is not None:
            module, self.module = import_module(self.module), None
            self.description = module.__doc__
            module.add_arguments(self)
            self.set_defaults(run=module.run)
        return super().parse_known_args(args, namespace)


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
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Command)
    for name, help_text in COMMANDS.items():
        commands.add_parser(name, help=help_text).module = f"sad.cli.{name}"
    return parser
