"""Stub files by name: a file of that name if there is one, else one that comes with the tool."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from machine_db import FOLDER
from sad.diagnostics import Span, argument_error, did_you_mean, input_error
from sad.machine.database import database_names
from sad.stubs.defaults import NONE
from sad.stubs.load import read_stubs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.stubs.schema import Stub

_SUFFIX = ".yaml"
_SHOWN = "stubs/"


def shipped_names() -> list[str]:
    """Return the names of the stub files that come with the tool."""
    return database_names("stubs")


def get_stubs(name: str) -> dict[str, Stub]:
    """Return the stubs of a file, or of a shipped one, by procedure.

    Raises ``SadError``: SAD601 (there is none, or it cannot be read) and what ``read_stubs`` raises.
    """
    if os.path.isfile(name):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            hint = "a stub file is UTF-8 text in YAML; see docs/stubs.md"
            raise input_error("SAD601", f"cannot be read: {reason}", Span.at(name), hint) from None
        return read_stubs(text, name)
    check_names((name,))
    file = FOLDER.joinpath("stubs", f"{name}{_SUFFIX}")
    text = file.read_text(encoding="utf-8")
    return read_stubs(text, shown_path(name), check=False)  # the tests have checked them


def shown_path(name: str) -> str:
    """Return the path by which messages and reports name a stub file that comes with the tool."""
    return f"{_SHOWN}{name}{_SUFFIX}"


def check_names(names: Iterable[str]) -> None:
    """Raise SAD601 for a name that is neither a file nor shipped."""
    shipped = shipped_names()
    for name in names:
        if name == NONE or name in shipped or os.path.isfile(name):
            continue
        hint = did_you_mean(name, shipped, f"shipped: {', '.join(shipped)}")
        message = f"no stub file {name!r}, and none of that name is shipped"
        raise argument_error("SAD601", message, hint)


def collect_stubs(names: Iterable[str]) -> dict[str, Stub]:
    """Return the stubs of several files; of two for one procedure the file named first counts.

    The name of no file (``NONE``) has none.
    """
    stubs: dict[str, Stub] = {}
    for name in names:
        if name == NONE:
            continue
        for procedure, stub in get_stubs(name).items():
            stubs.setdefault(procedure, stub)
    return stubs
