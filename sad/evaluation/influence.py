"""Which parts of a program matter, and how much of the total each open parameter governs.

They serve to order what is not known, and for examples that are named as such; no prediction rests
on them. Inputs get round numbers, what only a run can tell gets its value by published heuristics.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, log
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding, code_of_text
from sad.algebra.evaluate import compile_polys, real
from sad.algebra.numeric import has_numeric_sum, steps_at
from sad.algebra.poly import ZERO
from sad.evaluation.defaults.fill import heuristic_values
from sad.model.parameters import Class, Kind
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.model import Model
    from sad.evaluation.predict import Prediction
    from sad.model.expand import BlockCount


_STEP = 0.01  # a parameter is changed by one part in a hundred
_MOST_OPTIONS = 12
_MOST_STEPS = 20_000  # of a sum without a closed form: it is evaluated once for each parameter
_SMALLER_SIZES = (30, 10, 4)
_SIZES = (100, 10)
_MOST_TERMS = 250_000
"""Terms evaluated for all changes together, about a second: past that, what depends on a parameter
counts in full.
"""
_Weighted = Sequence[tuple["BlockCount", float]]
_ONE_SIZE, _EACH_SIZE, _TRIPS, _MOST = 1000, 100, 10, 10**6
OPTIONS = {
    Coding.TEXT: tuple(map(code_of_text, "NTLRUVBEA")),
    Coding.TRUTH: (1, 0),
    Coding.REAL: (2, 0, 1),
}
"""Values of options that are tried, the most usual first: letters that numerical libraries use."""


class Weights:
    """Times of blocks at one point: the values given, and typical ones for the rest.

    Without a machine a block's time is the number of operations it performs. ``typical`` are the
    values, ``total`` is the sum [s or operations] and ``blocks`` are the parts by block id. Where one
    is too large for a float, these compare only, and ``largest`` is infinite instead of the total.
    """

    def __init__(self, prediction: Prediction) -> None:
        self.model = prediction.model
        self._too_long: frozenset[Poly] = frozenset()
        bound = prediction.bound
        if bound is None:
            weights = [
                (block, float(sum(sum(line.operations.values()) for line in block.block.lines)))
                for block in self.model.expansion.blocks
            ]
        else:
            weights = [(item.block, item.seconds) for item in bound.blocks]
        self._counts = list(dict.fromkeys(block.count for block, _ in weights))
        self.typical = self._typical()
        self._formulas = compile_polys(
            [ZERO if count in self._too_long else count for count in self._counts]
        )
        self.typical = self._at_most(weights)
        exact = self._numbers(self.typical.values)
        for block, _ in weights:
            known = prediction.counts[block.id]
            if known is not None:
                exact[block.count] = known
        self._values = _comparable(exact)
        self.blocks: dict[str, float] = {}
        self._by_count: dict[Poly, float] = dict.fromkeys(self._counts, 0.0)
        for block, each in weights:
            weight = max(0.0, self._values[block.count]) * each
            self.blocks[block.id] = weight
            self._by_count[block.count] += weight
        self.total = sum(self.blocks.values())
        self.largest = self.total if all(map(isfinite, map(real, exact.values()))) else inf

    def _typical(self) -> Typical:
        """Typical values at which sums without a closed form are quick to add up."""
        numeric = [count for count in self._counts if has_numeric_sum(count)]
        size = None
        for smaller in (*_SMALLER_SIZES, None) if numeric else ():
            values = typical_values(self.model, size, by_heuristics=False).values
            self._too_long = frozenset(
                count for count in numeric if steps_at(count, values) > _MOST_STEPS
            )
            if not self._too_long or smaller is None:
                break
            size = smaller
        return typical_values(self.model, size, by_heuristics=not self._too_long)

    def _at_most(self, weights: _Weighted) -> Typical:
        """The example values at which most happens, so that no part of the law is left out.

        A size may be refused by the program because it is too large, an option may switch parts off.
        """

        def total(values: Mapping[str, Number]) -> float:
            counts = self._evaluated(values)
            return sum(counts[block.count] * each for block, each in weights)

        found = self.typical
        coding = self.model.names.coding
        if any(coding(symbol) is Coding.INTEGER for symbol in found.inputs):
            smaller = (typical_values(self.model, size) for size in _SIZES)
            found = max((found, *smaller), key=lambda item: total(item.values))
        for symbol in list(found.inputs)[:_MOST_OPTIONS]:
            options = OPTIONS.get(coding(symbol), ())
            tried = (found.at(symbol, value) for value in options)
            found = max((found, *tried), key=lambda item: total(item.values))
        return found

    def count(self, poly: Poly) -> float:
        """Return the value of a block's count at the point."""
        return self._values[poly]

    def is_quick(self, poly: Poly) -> bool:
        """Whether the sums in a formula are short at the point."""
        if not has_numeric_sum(poly):
            return True
        return steps_at(poly, self.typical.values) <= _MOST_STEPS

    def share(self, ids: Iterable[str]) -> float:
        """Return the share of some blocks in the total; 0 where nothing has weight."""
        return sum(self.blocks[item] for item in ids) / self.total if self.total else 0.0

    @cached_property
    def governed(self) -> Mapping[str, float]:
        """The share of the total that each symbol without a value governs, the largest first.

        A block that takes k % more time for 1 % more of the parameter is governed by it up to
        ``min(1, k)``. Parameters that guard an error come last: they are rarely what one looks for.
        """
        shares = {symbol: self._share_of(parts) for symbol, parts in self._parts.items()}

        def order(symbol: str) -> tuple[bool, float]:
            parameter = self.model.names.parameters.get(symbol)
            return parameter is not None and parameter.without_errors is not None, -shares[symbol]

        return {symbol: shares[symbol] for symbol in sorted(shares, key=order)}

    def together(self, symbols: Iterable[str]) -> float:
        """Return the share that some symbols govern together."""
        joined: dict[Poly, float] = {}
        for symbol in symbols:
            for count, part in self._parts[symbol].items():
                joined[count] = max(part, joined.get(count, 0.0))
        return self._share_of(joined)

    def _share_of(self, parts: Mapping[Poly, float]) -> float:
        if not self.total:
            return 0.0
        return sum(self._by_count[count] * part for count, part in parts.items()) / self.total

    @cached_property
    def _parts(self) -> Mapping[str, Mapping[Poly, float]]:
        """For each open symbol, by count, how much of the count it governs."""
        symbols = self.model.missing
        depends: dict[str, dict[Poly, float]] = {symbol: {} for symbol in symbols}
        for count in self._counts:
            if self._by_count[count]:
                for symbol in atoms.free_symbols(count):
                    if symbol in depends:
                        depends[symbol][count] = 1.0
        many = _MOST_TERMS // max(sum(len(count.terms) for count in self._counts), 1)
        ordered = sorted(symbols, key=lambda item: -self._share_of(depends[item]))
        for symbol in ordered[: max(many, 1)]:
            depends[symbol] = self._reactions(symbol, depends[symbol])
        return depends

    def _reactions(self, symbol: str, counts: Mapping[Poly, float]) -> dict[Poly, float]:
        value = self.typical.values[symbol]
        changed = _changed(self.model, symbol, value)
        if changed is None or not counts:
            return {}
        values = self._evaluated({**self.typical.values, symbol: changed})
        if not any(values.values()):
            return dict.fromkeys(counts, 1.0)  # too large for a number: all that depends on it
        step = log(float(changed) / float(value))
        return {
            count: min(1.0, abs(log(after / before) / step))
            for count in counts
            if (before := self._values[count]) > 0
            and (after := values[count]) > 0
            and after != before
        }

    def _numbers(self, values: Mapping[str, Number]) -> dict[Poly, Number]:
        """Values of the counts, 0 for those that have none at this point."""
        rough = {
            symbol: float(value) if isinstance(value, Fraction) else value
            for symbol, value in values.items()
        }  # products of hundreds of fractions have numerators of thousands of digits
        try:
            numbers = [item or 0 for item in self._formulas.where_it_counts(rough)]
        except OverflowError:
            return dict.fromkeys(self._counts, 0)
        return dict(zip(self._counts, numbers, strict=True))

    def _evaluated(self, values: Mapping[str, Number]) -> dict[Poly, float]:
        """Values of the counts as floats: 0 for all if one is too large for that."""
        numbers = {count: real(number) for count, number in self._numbers(values).items()}
        finite = all(map(isfinite, numbers.values()))
        return numbers if finite else dict.fromkeys(self._counts, 0.0)


