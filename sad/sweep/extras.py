"""Packages that are installed on request only."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sad.diagnostics import argument_error


def need(package: str, what: str, extra: str) -> Any:
    """Return an optional package, imported; ``what`` needs it, and ``extra`` installs it.

    Raises ``SadError`` SAD854 if it is not there. Packages without static types are ``Any``.
    """
    try:
        return import_module(package)
    except ImportError:
        name = package.partition(".")[0]
        hint = f"install it with: pip install 'f2sad[{extra}]'"
        raise argument_error("SAD854", f"{what}: {name} is not installed", hint) from None
