"""Descriptions of units in the store: which there are, and what tells whether one is as before."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sad.incremental.fingerprint import digest
from sad.incremental.sources import StaleEntry
from sad.lowering.drafts import Candidate, Draft
from sad.model.saved import unit_from_json
from sad.parallel import OF_PROCESSES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sad.diagnostics import Span
    from sad.incremental.entries import Entries
    from sad.ir.program import Unit

Json = Any


class Described(NamedTuple):
    """One unit of the description: enough to know whether it is the same as before.

    ``number`` is its place in its group, ``digest`` stands for the whole description, ``targets`` are
    the described units it calls, ``files`` those its lines are in. ``draft`` is the key of its draft,
    ``others`` are symbols of its own that others' counts use. ``key`` and ``kind`` are those of the
    program unit, ``span`` is where that is.
    """

    name: str
    entry: str
    key: str
    kind: str
    span: Span
    number: int
    digest: str
    targets: Sequence[str]
    files: Sequence[str]
    draft: str
    others: Sequence[str]

    @property
    def file(self) -> str:
        """The source file it is in."""
        return self.span.file


def symbols_of_group(entry: Json) -> Iterator[str]:
    """Yield the symbols that counts of a group's units depend on; some more than once."""
    for value in entry["interfaces"]:
        for part in value["entries"]:
            yield from part[5]
    for guards in entry["guards"]:
        yield from guards


class Used:
    """All symbols that counts of any unit of a program depend on."""

    def __init__(self, symbols: Iterable[str]) -> None:
        self._prefixes: dict[str, set[str]] = {}
        for symbol in (every := frozenset(symbols)):
            self._prefixes.setdefault(symbol.partition(".")[0], set()).add(symbol)
        self._shared = OF_PROCESSES & every

    def of_others(self, name: str, used: Iterable[str]) -> list[str]:
        """Return the symbols of a described unit that are not among those its own counts use."""
        near = self._prefixes.get(name.partition(".")[0], set()).difference(used)
        others = sorted(item for item in near if item.startswith(f"{name}."))
        return others + sorted(self._shared.difference(used))


def described(
    keys: Sequence[str],
    entry: Json,
    used: Used,
    unit: Callable[[str], Unit],
    given: Callable[[str], str],
) -> Iterator[Described]:
    """Yield the described units of a group with these keys and this entry.

    ``given`` is a digest of what a unit costs that is described from outside the source, else empty.
    """
    number = 0
    for key, value in zip(keys, entry["interfaces"], strict=True):
        for part in value["entries"]:
            others = used.of_others(value["unit"][0], part[5])
            draft, targets, files = entry["drafts"][number]
            text = digest("unit", draft, given(key), json.dumps(others))
            whole = unit(key)
            place = key, whole.kind, whole.span
            yield Described(part[1], part[0], *place, number, text, targets, files, draft, others)
            number += 1


def draft_of(unit: Described, entries: Entries) -> Draft:
    """Return the draft of a unit's description.

    Raises ``StaleEntry`` if it is damaged, or was dropped: the next run finds it anew.
    """
    body = entries.get("draft", unit.draft)
    if body is None:
        entries.drop("group")  # they would name it again
        raise StaleEntry
    whole = unit_from_json(body["description"], unit.span.file)
    found = zip(whole.parameters, body["needs"], strict=True)
    return Draft(whole, tuple(Candidate(item, needs) for item, needs in found))
