"""What two units do, in one form: symbols and procedures of the old one by their new names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.costs.canonical import Canonical
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.checks.costs.record import Amounts, UnitCost


@record
class Both:
    """What two units do, with the same names: operations, and calls by whom they are of."""

    old: Amounts
    new: Amounts
    old_calls: Amounts
    new_calls: Amounts


class Form:
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

    def amounts(self, before: UnitCost, now: UnitCost) -> Both:
        """Return the inclusive amounts where both have them with the same calls put in.

        Else they are the own ones and the calls: a call that is put in on one side only, since the cost
        is too large on the other, would look like one that was added there.
        """
        if (
            before.total is not None
            and before.externals is not None
            and now.total is not None
            and now.externals is not None
        ):
            old_left, left = self.old_calls(before.externals), self.new(now.externals)
            was_put_in = {*map(self._called, before.calls)} - old_left.keys()
            is_put_in = now.calls.keys() - left.keys()
            if was_put_in.isdisjoint(left) and is_put_in.isdisjoint(old_left):
                return Both(self.old(before.total), self.new(now.total), old_left, left)
        calls = self.old_calls(before.calls), self.new(now.calls)
        return Both(self.old(before.own), self.new(now.own), *calls)

    def _called(self, name: str) -> str:
        """What an old unit's procedure is called now; a dummy procedure goes by its unit."""
        if name in self._renamed:
            return self._renamed[name]
        unit, dot, rest = name.partition(".")
        return f"{self._renamed.get(unit, unit)}{dot}{rest}"
