"""What computes: a digest of the tool's own code, its libraries and the Python it runs in."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import frontends
import machine_db
from sad.files import digest, files_below
from sad.version import installed

_LIBRARIES = ("fparser", "pycparser", "pyyaml")
_SUFFIXES = frozenset((".py", ".h", ".yaml"))


@cache
def tool_digest() -> str:
    """Return a digest that changes with anything that computes: code, libraries, Python."""
    parts: list[str | bytes] = [sys.version]
    for name in _LIBRARIES:
        parts += [item for item in installed() if item.lower().startswith(f"{name}-")]
    own = Path(__file__).parents[1]
    others = (Path(next(iter(package.__path__))) for package in (frontends, machine_db))
    for root in map(str, (own, *others)):
        for path in files_below(root, _SUFFIXES):
            with open(path, "rb", buffering=0) as file:
                parts += [path.removeprefix(root), file.read()]
    return digest(*parts)
