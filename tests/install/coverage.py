"""What the parser of the command line has, and what of it no example shows."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

from tests.install.examples import COMPILED, EXAMPLES, NEED_AN_EXTRA

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Commands = dict[tuple[str, ...], dict[str, Any]]
"""By the words of a command: ``choices`` of its formats and arguments, by option or name, and
``extras``, what its options need, by option."""

FORMATS = ("--format", "--to")

_ASK = r"""
import argparse, json, re
from importlib import import_module
from sad.cli.parser import build_parser

def walk(parser, words):
    module = getattr(parser, "module", None)
    if module is not None:
        parser.module = None
        parser.description = import_module(module).__doc__
        import_module(module).add_arguments(parser)
    below = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    for action in below:
        for name, child in action.choices.items():
            yield from walk(child, (*words, name))
    if not below:
        choices, extras = {}, {}
        for action in parser._actions:
            name = action.option_strings[-1] if action.option_strings else action.dest
            if action.choices and (name in FORMATS or not action.option_strings):
                choices[name] = list(action.choices)
            for extra in re.findall(r"f2sad\[(\w+)\]", action.help or ""):
                extras[name] = extra
        for extra in re.findall(r"f2sad\[(\w+)\]", parser.description or ""):
            extras[""] = extra
        yield words, {"choices": choices, "extras": extras}

print(json.dumps([*walk(build_parser(), ())]))
"""


def commands_of(python: str, folder: Path) -> Commands:
    """Ask the parser of an installation what there is."""
    code = f"FORMATS = {FORMATS!r}\n{_ASK}"
    run = subprocess.run(
        [python, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    return {tuple(words): about for words, about in json.loads(run.stdout)}


def command_of(line: str, commands: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the words of the command that a line gives; none if it is none."""
    words = line.split()
    if "sad" in words:
        words = words[words.index("sad") + 1 :]
    found = [name for name in commands if tuple(words[: len(name)]) == name]
    return max(found, key=len, default=())


def last_line(example: str) -> str:
    """Return the line that an example is an example of."""
    return example.replace("\\\n", "").splitlines()[-1]


def with_formats(commands: Commands) -> list[str]:
    """Return examples for all formats that are not named in one."""
    found: list[str] = []
    for name, about in commands.items():
        own = [item for item in EXAMPLES if command_of(last_line(item), commands) == name]
        asking = (line for lines in NEED_AN_EXTRA.values() for line in lines)
        named = "\n".join(
            item for item in (*EXAMPLES, *COMPILED, *asking) if f"sad {' '.join(name)}" in item
        )
        for option, choices in about["choices"].items():
            missing = [
                choice
                for choice in choices
                if option in FORMATS and not any(f"{form} {choice}" in named for form in FORMATS)
            ]
            found.extend(f"{own[0]} {option} {choice}" for choice in missing if own)
    return found


def not_shown(commands: Commands) -> list[str]:
    """Return, in words, the commands, arguments and extras without an example."""
    shown = [
        (command_of(line, commands), line)
        for example in (*EXAMPLES, *COMPILED)
        for line in example.replace("\\\n", "").splitlines()
    ]
    asking = [
        (command_of(line, commands), extra, line)
        for extra, lines in NEED_AN_EXTRA.items()
        for line in lines
    ]
    missing: list[str] = []
    for name, about in commands.items():
        title = f"sad {' '.join(name)}"
        lines = [line for found, line in shown if found == name]
        wants = [(extra, line) for found, extra, line in asking if found == name]
        if not lines and not wants:
            missing.append(f"{title}: no example")
        missing += [
            f"{title} {choice}: no example"
            for argument, choices in about["choices"].items()
            for choice in choices
            if argument not in FORMATS and not any(choice in line.split() for line in lines)
        ]
        missing += [
            f"{title} {option}: no example without f2sad[{extra}]"
            for option, extra in about["extras"].items()
            if not any(extra == other and option in line for other, line in wants)
        ]
    return missing
