"""Single Fortran files, read from bytes whose digest is known, as entries and as whole units."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frontends.registry import read_fortran
from frontends.source import decode
from sad.analysis.messages.packing import packing_of
from sad.diagnostics import Diagnostics, SadError
from sad.incremental.outlines import outline_of, outline_to_json
from sad.incremental.said import diagnostic_to_json
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from frontends.registry import SourceOptions
    from sad.ir.program import SourceFile, Unit

Json = Any

MOST_STATEMENTS = 150_000
"""Statements of files read last that are kept."""


class Changed(Exception):
    """A file changed while it was looked at."""


def read_bytes(path: str, text_digest: str) -> bytes:
    """Return what a file holds; raise ``Changed`` if that is not what the digest is of."""
    try:
        raw = Path(path).read_bytes()
    except OSError:
        raise Changed from None
    if digest(raw) != text_digest:
        raise Changed
    return raw


def read_file(
    path: str, text_digest: str, options: SourceOptions, diagnostics: Diagnostics
) -> SourceFile:
    """Return the IR of a file; raise ``Changed``, and as ``read_fortran``."""
    texts = {path: decode(read_bytes(path, text_digest), path)}
    file = read_fortran(path, replace(options, texts=texts), diagnostics)
    return replace(file, units=tuple(map(packing_of, file.units)))


def entry_of(file: SourceFile, said: Diagnostics) -> Json:
    """Return what is kept of a file: its outlines, what it includes, what was said of it."""
    outlines = [outline_of(unit, "", {}) for unit in file.units]
    return {
        "included": [list(item) for item in file.included],
        "shape": [file.language, file.lines, file.statements, file.text],
        "units": [outline_to_json(item) for item in outlines],
        "said": [diagnostic_to_json(item) for item in said.items],
    }


class UnitFiles:
    """Files and their units, of which the last ones read are kept: ``most`` statements.

    ``digest`` gives the digest a file is to have.
    """

    def __init__(
        self,
        options: SourceOptions,
        digest: Callable[[str], str],
        most: int = MOST_STATEMENTS,
    ) -> None:
        self.options, self.digest = options, digest
        self._most = most
        self._kept: OrderedDict[tuple[str, str], SourceFile] = OrderedDict()
        self._statements = 0

    def entry(self, path: str, text_digest: str) -> Json | None:
        """Return the entry of a file; None if it cannot be read, or has changed."""
        said = Diagnostics()
        try:
            file = read_file(path, text_digest, self.options, said)
        except (SadError, Changed):
            return None  # whoever asked says what is wrong
        self.keep(path, text_digest, file)
        return entry_of(file, said)

    def unit(self, path: str, number: int) -> Unit:
        """Return a whole unit; raise ``Changed`` if its file is not what it was."""
        place = path, self.digest(path)
        file = self._kept.get(place)
        if file is None:
            file = read_file(*place, self.options, Diagnostics())
            self.keep(*place, file)
        else:
            self._kept.move_to_end(place)
        return file.units[number]

    def keep(self, path: str, text_digest: str, file: SourceFile) -> None:
        """Keep a file that has been read, and forget others."""
        self._kept[path, text_digest] = file
        self._statements += file.statements
        while self._statements > self._most and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._statements -= oldest.statements
