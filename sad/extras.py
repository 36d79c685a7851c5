"""Packages that are installed with an extra of f2sad only: `pip install 'f2sad[EXTRA]'`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sad.diagnostics import argument_error


def need(module: str, what: str, extra: str) -> Any:
    """Return a module of an optional package; ``what`` needs it, and ``extra`` installs it.

    Raises ``SadError`` SAD854 if it is not there. Packages without static types are ``Any``.
    """
    try:
        return import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        hint = f"install it with: pip install 'f2sad[{extra}]'"
        raise argument_error("SAD854", f"{what}: {name} is not installed", hint) from None


def need_dask(module: str, what: str) -> Any:
    """Return a module of what the extra ``dask`` installs; raises ``SadError`` SAD854 without it."""
    return need(module, what, "dask")
