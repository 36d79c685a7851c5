"""Source files to outlines: a file is read again only if it, or what it includes, has changed."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frontends.registry import SourceOptions, read_fortran
from frontends.source import decode, is_free_form
from sad.diagnostics import Diagnostics, Span, input_error
from sad.incremental.entries import diagnostic_from_json, diagnostic_to_json, unpacked
from sad.incremental.fingerprint import Files, digest
from sad.incremental.outlines import outline_from_json, outline_of, outline_to_json
from sad.ir.program import USED, Inclusion, SourceFile
from sad.model.code_lines import CodeLines, Places, code_lines, known_lines, learn
from sad.records import replace
from sad.workers.tasks import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sad.analysis.calls.facts import Collected
    from sad.incremental.dispatch import Dispatch
    from sad.incremental.entries import Entries
    from sad.incremental.outlines import Outline
    from sad.ir.program import Unit

# Single Fortran files, read from bytes whose digest is known, as entries and as whole units.


MOST_STATEMENTS = 150_000
"""Statements of files read last that are kept."""


class StaleEntry(Exception):
    """A file changed while it was looked at, or what is kept of units does not tell all."""


def read_bytes(path: str, text_digest: str) -> bytes:
    """Return what a file holds; raise ``StaleEntry`` if that is not what the digest is of."""
    try:
        raw = Path(path).read_bytes()
    except OSError:
        raise StaleEntry from None
    if digest(raw) != text_digest:
        raise StaleEntry
    return raw


def read_file(
    path: str, text_digest: str, options: SourceOptions, diagnostics: Diagnostics
) -> SourceFile:
    """Return the IR of a file; raise ``StaleEntry``, and as ``read_fortran``."""
    from sad.analysis.messages.packing import packing_of  # noqa: PLC0415 - for files that changed

    text = options.texts.get(path)
    if text is None:
        text = decode(read_bytes(path, text_digest), path)
    file = read_fortran(path, replace(options, texts={**options.texts, path: text}), diagnostics)
    if file.language == "fortran":
        learn(path, code_lines(text, free_form=is_free_form(path)))
    else:
        learn(path, CodeLines(text_digest, None))
    return replace(file, units=tuple(map(packing_of, file.units)))


def _entry(file: SourceFile, said: Diagnostics, collected: Iterable[Collected]) -> Json:
    """What is kept of a file: its outlines, what it includes, what was said of it."""
    outlines = [outline_of(unit.unit, "", unit.facts({})) for unit in collected]
    lines, places = known_lines(file.path), Places()
    return {
        "code": [lines.digest, lines.runs],
        "included": [list(item) for item in file.included],
        "shape": [file.language, file.lines, file.statements, file.text],
        "units": [outline_to_json(item) for item in outlines],
        "said": [diagnostic_to_json(item, places) for item in said.items],
    }


class UnitFiles:
    """Files and their units, of which the last ones read are kept: ``most`` statements.

    ``digest`` gives the digest a file is to have.
    """

    def __init__(
        self, options: SourceOptions, digest: Callable[[str], str], most: int = MOST_STATEMENTS
    ) -> None:
        self.options, self.digest = options, digest
        self._most = most
        self._kept: OrderedDict[
            tuple[str, str], tuple[SourceFile, CodeLines, dict[int, Collected]]
        ] = OrderedDict()
        self._statements = 0

    def read(self, path: str, text_digest: str, said: Diagnostics) -> Json:
        """Read a file, and return its entry; raises as ``read_file``."""
        from sad.analysis.calls.facts import Collected  # noqa: PLC0415 - for files that changed

        file = read_file(path, text_digest, self.options, said)
        collected = dict(enumerate(map(Collected, file.units)))
        self._keep(path, text_digest, file, collected)
        return _entry(file, said, collected.values())

    def unit(self, path: str, number: int) -> Unit:
        """Return a whole unit; raise ``StaleEntry`` if its file is not what it was."""
        return self._file(path)[0].units[number]

    def collected(self, path: str, number: int) -> Collected:
        """Return what the statements of a unit say; raises as ``unit``."""
        from sad.analysis.calls.facts import Collected  # noqa: PLC0415 - as in ``read``

        file, _, known = self._file(path)
        return known.pop(number, None) or Collected(file.units[number])  # it is needed once

    def _file(self, path: str) -> tuple[SourceFile, CodeLines, dict[int, Collected]]:
        place = path, self.digest(path)
        known = self._kept.get(place)
        if known is None:
            return self._keep(*place, read_file(*place, self.options, Diagnostics()), {})
        self._kept.move_to_end(place)
        learn(path, known[1])
        return known

    def _keep(
        self, path: str, text_digest: str, file: SourceFile, collected: dict[int, Collected]
    ) -> tuple[SourceFile, CodeLines, dict[int, Collected]]:
        """Keep a file that has been read, and forget others."""
        made = self._kept[path, text_digest] = file, known_lines(path), collected
        self._statements += file.statements
        while self._statements > self._most and len(self._kept) > 1:
            _, (oldest, *_) = self._kept.popitem(last=False)
            self._statements -= oldest.statements
        return made


Json = Any

_LEAST_AHEAD = 2_000_000
"""Bytes of files that it is worth to start other processes for: reading them takes half a second."""
_MOST_STATEMENTS = 400_000
"""Statements of files read last that are kept."""


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0  # removed meanwhile: reading it tells


class Sources:
    """The Fortran files of one run. C files are always read, all of them together.

    ``options`` are those they are read with, ``units`` has their statements, ``files`` digests.
    """

    def __init__(self, store: Entries, files: Files) -> None:
        self._store, self.files = store, files
        self._outlines: dict[str, list[Outline]] = {}
        self.options = SourceOptions()
        self.units = UnitFiles(self.options, self.files.digest, _MOST_STATEMENTS)
        self._started = time.time()
        self._texts = _texts(self.options)
        self._ahead: dict[str, bytes | Failure] = {}
        self._places: dict[tuple[str, str], str | None] = {}

    def read_one(self, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
        """Return a file without the statements of its units; raises as ``read_fortran``."""
        self.use(options)
        text_digest = self.files.digest(path)
        if not text_digest:
            return read_fortran(path, options, diagnostics)  # says what is wrong
        asked = self._key(path, text_digest)
        known = self._known(asked)
        if known is None:
            said = Diagnostics()
            known = self._was_read_ahead(path)
            if known is None:
                try:
                    known = self.units.read(path, text_digest, said)
                except Exception:
                    diagnostics.items.extend(said.items)
                    raise
            included = [Inclusion(*item) for item in known["included"]]
            known["included"] = [[*item, self._digest(item)] for item in included]
            if not self._touched(included):
                self._store.put("file", asked, known)
        language, lines, statements, _ = known["shape"]
        if path in self._outlines:
            raise StaleEntry  # given twice
        diagnostics.items.extend(map(diagnostic_from_json, known["said"]))
        learn(path, CodeLines(*known["code"]))
        outlines = self._outlines[path] = self._outlines_in(path, known)
        return SourceFile(path, language, tuple(o.unit for o in outlines), lines, statements)

    def _outlines_in(self, path: str, entry: Json) -> list[Outline]:
        """Return the outlines of the units in the entry of a file, whose comments are in no key."""
        key = digest("code", path, entry["code"][0], *self._texts, repr(entry["included"]))
        shape = digest(path, entry["shape"][3], *self._texts)
        return [
            outline_from_json(item, digest(key, str(number)), digest(shape, str(number)))
            for number, item in enumerate(entry["units"])
        ]

    def read_ahead(self, paths: Sequence[str], options: SourceOptions, elsewhere: Dispatch) -> None:
        """Let others read the files that are not in the store, several at a time."""
        self.use(options)
        wanted = {
            path: text
            for path in paths
            if (text := self.files.digest(path)) and self._known(self._key(path, text)) is None
        }
        if elsewhere.at_once or sum(map(_size, wanted)) >= _LEAST_AHEAD:
            self._ahead = elsewhere.read(wanted, options)

    def _was_read_ahead(self, path: str) -> Json | None:
        """Return the entry of a file that others read; raise SAD114 if that came to nothing."""
        found = self._ahead.pop(path, None)
        if isinstance(found, Failure):
            hint = "it is left out; look at what is unusual in it, or give it by itself"
            raise input_error("SAD114", f"reading it {found.reason}", Span.at(path), hint)
        return None if found is None else unpacked(found)

    def _key(self, path: str, text_digest: str) -> str:
        return digest("file", path, text_digest, *self._texts)

    def _known(self, key: str) -> Json | None:
        """The entry of a file in the store, if it holds."""
        known = self._store.get("file", key)
        return known if known is not None and self._are_still(known["included"]) else None

    def use(self, options: SourceOptions) -> None:
        """Read files with these options from now on."""
        if self.options is not options:
            self.options, self._texts = options, _texts(options)
            self.units.options = options
            self._places.clear()

    def outlines(self, path: str) -> list[Outline] | None:
        """Return the outlines of the units of a file; None for a file that is read as a whole."""
        return self._outlines.get(path)

    def _find(self, name: str, asked_in: str) -> str | None:
        """Return which file is included: looked for once in all folders, not for each file again."""
        if name.startswith(USED):
            modules = self.options.modules
            return None if modules is None else modules.files.get(name.removeprefix(USED))
        place = name, os.path.dirname(asked_in)
        if place not in self._places:
            from frontends.fortran.preprocess import find_include  # noqa: PLC0415 - slow to import

            self._places[place] = find_include(name, asked_in, self.options.include_paths)
        return self._places[place]

    def _digest(self, item: Inclusion) -> str:
        return "" if item.found is None else self.files.digest(item.found)

    def _are_still(self, included: Json) -> bool:
        """Whether the same files are included, and hold the same."""
        return all(
            self._find(name, asked_in) == found
            and (found is None or self.files.digest(found) == known)
            for name, asked_in, found, known in included
        )

    def _touched(self, included: Sequence[Inclusion]) -> bool:
        """Whether an included file may have changed between reading and digesting it."""
        found = {item.found for item in included} - {None, *self.options.texts}
        return any(os.stat(path).st_mtime >= self._started - 1.0 for path in found if path)


def _texts(options: SourceOptions) -> tuple[str, str]:
    """The options that a file is read with, as text."""
    defines = sorted((name, str(value)) for name, value in options.defines.items())
    modules = options.modules
    names = () if modules is None else (sorted(modules.repeated), modules.extended, modules.targets)
    return repr([*options.include_paths]), repr([defines, names])
