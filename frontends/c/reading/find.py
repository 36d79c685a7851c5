"""Where included files are: beside the file, along the include folders, among our own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.c.reading.pieces import header_pieces
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.reading.pieces import Pieces
    from sad.diagnostics import Diagnostics, Span

BUNDLED = str(Path(__file__).parents[1] / "include")
"""The folder of our own declarations of the standard library."""

_OURS_FIRST = frozenset({"mpi.h", "pvm3.h"})
"""Our own files that win over an installation's: their constants mean something to the analysis."""

Search = tuple[str, str, str]
"""What is searched for: a name as written, the folder beside it, the folder to start after."""


@mutable
class Finder:
    """Finds ``<name>`` and ``"name"``, and reads them; what was found is remembered for a translation
    unit.
    """

    include_paths: Sequence[str]
    quote_paths: Sequence[str] = ()
    _found: dict[Search, str | None] = field(default_factory=dict[Search, "str | None"])
    _read: dict[str, Pieces] = field(default_factory=dict[str, "Pieces"])

    def pieces(self, path: str) -> Pieces:
        """Return the pieces of an included file; raises OSError if it cannot be read."""
        known = self._read.get(path)
        if known is None:
            known = self._read[path] = header_pieces(path)
        return known

    def find(self, search: Search) -> str | None:
        """Return the path of a file, None if it is nowhere."""
        if search not in self._found:
            self._found[search] = self._find(*search)
        return self._found[search]

    def _find(self, name: str, beside: str, after: str) -> str | None:
        inner = name[1:].rstrip('>"')
        if os.path.basename(inner) in _OURS_FIRST:
            return os.path.join(BUNDLED, os.path.basename(inner))
        folders = [*self.include_paths, BUNDLED]
        if after in folders:
            folders = folders[folders.index(after) + 1 :]
        elif name[:1] == '"':
            folders = [beside, *self.quote_paths, *folders]
        for folder in folders:
            candidate = os.path.normpath(os.path.join(folder, inner))
            if os.path.isfile(candidate):
                return candidate
        return None

    def report_missing(self, name: str, span: Span, diagnostics: Diagnostics) -> None:
        """Report SAD107 with the folders that were searched, or SAD108 if nothing is named."""
        folders = [*self.include_paths, "the declarations that come with sad"]
        if name[:1] == '"':
            folders = [os.path.dirname(span.file) or ".", *self.quote_paths, *folders]
        elif name[:1] != "<":
            hint = 'write #include "FILE" or #include <FILE>'
            diagnostics.error("SAD108", f"#include {name}", span, hint)
            return
        inner = name[1:].rstrip('>"')
        hint = f"searched {', '.join(folders)}; add -I DIR"
        diagnostics.error("SAD107", f"include file not found: {inner}", span, hint)
