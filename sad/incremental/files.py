"""Files as they are in one run: each is read and digested once, with its stamp beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.files import digest, stamp

if TYPE_CHECKING:
    from sad.files import Stamp

Json = Any

_CONFLICT = b"<<<<<<< "


class Files:
    """Digests of the files of one run.

    ``marked`` are those with what may be the mark of a merge conflict. ``included`` tells by Fortran
    file what it includes, in rows: name, including file, file found or None, digest.
    """

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._stamps: dict[str, Stamp] = {}
        self.marked: set[str] = set()
        self.included: dict[str, Json] = {}

    def digest(self, path: str) -> str:
        """Return a digest of what a file held when first asked for; empty if it is unreadable."""
        known = self._digests.get(path)
        if known is None:
            known = self._digests[path] = self._read(path)
        return known

    def is_as_read(self, path: str) -> bool:
        """Whether a file is what it was when it was digested, as far as its stamp tells."""
        return self._stamps.get(path, ()) == stamp(path)

    def are_as_read(self) -> bool:
        """Whether all files that were digested are what they were."""
        return all(map(self.is_as_read, self._digests))

    def _read(self, path: str) -> str:
        try:
            with open(path, "rb", buffering=0) as file:
                self._stamps[path] = stamp(file.fileno())
                raw = file.read()
        except (OSError, ValueError):
            return ""
        if _CONFLICT in raw:
            self.marked.add(path)
        return digest(raw)
