"""The profile of a program at given values: what can be done in each step of its operations.

``level``: all that may be done at once is, over all loops around: iterations lie beside each other,
step by step. ``nested``: loops around others run in order, and the innermost loops that may are
parallel, as Brehm's example is executed (Fig 5.36). A tree over n values has ``floor(n/2)`` operations
in its first level, and so on.

Of branches that only a run can tell the arm with the longest profile is taken.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.poly import ONE, Poly
from sad.dependence.verdict import Kind
from sad.diagnostics import argument_error
from sad.model import nodes as nd
from sad.model.walks.formulas import used_symbols
from sad.model.walks.one_thread import TEAM_SIZES
from sad.model.walks.parts import nodes_of
from sad.parallelism.profile import Profile, profile_of
from sad.symbols import CALLERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.parallelism.span import Around, Spans

_MOST_PARTS = 400_000
"""Iterations that are looked at one by one, and steps that are laid beside each other."""

Steps = tuple["Step", ...]
Step = tuple[int, int] | tuple[int, Steps]
"""A degree with its number of steps, or, as ``(times, steps)``, steps that are repeated."""


def unfolded(
    spans: Spans, entry: nd.UnitDescription, values: Mapping[str, Number], *, nested: bool
) -> Profile | None:
    """Return the profile of an entry; None if it does nothing that is counted.

    Raises SAD502 where a value is missing, or so much differs that it cannot be laid side by side.
    """
    known = {name: Poly.constant(Fraction(value)) for name, value in values.items()}
    known[CALLERS] = ONE
    steps = _Unfolder(spans, nested=nested).unit(entry, known)
    found = profile_of(_counted(steps, 1))
    return found if found.steps else None


class _Unfolder:
    def __init__(self, spans: Spans, *, nested: bool) -> None:
        self._spans, self._nested = spans, nested
        self._left = _MOST_PARTS

    def unit(self, unit: nd.UnitDescription, values: Mapping[str, Poly]) -> Steps:
        self._spans.of(unit.name)  # so that its loops are judged
        return _Unit(self, unit).node(unit.tree, values, ())

    def called(self, call: nd.Call, values: Mapping[str, Poly]) -> Steps:
        unit = None if call.target is None else self._spans.unit(call.target)
        if unit is None or call.recursive:
            return ()
        bound = {name: bind(value, values) for name, value in call.bindings.items()}
        return self.unit(unit, {**values, **bound})

    @property
    def spans(self) -> Spans:
        return self._spans

    @property
    def is_nested(self) -> bool:
        return self._nested

    def spend(self, parts: int) -> None:
        """Raises SAD502 once too many parts were looked at."""
        self._left -= parts
        if self._left < 0:
            message = "the profile has too many different parts"
            raise argument_error("SAD502", message, "set smaller sizes, or use --profile nested")


class _Unit:
    """Unfolds one unit; ``around`` are the loops around with their verdicts, outermost first."""

    def __init__(self, whole: _Unfolder, unit: nd.UnitDescription) -> None:
        self._whole, self._spans, self._unit = whole, whole.spans, unit

    def node(self, node: nd.Node, values: Mapping[str, Poly], around: Around) -> Steps:
        match node:
            case nd.Block():
                count = _number(self._spans.block(self._unit, node, around).span, values)
                return ((1, count),) if count else ()
            case nd.Seq(parts):
                return tuple(step for part in parts for step in self.node(part, values, around))
            case nd.Weighted(weight, part) if weight in TEAM_SIZES:
                return _scaled(self.node(part, values, around), _number(weight, values))
            case nd.Weighted(weight, part):
                return self._repeated(self.node(part, values, around), weight, values)
            case nd.Branch(arms=arms):
                return self._branch(
                    [(weight, self.node(part, values, around)) for _, weight, part in arms], values
                )
            case nd.Call():
                return self._whole.called(node, values)
            case nd.Loop():
                return self._loop(node, values, around)
            case nd.Message() | nd.Use() | nd.Par() | nd.Both():  # a model with times is no source
                return ()
            case _:
                assert_never(node)

    def _repeated(self, steps: Steps, weight: Poly, values: Mapping[str, Poly]) -> Steps:
        if not steps:
            return ()
        times = 1 if self._spans.is_chance(weight) else _number(weight, values)
        return () if not times else steps if times == 1 else ((times, steps),)

    def _branch(self, arms: list[tuple[Poly, Steps]], values: Mapping[str, Poly]) -> Steps:
        taken = [(weight, steps) for weight, steps in arms if not self._spans.never(weight)]
        if any(self._spans.is_chance(weight) for weight, _ in taken):
            return max((steps for _, steps in taken), key=_length, default=())
        return tuple(
            step for weight, steps in taken for step in self._repeated(steps, weight, values)
        )

    def _loop(self, loop: nd.Loop, values: Mapping[str, Poly], around: Around) -> Steps:
        verdict = self._spans.verdict(self._unit, loop)
        inside = (*around, (loop, verdict))
        index = loop.index
        trips = _number(index.trips, values)
        if not trips:
            return ()
        parts = (loop.head, loop.body) if loop.head != nd.EMPTY else (loop.body,)
        once = nd.Seq(parts)
        bodies: list[Steps]
        if index.name not in used_symbols(once) and not _passes(once, index.name):
            bodies = [self.node(once, values, inside)]
        else:
            self._whole.spend(trips)
            first = _number(index.first, values)
            bodies = [
                self.node(once, {**values, index.name: Poly.constant(first + n)}, inside)
                for n in range(trips)
            ]
        at_once = 1
        if verdict.kind in (Kind.INDEPENDENT, Kind.REDUCTION):
            at_once = trips
        elif verdict.kind is Kind.DISTANCE:
            at_once = min(verdict.distance, trips)
        if self._whole.is_nested and self._has_parallel(loop.body):
            at_once = 1
        steps = self._laid(bodies, trips, at_once)
        if verdict.kind is Kind.REDUCTION:
            trees = [self._spans.tree(self._unit, loop, item, around) for item in verdict.combined]
            steps += _longest_tree(
                [(_number(count, values), _number(price, values)) for count, price in trees]
            )
        return steps

    def _has_parallel(self, node: nd.Node) -> bool:
        """Whether a loop inside may run its iterations at once."""
        kinds = (self._spans.verdict(self._unit, loop).kind for loop in nodes_of(node, nd.Loop))
        return any(kind not in (Kind.SERIAL, Kind.UNKNOWN) for kind in kinds)

    def _laid(self, bodies: list[Steps], trips: int, at_once: int) -> Steps:
        """Iterations in groups of so many at once."""
        if len(bodies) == 1:
            full, rest = divmod(trips, at_once)
            steps: Steps = ()
            if full and bodies[0]:
                group = _scaled(bodies[0], at_once)
                steps = group if full == 1 else ((full, group),)
            return steps + _scaled(bodies[0], rest) if rest else steps
        if at_once == 1:
            return tuple(step for body in bodies for step in body)
        groups = [bodies[n : n + at_once] for n in range(0, len(bodies), at_once)]
        return tuple(step for group in groups for step in self._beside(group))

    def _beside(self, bodies: list[Steps]) -> Steps:
        """Steps of several iterations, those of the same number together."""
        self._whole.spend(sum(map(_size, bodies)))
        lists = [list(_flat(body, 1)) for body in bodies if body]
        changes: dict[int, int] = {}
        for items in lists:
            place = 0
            for degree, steps in items:
                changes[place] = changes.get(place, 0) + degree
                place += steps
                changes[place] = changes.get(place, 0) - degree
        found: list[Step] = []
        places = sorted(changes)
        degree = 0
        for place, following in pairwise(places):
            degree += changes[place]
            if degree:
                found.append((degree, following - place))
        return tuple(found)


def _passes(node: nd.Node, name: str) -> bool:
    """Whether a call inside passes a value that depends on an index."""
    calls = nodes_of(node, nd.Call)
    return any(atoms.depends_on(value, name) for call in calls for value in call.formulas())


def _longest_tree(trees: Iterable[tuple[int, int]]) -> Steps:
    """The steps of trees that grow at once: over so many values, each operation of a price."""
    degrees: dict[int, int] = {}
    length = 0
    price = 1
    for values, each in trees:
        left, level = values, 0
        while left > 1 and each:
            degrees[level] = degrees.get(level, 0) + left // 2
            left -= left // 2
            level += 1
        length, price = max(length, level), max(price, each)
    return tuple((degrees[level], price) for level in range(length))


def _scaled(steps: Steps, times: int) -> Steps:
    """Steps of so many equal iterations at once."""
    if times == 1 or not times:
        return steps if times else ()
    found: list[Step] = []
    for degree, number in steps:
        if isinstance(number, tuple):
            found.append((degree, _scaled(number, times)))
        else:
            found.append((degree * times, number))
    return tuple(found)


def _flat(steps: Steps, times: int) -> Iterable[tuple[int, int]]:
    """Pairs of degree and steps; those that are repeated so often in a row, each time for itself."""
    for _ in range(times):
        for degree, number in steps:
            if isinstance(number, tuple):
                yield from _flat(number, degree)
            else:
                yield degree, number


def _counted(steps: Steps, times: int) -> Iterable[tuple[int, int]]:
    """Pairs of degree and steps, in which those that are repeated are added up."""
    for degree, number in steps:
        if isinstance(number, tuple):
            yield from _counted(number, times * degree)
        else:
            yield degree, number * times


def _size(steps: Steps) -> int:
    """How many pairs ``_flat`` has."""
    return sum(
        degree * _size(number) if isinstance(number, tuple) else 1 for degree, number in steps
    )


def _length(steps: Steps) -> int:
    return sum(
        degree * _length(number) if isinstance(number, tuple) else number
        for degree, number in steps
    )


def _number(formula: Poly, values: Mapping[str, Poly]) -> int:
    """The value of a formula, rounded up; raises SAD502 where one is missing."""
    found = bind(formula, values).as_constant
    if found is None:
        message = "a profile needs a value for everything that counts depend on"
        raise argument_error("SAD502", message, "sad parallelism without --profile lists them")
    return -int(-found // 1)
