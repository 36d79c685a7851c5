"""The tool's version, as installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def tool_version() -> str:
    """Return the installed version of the distribution, ``unknown`` in a bare source tree."""
    try:
        return version("f2sad")
    except PackageNotFoundError:
        return "unknown"
