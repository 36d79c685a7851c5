"""The exact part of a snapshot: the whole text, compressed, in a file beside the one for people."""

from __future__ import annotations

import lzma
from pathlib import Path

from sad.checks.snapshot.schema import HEAD, PEOPLE
from sad.diagnostics import Span, input_error

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
