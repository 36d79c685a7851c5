"""Matches units and symbols of two states, and brings costs to the names of the new one."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING

from sad.checks.costs.canonical import Canonical
from sad.records import record
from sad.symbols import call_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sad.checks.costs.record import Amounts, State, Symbol, UnitCost

Pair = tuple["UnitCost | None", "UnitCost | None"]

_LIKE, _UNLIKE = 0.8, 0.6
_MOST_LIKENESSES = 2_500  # pairs of units that are held against each other


def matched_units(old: State, new: State) -> list[Pair]:
    """Return pairs of units, by the name now: of one name, of one structure, or alike.

    A unit that could be several is not matched: it is new, or gone.
    """
    pairs: list[Pair] = [
        (old.units[name], new.units[name]) for name in new.units if name in old.units
    ]
    gone = [unit for name, unit in old.units.items() if name not in new.units]
    added = [unit for name, unit in new.units.items() if name not in old.units]
    for key in (_structure_and_file, _structure):
        for before, now in _unique(gone, added, key):
            pairs.append((before, now))
            gone.remove(before)
            added.remove(now)
    for before, now in _alike(gone, added):
        pairs.append((before, now))
        gone.remove(before)
        added.remove(now)
    pairs.extend((unit, None) for unit in gone)
    pairs.extend((None, unit) for unit in added)
    return sorted(pairs, key=lambda pair: (pair[1] or pair[0] or NOBODY).name)


class _Nobody:
    name = ""


NOBODY = _Nobody()


def _structure(unit: UnitCost) -> tuple[str, ...]:
    return unit.fingerprint, unit.language


def _structure_and_file(unit: UnitCost) -> tuple[str, ...]:
    return unit.fingerprint, unit.language, unit.span.file


def _unique(
    gone: Sequence[UnitCost], added: Sequence[UnitCost], key: Callable[[UnitCost], object]
) -> list[tuple[UnitCost, UnitCost]]:
    """Pairs of one key that nobody else has on either side."""
    before: dict[object, list[UnitCost]] = {}
    now: dict[object, list[UnitCost]] = {}
    for units, found in ((gone, before), (added, now)):
        for unit in units:
            found.setdefault(key(unit), []).append(unit)
    return [
        (units[0], now[value][0])
        for value, units in before.items()
        if len(units) == 1 and len(now.get(value, ())) == 1
    ]


def _alike(gone: Sequence[UnitCost], added: Sequence[UnitCost]) -> list[tuple[UnitCost, UnitCost]]:
    """Pairs that are much more like each other than like any other unit left."""
    if len(gone) * len(added) > _MOST_LIKENESSES:
        return []
    scores = {(before.name, now.name): _likeness(before, now) for before in gone for now in added}
    found: list[tuple[UnitCost, UnitCost]] = []
    for before in gone:
        for now in added:
            score = scores[before.name, now.name]
            rivals = [
                value
                for (one, other), value in scores.items()
                if (one == before.name) != (other == now.name)
            ]
            if score >= _LIKE and all(value < _UNLIKE for value in rivals):
                found.append((before, now))
    return found


def _likeness(before: UnitCost, now: UnitCost) -> float:
    if before.language != now.language:
        return 0.0
    return SequenceMatcher(None, _features(before), _features(now), autojunk=False).ratio()


def _features(unit: UnitCost) -> list[str]:
    operations = [f"{key} {len(poly.terms)}" for key, poly in sorted(unit.own.items())]
    loops = [f"loop {len(loop.count.terms)}" for loop in unit.loops]
    roles = [f"{item.role} {item.mark}" for item in unit.symbols]
    return [*operations, *sorted(unit.calls), *loops, *roles]


def matched_symbols(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return what symbols of the old units are called in the new ones, where that is another name.

    A symbol that is gone gets a name that nothing else has.
    """
    found: dict[str, str] = {}
    known = {item.name for before, _ in pairs if before is not None for item in before.symbols}
    units = (now for _, now in pairs if now is not None)
    given = [item for unit in units for item in unit.symbols if item.role == "input"]
    given = [item for item in given if item.name not in known]
    for before, now in pairs:
        if before is not None and now is not None:
            found.update(_of_pair(before, now, given))
    return {old: new for old, new in found.items() if old != new}


def _of_pair(before: UnitCost, now: UnitCost, given: Sequence[Symbol]) -> dict[str, str]:
    """The same of one unit; ``given`` are the inputs of all units that there were none of before."""
    found: dict[str, str] = {}
    given_before, given_now = _given(before), _given(now)
    labels = {item.label: item for item in given_now}
    places = {item.role: item for item in given_now if item.role.startswith("argument")}
    kept = {item.label for item in given_before} & labels.keys()
    for item in given_before:
        if item.label in kept:
            found[item.name] = labels[item.label].name
        elif (other := places.get(item.role)) is not None and other.label not in kept:
            found[item.name] = other.name
    found.update((item.name, other.name) for item, other in _left_over(before, now, found))
    told = list(_told_now(before, now, given))
    found.update((item.name, other.name) for item, other in told)
    for item, other in _sites(before, now, {item.name for item, _ in told}):
        found[item.name] = other.name
    taken = {item.name for item in now.symbols}
    for item in before.symbols:
        if item.name not in found and item.name in taken:
            found[item.name] = f"{item.name} (before)"
    if before.name != now.name:
        found.setdefault(call_name(before.name), call_name(now.name))
    return found


