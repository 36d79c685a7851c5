"""Which parts of a program matter, and how much of the total each open parameter governs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import log
from time import perf_counter
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.evaluate import compile_polys
from sad.algebra.numeric import has_numeric_sum, steps_at
from sad.algebra.poly import ZERO
from sad.evaluation.typical import OPTIONS, Typical, typical_values
from sad.model.parameters import Kind

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
_SECONDS = 1.0  # for all changes together: past that, what depends on a parameter counts in full

_Weighted = Sequence[tuple["BlockCount", float]]


class Weights:
    """Times of blocks at one point: the values given, and typical ones for the rest.

    Without a machine a block's time is the number of operations it performs. ``typical`` are the
    values, ``total`` is the sum [s or operations] and ``blocks`` are the parts by block id.
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
        self._values = self._evaluated(self.typical.values)
        for block, _ in weights:
            known = prediction.counts[block.id]
            if known is not None:
                self._values[block.count] = float(known)
        self.blocks: dict[str, float] = {}
        self._by_count: dict[Poly, float] = dict.fromkeys(self._counts, 0.0)
        for block, each in weights:
            weight = max(0.0, self._values[block.count]) * each
            self.blocks[block.id] = weight
            self._by_count[block.count] += weight
        self.total = sum(self.blocks.values())

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
        end = perf_counter() + _SECONDS
        ordered = sorted(symbols, key=lambda item: -self._share_of(depends[item]))
        for symbol in ordered:
            if perf_counter() > end:
                break
            depends[symbol] = self._reactions(symbol, depends[symbol])
        return depends

    def _reactions(self, symbol: str, counts: Mapping[Poly, float]) -> dict[Poly, float]:
        value = self.typical.values[symbol]
        changed = _changed(self.model, symbol, value)
        if changed is None or not counts:
            return {}
        values = self._evaluated({**self.typical.values, symbol: changed})
        step = log(float(changed) / float(value))
        return {
            count: min(1.0, abs(log(after / before) / step))
            for count in counts
            if (before := self._values[count]) > 0
            and (after := values[count]) > 0
            and after != before
        }

    def _evaluated(self, values: Mapping[str, Number]) -> dict[Poly, float]:
        """Values of the counts, 0 for those that have none at this point."""
        try:
            numbers = self._formulas.where_it_counts(values)
        except OverflowError:
            return dict.fromkeys(self._counts, 0.0)
        return {
            count: float(number or 0.0) for count, number in zip(self._counts, numbers, strict=True)
        }


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
