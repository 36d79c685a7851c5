"""Applications by name: a file of that name if there is one, else those that come with the tool."""

from __future__ import annotations

import os
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from sad.applications.read import read_application
from sad.diagnostics import SadError, argument_error
from sad.document import parse_document
from sad.machine.database import database_names

if TYPE_CHECKING:
    from sad.applications.schema import Application

_SUFFIXES = (".yaml", ".yml")
_FOLDER = "applications"


def application_names() -> list[str]:
    """Return the names of the applications that come with the tool."""
    return database_names(_FOLDER)


def find_application(name: str) -> str | None:
    """Return the path of an application file: as given, with .yaml behind it, or one of the tool's."""
    for suffix in ("", *_SUFFIXES):
        path = f"{name}{suffix}"
        if path.endswith(_SUFFIXES) and os.path.isfile(path):
            return path
    if name in application_names():
        return str(resources.files("machine_db").joinpath(_FOLDER, f"{name}.yaml"))
    return None


def means_application(name: str) -> bool:
    """Whether ``name`` is that of an application, be it there or not: YAML, or one of the tool's."""
    return name.endswith(_SUFFIXES) or find_application(name) is not None


def is_application(name: str) -> bool:
    """Whether ``name`` is an application: one that comes with the tool, or a YAML file with that key.

    A file of YAML that cannot be read is none.
    """
    path = find_application(name)
    if path is None:
        return False
    try:
        root = parse_document(Path(path).read_text(encoding="utf-8"), path)
        return root.is_mapping and "application" in root.mapping()
    except (OSError, UnicodeDecodeError, SadError):
        return False


def load(name: str) -> Application:
    """Return the application of a file or a name; SAD860 if there is none, else as the reader."""
    path = find_application(name)
    if path is None:
        names = application_names()
        close = get_close_matches(name, names, 1)
        hint = f"did you mean {close[0]}?" if close else f"known applications: {', '.join(names)}"
        message = f"no application {name!r}, as a YAML file or among those that come with sad"
        raise argument_error("SAD860", message, hint)
    return read_application(path)
