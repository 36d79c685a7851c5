"""Lines of source files, read once, and their paths as they are shown."""

from __future__ import annotations

import os
from pathlib import Path


class SourceText:
    """Text of source files; paths below ``root`` are shown from there."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = None if root is None else root.resolve()
        self._below = os.path.join(str(self._root), "")
        self._lines: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}
        self._folders: dict[str, str] = {}

    def shown(self, file: str) -> str:
        """Return a file's path as it is shown."""
        known = self._shown.get(file)
        if known is None:
            known = self._shown[file] = self._show(file)
        return known

    def line(self, file: str, number: int) -> str:
        """Return a line without the blanks around it; empty where it cannot be read."""
        lines = self._lines.get(file)
        if lines is None:
            lines = self._lines[file] = _read(file)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def _resolved(self, file: str) -> str:
        """The path with links followed; those of folders are looked up once."""
        folder, name = os.path.split(file)
        if not name or name in (".", "..") or os.path.islink(file):
            return os.path.realpath(file)
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = os.path.realpath(folder)
        return os.path.join(known, name)

    def _show(self, file: str) -> str:
        if self._root is None:
            return file
        found = self._resolved(file)
        if os.sep == "/":  # thousands of files: no ``Path`` for each
            return found.removeprefix(self._below) if found.startswith(self._below) else file
        path = Path(found)
        if not path.is_relative_to(self._root):
            return file
        return path.relative_to(self._root).as_posix()


def _read(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
