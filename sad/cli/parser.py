"""The parser of the command line. A subcommand's module is loaded when its arguments are read."""

from __future__ import annotations

import textwrap
from shutil import get_terminal_size

from sad.cli.arguments import Parser

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
    "try": "measure a run, predict its time, and write a page, all in one go",
    "profile": "run a program with counters for several inputs, and keep what only runs can tell",
    "diff": "what a change costs: two states compared unit by unit, with proofs",
    "snapshot": "costs of all units as a text file to keep beside the source",
    "check": "forbid dearer code: costs against a snapshot or a revision, and contracts",
    "machine": "list, show and check machine files",
    "init": "write sad.toml, the settings of a project, as its folder says",
    "doctor": "what is installed, which machine file fits this computer, what to do next",
    "completion": "a script that lets bash, zsh or fish complete commands, options and machines",
    "cache": "what is kept of unchanged files and runs: show it, or clear it",
    "dump": "what the analysis sees: IR, control flow, description",
    "lsp": "a language server: counts and times in an editor",
}


PURPOSES = {
    "predict": ("analyze", "annotate", "explain", "sweep", "export", "graph"),
    "what only a run can tell": ("try", "profile", "params"),
    "compare and check": ("compare", "diff", "snapshot", "check"),
    "machines": ("machine",),
    "parallel programs": ("scale",),
    "tools": ("init", "doctor", "lsp", "completion", "dump", "cache"),
}
"""The commands in the order and the groups of the help."""
_EPILOG = (
    "sad COMMAND --help has the options and examples of a command.",
    "Exit codes: 0 success, 1 a check failed, 2 usage, 3 bad input, 4 low coverage, 70 internal error.",
)


class _Main(Parser):
    """The parser of all, whose help shows the commands by what they are for."""

    def format_help(self) -> str:
        """Return the help."""
        columns = get_terminal_size().columns - 2
        lines = [f"usage: {self.usage}", "", textwrap.fill(str(self.description), columns)]
        for purpose, names in PURPOSES.items():
            lines += ["", f"{purpose}:"]
            for name in names:
                lines += textwrap.wrap(
                    COMMANDS[name],
                    columns,
                    initial_indent=f"  {name:<10} ",
                    subsequent_indent=" " * 13,
                )
        lines += ["", "options:"]
        for action in self._actions:
            if action.option_strings:
                lines.append(f"  {', '.join(action.option_strings):<17} {action.help}")
        return "\n".join([*lines, "", *(textwrap.fill(text, columns) for text in _EPILOG), ""])


def module_of(command: str) -> str:
    """Return the name of a command's module; try is a word of the language."""
    return f"sad.cli.{'try_program' if command == 'try' else command}"


def build_parser() -> Parser:
    """Return the parser with all subcommands."""
    parser = _Main(
        prog="sad",
        usage="sad [--version] COMMAND ...",
        description="Symbolic cost of Fortran 77 and C programs, and predicted time on a described "
        "machine, from the source alone.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=Parser, prog="sad"
    )
    for name, help_text in COMMANDS.items():
        commands.add_parser(name, help=help_text).module = module_of(name)
    return parser
