"""Source files to outlines: a file is read again only if it, or what it includes, has changed."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.fortran.preprocess import find_include
from frontends.registry import read_fortran
from frontends.source import decode
from sad.analysis.messages.packing import packing_of
from sad.diagnostics import Diagnostics
from sad.incremental.outlines import (
    diagnostic_from_json,
    diagnostic_to_json,
    outline_from_json,
    outline_of,
    outline_to_json,
)
from sad.incremental.tool import digest
from sad.ir.program import SourceFile

if TYPE_CHECKING:
    from frontends.registry import SourceOptions
    from sad.incremental.outlines import Json, Outline
    from sad.incremental.store import Store
    from sad.ir.program import Inclusion, Unit


class Changed(Exception):
    """A file changed while it was looked at."""


@dataclass(slots=True)
class _File:
    """A file in outline; ``units`` are its whole units once they are needed."""

    outlines: list[Outline]
    raw: str
    units: tuple[Unit, ...] | None


class Sources:
    """The Fortran files of one run. C files are always read, all of them together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._files: dict[str, _File] = {}
        self._options: SourceOptions | None = None
        self._started = time.time()
        self._digests: dict[str, str] = {}
        self._stamps: dict[str, tuple[int, int] | None] = {}

    def read_one(self, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
        """Return a file without the statements of its units; raises as ``read_fortran``."""
        self._options = options
        try:
            self._stamps[path] = _stamp(path)
            raw = Path(path).read_bytes()
        except OSError:
            return read_fortran(path, options, diagnostics)  # says what is wrong
        text_digest = digest(raw)
        defines = sorted((name, str(value)) for name, value in options.defines.items())
        asked = digest("file", path, text_digest, repr([*options.include_paths]), repr(defines))
        known = self._store.get("file", asked)
        if known is None or not self._still(known["included"], options):
            said = Diagnostics()
            try:
                file = _read(raw, path, options, said)
            except Exception:
                diagnostics.items.extend(said.items)
                raise
            outlines = [outline_of(unit, "", {}) for unit in file.units]
            known: Json = {
                "included": [[*item, self._digest(item)] for item in file.included],
                "shape": [file.language, file.lines, file.statements],
                "units": [outline_to_json(item) for item in outlines],
                "said": [diagnostic_to_json(item) for item in said.items],
            }
            if not self._touched(file.included):
                self._store.put("file", asked, known)
            units = file.units
        else:
            units = None
        key = digest(asked, repr(known["included"]))
        outlines = [
            outline_from_json(item, digest(key, str(number)))
            for number, item in enumerate(known["units"])
        ]
        diagnostics.items.extend(map(diagnostic_from_json, known["said"]))
        if path in self._files:
            raise Changed  # given twice
        self._files[path] = _File(outlines, text_digest, units)
        language, lines, statements = known["shape"]
        return SourceFile(path, language, tuple(o.unit for o in outlines), lines, statements)

    def outlines(self, path: str) -> list[Outline] | None:
        """Return the outlines of the units of a file; None for a file that is read as a whole."""
        file = self._files.get(path)
        return None if file is None else file.outlines

    def unit(self, path: str, number: int) -> Unit:
        """Return a whole unit; raise ``Changed`` if its file is not what it was."""
        file = self._files[path]
        if file.units is None:
            assert self._options is not None
            raw = Path(path).read_bytes()
            if digest(raw) != file.raw:
                raise Changed
            read = _read(raw, path, self._options, Diagnostics())
            if len(read.units) != len(file.outlines):
                raise Changed
            file.units = read.units
        return file.units[number]

    def text_digest(self, path: str) -> str:
        """Return a digest of what a file holds now; empty if it cannot be read."""
        file = self._files.get(path)
        return self._of_file(path) if file is None else file.raw

    def is_as_read(self, path: str) -> bool:
        """Whether a file is what it was when its text was digested, as far as its date tells."""
        return self._stamps.get(path) == _stamp(path)

    def _of_file(self, path: str) -> str:
        known = self._digests.get(path)
        if known is None:
            try:
                self._stamps[path] = _stamp(path)
                known = digest(Path(path).read_bytes())
            except OSError:
                known = ""
            self._digests[path] = known
        return known

    def _digest(self, item: Inclusion) -> str:
        return "" if item.found is None else self._of_file(item.found)

    def _still(self, included: Json, options: SourceOptions) -> bool:
        """Whether the same files are included, and hold the same."""
        return all(
            find_include(name, asked_in, options.include_paths) == found
            and (found is None or self._of_file(found) == known)
            for name, asked_in, found, known in included
        )

    def _touched(self, included: tuple[Inclusion, ...]) -> bool:
        """Whether an included file may have changed between reading and digesting it."""
        found = [item.found for item in included if item.found is not None]
        return any(os.stat(path).st_mtime >= self._started - 1.0 for path in found)


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _read(raw: bytes, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    """Read a file from the bytes that were digested."""
    texts = {path: decode(raw, path)}
    file = read_fortran(path, replace(options, texts=texts), diagnostics)
    return replace(file, units=tuple(map(packing_of, file.units)))
