"""The tool's version, and what is installed beside it."""

from __future__ import annotations

import os
import sys
from functools import cache

_INFO = (".dist-info", ".egg-info")
_NAME = "f2sad"


def tool_version() -> str:
    """Return the installed version of the distribution, ``unknown`` in a bare source tree."""
    for item in installed():
        name, _, version = item.rpartition(".")[0].partition("-")
        if name == _NAME and version:
            return version
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow to import

    try:
        return version(_NAME)
    except PackageNotFoundError:
        return "unknown"


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
