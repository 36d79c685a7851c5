"""Names for a unit's symbols that do not depend on what the source calls them.

How a sum is split into cases follows the order of names. So that renamed arguments and other labels
lead to the same formula, and not only to an equal one, counts are made under these names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.checks.costs.canonical import Canonical
from sad.model.walks.terms import CallTerm, Context
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly
    from sad.checks.costs.record import Amounts, Symbol
    from sad.model.nodes import Message


class NeutralNames:
    """Puts the symbols of a unit under names by their place among them, and back."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        names: dict[str, str] = {}
        for place, item in enumerate(symbols):
            if not item.name.startswith("/"):  # what units share keeps its name
                mark = "@" if is_unresolved(item.name) else ""
                names[item.name] = f"unit.{mark}{place:05}"
        self._there = Canonical(names, most_terms=0)
        self._back = Canonical({new: old for old, new in names.items()})
        self._contexts: dict[Context, Context] = {}

    def values(self, values: Mapping[str, Poly]) -> dict[str, Poly]:
        """Return values of symbols by their neutral names; the values are of no unit."""
        return {self._there.name(name): poly for name, poly in values.items()}

    def context(self, context: Context) -> Context:
        """Return a context with neutral names."""
        known = self._contexts.get(context)
        if known is None:
            indices = tuple(map(self._index, context.indices))
            weight = self._there.poly(context.weight)
            known = self._contexts[context] = Context(indices, weight)
        return known

    def call(self, term: CallTerm) -> CallTerm:
        """Return a call whose context and values for the procedure have neutral names."""
        bindings = {name: self._there.poly(poly) for name, poly in term.call.bindings.items()}
        call = replace(term.call, bindings=bindings)
        return CallTerm(call, self.context(term.context))

    def message(self, message: Message) -> Message:
        """Return a message whose formulas have neutral names."""
        return message.mapped(self._there.poly)

    def back(self, poly: Poly) -> Poly:
        """Return a formula in one form, under the unit's own names."""
        return self._back.poly(poly)

    def amounts(self, amounts: Amounts) -> dict[str, Poly]:
        """Return amounts in one form and order under the unit's own names, without what is nothing."""
        formed = {key: self._back.poly(amounts[key]) for key in sorted(amounts)}
        return {key: poly for key, poly in formed.items() if poly}

    def _index(self, index: Index) -> Index:
        count = None if index.count is None else self._there.poly(index.count)
        first, last = self._there.poly(index.first), self._there.poly(index.last)
        return type(index)(index.name, first, last, count)
