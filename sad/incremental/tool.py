"""What computes: a digest of the tool's own code, its libraries and the Python it runs in."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import frontends
import machine_db

_LIBRARIES = ("networkx", "fparser", "pycparser", "pyyaml")
_DIGITS = 16  # bytes


def digest(*parts: str | bytes) -> str:
    """Return the digest of texts; where one ends and the next begins matters."""
    found = blake2b(digest_size=_DIGITS)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.hexdigest()


@cache
def tool_digest() -> str:
    """Return a digest that changes with anything that computes: code, libraries, Python."""
    parts: list[str | bytes] = [sys.version]
    for name in _LIBRARIES:
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(name)
    own = Path(__file__).parents[1]
    others = (Path(next(iter(package.__path__))) for package in (frontends, machine_db))
    for root in (own, *others):
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".h", ".yaml"):
                parts += [path.relative_to(root).as_posix(), path.read_bytes()]
    return digest(*parts)
