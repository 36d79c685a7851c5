"""The parser of the command line. A subcommand's module is loaded when its arguments are read."""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, cast

from sad.cli.examples import epilog_of, example_of

if TYPE_CHECKING:
    from collections.abc import Sequence


GROUPS = {
    "reading sources": (
        *("include", "define", "cpp", "compile_commands", "language", "stubs", "no_default_stubs"),
        *("inputs", "strict", "config", "no_config"),
    ),
    "machine": ("machine", "machines", "also_machine", "toolchain", "cost_model"),
    "values": (
        *("entry", "entries", "settings", "params", "assume", "defaults", "vary", "zip"),
        *("per_process", "fill", "samples", "seed"),
    ),
    "output": (
        *("format", "output", "outputs", "plot", "panels", "log", "to", "fresh", "quiet"),
        *("in_full", "whole_formula", "width", "color", "min_coverage"),
    ),
    "running": ("cache", "no_cache", "jobs", "unit_timeout", "scheduler"),
}
"""Options that several commands have, by ``dest``, in the groups in which every help shows them."""
_WIDEST = 98  # columns of text
_MISSING = re.compile(
    r"the following arguments are required: (.*)|one of the arguments (.*) is req.*"
)
_ARGUMENT = re.compile(r"argument ([^:]+): (.*)", re.DOTALL)
COMMANDS = {
    "analyze": "symbolic cost and predicted time of a program",
    "annotate": "the source with each line's count beside it",
    "export": "the formulas as Python, NumPy, C, JavaScript, LaTeX or JSON",
    "graph": "the call graph and the loop tree: DOT, GraphML or JSON",
    "explain": "why a count, probability or parameter is what it is",
    "roofline": "what bounds the rate of each loop: the core or a level of the memory",
    "sweep": "predictions over ranges of parameters: tables, CSV, JSON, pictures",
    "compare": "machines, programs or versions side by side, and where their costs cross",
    "scale": "a parallel program over processors, sizes and grids: times, speed-up, efficiency, fits",
    "tune": "the best values of parameters that change the time and not the results",
    "trace": "record runs of MPI and OpenMP programs, and show what is in such a trace",
    "extrapolate": "a recorded run on another machine: times, waits with their cause, efficiencies",
    "loop": "benchmarks with messages, generated from a few lines: build, run, result sheets",
    "contention": "which shared resource bounds a parallel model: bounds, estimate, how sure that is",
    "solve": "response times, utilisation and queue lengths of queueing networks",
    "parallelism": "how parallel a sequential program is: loops judged, work, span, speed-ups",
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
    "predict": ("analyze", "annotate", "explain", "roofline", "sweep", "tune", "export", "graph"),
    "what only a run can tell": ("try", "profile", "trace", "params"),
    "compare and check": ("compare", "diff", "snapshot", "check"),
    "machines": ("machine",),
    "parallel programs": ("scale", "extrapolate", "contention", "parallelism", "solve", "loop"),
    "tools": ("init", "doctor", "lsp", "completion", "dump", "cache"),
}
"""The commands in the order and the groups of the help."""
_EPILOG = (
    "sad COMMAND --help has the options and examples of a command.",
    "Exit codes: 0 success, 1 a check failed, 2 usage, 3 bad input, 4 low coverage, 70 internal error.",
)


