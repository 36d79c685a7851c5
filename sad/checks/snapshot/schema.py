"""What a snapshot looks like: its head, its parts, and the digest that guards each unit."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SCHEMA = 1
PEOPLE = 2
"""The schema of the part for people, beside which there is an exact one."""
PEOPLE_HEAD = "# Costs of one run of every unit. Written by sad snapshot; exact ones are beside it."
HEAD = "# Costs of one run of every unit. Written by sad snapshot; do not edit. See docs/diff.md."
END = "end"
SAME_AS_TOTAL = "own: as above"
NEARLY_TOTAL = "own: as above but for"
NO_TOTAL = "total: too large"


def digest(lines: Iterable[str]) -> str:
    """Return the digest of a unit's lines."""
    return blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


def check_line(lines: Iterable[str]) -> str:
    """Return the last line of a unit, which guards all others."""
    return f"  check {digest(lines)}"
