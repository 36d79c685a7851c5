"""What a reader of the page can set: one control for each parameter of the formulas."""

from __future__ import annotations

import re
from fractions import Fraction
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any

from sad.algebra.codes import Coding, coded_reals, shown_code, text_of_code
from sad.expr.javascript import helpers, javascript
from sad.model.parameters import Kind
from sad.profiles.distribution_text import distribution_name
from sad.profiles.settings import Origin

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.names import Names
    from sad.model.parameters import Parameter
    from sad.profiles.settings import Setting, Settings
    from sad.report.answer import Answer


Json = Any
_LOG_ENDS = {
    Kind.SIZE: (1.0, 1e4),
    Kind.TRIP_COUNT: (0.1, 1e4),
    Kind.VALUE: (1.0, 1e4),
    Kind.SECONDS: (1e-9, 1e2),
}
_ROOM = 100  # how far a slider goes beyond a value that is given
_NUMBER = re.compile(r"\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?\s*")


class Arguments:
    """The parameters of one program in the order of the page, with their places in the array ``p``."""

    def __init__(self, answer: Answer, settings: Settings, files: Mapping[str, int]) -> None:
        view = answer.view
        self._answer, self._view, self._files = answer, view, files
        self._model = view.model
        bound = view.prediction.bound
        self._calls = {call.symbol: call.name for call in bound.calls} if bound else {}
        symbols = [*self._model.symbols, *(s for s in self._calls if s not in self._model.used)]
        self.places: Mapping[str, int] = {symbol: place for place, symbol in enumerate(symbols)}
        self._typical = answer.weights.typical.values
        has_entry = self._model.entry is not None
        self._governed: Mapping[str, float] = answer.weights.governed if has_entry else {}
        self._open = {item.symbol: item for item in answer.open} if has_entry else {}
        self._follower = Follower(settings, self._model.names, self.places)

    def rows(self) -> list[Json]:
        """Return one record for each argument."""
        return [self._row(symbol) for symbol in self.places]

    def followers(self) -> list[Json]:
        """Return places whose values are given as formulas of others, in an order to compute them."""
        return [
            {"at": self.places[symbol], "text": text, "needs": needs}
            for symbol, text, needs in self._follower.found(
                {*self._model.values, *self._model.open}
            )
        ]

    def follower_source(self) -> str:
        """Return the functions that compute these values, in the same order."""
        return self._follower.source()

    def fixed(self) -> Iterator[tuple[str, str, str]]:
        """Yield name, value and reason of given values that no formula depends on any more."""
        for symbol in self._model.values:
            if symbol in self.places:
                continue
            parameter = self._model.names.parameters.get(symbol)
            why = "decides what runs; other values need another report"
            if parameter is not None:
                yield self._view.name(symbol), str(self._view.given(symbol)), why

    def _row(self, symbol: str) -> Json:
        view, model = self._view, self._model
        parameter = model.names.parameters.get(symbol)
        kind = Kind.SECONDS if symbol in self._calls else Kind.VALUE
        if parameter is not None:
            kind = parameter.kind
        random = model.random.get(symbol)
        value = model.values.get(symbol)
        coding = view.coding(symbol)
        number = None if value is None or coding is Coding.TEXT else float(value)
        low, high = _LOG_ENDS.get(kind, (0.0, 1.0))
        if number is not None and kind in _LOG_ENDS and number > 0:
            low, high = min(low, number / _ROOM), max(high, number * _ROOM)
        return {
            "symbol": symbol,
            "name": view.name(symbol),
            "label": model.names.label(symbol),
            "kind": kind,
            "coding": coding,
            "about": self._about(symbol, parameter),
            "line": None if parameter is None else parameter.span.line,
            "value": self._shown(symbol),
            "origin": model.origins.get(symbol, Origin.NONE),
            "code": self._code(symbol),
            "typical": self._usual(symbol),
            "share": self._governed.get(symbol),
            "isError": symbol in self._open and self._open[symbol].is_error_exit,
            "place": -1 if parameter is None else self._files.get(parameter.span.file, -1),
            "source": self._source(symbol, parameter),
            "given": random.text if random is not None and symbol not in model.spreads else "",
            "determined": model.is_determined(symbol),
            "low": low,
            "high": high,
            "least": _least(kind, parameter),
            "length": None if parameter is None else parameter.length,
        }

    def _code(self, symbol: str) -> float | None:
        """The typical value of what has none, as formulas get it."""
        value = None if symbol in self._model.values else self._typical.get(symbol)
        return value if value is None or isinstance(value, int) else float(value)

    def _usual(self, symbol: str) -> float | int | str | None:
        """The same as its control shows it; None if it cannot be shown."""
        value = None if symbol in self._model.values else self._typical.get(symbol)
        return None if value is None else self._control(symbol, value)

    def _source(self, symbol: str, parameter: Parameter | None) -> str:
        """The line that only a run can decide."""
        if parameter is None or self._model.is_determined(symbol):
            return ""
        return self._view.source_line(parameter.span.file, parameter.span.line)

    def _about(self, symbol: str, parameter: Parameter | None) -> str:
        note = self._model.notes.get(symbol)
        if note:
            return f"a default: {note}"
        if symbol in self._calls:
            return f"time of one call of {self._calls[symbol]}, which is not in the program"
        return "" if parameter is None else parameter.reason

    def _shown(self, symbol: str) -> float | int | str | None:
        """The value as the control shows it: real options as numbers, texts as texts."""
        value = self._model.values.get(symbol)
        return None if value is None else self._control(symbol, value)

    def _control(self, symbol: str, value: Number) -> float | int | str | None:
        match self._view.coding(symbol):
            case Coding.TEXT:
                text = text_of_code(int(value))
                return text if text.isprintable() else None
            case Coding.REAL:
                shown = shown_code(int(value), Coding.REAL)
                return None if shown is None else float(Fraction(shown))
            case _:
                return float(value) if isinstance(value, Fraction) else value