class Parser(argparse.ArgumentParser):
    """A parser of the command line, or of one command of it.

    ``module`` is where a command's arguments are; it is loaded when the command is the one given.
    """

    module: str | None = None
    _is_complete = False
    _columns = _WIDEST

    def load(self) -> None:
        """Add the arguments of the command's module, and put options into their groups."""
        if self.module is not None:
            module, self.module = import_module(self.module), None
            self.description = module.__doc__
            module.add_arguments(self)
            self.set_defaults(run=module.run)
        if not self._is_complete:
            self._is_complete = True
            self._group()
            self.epilog = self.epilog or epilog_of(self.prog)

    def load_all(self) -> list[Parser]:
        """Load this parser and those of all its commands and actions; return them all."""
        self.load()
        self.usage = self.usage or self._short_usage()
        found: list[Parser] = [self]
        for action in self._actions:
            choices: object = action.choices
            if isinstance(choices, Mapping):
                below = cast("Mapping[str, Parser]", choices)
                found += [item for parser in below.values() for item in parser.load_all()]
        return found

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Add the command's arguments, then parse; an argument that is not known is an error."""
        self.load()
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self._refuse(rest[0])
        return found, rest

    def format_help(self) -> str:
        """Return a short usage, what the command does, options by group, and examples."""
        from shutil import get_terminal_size  # noqa: PLC0415 - for help only

        self.load()
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        self.usage = self.usage or self._short_usage()
        self._columns = get_terminal_size().columns - 2
        self.description = textwrap.fill(self.description or "", min(_WIDEST, self._columns))
        return super().format_help()

    def _get_formatter(self) -> argparse.HelpFormatter:
        """One that does not ask for the terminal: one is made for each argument that is added."""
        made: Any = self.formatter_class
        return made(prog=self.prog, width=self._columns)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and what would be right; exit with 2."""
        missing = _MISSING.fullmatch(message)
        if missing is not None:
            names = missing[1].split(", ") if missing[1] else missing[2].split()
            *first, last = names
            text = f"{', '.join(first)} and {last}" if first else last
            verb = "are" if first and missing[1] else "is"
            start = f"{self.prog}: {'' if missing[1] else 'one of '}{text} {verb} missing"
            self.exit(2, f"{start}; for instance: {example_of(self.prog)}\n")
        found = _ARGUMENT.fullmatch(message)
        self._fail(f"{found[1]}: {found[2]}" if found is not None else message)

    def _fail(self, message: str, hint: str = "") -> NoReturn:
        hint = hint or f"{self.prog} --help"
        self.exit(2, f"{self.prog}: {message}\n  hint: {hint}\n")

    def _refuse(self, argument: str) -> NoReturn:
        """Say that there is no such option, or nothing to do with an argument."""
        if not argument.startswith("-"):
            self._fail(f"unexpected argument {argument!r}")
        option = argument.partition("=")[0]
        from sad.diagnostics import did_you_mean  # noqa: PLC0415 - for errors only

        near = did_you_mean(option, self._option_string_actions, "", 0.7)
        hint = f"{near} {self.prog} --help lists all options".lstrip()
        self._fail(f"unknown option {option}", hint)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = action.choices
        if choices is None or value in choices:
            return
        names = [str(choice) for choice in choices]
        from sad.diagnostics import did_you_mean  # noqa: PLC0415

        near = did_you_mean(str(value), names, "")
        known = near or f"one of {', '.join(names)}"
        if not isinstance(choices, Mapping):  # only commands and actions have parsers by name
            name = "/".join(action.option_strings) or action.metavar or action.dest
            self._fail(f"{name}: {value!r} is none of its values", known)
        if not near and os.path.exists(str(value)):
            known = f"did you mean sad analyze {value}?"
        elif not near:
            known = f"{self.prog} --help lists all {action.metavar}s".lower()
        kind = str(action.metavar).lower()
        self._fail(f"unknown {kind} {value!r}", known)

    def _group(self) -> None:
        """Move options that several commands have into the groups that they share."""
        groups = {title: self.add_argument_group(title) for title in GROUPS}
        titles = {name: title for title, names in GROUPS.items() for name in names}
        own = self._optionals._group_actions  # argparse has no way to move one
        for action in tuple(own):
            title = titles.get(action.dest)
            if title is not None:
                own.remove(action)
                groups[title]._group_actions.append(action)

    def _short_usage(self) -> str:
        """Options that must be given, and what is no option."""
        formatter = self._get_formatter()
        needed = [
            f"{action.option_strings[0]} {action.metavar or action.dest.upper()}"
            for action in self._actions
            if action.option_strings and action.required
        ]
        others = [
            formatter._format_args(action, str(action.metavar or action.dest))
            for action in self._actions
            if not action.option_strings
        ]
        return " ".join([self.prog, "[options]", *needed, *others]).replace("%", "%%")


class _Main(Parser):
    """The parser of all, whose help shows the commands by what they are for."""

    def format_help(self) -> str:
        """Return the help."""
        from shutil import get_terminal_size  # noqa: PLC0415 - for help only

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


def build_parser(word: str = "") -> Parser:
    """Return the parser with all subcommands, or with the one of them that ``word`` is."""
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
    for name in [word] if word in COMMANDS else COMMANDS:
        commands.add_parser(name, help=COMMANDS[name]).module = module_of(name)
    return parser
