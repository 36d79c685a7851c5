"""Looks at one loop: at its form, its actions, its scalars, its arrays, in this order."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.reaching import Point
from sad.dependence.combining import is_fresh
from sad.dependence.conflicts import LONGEST, Meeting, pairs
from sad.dependence.private_arrays import is_private_array
from sad.dependence.scalars import (
    always_runs,
    is_read_after,
    is_set_each_time,
    read_before_set,
)
from sad.dependence.verdict import IN_ORDER, Combined, Kind, Verdict
from sad.ir import expr as ex
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.access import Access
    from sad.dependence.accesses import Accesses
    from sad.dependence.overlap import Overlaps
    from sad.diagnostics import Span

_MOST_PAIRS = 20_000
"""Pairs of accesses of one loop that are compared."""


class Against(Exception):
    """What stands against running iterations at once."""

    def __init__(self, reason: str, lines: tuple[Span, ...], proved: str = "") -> None:
        """``proved`` is the variable of which it is certain."""
        super().__init__(reason)
        self.reason, self.lines, self.proved = reason, lines, proved
        self.is_overlap = "may be one place" in reason
        self.is_order = reason.endswith(IN_ORDER)


class Judge:
    """Looks at one loop."""

    def __init__(
        self, entry: EntryAnalysis, accesses: Accesses, overlaps: Overlaps, region: Region
    ) -> None:
        self._overlaps = overlaps
        self._entry, self._all, self._region = entry, accesses, region
        self._symbols = entry.unit.symbols
        self._blocks = sorted(region.blocks, key=entry.forest.position.__getitem__)
        self._accesses = [item for number in self._blocks for item in accesses.of(number)]
        self._combined: list[Combined] = []
        self._private: list[str] = []
        self._steps: list[str] = []
        self._pointers: dict[str, str] = {}
        self._distance: tuple[int, str, tuple[Span, ...]] | None = None

    def verdict(self, parent: str) -> Verdict:
        """Return the verdict; ``parent`` is the loop around."""
        info = self._entry.values.loops[self._region.header]
        plain = Verdict(
            info.path, parent, info.path.rpartition(".")[2], info.span, Kind.INDEPENDENT
        )
        against: list[tuple[Kind, Against]] = []
        for kind, part in (
            (Kind.SERIAL, self._form),
            (Kind.UNKNOWN, self._actions),
            (Kind.UNKNOWN, self._scalars),
            (Kind.UNKNOWN, self._arrays),
        ):
            try:
                part()
            except Against as found:
                against.append((Kind.SERIAL if found.proved or found.is_order else kind, found))
                if found.proved:
                    break
        plain = replace(plain, private=tuple(self._private), steps=tuple(self._steps))
        if against:
            kind, why = min(against, key=lambda item: (item[0] is not Kind.SERIAL,))
            return replace(
                plain,
                kind=kind,
                reason=why.reason,
                lines=why.lines,
                proved=bool(why.proved),
                place=why.proved,
            )
        if self._distance is not None:
            distance, reason, lines = self._distance
            if self._combined:
                reason = f"{reason}, and {self._combined[0].text}"
                return replace(plain, kind=Kind.SERIAL, reason=reason, lines=lines)
            plain = replace(plain, kind=Kind.DISTANCE, reason=reason, lines=lines)
            return replace(plain, distance=distance, given=self._given())
        last = tuple(
            name
            for name in self._private
            if is_read_after(name, self._region, self._entry, self._all)
        )
        mixed = any(
            not is_set_each_time(name, self._region, self._entry, self._accesses) for name in last
        )
        plain = replace(plain, last=last, mixed=mixed, given=self._given())
        if self._combined:
            return replace(plain, kind=Kind.REDUCTION, combined=tuple(self._combined))
        return plain

    # --- the loop itself ---------------------------------------------------------------------------

    def _form(self) -> None:
        """Iterations are independent only if it is known beforehand which ones there are."""
        region, blocks = self._region, self._entry.cfg.blocks
        head = blocks[region.header]
        if not isinstance(head.terminator, LoopHead):
            span = head.actions[-1].span if head.actions else self._span
            raise Against("each iteration decides whether there is another one", (span,))
        for number, targets in sorted(region.leaving.items()):
            for target in targets:
                if number == region.header and target == head.terminator.after:
                    continue
                actions = blocks[number].actions
                span = actions[-1].span if actions else self._span
                raise Against(f"line {span.line} may leave the loop", (span,))
        if any(child.kind is not RegionKind.LOOP for child in _all_regions(region)):
            raise Against("jumps into the middle of loops", (self._span,))

    @property
    def _span(self) -> Span:
        return self._entry.values.loops[self._region.header].span

    def _actions(self) -> None:
        for number in self._blocks:
            for action in self._entry.cfg.blocks[number].actions:
                reason = self._all.obstacle(action)
                if reason:
                    raise Against(f"line {action.span.line}: {reason}", (action.span,))

    # --- scalars -----------------------------------------------------------------------------------

    def _variable(self) -> str:
        """The name that the loop itself counts."""
        head = self._entry.cfg.blocks[self._region.header].terminator
        return head.loop.variable.name if isinstance(head, LoopHead) else ""

    def _scalars(self) -> None:
        """Sort scalars that only their own names reach; raises for one that iterations hand on."""
        later: Against | None = None
        for name in self._written_names():
            if not self._is_simple(name):
                continue
            try:
                self._scalar(name)
            except Against as found:
                if found.proved:
                    raise
                later = later or found
        if later is not None:
            raise later

    def _written_names(self) -> list[str]:
        return list(dict.fromkeys(item.name for item in self._accesses if item.writes))

    def _is_simple(self, name: str) -> bool:
        """Whether a name is that of a scalar which no other name in the loop may mean."""
        symbol = self._symbols.get(name)
        if symbol is None or symbol.dimensions:
            return False
        if any(item.whole for item in self._accesses if item.name == name):
            return False  # of C: a call gets all that the name is the first element of
        others = {item.name for item in self._accesses if item.name != name}
        return not any(self._overlaps.may_be_one(name, other) for other in others)

    def _scalar(self, name: str) -> None:
        mine = [item for item in self._accesses if item.name == name]
        writes = [item for item in mine if item.writes]
        if name == self._variable():
            raise Against(f"line {writes[0].span.line} changes the loop's variable", ())
        exposed = read_before_set(name, self._region, self._entry, self._all)
        if not exposed:
            self._private.append(name)
            return
        if self._combines(mine):
            self._combined.append(self._combination(name, mine))
            return
        if self._is_counted(name):
            self._steps.append(name)
            return
        forest = self._entry.forest
        sure = [item for item in exposed if always_runs(item.point.block, self._region, forest)]
        also = [item for item in writes if always_runs(item.point.block, self._region, forest)]
        shown = self._spelling(name)
        if sure and also:
            reason = _meets(also[-1], sure[0], shown, "reads")
            raise Against(reason, (sure[0].span, also[-1].span), shown)
        reason = _meets(writes[-1], exposed[0], shown, "may read")
        raise Against(reason, (exposed[0].span, writes[-1].span))

    def _combines(self, items: Sequence[Access]) -> bool:
        """Whether all accesses are of updates by one operator."""
        return all(item.operator for item in items) and len({i.operator for i in items}) == 1

    def _combination(self, name: str, items: Sequence[Access]) -> Combined:
        operator = items[0].operator
        spans = tuple(dict.fromkeys(item.span for item in items if item.writes))
        fresh = is_fresh(items[0], operator, self._region, self._entry, self._all)
        rounded = any(item.rounded for item in items)
        tests = tuple(dict.fromkeys(item.span.line for item in items if not item.writes))
        array = any(item.subscripts for item in items)
        return Combined(self._spelling(name), operator, spans, rounded, fresh, tests, array)

    def _is_counted(self, name: str) -> bool:
        """Whether the iteration's number tells what a scalar holds when it starts."""
        symbol = self._symbols.get(name)
        if symbol is None or symbol.type is not ex.Type.INTEGER:
            return False
        value = self._all.values.variable(name, Point(self._region.header, 0))
        return self._meeting.steady(value) is not None

    # --- arrays ------------------------------------------------------------------------------------

    @cached_property
    def _meeting(self) -> Meeting:
        names = dict.fromkeys(item.name for item in self._accesses)
        written = self._written_names()
        touched = frozenset(
            name for name in names if any(self._overlaps.may_be_one(name, item) for item in written)
        )
        return Meeting(self._entry, self._all.values, self._region, touched)

    def _arrays(self) -> None:
        groups = self._groups()
        meeting = self._meeting
        later: Against | None = None
        nearest: tuple[int, str, tuple[Span, ...]] | None = None
        for writes, others in groups:
            compared = pairs(writes, others)
            if len(compared) > _MOST_PAIRS:
                raise Against("too many references to compare", (self._span,))
            meets: list[tuple[int, Access, Access]] = []
            for first, second in compared:
                distance = meeting.nearest(first, second)
                if distance is not None:
                    meets.append((distance, first, second))
                if distance != 1:
                    self._note_pointers(first, second, distance)
            if not meets:
                continue
            met = [item for _, first, second in meets for item in (first, second)]
            if self._combines(met) and all(
                not item.whole and self._is_told(item, meeting) for item in met
            ):
                self._combined.append(self._combination(met[0].name, met))
                continue
            if is_private_array(
                others, self._region, self._entry, self._all, meeting, self._overlaps
            ):
                self._private.append(writes[0].name)
                continue
            try:
                for distance, first, second in sorted(
                    meets, key=lambda item: item[0] or LONGEST + 1
                ):
                    found = self._judge_pair(meeting, distance, first, second)
                    if nearest is None or found[0] < nearest[0]:
                        nearest = found
            except Against as found:
                if found.proved:
                    raise
                if later is None or later.is_overlap:
                    later = found
        if later is not None:
            raise later
        self._distance = nearest

    def _note_pointers(self, first: Access, second: Access, distance: int | None) -> None:
        """Note arrays of pointers that must not hold one pointer twice for ``distance`` to be right."""
        found = self._overlaps.chosen(first.name)
        if found is None or first.name != second.name or found[0] in self._pointers:
            return
        name, part = found
        either: list[Access] = []
        for item in (first, second):
            places = [*item.subscripts]
            places[part] = [None] * len(places[part])
            either.append(replace(item, subscripts=tuple(places)))
        if self._meeting.nearest(*either) != distance:
            self._pointers[name] = f"no two elements of {self._spelling(name)} lead to one place"

    def _given(self) -> str:
        """What is taken for granted: of arrays handed to calls, and of arrays of pointers."""
        return " and ".join(filter(None, (self._columns(), *self._pointers.values())))

    def _columns(self) -> str:
        """The parts of arrays handed to calls that must stay in their columns."""
        written = self._written_names()
        handed = [item for item in self._accesses if item.beyond and item.name in written]
        found = [item for item in handed if not self._meeting.stays(item)]
        if not found:
            return ""
        names = ", ".join(dict.fromkeys(self._spelling(item.name) for item in found))
        lines = ", ".join(dict.fromkeys(str(item.span.line) for item in found))
        row = any(self._symbols[item.name].row_major for item in found)
        return f"line {lines} stays in one {'row' if row else 'column'} of {names}"

    def _is_told(self, item: Access, meeting: Meeting) -> bool:
        return all(meeting.steady(part) is not None for part in item.subscripts)

    def _judge_pair(
        self, meeting: Meeting, distance: int, first: Access, second: Access
    ) -> tuple[int, str, tuple[Span, ...]]:
        """What it means that two accesses meet; raises against it."""
        read, write = (first, second) if second.writes else (second, first)
        shown = self._spelling(write.name)
        spans = (read.span, write.span)
        if first.writes and second.writes:
            verb = "sets again"
        elif first.writes:
            verb = "reads"
        else:
            verb = "read before"
        unclear = [item for item in (first, second) if not self._is_told(item, meeting)]
        if first.name != second.name:
            other = self._spelling(read.name)
            both = f"two types of {shown}" if other == shown else f"{other} and {shown}"
            reason = f"{both} may be one place in memory"
            raise Against(reason, spans)
        if unclear or first.whole or second.whole:
            item = next((item for item in (first, second) if item.whole), None) or unclear[0]
            if item.whole:
                raise Against(f"line {item.span.line} may touch all of {shown}", spans)
            reason = f"which {shown} line {item.span.line} touches is known only when it runs"
            raise Against(reason, spans)
        if distance > 1:
            return distance, _meets(first, second, shown, verb), spans
        forest = self._entry.forest
        sure = all(always_runs(item.point.block, self._region, forest) for item in (first, second))
        if sure and distance == 1 and meeting.is_certain(first, second, 1):
            raise Against(_meets(first, second, shown, verb), spans, shown)
        raise Against(_meets(first, second, shown, f"may {_PLAIN[verb]}"), spans)

    def _groups(self) -> Iterator[tuple[list[Access], list[Access]]]:
        """For each name that is written, its writes and all accesses that may mean the same place."""
        simple = {name for name in self._written_names() if self._is_simple(name)}
        by_name: dict[str, list[Access]] = {}
        for item in self._accesses:
            by_name.setdefault(item.name, []).append(item)
        for name in self._written_names():
            if name in simple:
                continue
            others = [
                item
                for other, items in by_name.items()
                if self._overlaps.may_be_one(name, other)
                for item in items
            ]
            yield [item for item in by_name[name] if item.writes], others

    def _spelling(self, name: str) -> str:
        symbol = self._symbols.get(name)
        if symbol is None:
            return f"COMMON {name}" if name.startswith("/") else "what pointers lead to"
        shown = symbol.spelling or name
        if "$" in shown:  # the reader's own
            return "an array in between" if symbol.dimensions else "a value in between"
        return shown.partition(".as.")[0].removesuffix("[]")


_PLAIN = {"reads": "read", "sets again": "set again", "read before": "have read before"}


def _meets(first: Access, second: Access, name: str, verb: str) -> str:
    """``second`` comes later: what it does to what ``first`` did."""
    if verb in ("read before", "may have read before"):
        may = "may set" if verb.startswith("may") else "sets"
        return f"line {second.span.line} {may} the {name} that line {first.span.line} read"
    return f"line {second.span.line} {verb} the {name} that line {first.span.line} set"


def _all_regions(region: Region) -> Iterator[Region]:
    for child in region.children:
        yield child
        yield from _all_regions(child)
