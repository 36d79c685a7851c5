"""The costs of the last check of some sources: which units cost what they did needs no look at each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.checks.contracts.comments import may_have_contracts
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.incremental.described import Described
    from sad.incremental.store import Store

Json = Any


class LastCosts:
    """What costs were computed from the last time, and what is now: ``keep`` makes this the last time.

    ``place`` stands for the sources and how they are shown, ``commons`` for the load-time values that
    main programs start with.
    """

    def __init__(self, store: Store, place: str, commons: str) -> None:
        self._store, self._key, self._commons = store, digest("costs", place), commons
        known: dict[str, Any] = store.get("costs", self._key) or {}
        self._texts: Mapping[str, str] = known.get("texts", {})
        self._quiet: frozenset[str] = frozenset(known.get("quiet", ()))
        self._rows: Mapping[str, Json] = known.get("rows", {})
        self._has_commons: bool = known.get("commons") == commons
        self._changed: set[str] = set()
        self._now: dict[str, Json] = {}
        self._new_texts: dict[str, str] = {}
        self._new_quiet: set[str] = set()

    def tell_text(self, file: str, text: str) -> None:
        """Be told the digest of a file's lines and path."""
        self._new_texts[file] = text

    def known(self, unit: Described, name: str, callees: Sequence[str]) -> tuple[str, str] | None:
        """Return key and ``inside`` of the cost of a unit, if all it is computed from is as it was.

        All callees and the texts of all files of the unit have been told before.
        """
        row = self._rows.get(unit.name)
        if (
            row is None
            or row[:2] != [unit.digest, name]
            or (row[4] or list(unit.targets)) != list(callees)
            or not self._changed.isdisjoint(callees)
            or any(self._texts.get(file) != self._new_texts[file] for file in unit.files)
            or (unit.kind == "program" and not self._has_commons)
        ):
            return None
        return row[2], row[3]

    def tell(
        self, unit: Described, name: str, key: str, inside: str, callees: Sequence[str]
    ) -> None:
        """Be told the cost of a unit: its key, and a digest of what callers depend on."""
        left_out = None if len(callees) == len(unit.targets) else list(callees)
        row = self._rows.get(unit.name)
        self._now[unit.name] = [unit.digest, name, key, inside, left_out]
        if row is None or row[3] != inside:
            self._changed.add(unit.name)

    def may_have_contracts(self, file: str) -> bool:
        """Whether a file has a comment that could be a contract."""
        text = self._new_texts.get(file)
        if text is not None and file in self._quiet and self._texts.get(file) == text:
            self._new_quiet.add(file)
            return False
        found = may_have_contracts(file)
        if not found and text is not None:
            self._new_quiet.add(file)
        return found

    def keep(self) -> None:
        """Keep what was told, if it is not what is kept."""
        same = self._now == self._rows and self._new_texts == self._texts and self._has_commons
        if same and self._new_quiet <= self._quiet:
            return
        value = {
            "commons": self._commons,
            "texts": self._new_texts,
            "quiet": sorted(self._new_quiet),
            "rows": self._now,
        }
        self._store.put("costs", self._key, value)
