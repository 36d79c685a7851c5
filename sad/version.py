"""The tool's version, and what is installed beside it."""

from __future__ import annotations

import os
import sys
from functools import cache

VERSION = "0.2.0"
"""The one place that says it; the build reads it here."""

_INFO = (".dist-info", ".egg-info")


def tool_version() -> str:
    """Return the version of the distribution."""
    return VERSION


@cache
def installed() -> tuple[str, ...]:
    """Return what is installed beside the tool: names of folders, which have name and version."""
    found: list[str] = []
    for folder in sys.path:
        try:
            items = os.listdir(folder or ".")
        except OSError:
            continue
        found += sorted(name for name in items if name.endswith(_INFO))
    return tuple(found)
