"""Names people use for parameters: short labels, aliases X1, P2, and what was meant by a name."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.expr.parse import rename
from sad.model.parameters import Class, Kind
from sad.profiles.settings import Settings
from sad.records import field, record, replace
from sad.symbols import NTHREADS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from sad.model.nodes import Description, UnitDescription
    from sad.model.parameters import Parameter


class Names:
    """Shown names of all symbols of a description, and the way back.

    A label that two symbols share is replaced by the symbols' full names. ``also`` are symbols that
    no count uses and that can have values all the same, ``declared`` is what the units declare where
    these are not all in the description.
    """

    def __init__(
        self,
        description: Description,
        used: frozenset[str],
        also: frozenset[str] = frozenset(),
        declared: Declared | None = None,
    ) -> None:
        found = declared_by(description.units) if declared is None else declared
        self._labels, self._types = dict(found.labels), found.types
        self._declared = found
        self.parameters = _parameters(found, description.files, used)
        owners: dict[str, set[str]] = {}
        for symbol in used:
            owners.setdefault(self._labels.get(symbol, symbol).lower(), set()).add(symbol)
        for label, symbols in owners.items():
            for shown, group in self._alike(label, symbols).items():
                if len(group) > 1:
                    for symbol in group:
                        self._labels[symbol] = _qualified(symbol, shown)
        for symbol in sorted(also - used):
            label = self._labels.get(symbol, symbol).lower()
            if owners.setdefault(label, {symbol}) != {symbol}:
                self._labels[symbol] = _qualified(symbol, label)
        self._known = used, also

    @property
    def used(self) -> frozenset[str]:
        """The symbols that were said to be used."""
        return self._known[0]

    def others(self) -> dict[str, str]:
        """Return all names of symbols but the labels: full names and short ones, with the symbols."""
        found = {symbol: symbol for symbol in self._sorted if self.label(symbol) != symbol}
        for symbol, alias in self._short_names:
            if self.find(alias) == symbol:
                found[alias] = symbol
        return found

    def in_full(self, settings: Settings) -> Settings:
        """Return settings with the short names of this program's parameters replaced by full ones."""
        full = {self.key(a): s for s, a in self._short_names if self.find(a) == s}
        found = Settings(misses=dict(settings.misses))
        for item in settings.items.values():
            text = item.text
            if self.coding_of(item.name) not in (Coding.TEXT, Coding.TRUTH):
                text = rename(text, lambda name: full.get(self.key(name), name))
            name = full.get(self.key(item.name), item.name)
            found.add(replace(item, name=name, text=text))
        return found

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Short names of parameters that only a run can tell, by symbol."""
        taken = {self.label(symbol).lower() for symbol in self._sorted}
        return self._numbered | _named(self.parameters.values(), taken)

    @cached_property
    def _numbered(self) -> dict[str, str]:
        return _numbered(self.parameters.values())

    @property
    def _short_names(self) -> Iterator[tuple[str, str]]:
        """All symbols with short names: a value may be called V1 where its variable's name is shown."""
        yield from self.aliases.items()
        yield from self._numbered.items()

    @cached_property
    def _inputs(self) -> dict[str, str]:
        """Symbols by name, whether a count uses them or not."""
        return {
            name.lower(): symbol
            for symbol, label in self._declared.labels.items()
            for name in (symbol, label)
        }

    @cached_property
    def _sorted(self) -> list[str]:
        used, also = self._known
        return [*sorted(used), *sorted(also - used)]

    @cached_property
    def _cased(self) -> frozenset[str]:
        return _only_case_apart([*self._sorted, *map(self.label, self._sorted)])

    @cached_property
    def _by_name(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for symbol in self._sorted:
            for name in (symbol, self.label(symbol)):
                found.setdefault(self.key(name), symbol)
        for symbol, alias in self._short_names:
            found.setdefault(self.key(alias), symbol)
        return found

    def _alike(self, label: str, symbols: set[str]) -> dict[str, set[str]]:
        """The symbols that share a label: in any case, unless their names keep the case of labels."""
        labels = {symbol: self._labels.get(symbol, symbol) for symbol in symbols}
        if len(set(labels.values())) == 1 or any(labels[item] not in item for item in symbols):
            return {label: symbols}
        found: dict[str, set[str]] = {}
        for symbol, shown in labels.items():
            found.setdefault(shown, set()).add(symbol)
        return found

    def key(self, name: str) -> str:
        """Return a name as names are compared: in any case, unless only case tells two apart."""
        return name if name in self._cased else name.lower()

    def same(self, name: str) -> str:
        """Return what is the same for all names of one symbol: the symbol; else the name's ``key``."""
        return self.find(name) or self.key(name)

    def label(self, symbol: str) -> str:
        """Return the name to show for a symbol."""
        return self._labels.get(symbol, symbol)

    def coding(self, symbol: str) -> Coding:
        """Return what a symbol's values stand for."""
        return self._types.get(symbol, Coding.INTEGER)

    def find(self, name: str) -> str | None:
        """Return the symbol a user means by ``name``: label, full name or alias, in any case.

        None as well if that may be two.
        """
        key = self.key(name)
        return None if key in self._cased and key != name else self._by_name.get(key)

    def coding_of(self, name: str) -> Coding:
        """Return what the values stand for that a name can get, whether a count uses it or not."""
        symbol = self.find(name) or self._inputs.get(name.lower())
        return Coding.INTEGER if symbol is None else self.coding(symbol)

    def meant(self, name: str) -> str | None:
        """Return the symbol of a name, also of an input that no count uses; None if it may be two."""
        found = self.find(name)
        if found is not None or not self.is_input(name):
            return found
        symbol = self._inputs[name.lower()]
        return None if symbol in self._known[0] else symbol

    def is_input(self, name: str) -> bool:
        """Whether a name is an input of some unit, used by a count or not."""
        unclear = name not in self._cased and name.lower() in map(str.lower, self._cased)
        return name.lower() in self._inputs and not unclear

    def close(self, name: str) -> str | None:
        """Return the known name that is most like another one; None if none is."""
        from difflib import get_close_matches  # noqa: PLC0415 - for errors only

        shown = {self.label(symbol).lower(): self.label(symbol) for symbol in self.parameters}
        shown.update((alias.lower(), alias) for alias in self.aliases.values())
        found = get_close_matches(name.lower(), [*shown, *self._by_name], 1, 0.5)
        return shown.get(found[0], found[0]) if found else None

    def suggestion(self, name: str) -> str:
        """Return what was probably meant, or what names there are."""
        inner = f".{name.lower()}"
        several = [self.label(item) for item in self.parameters if item.lower().endswith(inner)]
        if len(several) > 1:
            return f"{name} is several: {', '.join(several[:8])}"
        close = self.close(name)
        if close is not None:
            return f"did you mean {close}?"
        known = sorted(map(self.label, self.parameters))[:8]
        return f"known names: {', '.join(known)}" if known else "nothing here depends on a name"


def longer_names(names: Names, report: Names) -> dict[str, str]:
    """Return labels by all other names: those that ``names`` has, and short ones of a report.

    Numbers (X1, P1) are those of the report.
    """
    found = {
        alias: names.label(symbol)
        for symbol, alias in names.aliases.items()
        if not _NUMBERED.fullmatch(alias)
    }
    found.update((name, names.label(symbol)) for name, symbol in report.others().items())
    found.update((symbol, names.label(symbol)) for symbol in names.used)
    return {name: label for name, label in found.items() if name != label}


def _only_case_apart(names: Iterable[str]) -> frozenset[str]:
    """The names that are the same as others in another case, as C has them."""
    spellings: dict[str, set[str]] = {}
    for name in names:
        spellings.setdefault(name.lower(), set()).add(name)
    return frozenset(name for found in spellings.values() if len(found) > 1 for name in found)


def _qualified(symbol: str, label: str) -> str:
    """A COMMON variable has no unit: its block tells it from others."""
    if symbol.startswith("/"):
        return f"{label} {symbol}"
    return symbol


def _parameters(
    declared: Declared, files: Sequence[str], used: frozenset[str]
) -> Mapping[str, Parameter]:
    """The used parameters by symbol, in source order."""
    found = ((symbol, item) for symbol, item in declared.parameters.items() if symbol in used)
    order = {name: index for index, name in enumerate(files)}
    return dict(
        sorted(
            found,
            key=lambda item: (order.get(item[1].span.file, 0), item[1].span.line, item[0]),
        )
    )


_NAME = re.compile(r"[a-z_][\w.]*(?:\([-+*\w,.]+\))?", re.IGNORECASE)
_NUMBERED = re.compile(r"[xpv]\d+", re.IGNORECASE)


def _numbered(parameters: Iterable[Parameter]) -> dict[str, str]:
    """X1, X2, ... for trip counts, P1, ... for probabilities, V1, ... for values, in source order."""
    letters = {Kind.TRIP_COUNT: "X", Kind.PROBABILITY: "P", Kind.VALUE: "V"}
    counts: Counter[str] = Counter()
    found: dict[str, str] = {}
    for parameter in parameters:
        letter = letters.get(parameter.kind)
        if letter is None or parameter.cls is not Class.INDETERMINATE:
            continue
        counts[letter] += 1
        found[parameter.symbol] = f"{letter}{counts[letter]}"
    return found


def _named(parameters: Iterable[Parameter], taken: Container[str]) -> dict[str, str]:
    """The names of the variables that values are of, where these are no names of anything else."""
    values = [
        item for item in parameters if item.kind is Kind.VALUE and item.cls is Class.INDETERMINATE
    ]
    times = Counter(item.label.lower() for item in values)
    return {
        item.symbol: item.label
        for item in values
        if times[item.label.lower()] == 1 and item.label.lower() not in taken
        if _NAME.fullmatch(item.label) and not _NUMBERED.fullmatch(item.label)
    }


@record
class Declared:
    """Labels, types of values and parameters by symbol, of units in the order they were added.

    Of a symbol's labels and parameters the first counts, of its types the last.
    """

    labels: dict[str, str] = field(default_factory=dict[str, str])
    types: dict[str, Coding] = field(default_factory=dict[str, "Coding"])
    parameters: dict[str, Parameter] = field(default_factory=dict[str, "Parameter"])

    def add(self, unit: UnitDescription, parameters: Iterable[Parameter]) -> None:
        """Add what a unit declares, with these as its parameters."""
        for symbol, label in unit.labels.items():
            self.labels.setdefault(symbol, label)
        if any(item.team and item.language == "OpenMP" for item in unit.directives):
            self.labels.setdefault(NTHREADS, NTHREADS)  # also where no count depends on it
        self.types.update(unit.types)
        for parameter in parameters:
            self.parameters.setdefault(parameter.symbol, parameter)


def declared_by(units: Iterable[UnitDescription]) -> Declared:
    """Return what units declare."""
    found = Declared()
    for unit in units:
        found.add(unit, unit.parameters)
    return found