def _comparable(numbers: Mapping[Poly, Number]) -> dict[Poly, float]:
    """Numbers as floats; shares of the largest one if that is too large for a float."""
    floats = {count: real(number) for count, number in numbers.items()}
    if all(map(isfinite, floats.values())):
        return floats
    largest = max(numbers.values())
    if isinstance(largest, float):
        return dict.fromkeys(numbers, 0.0)
    return {count: float(number / largest) for count, number in numbers.items()}


def _changed(model: Model, symbol: str, value: Number) -> Number | None:
    """A value close to a parameter's; None where 0 has no neighbour."""
    if value <= 0:
        return None
    parameter = model.names.parameters.get(symbol)
    if parameter is not None and parameter.kind is Kind.PROBABILITY:
        return float(value) * (1 - _STEP)
    if isinstance(value, int):
        return value + max(1, round(value * _STEP))
    return float(value) * (1 + _STEP)


@record
class Typical:
    """Values by symbol for all that counts depend on, those given included.

    ``inputs`` are the example values among them, ``guessed`` the symbols with a value by heuristics.
    """

    values: Mapping[str, Number]
    inputs: Mapping[str, Number]
    guessed: frozenset[str]

    def at(self, symbol: str, value: Number) -> Typical:
        """Return these values with another example value for one input."""
        inputs = {**self.inputs, symbol: value}
        return Typical({**self.values, symbol: value}, inputs, self.guessed)


