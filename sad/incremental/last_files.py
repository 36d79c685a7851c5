"""The files of a program whose last run is known: those that changed are read, the others are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.graph import Procedure, unit_key
from sad.diagnostics import Diagnostics, SadError
from sad.incremental.lazy import Lazy
from sad.incremental.ledger import UnitRow
from sad.incremental.outlines import without_places
from sad.incremental.readers import Changed
from sad.incremental.relations import relations_from_json
from sad.incremental.said import span_to_json
from sad.incremental.surroundings import Surroundings
from sad.incremental.whole import Whole
from sad.ir.program import Program
from sad.reading.sources import source_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.incremental.entries import Entries
    from sad.incremental.ledger import Ledger
    from sad.incremental.outlines import Outline
    from sad.incremental.sources import Sources
    from sad.reading.options import Reading


class Unserved(Exception):
    """More changed than is looked at here."""


class LastFiles:
    """The files of the last run as they are now: ``changed`` are the numbers of those that changed.

    ``ledger`` is brought up to date. Raises ``Unserved`` if they say something else of their units.
    """

    def __init__(self, ledger: Ledger, sources: Sources, reading: Reading, store: Entries) -> None:
        self._ledger, self._sources, self._store = ledger, sources, store
        self._outlines: dict[str, list[Outline]] = {}
        self._options = source_options(reading)
        sources.use(self._options)
        self.changed = self._read_changed()

    def _read_changed(self) -> list[int]:
        """Read the files that changed; raise ``Unserved`` if they say something else of their units."""
        changed: list[int] = []
        for number, file in enumerate(self._ledger.files):
            same = self._sources.text_digest(file.path) == file.text
            if same and (not file.included or self._sources.are_still(file.included)):
                self._sources.was_read(file)
                continue
            old = self._store.get("file", file.key)
            try:
                self._sources.read_one(file.path, self._options, Diagnostics())
            except (SadError, Changed, RecursionError):  # who reads all files says what is wrong
                raise Unserved from None
            new = self._sources.files[-1]
            now = self._store.get("file", new.key)
            if old is None or now is None or new.language != file.language:
                raise Unserved
            if without_places(old["units"]) != without_places(now["units"]):
                raise Unserved
            self._ledger.files[number] = new
            changed.append(number)
        self._move(changed)
        return changed

    def _move(self, changed: Sequence[int]) -> None:
        """Let units of changed files be where they are now, in messages as well."""
        ledger = self._ledger
        places: dict[int, list[Outline]] = {}
        for number in changed:
            places[number] = self._sources.outlines(ledger.files[number].path) or []
        moved: set[int] = set()
        for at, row in enumerate(ledger.units):
            if row.file not in places:
                continue
            unit = places[row.file][row.number].unit
            key, span = unit_key(unit), span_to_json(unit.span)
            if key != row.key:
                moved.add(at)
            for item in ledger.extra:
                if item[3] == row.span:
                    item[3] = span
            ledger.units[at] = UnitRow(row.file, row.number, key, span)
        files = {ledger.files[ledger.units[at].file].path for at in moved}
        if any(
            path in f"{item[2]} {item[3][0]} {item[4]}" for item in ledger.extra for path in files
        ):
            raise Unserved  # they tell the line
        if moved and any(
            row[2] in moved and "(" in row[0] for group in ledger.groups for row in group.units
        ):
            raise Unserved  # of several units with one name, told apart by their lines

    def ground(self) -> Surroundings:
        """Return what the program says of its units."""
        ledger = self._ledger
        keys = [row.key for row in ledger.units]
        relations = relations_from_json(ledger.relations, keys)
        whole = Whole(Program(()))
        whole.places = {row.key: (ledger.files[row.file].path, row.number) for row in ledger.units}
        whole.languages = {row.key: ledger.files[row.file].language for row in ledger.units}
        rows, places = {row.key: row for row in ledger.units}, relations.procedures

        def outline(key: str) -> Outline:
            return self._outlines_of(rows[key].file)[rows[key].number]

        def procedure(name: str) -> Procedure:
            place = places[name]
            return Procedure(place.name, outline(place.key).unit, place.dummies)

        whole.outlines, whole.procedures = Lazy(rows, outline), Lazy(places, procedure)
        return Surroundings(whole, relations)

    def _outlines_of(self, number: int) -> list[Outline]:
        """The outlines of a file, changed or not."""
        file = self._ledger.files[number]
        found = self._sources.outlines(file.path) or self._outlines.get(file.path)
        if found is None:
            entry = self._store.get("file", file.key)
            if entry is None:
                raise Unserved
            found = self._outlines[file.path] = self._sources.outlines_in(file, entry)
        return found
