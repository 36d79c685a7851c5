"""Machines by name: a file of that name if there is one, else the database that comes with the tool."""

from __future__ import annotations

import os
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.machine.load import load_machine

if TYPE_CHECKING:
    from sad.machine.schema import Machine

_SUFFIXES = (".yaml", ".yml")


def database_names(folder: str = "") -> list[str]:
    """Return the names of the machines in the database, or of the files in one of its folders."""
    return sorted(
        entry.name.removesuffix(".yaml")
        for entry in resources.files("machine_db").joinpath(folder).iterdir()
        if entry.name.endswith(".yaml")
    )


def find_file(name: str, from_file: str = "") -> str | None:
    """Return the path of a machine file: as given, beside ``from_file``, or in the database.

    ``rules/NAME`` is found likewise.
    """
    folders = [Path(), *([Path(from_file).parent] if from_file else [])]
    for folder in folders:
        for suffix in ("", *_SUFFIXES):
            candidate = folder / f"{name}{suffix}"
            if os.path.isfile(candidate) and (suffix or candidate.suffix in _SUFFIXES):
                return str(candidate)
    stem = name.removesuffix(".yaml").removesuffix(".yml")
    own = resources.files("machine_db").joinpath(f"{stem}.yaml")
    if stem in database_names() or (stem.rpartition("/")[0] == "rules" and own.is_file()):
        return str(own)
    return None


def get_machine(name: str) -> Machine:
    """Return the machine ``name``, a path or a database entry; SAD401 if there is none."""
    path = find_file(name)
    if path is None:
        names = database_names()
        close = get_close_matches(name, names, 1)
        hint = f"did you mean {close[0]}?" if close else f"known machines: {', '.join(names)}"
        if os.path.isfile(name):
            hint = "a machine file ends in .yaml"
        raise argument_error("SAD401", f"no machine {name!r}, as a file or in the database", hint)
    return load_machine(path, find_file)