def _left_over(
    before: UnitCost, now: UnitCost, found: dict[str, str]
) -> Iterator[tuple[Symbol, Symbol]]:
    """Pairs of inputs that are no arguments: in one place of a COMMON, or the only ones renamed."""
    for role in ("common", "input"):
        first = [item for item in before.symbols if item.role == role and item.name not in found]
        names = {*found.values()}
        second = {item.name: item for item in now.symbols if item.role == role}
        second = {name: item for name, item in second.items() if name not in names}
        for item in first[:]:
            if item.name in second:
                yield item, second.pop(item.name)
                first.remove(item)
        same = before.fingerprint == now.fingerprint and len(first) == len(second)
        if same or len(first) == len(second) == 1:
            yield from zip(first, second.values(), strict=True)


def _told_now(
    before: UnitCost, now: UnitCost, given: Sequence[Symbol]
) -> Iterator[tuple[Symbol, Symbol]]:
    """Pairs of a variable or element whose value only a run told, and the input that it is now."""
    names = {item.name for item in now.symbols}
    for item in before.symbols:
        alike = [other for other in given if _variable(other) == _variable(item)]
        if item.role == "value" and item.name not in names and len(alike) == 1:
            yield item, alike[0]


def _variable(item: Symbol) -> str:
    """The variable or element that a symbol is named after."""
    return item.label.replace("@", ".").rpartition(".")[2]


def _given(unit: UnitCost) -> list[Symbol]:
    """The symbols that are inputs of a unit."""
    kinds = ("common", "input")
    return [s for s in unit.symbols if s.role in kinds or s.role.startswith("argument")]


def _sites(before: UnitCost, now: UnitCost, paired: set[str]) -> Iterator[tuple[Symbol, Symbol]]:
    """Pairs of what only runs can tell: constructs that read alike, and what is left between them."""
    given = paired | {item.name for unit in (before, now) for item in _given(unit)}
    first = [item for item in before.symbols if item.name not in given]
    second = [item for item in now.symbols if item.name not in given]
    if before.fingerprint == now.fingerprint and _roles(first) == _roles(second):
        yield from _in_order(first, second)
        return
    keys = [[(item.role, item.mark) for item in items] for items in (first, second)]
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal" or (tag == "replace" and _roles(first[i:j]) == _roles(second[k:m])):
            yield from _in_order(first[i:j], second[k:m])


def _in_order(first: Sequence[Symbol], second: Sequence[Symbol]) -> Iterator[tuple[Symbol, Symbol]]:
    """Pairs by place; those of one line, which stand in the order of names, by name if they can."""
    start = 0
    for _, group in groupby(first, key=lambda item: (item.role, item.mark)):
        before = list(group)
        now = list(second[start : start + len(before)])
        start += len(before)
        names = {_own_name(item): item for item in now}
        for item in before[:]:
            other = names.get(_own_name(item))
            if other is not None:
                yield item, other
                before.remove(item)
                now.remove(other)
        yield from zip(before, now, strict=True)


def _own_name(item: Symbol) -> str:
    return item.name.partition(".")[2]


def _roles(items: Sequence[Symbol]) -> list[str]:
    return [item.role for item in items]


@record
class AmountPair:
    """What two units do, with the same names: operations, and calls by whom they are of."""

    old: Amounts
    new: Amounts
    old_calls: Amounts
    new_calls: Amounts


class CommonForm:
    """``symbols`` are the new names of old symbols, ``renamed`` those of units."""

    def __init__(self, symbols: Mapping[str, str], renamed: Mapping[str, str]) -> None:
        self._old = Canonical(symbols)
        self._new = Canonical()
        self._renamed = renamed

    def name(self, symbol: str) -> str:
        """Return the new name of an old symbol."""
        return self._old.name(symbol)

    def old(self, amounts: Amounts) -> Amounts:
        """Return what an old unit does."""
        return {key: self._old.poly(poly) for key, poly in amounts.items()}

    def new(self, amounts: Amounts) -> Amounts:
        """Return what a new unit does, or whom it calls."""
        return {key: self._new.poly(poly) for key, poly in amounts.items()}

    def old_calls(self, calls: Amounts) -> Amounts:
        """Return whom an old unit calls."""
        return {self._called(key): poly for key, poly in self.old(calls).items()}

    def amounts(self, before: UnitCost, now: UnitCost) -> AmountPair:
        """Return the inclusive amounts where both have them with the same calls inlined.

        Else they are the own ones and the calls: a call that is inlined on one side only, since the
        cost is too large on the other, would look like one that was added there.
        """
        if (
            before.total is not None
            and before.externals is not None
            and now.total is not None
            and now.externals is not None
        ):
            old_left, left = self.old_calls(before.externals), self.new(now.externals)
            was_inlined = {*map(self._called, before.calls)} - old_left.keys()
            is_inlined = now.calls.keys() - left.keys()
            if was_inlined.isdisjoint(left) and is_inlined.isdisjoint(old_left):
                return AmountPair(self.old(before.total), self.new(now.total), old_left, left)
        calls = self.old_calls(before.calls), self.new(now.calls)
        return AmountPair(self.old(before.own), self.new(now.own), *calls)

    def _called(self, name: str) -> str:
        """The new name of what an old unit calls; a dummy procedure is named after its unit."""
        if name in self._renamed:
            return self._renamed[name]
        unit, dot, rest = name.partition(".")
        return f"{self._renamed.get(unit, unit)}{dot}{rest}"