def real_codes() -> list[tuple[float, float]]:
    """Return real constants that options are compared with, and the numbers they are coded as."""
    return [(float(value), float(code)) for code, value in sorted(coded_reals().items())]


def _least(kind: Kind, parameter: Parameter | None) -> int | None:
    match kind:
        case Kind.TRIP_COUNT:
            return 0 if parameter is None else parameter.least
        case Kind.PROBABILITY | Kind.SECONDS:
            return 0
        case _:
            return None


class Follower:
    """Finds values that are formulas of other values; ``places`` are those of symbols in ``p``."""

    def __init__(self, settings: Settings, names: Names, places: Mapping[str, int]) -> None:
        self._names = names
        self._places = places
        self._settings: dict[str, Setting] = {
            names.same(name): setting for name, setting in settings.items.items()
        }
        self._functions: list[str] = []

    def found(self, given: Collection[str]) -> list[tuple[str, str, list[int]]]:
        """Return symbol, text and the places used, in an order in which they can be computed.

        ``given`` are the symbols that were given a value. Distributions stay as they are.
        """
        self._functions = []
        texts: dict[str, str] = {}
        needs: dict[str, list[str]] = {}
        for symbol, setting in self._settings.items():
            if symbol not in self._places or symbol not in given:
                continue
            is_number = self._names.coding(symbol) is Coding.INTEGER
            if not is_number or _NUMBER.fullmatch(setting.text) or distribution_name(setting.text):
                continue
            used: dict[str, None] = {}
            texts[symbol] = self._written(setting.text, used)
            if used:
                needs[symbol] = list(used)
        rows: list[tuple[str, str, list[int]]] = []
        for symbol in TopologicalSorter(needs).static_order():
            if symbol in needs:
                self._functions.append(texts[symbol])
                places = [self._places[item] for item in needs[symbol]]
                rows.append((symbol, self._settings[symbol].text, places))
        return rows

    def source(self) -> str:
        """Return the JavaScript of what ``found`` returned last."""
        rows = ",\n".join(f"(p) => {text}" for text in self._functions)
        return "\n".join([*helpers(rows), f"const follow = [{rows}];"])

    def _written(self, text: str, used: dict[str, None]) -> str:
        """A text as JavaScript; names that no formula needs are replaced by what they were given."""

        def lookup(name: str) -> str:
            symbol = self._names.same(name)
            place = self._places.get(symbol)
            if place is not None and self._names.coding(symbol) is Coding.INTEGER:
                used[symbol] = None
                return f"p[{place}]"
            return self._written(self._settings[symbol].text, used)

        return javascript(text, lookup)
