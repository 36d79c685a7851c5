"""A script that lets a shell complete commands, options, the names of machines, and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.cli.common import write_result
from sad.diagnostics import ExitCode

if TYPE_CHECKING:
    import argparse

_SHELLS = ("bash", "zsh", "fish")
_MACHINES = "_sad_machines"
_STUBS = "_sad_stubs"
_FISH_FILES = "(__fish_complete_path (commandline -ct))"
_FILES = frozenset(("FILE", "SOURCE", "OLD NEW", "PROFILE[@NAME=VALUE,...]", "PATH", "TARGET"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> ExitCode:
    """Print the script, made from the parser of all commands."""
    import shtab  # noqa: PLC0415

    from sad.cli.parser import build_parser  # noqa: PLC0415

    parser = build_parser()
    for command in parser.load_all():
        for action in command._actions:
            completion = _completion(action)
            if completion is not None:
                action.complete = completion  # type: ignore[attr-defined]
    preamble: Any = _preamble()  # shtab takes one for each shell, its type says one text
    write_result(shtab.complete(parser, args.shell, preamble=preamble), None)
    return ExitCode.SUCCESS


def _completion(action: argparse.Action) -> Any:
    """What shtab is to offer for the values of an option or an argument; None as it does anyway."""
    import shtab  # noqa: PLC0415

    kind = action.metavar if isinstance(action.metavar, str) else ""
    if kind.startswith("NAME|FILE"):
        name = _STUBS if action.dest == "stubs" else _MACHINES
        words = " ".join(_stub_names() if name == _STUBS else _machine_names())
        return {"bash": name, "zsh": name, "fish": f"{words} {_FISH_FILES}"}
    if kind in _FILES or kind.startswith("FILE"):
        return shtab.FILE
    return shtab.DIRECTORY if kind in ("DIR", "FOLDER") else None


def _machine_names() -> list[str]:
    from sad.machine.database import database_names  # noqa: PLC0415

    return database_names()


def _stub_names() -> list[str]:
    from sad.machine.database import database_names  # noqa: PLC0415

    return database_names("stubs")


def _preamble() -> dict[str, str]:
    """Functions that offer names that come with ``sad``, and files."""
    found = {"bash": "", "zsh": "", "fish": ""}
    for function, names in ((_MACHINES, _machine_names()), (_STUBS, _stub_names())):
        words = " ".join(names)
        found["bash"] += (
            f'{function}() {{\n  compgen -W "{words}" -- "$1"\n'
            '  compgen -f -X "!*.y*ml" -- "$1"\n  compgen -d -- "$1"\n}\n'
        )
        found["zsh"] += (
            f"{function}() {{\n  _alternative 'names:name:({words})' "
            "'files:file:_files -g \"*.y(a|)ml\"'\n}\n"
        )
    return found
