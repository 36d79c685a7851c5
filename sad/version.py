"""The tool's version, as installed."""

from __future__ import annotations


def tool_version() -> str:
    """Return the installed version of the distribution, ``unknown`` in a bare source tree."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow to import

    try:
        return version("f2sad")
    except PackageNotFoundError:
        return "unknown"
