"""The file of a project's settings: ``sad.toml``, or ``pyproject.toml`` with ``[tool.sad]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.asked import exists, is_file

if TYPE_CHECKING:
    from pathlib import Path

FILE, SHARED = "sad.toml", "pyproject.toml"
_OWN_TABLE = re.compile(rb"^\s*\[tool\.sad[\].]", re.MULTILINE)


def find_file(start: Path) -> Path | None:
    """Return the settings of the nearest folder at or above ``start`` that has some.

    The search ends at the root of a repository.
    """
    folder = start.absolute()
    for place in (folder, *folder.parents):
        if is_file(place / FILE):
            return place / FILE
        shared = place / SHARED
        if is_file(shared) and _has_table(shared):
            return shared
        if exists(place / ".git"):
            break
    return None


def _has_table(path: Path) -> bool:
    try:
        return _OWN_TABLE.search(path.read_bytes()) is not None
    except OSError:  # not ours to complain about
        return False
