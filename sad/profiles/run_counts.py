"""Counts of whole runs in a parameter file: how often every block of the program ran.

    counts:
      run 1 (N=500):
        entry: MAIN
        at: {N: 500}
        values: {FORCES.trips@do10: 27/2}
        calls: {DGEMM: 12}
        units:
          FORCES: {shape: 5c1f0a2277d4e3b1, blocks: "500*3 249500 - 120"}

A value of a parameter is a mean, and products of means are no counts. These are the counts themselves.
Blocks are numbered as in the description; ``500*3`` are three of them that ran 500 times each, ``-`` is
one of which nothing is known. ``shape`` is the digest of the unit's description: counts of a unit whose
statements changed are not used, but lines may move. ``values`` are the means of that run.

    together:
      FORCES.b3: {value: 0.41, last: 0.41, of: X3*P2}

says what the product of means is to be multiplied with to give the count of a block: a number or a
function of the sizes, and what it was in the last run. Of several sizes the count itself may be a
function of them (``count``), or the mean of what was measured together (``mean``), with its uncertainty
(``spread``) and how it was found (``fit``).
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from sad.profiles.yaml_edit import Written
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.document import Item
    from sad.profiles.yaml_edit import YamlValue

_WORD = re.compile(r"(?P<count>\d+(?:/[1-9]\d*)?|-)(?:\*(?P<times>[1-9]\d*))?")
_MOST = 10_000_000  # blocks of a unit
_OF_COUNT = ("count", "mean", "spread", "fit")


@record
class UnitCounts:
    """How often each block of a unit ran, in order; None if that is not known."""

    shape: str
    blocks: tuple[Fraction | None, ...]


@record
class RunCounts:
    """One run: the sizes it had, by label, counts of units by their names in the description.

    ``calls`` are how often procedures without source were called, ``values`` the means of parameters.
    Counts are for one call of ``entry``, which is empty for the main program.
    """

    name: str
    entry: str
    at: Mapping[str, float]
    units: Mapping[str, UnitCounts]
    calls: Mapping[str, Fraction]
    values: Mapping[str, Fraction]


@record
class Together:
    """The count of a block by the product of means: a text of settings, in the last run, of what.

    ``function`` is the count itself for one call of the entry, as a text of settings, empty if the
    product of the parameters' functions is taken; if it ``is_mean``, the mean of what was measured
    together, for each time that the formula says without it. ``spread`` is a distribution around it,
    ``fit`` how it was found.
    """

    value: str
    last: float
    of: str
    function: str = ""
    spread: str = ""
    fit: str = ""
    is_mean: bool = False


def fields_of(run: RunCounts) -> Mapping[str, YamlValue]:
    """Return a run as it stands in a parameter file."""
    fields: dict[str, YamlValue] = {"entry": run.entry} if run.entry else {}
    at = {name: int(value) if value == int(value) else value for name, value in run.at.items()}
    units: dict[str, YamlValue] = {
        name: {"shape": unit.shape, "blocks": _text(unit.blocks)}
        for name, unit in run.units.items()
    }
    calls = {name: str(count) for name, count in run.calls.items()}
    values = {name: str(value) for name, value in run.values.items()}
    fields |= {"at": at, "values": values} if values else {"at": at}
    return {**fields, **({"calls": calls} if calls else {}), "units": units}


def _text(blocks: Sequence[Fraction | None]) -> str:
    words: list[str] = []
    for count, alike in groupby(blocks):
        times = len(list(alike))
        word = "-" if count is None else str(count)
        words.append(word if times == 1 else f"{word}*{times}")
    return " ".join(words)


def fields_of_together(item: Together) -> Mapping[str, YamlValue]:
    """Return what was measured together as it stands in a parameter file."""
    found: dict[str, YamlValue] = {"value": Written(item.value), "last": item.last, "of": item.of}
    if item.function:
        found["mean" if item.is_mean else "count"] = Written(item.function)
        found |= {"spread": item.spread} if item.spread else {}
        found["fit"] = item.fit
    return found


def runs_in(section: Item) -> tuple[RunCounts, ...]:
    """Return the runs of the section ``counts``; raises SAD403 (unknown key), SAD404 (no counts)."""
    found: list[RunCounts] = []
    for name, item in section.mapping().items():
        fields = item.mapping(("entry", "at", "values", "calls", "units"))
        at = fields["at"].mapping() if "at" in fields else {}
        calls = fields["calls"].mapping() if "calls" in fields else {}
        units = fields["units"].mapping() if "units" in fields else {}
        values = fields["values"].mapping() if "values" in fields else {}
        found.append(
            RunCounts(
                name,
                fields["entry"].text() if "entry" in fields else "",
                {size: value.number() for size, value in at.items()},
                {unit: _unit(value) for unit, value in units.items()},
                {callee: _count(value) for callee, value in calls.items()},
                {parameter: _count(value) for parameter, value in values.items()},
            )
        )
    return tuple(found)


def together_in(section: Item) -> dict[str, Together]:
    """Return the entries of the section ``together``; raises as ``runs_in``."""
    found: dict[str, Together] = {}
    for block, item in section.mapping().items():
        fields = item.mapping(("value", "last", "of", *_OF_COUNT))
        for name in ("value", "last"):
            if name not in fields:
                item.fail("SAD404", f"{name} is missing", "import the profile again")
        of = fields["of"].text() if "of" in fields else ""
        own = {name: fields[name].text() for name in _OF_COUNT if name in fields}
        function = own.get("count", "") or own.get("mean", "")
        found[block] = Together(
            *(fields["value"].text(), fields["last"].number(), of, function),
            *(own.get("spread", ""), own.get("fit", "")),
            is_mean=not own.get("count"),
        )
    return found


def _unit(item: Item) -> UnitCounts:
    fields = item.mapping(("shape", "blocks"))
    shape = fields["shape"].text() if "shape" in fields else ""
    blocks = fields.get("blocks")
    return UnitCounts(shape, () if blocks is None else tuple(_counts(blocks)))


def _counts(item: Item) -> Iterator[Fraction | None]:
    left = _MOST
    for word in item.text().split():
        match = _WORD.fullmatch(word)
        times = 0 if match is None else int(match["times"] or 1)
        left -= times
        if match is None or left < 0:
            item.fail("SAD404", f"{word!r} is no count of a block", "a number, or - if unknown")
        count = None if match["count"] == "-" else Fraction(match["count"])
        yield from (count for _ in range(times))


def _count(item: Item) -> Fraction:
    try:
        found = Fraction(item.text())
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0:
        item.fail("SAD404", f"{item.text()!r} is no count", "a number of 0 or more")
    return found
