"""Loops that fill arrays: from the element that one iteration leaves to all that the loop leaves.

An element may be made of the one before (prefix sums, sizes halved from level to level): then it is
what a variable would be that the loop carries on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.carried import carried_on, is_old, old_name
from sad.algebra.changes import OLD, change_of
from sad.algebra.conditions import is_zero
from sad.algebra.poly import ZERO, Poly
from sad.analysis.cfg.graph import LoopHead
from sad.analysis.values.tables import PLACE, element_of, is_known, whole, with_range
from sad.records import record
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sad.analysis.calls.kills import Kills
    from sad.analysis.cfg.graph import Block, Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.values.array_summaries import Fill
    from sad.analysis.values.lookup import Environment, Lookup

Filled = tuple[int, str]
"""The header of a loop and an array that it fills."""
_MOST_LEVELS = 16


@record
class _Start:
    """The array where the loop is entered, the place of an iteration's element, its change: 1 or -1."""

    table: Poly
    place: Poly
    by: int


class TableTracer:
    """Works out what the loops of one unit fill; ``known`` are formulas that passes so far have found.

    These are in terms of ``PLACE``. ``tried`` are the elements before an iteration's own of which it is
    looked for a formula, as headers and keys of environments.
    """

    def __init__(
        self,
        cfg: Cfg,
        forest: LoopForest,
        lookup: Lookup,
        kills: Kills,
        known: Mapping[Filled, Poly],
        carried: Mapping[tuple[int, str], Poly | None],
        *,
        asks: bool,
    ) -> None:
        self._cfg = cfg
        self._forest = forest
        self._lookup = lookup
        self._kills = kills
        self._known = known
        self._carried = carried
        self.tried: list[tuple[int, str]] = []
        self._asks = asks
        self._starts: dict[Filled, _Start] = {}

    def _fills_of(self, block: Block) -> Iterator[Fill]:
        """The ways in which the loop of a header fills arrays."""
        if isinstance(block.terminator, LoopHead):
            for fills in self._lookup.fills.values():
                yield from (fill for fill in fills if fill.loop is block.terminator.loop)

    def at_header(
        self, block: Block, region: Region, info: LoopInfo, before: Environment, now: Environment
    ) -> None:
        """Add what is known of elements where an iteration starts."""
        for fill in self._fills_of(block):
            found = None if info.variable is None else slope(info.variable)
            table = self._lookup.table(fill.array, before)
            if found is None or table is None or info.variable is None:
                continue
            if not self._is_alone(fill, region):
                continue
            place = info.variable + fill.offset - self._lookup.first_element(fill.array)
            start = self._starts[block.id, fill.array] = _Start(table, place, found[1])
            own = element_of(table, place, self._lookup.ranges)
            if own is None:
                own = self._lookup.unknowns.make(whole(fill.array), "changes in a loop", block)
            now[fill.own] = own
            key = fill.key(start.by)
            if start.by in fill.backs:
                formula = self._carried.get((block.id, key))
                if formula is not None:
                    now[key] = bind(formula, {PLACE: place - start.by})
                elif (block.id, key) not in self._carried and self._asks:
                    old = old_name(block.id, key)
                    self._lookup.unknowns.belongs_to(old, region)
                    self.tried.append((block.id, key))
                    now[key] = Poly.symbol(old)

    def _is_alone(self, fill: Fill, region: Region) -> bool:
        """Whether nothing else in a loop may change the array."""
        cell = self._lookup.cells.by_name[whole(fill.array)]
        return all(
            id(action.statement) in fill.assigns
            for number in region.blocks
            for action in self._cfg.blocks[number].actions
            if cell in self._kills.action(action)
        )

    def leave(self, header: int, environment: Environment) -> Environment:
        """Return an environment without what only makes sense in iterations of a loop."""
        own = {key for fill in self._fills_of(self._cfg.blocks[header]) for key in _keys(fill)}
        if own.isdisjoint(environment):
            return environment
        return {key: value for key, value in environment.items() if key not in own}

    def after(self, block: Block, info: LoopInfo, environment: Environment) -> None:
        """Put in what the loop of a header has filled, once it has ended normally."""
        for fill in self._fills_of(block):
            for key in _keys(fill):
                environment.pop(key, None)
            start = self._starts.get((block.id, fill.array))
            if start is None or not info.is_run_through:
                continue
            made = self._carried.get((block.id, fill.key(start.by)))
            formula = self._known.get((block.id, fill.array)) if made is None else made
            if formula is None:
                continue
            index = info.index
            first = bind(start.place, {index.name: index.first})
            last = bind(start.place, {index.name: index.last})
            if made is not None:  # of the element before the first one, too
                first = first - start.by
            ends = (first, last) if start.by > 0 else (last, first)
            table = with_range(start.table, *ends, formula)
            if table is not None:
                environment[self._lookup.cells.by_name[whole(fill.array)]] = table

    def found(
        self,
        infos: Mapping[int, LoopInfo],
        at_end: Callable[[int, str], Poly | None],
    ) -> tuple[dict[Filled, Poly], dict[tuple[int, str], Poly]]:
        """Return what elements are, and what they are that are each made of the one before.

        ``at_end`` gives, by header and key, a value where an iteration ends.
        """
        tables: dict[Filled, Poly] = {}
        carried: dict[tuple[int, str], Poly] = {}
        for (header, array), start in self._starts.items():
            info = infos[header]
            if not info.is_run_through:
                continue
            for fill in self._fills_of(self._cfg.blocks[header]):
                value = at_end(header, fill.own) if fill.array == array else None
                if value is None or atoms.has_unresolved(value) or not is_known(value):
                    continue
                key = fill.key(start.by)
                old = old_name(header, key)
                if not atoms.depends_on(value, old):
                    formula = _by_place(value, start)
                    if self._is_of_outside(formula, header):
                        tables[header, array] = formula
                elif (header, key) in self.tried:
                    made = self._recurrence(value, old, start, info)
                    if made is not None and self._is_of_outside(made, header):
                        carried[header, key] = made
        return tables, carried

    def _is_of_outside(self, formula: Poly, header: int) -> bool:
        around = self._forest.innermost[header].parent
        return self._lookup.unknowns.makes_sense(formula, around) and not any(
            map(is_old, atoms.free_symbols(formula))
        )

    def _recurrence(self, after: Poly, old: str, start: _Start, info: LoopInfo) -> Poly | None:
        """What the element at ``PLACE`` is where each is made of the one before."""
        index = info.index
        before = bind(start.place, {index.name: index.first}) - start.by
        seed = element_of(start.table, before, self._lookup.ranges)
        if seed is None:
            return None
        done = (Poly.symbol(PLACE) - before) * start.by
        change = change_of(bind(after, {old: Poly.symbol(OLD)}))
        is_steady = change is not None and not atoms.depends_on(change.amount, index.name)
        if change is not None and is_steady and change.needs is None:
            return change.after(seed, done)
        found = carried_on(after, old, seed, index)
        if found is not None:
            return bind(found[0], {index.name: index.first + done})
        number = info.trips.as_integer
        if number is None or number > _MOST_LEVELS:
            return None
        value, formula = seed, ZERO
        for level in range(number + 1):
            formula = formula + is_zero(done - level) * value
            value = bind(after, {old: value, index.name: index.first + level})
        return formula


def _keys(fill: Fill) -> tuple[str, ...]:
    return fill.own, fill.key(1), fill.key(-1)


def _by_place(value: Poly, start: _Start) -> Poly:
    """What an iteration leaves in its element, in terms of the element's place."""
    found = slope(start.place)
    assert found is not None  # else there would be no start
    name, by = found
    return bind(value, {name: (Poly.symbol(PLACE) - bind(start.place, {name: ZERO})) * by})


def slope(variable: Poly) -> tuple[str, int] | None:
    """Return the index and the step, 1 or -1, of a loop's variable; None if it has another form."""
    for monomial, by in variable.terms.items():
        if len(monomial) == 1 and monomial[0].startswith(INDEX_MARK):
            others = [part for part in variable.terms if part != monomial]
            alone = all(monomial[0] not in part for part in others)
            is_step = variable.den == 1 and by in (1, -1)
            return (monomial[0], by) if alone and is_step else None
    return None