def typical_values(model: Model, most: int | None = None, *, by_heuristics: bool = True) -> Typical:
    """Return values for everything, made from the model's; sizes are ``most`` at most.

    Not ``by_heuristics``, what only a run can tell gets a plain guess; no count is evaluated for that.
    """
    missing = model.missing
    inputs: dict[str, Number] = {}
    open_inputs = [symbol for symbol in missing if not _is_indeterminate(model, symbol)]
    words = _number_of_words(model)
    others = [symbol for symbol in open_inputs if symbol != words]
    size = _ONE_SIZE if len(others) <= 1 else _EACH_SIZE
    size = max(size, _largest_given(model))  # so that leading dimensions and the like fit
    size = size if most is None else min(size, most)
    for symbol in open_inputs:
        coding = model.names.coding(symbol)
        inputs[symbol] = size if coding is Coding.INTEGER else OPTIONS[coding][0]
    if words in inputs:  # with the name of the program; each argument may be an input
        inputs[words] = max(2, len(others) + 1)
    known = {**model.values, **inputs}
    values = dict(heuristic_values(replace(model, values=known)) if by_heuristics else known)
    guessed = frozenset(symbol for symbol in missing if symbol not in inputs)
    for symbol in guessed - values.keys():
        values[symbol] = _without_heuristics(model, symbol, size)
    for symbol in model.used - values.keys():  # without effect at the values given
        values[symbol] = 1
    for symbol in model.derived:
        value = model.open[symbol].at(values)
        values[symbol] = _without_heuristics(model, symbol, size) if value is None else value
    return Typical(values, inputs, guessed)


def _number_of_words(model: Model) -> str:
    """The symbol of ``argc``; empty if the entry is not C's ``main`` with a command line."""
    entry = model.entry
    is_main = entry is not None and (entry.entry, entry.language) == ("main", "c")
    first = entry.dummies[0] if entry is not None and is_main and len(entry.dummies) == 2 else None
    return "" if first is None else first[0]


def _largest_given(model: Model) -> int:
    """The largest size that is given; 0 without one."""
    sizes = (
        value
        for symbol, value in model.values.items()
        if isinstance(value, int)
        and not _is_indeterminate(model, symbol)
        and model.names.coding(symbol) is Coding.INTEGER
    )
    return min(max(sizes, default=0), _MOST)


def _is_indeterminate(model: Model, symbol: str) -> bool:
    parameter = model.names.parameters.get(symbol)
    return parameter is not None and parameter.cls is Class.INDETERMINATE


def _without_heuristics(model: Model, symbol: str, size: int) -> Number:
    parameter = model.names.parameters.get(symbol)
    match parameter.kind if parameter is not None else Kind.VALUE:
        case Kind.PROBABILITY:
            return 0 if parameter is not None and parameter.without_errors == 0 else 0.5
        case Kind.TRIP_COUNT:
            return _TRIPS * size if ".total@" in symbol else _TRIPS
        case _:
            return size
