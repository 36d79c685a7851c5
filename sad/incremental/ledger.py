"""The last run of a program, kept as one entry: what it read, what its groups and units came to.

Nothing follows from it but where things are in the store: each part tells what it was made from.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sad.incremental.described import Described
from sad.incremental.relations import relations_to_json
from sad.incremental.said import diagnostic_to_json, span_from_json, span_to_json
from sad.incremental.sources import ReadFile
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import Diagnostic
    from sad.incremental.analyst import Found
    from sad.incremental.entries import Entries
    from sad.incremental.program import Incremental
    from sad.incremental.sources import Sources
    from sad.incremental.surroundings import Surroundings
    from sad.reading.options import Reading

Json = Any

_MOST_DAYS = 7
"""How long entries may be used without being looked at one by one, which keeps them in the store."""


class UnitRow(NamedTuple):
    """A program unit: the number of its file, its place in there, its key, where it is."""

    file: int
    number: int
    key: str
    span: Json


class GroupRow(NamedTuple):
    """A group: the key of its entry, the digests of its units' interfaces, what was said of it.

    ``needs`` are the numbers of the groups it mentions, ``asked`` those of them that gave values for
    constant arguments. ``units`` are its described units, as ``unit_row`` writes them.
    """

    key: str
    digests: Sequence[str]
    said: Json
    needs: Sequence[int]
    asked: Sequence[int]
    units: Json


@dataclass(slots=True)
class Ledger:
    """A run. ``extra`` was said of files together, ``relations`` are as JSON, ``reals`` are constants.

    ``used`` are the symbols that counts depend on, each with how many times.
    """

    day: int
    files: list[ReadFile]
    units: list[UnitRow]
    extra: Json
    relations: Json
    groups: list[GroupRow]
    reals: list[str]
    used: Mapping[str, int]


def ledger_key(reading: Reading) -> str:
    """Return the key of the entry: the last run with these options, in this folder."""
    return digest("ledger", os.getcwd(), repr(reading))


def kept_ledger(reading: Reading, entries: Entries, today: int) -> Ledger | None:
    """Return the last run, if there is one that is not too old."""
    value = entries.get("ledger", ledger_key(reading))
    if value is None or not 0 <= today - value[0] < _MOST_DAYS:
        return None
    day, files, units, extra, relations, groups, reals, used = value
    return Ledger(
        day,
        [ReadFile(*item) for item in files],
        [UnitRow(*item) for item in units],
        extra,
        relations,
        [GroupRow(*item) for item in groups],
        reals,
        used,
    )


def keep_ledger(reading: Reading, entries: Entries, ledger: Ledger) -> None:
    """Keep a run as the last one."""
    value = [
        *(ledger.day, ledger.files, ledger.units, ledger.extra, ledger.relations, ledger.groups),
        *(ledger.reals, ledger.used),
    ]
    entries.put("ledger", ledger_key(reading), value)


def ledger_of(
    program: Incremental, sources: Sources, said: Sequence[Diagnostic], today: int
) -> Ledger | None:
    """Return a run that has ended; None if it is one that cannot be told in files and groups.

    ``said`` are the messages of all its reading and analysis, in order.
    """
    kept = program.kept
    if kept is None or (whole := kept.ground.whole).units:
        return None
    if not sources.are_all_known or len(sources.files) < len(program.files):
        return None
    messages = [diagnostic_to_json(item) for item in said]
    by_files = [item for file in sources.files for item in file.said]
    found = [kept.groups[keys[0]] for keys in kept.ground.components]
    by_groups = [item for group in found for item in group.entry["said"]]
    middle = len(messages) - len(by_groups)
    if messages[: len(by_files)] != by_files or messages[middle:] != by_groups:
        return None
    paths = {file.path: number for number, file in enumerate(sources.files)}
    units = [
        UnitRow(paths[path], number, key, span_to_json(whole.outlines[key].unit.span))
        for key, (path, number) in whole.places.items()
    ]
    numbers = {item.key: number for number, item in enumerate(units)}
    in_group = {key: n for n, keys in enumerate(kept.ground.components) for key in keys}
    described: list[list[Json]] = [[] for _ in found]
    for unit in program.units:
        described[in_group[unit.key]].append(unit_row(unit, numbers))
    return Ledger(
        today,
        sources.files,
        units,
        messages[len(by_files) : middle],
        relations_to_json(kept.ground.relations, numbers),
        [group_row(*pair, in_group, kept.ground) for pair in zip(found, described, strict=True)],
        sorted({real for group in found for real in group.entry["reals"]}),
        kept.used.times,
    )


def group_row(
    found: Found, units: Json, in_group: Mapping[str, int], ground: Surroundings
) -> GroupRow:
    """Return the row of a group whose entry is known; ``in_group`` are numbers of groups by unit."""
    needs = {in_group[key] for key, _ in found.mentions.values()} - {in_group[found.keys[0]]}
    asked = {in_group[ground.procedures[name].key] for name, _, _ in found.entry["asked"]}
    entry = found.entry
    return GroupRow(found.key, entry["digests"], entry["said"], sorted(needs), sorted(asked), units)


def unit_row(unit: Described, numbers: Mapping[str, int]) -> Json:
    """Return a described unit as JSON, with the number of its program unit in place of its key."""
    return [unit.name, unit.entry, numbers[unit.key], unit.kind, *unit[5:]]


def unit_of(row: Json, units: list[UnitRow]) -> Described:
    """Return the described unit in a row."""
    name, entry, at, kind, *others = row
    number: int = at
    place = units[number]
    return Described(name, entry, place.key, kind, span_from_json(place.span), *others)
