"""Packages that take long to load, loaded when something of them is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
else:

    class _Late:
        def __init__(self, package: str) -> None:
            self._package = package

        def __getattr__(self, name: str) -> Any:
            """Return what a package has under a name, and keep it."""
            found = getattr(import_module(self._package), name)
            setattr(self, name, found)
            return found

    numpy = _Late("numpy")

__all__ = ["numpy"]
