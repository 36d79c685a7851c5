"""What ``sad.toml`` says where the command line says nothing: one place for all commands with sources.

The settings are those nearest to the first source that is named, else to the current folder. What is
about the program (entry, sizes, values, what runs read) is only taken for sources that belong to it.
"""

from __future__ import annotations

import os
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity
from sad.records import record

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from sad.checks.settings.project import Project
    from sad.diagnostics import SadError, Span
    from sad.profiles.settings import Settings

_PLACED = {"SAD505": "entry", "SAD601": "stubs"}
"""Errors about an argument that may come from the settings, and the key there."""


class Use(Enum):
    """What a command does with the settings of a project."""

    FILL = "what is not given on the command line comes from there, before the command begins"
    LATER = "the same, but the command says when"
    WHOLE = "the command reads them itself"


@record
class Given:
    """What the settings gave: ``keys`` of ``file`` in their order there, with the values as written."""

    project: Project
    keys: tuple[str, ...]
    belongs: bool = True
    """Whether the sources are those of the project, or some of them."""
    is_whole: bool = True
    """Whether all of the program is read, so that each value must have a use."""

    @property
    def file(self) -> str:
        """The path of the settings."""
        return self.project.file


def add_config_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--config`` and ``--no-config``."""
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--config",
        metavar="FILE",
        help="settings of the project (default: sad.toml, or pyproject.toml with [tool.sad], in the "
        "folder of the sources or one above, else in this folder or one above)",
    )
    choice.add_argument("--no-config", action="store_true", help="read no settings of a project")
    parser.set_defaults(project_use=Use.FILL, given=None)


def project_for(args: argparse.Namespace, sources: Sequence[str]) -> Project | None:
    """Return the settings for sources; None if there are none. Raises as ``read_project``."""
    if args.no_config:
        return None
    from sad.checks.settings.find import find_file  # noqa: PLC0415

    path = Path(args.config) if args.config else None
    if path is None and sources and sources[0] != "-" and os.path.exists(sources[0]):
        path = find_file(Path(_folder_of(sources[0])))
    path = path or find_file(Path.cwd())
    if path is None:
        return None
    from sad.checks.settings.project import read_project  # noqa: PLC0415

    return read_project(path)


def fill_from_project(args: argparse.Namespace, near: Sequence[str] = ()) -> None:
    """Put what the settings of the project say where the command line says nothing.

    ``near`` are files that the command is about where no source is named. ``given_by`` tells afterwards
    what came from there; a second call changes nothing. A file of values that is not there yet is a
    warning (SAD504). Raises as ``project_for``.
    """
    if args.given is not None:
        return
    named = tuple(args.sources or near)
    project = project_for(args, named)
    if project is None:
        return
    belongs = not named or _is_within(named, _program_of(project))
    is_whole = belongs and (not args.sources or _is_within(_program_of(project), named))
    filler = _Filler(args, project)
    if not args.sources and belongs:
        filler.put("sources", list(project.sources))
    filler.put_after("include", project.include)
    filler.put_before("define", project.define)
    filler.put_before("stubs", project.stubs)
    filler.put("assume", list(project.assume))
    has_machine = bool(getattr(args, "machine", None) or getattr(args, "machines", None))
    if not has_machine and project.machines:
        filler.put("machine", project.machines[0], "machines")
        filler.put("machines", list(project.machines))
        filler.put("toolchain", project.toolchain)
    if is_whole or (belongs and not project.sources):
        filler.put("entry", project.entry)
        filler.put("entries", [project.entry] if project.entry else [], "entry")
    if belongs:
        filler.put("params", project.params)
        filler.put("build", project.build)
        filler.put("command_line", project.run, "run")
        filler.put("stdin", project.stdin)
        filler.put("opened", list(project.files), "files")
        if "settings" in args and project.sizes.items:
            filler.keys.append("sizes")
    if "params" in filler.keys and not os.path.isfile(args.params):
        _tell_missing(args.params, project.places["params"])
        filler.keys.remove("params")
        args.params = None
    args.given = Given(project, tuple(dict.fromkeys(filler.keys)), belongs, is_whole)


def _tell_missing(path: str, span: Span) -> None:
    """Say that a file of values is not there: before the first run that is measured it cannot be."""
    message, hint = f"params: no such file: {path}", "sad try and sad profile write it"
    sys.stderr.write(f"{Diagnostic('SAD504', Severity.WARNING, message, span, hint)}\n")


class _Filler:
    """Arguments that get values; ``keys`` are those of the settings that gave one."""

    def __init__(self, args: argparse.Namespace, project: Project) -> None:
        self._args, self._project = args, project
        self.keys: list[str] = []

    def put(self, name: str, value: str | Sequence[str | None] | None, key: str = "") -> None:
        """Give an option its value, if the command has it and the user gave none."""
        if value and name in self._args and not getattr(self._args, name):
            setattr(self._args, name, value)
            self.keys.append(key or name)

    def put_before(self, name: str, values: Sequence[str]) -> None:
        """Put values before those that the user gave."""
        if values and name in self._args:
            setattr(self._args, name, [*values, *getattr(self._args, name)])
            self.keys.append(name)

    def put_after(self, name: str, values: Sequence[str]) -> None:
        """Put values after those that the user gave."""
        if values and name in self._args:
            setattr(self._args, name, [*getattr(self._args, name), *values])
            self.keys.append(name)


def given_by(args: argparse.Namespace) -> Given | None:
    """Return what the settings of the project gave to a command; None without settings."""
    return getattr(args, "given", None)


def gave(args: argparse.Namespace, key: str) -> bool:
    """Whether a value is from the settings of the project."""
    given = given_by(args)
    return given is not None and key in given.keys


def project_sizes(args: argparse.Namespace) -> Settings | None:
    """Return the sizes of the settings, if they are for the sources of this command."""
    given = given_by(args)
    if given is None or "sizes" not in given.keys:
        return None
    return given.project.sizes


def project_params(args: argparse.Namespace) -> str | None:
    """Return the file of values that the settings name, which need not be there yet."""
    given = given_by(args)
    return given.project.params if given is not None and given.belongs else None


def is_part(args: argparse.Namespace) -> bool:
    """Whether only a part of the project's program is asked for: some sources, or another entry.

    Values of the settings may have no use then.
    """
    given = given_by(args)
    if given is None:
        return False
    other_entry = getattr(args, "entry", None) is not None and "entry" not in given.keys
    return other_entry or not given.is_whole


def placed(error: SadError, args: argparse.Namespace) -> SadError:
    """Return an error about an argument that came from the settings as one about its line there."""
    given = given_by(args)
    if given is None:
        return error
    code = error.diagnostic.code
    key = _PLACED.get(code, "")
    if code == "SAD401" and "machines" in given.keys:
        from sad.machine.database import find_file  # noqa: PLC0415

        are_there = all(find_file(name) for name in given.project.machines)
        key = "toolchain" if are_there else "machines"
    if key not in given.keys:
        return error
    from sad.checks.settings.project import moved  # noqa: PLC0415

    return moved(error, given.project.places.get(key))


def _folder_of(source: str) -> str:
    return source if os.path.isdir(source) else os.path.dirname(source)


def _program_of(project: Project) -> Sequence[str]:
    """The files and folders of a project's program: its folder, if nothing is named."""
    return project.sources or [os.path.dirname(project.file) or "."]


def _is_within(paths: Sequence[str], others: Sequence[str]) -> bool:
    """Whether all files and folders are among others, or below them."""
    real = [Path(os.path.realpath(other)) for other in others]
    return all(
        path != "-"
        and os.path.exists(path)
        and any(Path(os.path.realpath(path)).is_relative_to(other) for other in real)
        for path in paths
    )
