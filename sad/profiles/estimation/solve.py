"""What measured counts say of every arc of a unit's flow: linear equations, solved exactly.

What flows into a block flows out of it. Nearly everything follows equation by equation, where only one
arc is left unknown; what does not is solved by elimination. Counts are integers and stay exact.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow


_MOST_REASONS = 4
_MOST_MISPLACED = 0.05  # of the counts of a unit


class Trust(IntEnum):
    """How far a count is taken for what it is said to be."""

    FIRM = 0
    SOFT = 1
    DOUBTFUL = 2


class Observation(NamedTuple):
    """A count measured, of the ``arcs`` together, its line, and how it is shown in messages.

    FIRM ones must agree. A SOFT one is an attribution that compilers do not always keep to: it only
    tells what no firm one does, a DOUBTFUL one what nothing else does. Those of one ``group``, such as
    the ways of a line, are left out together if one of them does not fit.
    """

    arcs: tuple[int, ...]
    times: int
    line: int
    text: str
    trust: Trust = Trust.FIRM
    group: int | None = None


class Conflict(NamedTuple):
    """Counts that cannot be of one program: at ``line``, and why."""

    line: int
    text: str


@dataclass(slots=True)
class _Known:
    """A value and the lines it follows from."""

    value: Fraction
    lines: frozenset[int]


class _Echelon:
    """Rows of variables that add up to a constant; what is first in one is in no later one."""

    def __init__(self) -> None:
        self._rows: list[tuple[dict[int, Fraction], Fraction]] = []
        self._first: dict[int, int] = {}

    def add(self, row: dict[int, Fraction], constant: Fraction) -> None:
        """Add an equation from which the others were taken out."""
        first, lead = next(iter(row.items()))
        self._first[first] = len(self._rows)
        self._rows.append(({name: item / lead for name, item in row.items()}, constant / lead))

    def taken_out_of(self, row: dict[int, Fraction]) -> Fraction:
        """Take multiples of the rows out of a sum until no first one is left; return what they are."""
        value = Fraction(0)
        while found := [self._first[name] for name in row if name in self._first]:
            other, constant = self._rows[min(found)]
            factor = row[next(iter(other))]
            value += factor * constant
            _add(row, other, -factor)
        return value


@dataclass(slots=True)
class ArcCounts:
    """How often each arc was gone along, where that follows; sums of arcs can be known all the same.

    ``ignored`` are soft counts that did not fit the firm ones. They are ``disputed`` if they fit in no
    other order either: then one of them is wrong, and what ``other`` ways to read the counts say
    differently is not known.
    """

    known: dict[int, _Known] = field(default_factory=dict[int, _Known])
    rows: _Echelon = field(default_factory=_Echelon)
    conflicts: list[Conflict] = field(default_factory=list[Conflict])
    ignored: list[Conflict] = field(default_factory=list[Conflict])
    disputed: bool = False
    other: ArcCounts | None = None

    def total(self, arcs: Iterable[int]) -> Fraction | None:
        """Return how often arcs were gone along together; None if that is not known."""
        arcs = tuple(arcs)
        value = self._total(arcs)
        if self.other is not None and self.other.total(arcs) != value:
            return None
        return value

    def _total(self, arcs: Iterable[int]) -> Fraction | None:
        value = Fraction(0)
        left: dict[int, Fraction] = {}
        for arc in arcs:
            known = self.known.get(arc)
            if known is not None:
                value += known.value
            else:
                left[arc] = left.get(arc, Fraction(0)) + 1
        value += self.rows.taken_out_of(left)
        return None if left else value


class _Solver:
    """Spreads what is known over the equations of one unit. Variables beyond the arcs are blocks."""

    def __init__(self, flow: UnitFlow) -> None:
        self._first_block = flow.arcs
        self.known: dict[int, _Known] = {}
        self.conflicts: list[Conflict] = []
        self.ignored: list[Conflict] = []
        self.disputed = False
        self.equations: list[dict[int, int]] = []
        self._of: dict[int, list[int]] = {}
        self._sums: dict[frozenset[int], int] = {}
        self._pending: deque[int] = deque()
        for block, arcs in flow.into.items():
            node = self._first_block + block
            self._sums[frozenset(arcs)] = node
            self.add({node: 1}, arcs)
            lost = [flow.lost[block]] if block in flow.lost else []
            self.add({node: 1}, [*flow.out[block], *lost])

    def add(self, base: dict[int, int], arcs: Sequence[int]) -> None:
        """Add the equation that a variable is the sum of arcs."""
        equation = dict(base)
        for arc in arcs:
            equation[arc] = equation.get(arc, 0) - 1
        number = len(self.equations)
        self.equations.append(equation)
        for variable in equation:
            self._of.setdefault(variable, []).append(number)
        self._pending.append(number)

    def observe(self, item: Observation) -> None:
        """Take a measured count for true, unless another says something else."""
        variable = self._variable(item.arcs)
        known = self.known.get(variable)
        if known is None:
            before, problems = len(self.known), len(self.conflicts)
            self._learn(variable, _Known(Fraction(item.times), frozenset((item.line,))))
            self.spread()
            if item.trust is not Trust.FIRM and len(self.conflicts) > problems:
                if item.trust is Trust.SOFT:
                    self.disputed = True
                    self.ignored.append(self.conflicts[problems]._replace(line=item.line))
                self._forget(before, problems)
        elif known.value != item.times and item.trust is not Trust.DOUBTFUL:
            others = sorted(known.lines - {item.line}) or sorted(known.lines)
            where = "line " if len(others) == 1 else "lines "
            shown = ", ".join(map(str, others[:_MOST_REASONS]))
            text = f"{item.text} {item.times} times, but {known.value} follows from {where}{shown}"
            found = self.conflicts if item.trust is Trust.FIRM else self.ignored
            found.append(Conflict(item.line, text))
            self.disputed = True

    def observe_together(self, items: Sequence[Observation]) -> None:
        """Take soft counts for true if all of them fit; two may be the other way round."""
        before = len(self.known), len(self.conflicts), len(self.ignored), self.disputed
        if self._all_fit(items, before[2]) or len(items) != 2:
            return
        ignored = self.ignored[before[2] :]
        one, two = items
        turned = one._replace(times=two.times), two._replace(times=one.times)
        if self._all_fit(turned, len(self.ignored)):
            self._forget(*before[:2])
            self.disputed = before[3]
        self.ignored[before[2] :] = ignored

    def _all_fit(self, items: Iterable[Observation], ignored: int) -> bool:
        known, problems = len(self.known), len(self.conflicts)
        for item in items:
            self.observe(item)
            if len(self.ignored) > ignored:
                self._forget(known, problems)
                return False
        return True

    def _forget(self, known: int, problems: int) -> None:
        """Take back what was learned last: dictionaries keep the order."""
        while len(self.known) > known:
            self.known.popitem()
        del self.conflicts[problems:]
        self._pending.clear()

    def _variable(self, arcs: tuple[int, ...]) -> int:
        """The variable for a sum of arcs, made with its equation if it is none yet."""
        if len(arcs) == 1:
            return arcs[0]
        key = frozenset(arcs)
        variable = self._sums.get(key)
        if variable is None:
            variable = self._sums[key] = self._first_block + 1_000_000 + len(self._sums)
            self.add({variable: 1}, arcs)
            self.spread()
        return variable

    def spread(self) -> None:
        """Draw every conclusion that takes one equation."""
        while self._pending:
            equation = self.equations[self._pending.popleft()]
            rest = Fraction(0)
            unknown = [name for name in equation if name not in self.known]
            signs = {equation[name] > 0 for name in unknown}
            if len(signs) > 1:
                continue
            lines: frozenset[int] = frozenset()
            for variable, factor in equation.items():
                known = self.known.get(variable)
                if known is not None:
                    rest += factor * known.value
                    lines |= known.lines
            lines = frozenset(sorted(lines)[:_MOST_REASONS])
            most = -rest if True in signs else rest  # what the unknown ones add up to
            if len(unknown) > 1 and most < 0:
                self._contradiction(lines)
            elif len(unknown) == 1:
                self._learn(unknown[0], _Known(-rest / equation[unknown[0]], lines))
            elif unknown and not rest:  # counts that add up to 0 are all 0
                for name in unknown:
                    self._learn(name, _Known(Fraction(0), lines))
            elif not unknown and rest:
                self._contradiction(lines)

    def _learn(self, variable: int, known: _Known) -> None:
        self.known[variable] = known
        if known.value < 0:
            shown = ", ".join(map(str, sorted(known.lines)))
            text = f"from the counts of lines {shown} it follows that something ran {known.value} times"
            self.conflicts.append(Conflict(min(known.lines, default=0), text))
        self._pending.extend(self._of.get(variable, ()))

    def _contradiction(self, lines: frozenset[int]) -> None:
        shown = ", ".join(map(str, sorted(lines)))
        text = f"the counts of lines {shown} contradict each other: what comes in does not go out"
        self.conflicts.append(Conflict(min(lines, default=0), text))


def solve(flow: UnitFlow, observations: Iterable[Observation]) -> ArcCounts:
    """Return what follows from the counts of one unit; the most trusted are taken first."""
    solver = _Solver(flow)
    solver.spread()
    items = sorted(observations, key=lambda item: item.trust)
    for (trust, group), together in groupby(items, key=lambda item: (item.trust, item.group)):
        if trust is Trust.SOFT and group is not None:
            solver.observe_together(tuple(together))
            continue
        for item in together:
            solver.observe(item)
    solved = ArcCounts(
        solver.known, _echelon(solver), solver.conflicts, solver.ignored, solver.disputed
    )
    solved.conflicts += _endless(flow, solved)
    return solved


def _endless(flow: UnitFlow, solved: ArcCounts) -> Iterator[Conflict]:
    """Put in that nothing runs in a loop that is not entered; yield loops in which something did."""
    for blocks in sorted(flow.cycles, key=lambda item: (-len(item), min(item))):
        if solved.total(flow.entered(blocks)) != 0:
            continue
        for block in sorted(blocks):
            times, actions = solved.total(flow.into[block]), flow.cfg.blocks[block].actions
            if times and actions:
                text = f"something ran {times} times in a loop that was entered 0 times"
                yield Conflict(actions[0].span.line, text)
                break
        for arc in (arc for block in blocks for arc in (*flow.into[block], *flow.out[block])):
            solved.known.setdefault(arc, _Known(Fraction(0), frozenset()))


def _echelon(solver: _Solver) -> _Echelon:
    """What is left of the equations, with the known put in."""
    rows = _Echelon()
    for equation in solver.equations:
        row: dict[int, Fraction] = {}
        constant = Fraction(0)
        for variable, factor in equation.items():
            known = solver.known.get(variable)
            if known is not None:
                constant -= factor * known.value
            elif factor:
                row[variable] = Fraction(factor)
        constant -= rows.taken_out_of(row)
        if not row and constant:
            solver.conflicts.append(Conflict(0, "the counts contradict each other"))
        elif row:
            rows.add(row, constant)
    return rows


def _add(row: dict[int, Fraction], other: dict[int, Fraction], factor: Fraction) -> None:
    """Add a multiple of one row to another."""
    for variable, value in other.items():
        new = row.get(variable, Fraction(0)) + factor * value
        if new:
            row[variable] = new
        else:
            row.pop(variable, None)


_SWAPPED = {Trust.FIRM: Trust.SOFT, Trust.SOFT: Trust.FIRM, Trust.DOUBTFUL: Trust.DOUBTFUL}


def solve_unit(
    flow: UnitFlow, observed: Callable[[UnitFlow], Sequence[Observation]], *, misplaced: bool
) -> ArcCounts:
    """Return what ``observed`` counts say of a unit; there are conflicts only if nothing helps.

    First every call is taken to return, but for those known to stop; then any call, READ or WRITE may
    end the program or jump. With ``misplaced`` lines may have counts of other lines, as gcc's sometimes
    do next to macros: then ways come first, and up to a twentieth of the lines may be left out.
    """
    strict = solve(flow, observed(flow))
    if not strict.conflicts:
        return _settled(strict, flow, observed)
    flows = [flow, flow.relaxed()] if flow.calling else [flow]
    for other in flows[1:]:
        relaxed = solve(other, observed(other))
        if not relaxed.conflicts:
            return _settled(relaxed, other, observed)
    for other in flows if misplaced else ():
        found = observed(other)
        lenient = solve(other, [item._replace(trust=_SWAPPED[item.trust]) for item in found])
        if not lenient.conflicts and len(lenient.ignored) <= _MOST_MISPLACED * len(found):
            return lenient
    return strict


def _settled(
    solved: ArcCounts, flow: UnitFlow, observed: Callable[[UnitFlow], Sequence[Observation]]
) -> ArcCounts:
    """Return what holds whichever of disputed counts are right: read the other way round, too."""
    if solved.disputed:
        in_turn = sorted(observed(flow), key=lambda item: item.trust)
        firm = [item for item in in_turn if item.trust is not Trust.DOUBTFUL]
        solved.other = solve(flow, [item._replace(trust=Trust.SOFT) for item in reversed(firm)])
    return solved
