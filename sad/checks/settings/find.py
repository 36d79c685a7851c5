"""The file of a project's settings: ``sad.toml``, or ``pyproject.toml`` with ``[tool.sad]``."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

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
        if os.path.isfile(place / FILE):
            return place / FILE
        shared = place / SHARED
        if os.path.isfile(shared) and _has_table(shared):
            return shared
        if os.path.exists(place / ".git"):
            break
    return None


def _has_table(path: Path) -> bool:
    try:
        return _OWN_TABLE.search(path.read_bytes()) is not None
    except OSError:  # not ours to complain about
        return False
