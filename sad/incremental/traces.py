"""Values that functions give back for constant arguments, kept with everything they depend on."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sad.algebra.codes import code_of_real, gathered_reals
from sad.algebra.json_form import PolyReader, Writer
from sad.analysis.calls.connect import MOST_TRACED
from sad.incremental.fingerprint import digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.poly import Poly
    from sad.analysis.calls.results import Given
    from sad.incremental.entries import Entries

Json = Any

_UNKNOWN = digest("not known")


class Traces:
    """The values of one run. ``trace`` finds one that is not kept."""

    def __init__(
        self, store: Entries, deep: Callable[[str], str], trace: Callable[[str, Given], Poly | None]
    ) -> None:
        self._store = store
        self._deep = deep
        self._trace = trace
        self._values: dict[str, tuple[Poly | None, str]] = {}
        self._needs: dict[str, list[str]] = {}
        self._nested: list[dict[str, None]] = []

    def value(self, key: str, given: Given) -> tuple[Poly | None, str]:
        """Return what the function with this unit key gives back, and a digest of that."""
        place = digest("trace", self._deep(key), key.rpartition(":")[2], repr(given_to_json(given)))
        found = self._values.get(place)
        if found is None:
            if self._nested and len(self._nested[-1]) > MOST_TRACED:
                return None, _UNKNOWN  # as in sad.analysis.calls.results
            found = self._values[place] = self._find(place, key, given)
        for outer in self._nested:
            outer.update(dict.fromkeys((*self._needs[place], place)))
        return found

    def _find(self, place: str, key: str, given: Given) -> tuple[Poly | None, str]:
        known: Json = self._store.get("trace", place)
        if known is None:
            nested: dict[str, None] = {}
            self._nested.append(nested)
            try:
                with gathered_reals() as reals:
                    value = self._trace(key, given)
            finally:
                self._nested.pop()
            if len(nested) > MOST_TRACED:
                value = None
            writer = Writer()
            body = None if value is None else writer.poly(value)
            known = {
                "value": body,
                "atoms": writer.table,
                "nested": list(nested),
                "reals": list(map(str, reals)),
            }
            self._store.put("trace", place, known)
        register_reals(known["reals"])
        self._needs[place] = known["nested"]
        if known["value"] is None:
            return None, _UNKNOWN
        poly = PolyReader(known["atoms"]).poly(known["value"])
        return poly, digest(repr(known["value"]), repr(known["atoms"]))


def register_reals(texts: list[str]) -> None:
    """Let real constants be shown that formulas from the store test."""
    for text in texts:
        code_of_real(Fraction(text))


def given_to_json(given: Given) -> Json:
    """Return constant arguments as JSON."""
    writer = Writer()
    return [
        [[name, writer.poly(value)] for name, value in given.values],
        [[name, length] for name, length in given.lengths],
    ]


def given_from_json(value: Json) -> Given:
    """Return the constant arguments in a JSON value."""
    from sad.analysis.calls.results import Given  # noqa: PLC0415

    values, lengths = value
    reader = PolyReader({})
    return Given(
        tuple((name, reader.poly(item)) for name, item in values),
        tuple((name, length) for name, length in lengths),
    )
