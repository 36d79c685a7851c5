"""Whether two accesses meet in two iterations of a loop: a system of linear constraints.

Both accesses get the indices of the loop and of those inside it under names of their own; what is
around the loop they share. They meet if all subscripts are equal. Indices stay within their bounds,
and the second iteration comes ``apart`` iterations after the first, at least one (Banerjee, Wolfe;
elimination as in the Omega test, Pugh 1991, without its dark shadows). Nothing is said to be apart
that is not proved to be.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, constraint
from sad.algebra.bind import bind
from sad.algebra.feasible import infeasible
from sad.algebra.kinds import Max, Min
from sad.algebra.poly import Poly
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.reaching import is_unknown
from sad.dependence.sections import is_of_call
from sad.dependence.witness import has_solution
from sad.symbols import INDEX_MARK, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.reaching import Reaching
    from sad.dependence.access import Access

LONGEST = 32
"""Distances that are looked for: the fewest iterations between two that meet."""
_MOST_STRIDES = 4
_WORD = re.compile(r"\w+")


class Meeting:
    """Accesses in iterations of one loop. ``written`` are the names that the loop writes."""

    def __init__(
        self, entry: EntryAnalysis, values: Reaching, region: Region, written: frozenset[str]
    ) -> None:
        self._entry, self._values, self._region = entry, values, region
        self._words = frozenset(word for name in written for word in _WORD.findall(name))
        info = entry.values.loops[region.header]
        self._info = info
        self._inside = frozenset(header for header in entry.values.loops if header in region.blocks)
        self._own: dict[str, Poly] = {}
        for header in self._inside:
            name = entry.values.loops[header].index.name
            self._own[name] = Poly.symbol(f"{name}'")
        self._outer = frozenset(
            item.index.name
            for header, item in entry.values.loops.items()
            if header not in self._inside and self._encloses(header)
        )
        self._bounds: dict[tuple[int, bool], tuple[Constraint, ...]] = {}
        self._apart = Poly.symbol(f"{info.index.name}'") - Poly.symbol(info.index.name)

    def _encloses(self, header: int) -> bool:
        region: Region | None = self._region.parent
        while region is not None:
            if region.header == header and region.kind is RegionKind.LOOP:
                return True
            region = region.parent
        return False

    @cached_property
    def around(self) -> tuple[Constraint, ...]:
        """The bounds of the loops around this one."""
        infos = (
            info for info in self._entry.values.loops.values() if info.index.name in self._outer
        )
        return tuple(item for info in infos for item in self._of_bounds(info, second=False))

    def bounds_around(self, block: int) -> tuple[Constraint, ...]:
        """The bounds of the loop, and of those inside it that are around a block."""
        return self._around_block(block, second=False)

    def nearest(self, first: Access, second: Access) -> int | None:
        """Return the fewest iterations after which ``second`` may meet ``first``; None for never.

        1 as well where nothing is known. 0 where it may be more than ``LONGEST``.
        """
        same = self._same_place(first, second)
        if same is None:
            return 1
        known = frozenset((*self._known(first, second), *same))
        if infeasible(known | {constraint((self._apart - 1).terms)}):
            return None
        for distance in range(1, LONGEST + 1):
            if not infeasible(known | frozenset(_equal(self._apart - distance))):
                return distance
        return 0

    def may_turn_back(self, first: Access, second: Access, inner: str) -> bool:
        """Whether ``second`` may meet ``first`` in an earlier iteration of a loop inside.

        ``inner`` is the name of that loop's index. True where nothing is known.
        """
        same = self._same_place(first, second)
        if same is None or not same:
            return True
        back = Poly.symbol(inner) - Poly.symbol(f"{inner}'")
        known = frozenset((*self._known(first, second), *same))
        later = constraint((self._apart - 1).terms)
        return not infeasible(known | {later, constraint((back - 1).terms)})

    def is_certain(self, first: Access, second: Access, distance: int) -> bool:
        """Whether sizes are found at which ``second`` meets ``first`` so many iterations before."""
        same = self._same_place(first, second)
        if first.ranges or second.ranges:  # a call may touch less
            return False
        if same is None or any(item is None for item in (*first.subscripts, *second.subscripts)):
            return False
        known = (*self._known(first, second), *same, *_equal(self._apart - distance))
        return self._has_bounds(first, second) and has_solution(known)

    def _known(self, first: Access, second: Access) -> tuple[Constraint, ...]:
        one = self._around_block(first.point.block, second=False)
        other = self._around_block(second.point.block, second=True)
        return (*self.around, *one, *other, *self.ranges(first), *self.ranges(second, second=True))

    def ranges(self, item: Access, *, second: bool = False) -> Iterator[Constraint]:
        """Yield the bounds of indices of what a call touches."""
        for index in item.ranges:
            ends = ((index.first, Max), (index.last, Min))
            yield from self._of_ends(index.name, ends, self._names(item) if second else {})

    def _names(self, item: Access) -> dict[str, Poly]:
        """The indices of a second iteration under names of their own."""
        more = {index.name: Poly.symbol(f"{index.name}'") for index in item.ranges}
        return {**self._own, **more} if more else self._own

    def stays(self, item: Access) -> bool:
        """Whether what a call touches certainly stays within columns."""
        known = (*self.around, *self.bounds_around(item.point.block), *self.ranges(item))
        return all(
            self.steady(amount) is not None
            and infeasible(frozenset((*known, constraint(((amount - 1) * amount.den).terms))))
            for amount in item.beyond
        )

    def _has_bounds(self, first: Access, second: Access) -> bool:
        """Whether the bounds of all loops are known."""
        infos = [*self._chain(first.point.block), *self._chain(second.point.block)]
        return all(
            self.steady(bound) is not None
            for info in infos
            for bound in ((info.full or info.index).first, (info.full or info.index).last)
        )

    def _chain(self, block: int) -> Iterator[LoopInfo]:
        """The loop and those inside it that are around a block."""
        region: Region | None = self._entry.forest.innermost[block]
        while region is not None:
            info = self._entry.values.loops.get(region.header)
            if info is not None and region.kind is RegionKind.LOOP:
                yield info
            if region is self._region:
                return
            region = region.parent

    def _around_block(self, block: int, *, second: bool) -> tuple[Constraint, ...]:
        key = block, second
        known = self._bounds.get(key)
        if known is None:
            known = self._bounds[key] = tuple(
                item for info in self._chain(block) for item in self._of_bounds(info, second=second)
            )
        return known

    def _of_bounds(self, info: LoopInfo, *, second: bool) -> Iterator[Constraint]:
        """The range of a loop's index as constraints; a bound that is not known gives none."""
        index = info.full or info.index
        ends = ((index.first, Max), (index.last, Min))
        yield from self._of_ends(index.name, ends, self._own if second else {})

    def _of_ends(
        self,
        name: str,
        ends: Iterable[tuple[Poly | None, type[Max | Min]]],
        names: Mapping[str, Poly],
    ) -> Iterator[Constraint]:
        """An index between its first and last value, the other indices by these names."""
        for bound, kind in ends:
            for part in () if bound is None else _parts(bound, kind):
                if self.steady(part) is None:
                    continue
                difference = (Poly.symbol(name) - part) * (1 if kind is Max else -1)
                difference = bind(difference, names)
                yield constraint((difference * difference.den).terms)

    def steady(self, value: Poly | None) -> Poly | None:
        """Return a value if it is a function of indices and of what the loop does not change."""
        if value is None:
            return None
        for symbol in atoms.free_symbols(value):
            if symbol.startswith(INDEX_MARK):
                if symbol in self._own or symbol in self._outer or is_of_call(symbol):
                    continue
                return None
            if is_unknown(symbol):
                if self._values.varies_in(Poly.symbol(symbol)) & self._inside:
                    return None
                if not self._words.isdisjoint(_WORD.findall(symbol)):
                    return None  # an element that the loop may change
            elif is_unresolved(symbol) or symbol in self._entry.values.reads:
                return None
        return value

    def _same_place(self, first: Access, second: Access) -> tuple[Constraint, ...] | None:
        """Both places are one, as constraints; None where nothing is known."""
        if first.whole or second.whole or first.name != second.name:
            return None
        if len(first.subscripts) != len(second.subscripts):
            return None
        found: list[Constraint] = []
        known: frozenset[Constraint] | None = None
        for mine, theirs in zip(first.subscripts, second.subscripts, strict=True):
            one, other = self.steady(mine), self.steady(theirs)
            if one is None or other is None:
                continue
            difference = one - bind(other, self._names(second))
            difference = difference * difference.den
            if known is None:
                known = frozenset(self._known(first, second))
            for part in self._by_strides(difference, known, _MOST_STRIDES):
                found.extend(_equal(part))
        return tuple(found)

    def _by_strides(
        self, difference: Poly, known: frozenset[Constraint], left: int
    ) -> Iterable[Poly]:
        """Formulas that are all 0 where a difference of addresses is: ``n*(i - i') + (j - j')`` is 0
        only if both parts are, where ``|j - j'| < n`` is proved.
        """
        if all(len(monomial) < 2 for monomial in difference.terms) or not left:
            return (difference,)
        for stride in sorted(difference.symbols()):
            if stride.startswith(INDEX_MARK) or atoms.definition(stride) is not None:
                continue
            rest, *factors = difference.coefficients(stride)
            if len(factors) != 1 or not rest:
                if len(factors) == 1:
                    step = Poly.symbol(stride)
                    if infeasible(known | {constraint((-step).terms)}):
                        return self._by_strides(factors[0], known, left - 1)
                continue
            step = Poly.symbol(stride)
            if all(infeasible(known | {constraint((part - step).terms)}) for part in (rest, -rest)):
                return (
                    *self._by_strides(factors[0], known, left - 1),
                    *self._by_strides(rest, known, left - 1),
                )
        return (difference,)


def _equal(value: Poly) -> tuple[Constraint, Constraint]:
    """``value = 0`` as constraints."""
    return constraint(value.terms), constraint((-value).terms)


def _parts(bound: Poly, kind: type[Max | Min]) -> tuple[Poly, ...]:
    """The arguments of a bound that is a maximum or minimum; each of them holds."""
    atom = atoms.atom_of(bound)
    return atom.arguments if isinstance(atom, kind) else (bound,)


def pairs(writes: Iterable[Access], others: Iterable[Access]) -> list[tuple[Access, Access]]:
    """Return each write with each access of a later or an earlier iteration, equal ones once."""
    found: dict[object, tuple[Access, Access]] = {}
    items = list(others)
    for write in writes:
        for other in items:
            for first, second in ((write, other), (other, write)):
                key = (_shape(first), _shape(second))
                found.setdefault(key, (first, second))
    return list(found.values())


def _shape(item: Access) -> object:
    place = item.name, item.subscripts, item.ranges, item.point.block
    return *place, item.whole, item.writes, item.operator
