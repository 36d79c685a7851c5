"""The format of a snapshot: its head, its parts, digests, and the exact part compressed beside it."""

from __future__ import annotations

import lzma
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error

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


_SUFFIX = ".exact"
_MOST = 1 << 30  # bytes of text


def exact_path(path: str) -> str:
    """Return where the exact part of a snapshot is."""
    return f"{path}{_SUFFIX}"


def packed(text: str) -> bytes:
    """Return the exact part for a text: the same bytes for the same text."""
    return lzma.compress(text.encode(), preset=6)


def whole_text(path: str) -> bytes | None:
    """Return the whole text of a snapshot; None if there is only the part for people.

    Raises ``OSError`` if the snapshot itself cannot be read, and ``SadError`` SAD812 if its exact part
    is damaged.
    """
    raw = Path(path).read_bytes()
    if not _is_for_people(raw):
        return raw
    place = exact_path(path)
    try:
        with lzma.open(place) as file:
            found = file.read(_MOST)
    except FileNotFoundError:
        return None
    except (lzma.LZMAError, EOFError, OSError):
        hint = "write it again with: sad snapshot"
        raise input_error("SAD812", "no exact part of a snapshot", Span.at(place), hint) from None
    return found


def _is_for_people(raw: bytes) -> bool:
    head, _, rest = raw.partition(b"\n")
    is_one = head.decode("utf-8", "replace").startswith(HEAD.partition(".")[0])
    return is_one and rest.partition(b"\n")[0].strip() == f"schema {PEOPLE}".encode()
