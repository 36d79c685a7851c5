"""The walks of a whole program through memory, their numbers to be put in many times."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import compile_polys
from sad.algebra.piecewise import added, applied, by_pieces, is_nowhere, least, most, ratio
from sad.algebra.poly import ZERO
from sad.mapping.loop_nests import around, bindings_of, nests_of, passed_arrays
from sad.records import field, mutable, record, replace
from sad.symbols import INDEX_MARK, site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from sad.algebra.evaluate import Formulas, Number
    from sad.algebra.point_arrays import PointFormulas
    from sad.algebra.poly import Poly
    from sad.mapping.loop_nests import Key, Nest
    from sad.model.expand import Expansion
    from sad.model.work import LoopWork, Reference

NOT_KNOWN = -1
"""In the place of a formula: a value that is not known."""

_MOST_PASSES = 24  # of one loop that are looked at


@record
class Walk:
    """A reference in the tree of loops: ``chain`` are the nodes around it, innermost first.

    ``strides`` are places in the list of values, one per node of the chain; ``offset`` and ``size`` (of
    the array) are places, too. ``array`` is its place in the list of arrays.
    """

    reference: Reference
    chain: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    size: int
    array: int


@mutable
class Run:
    """A run of the program: of each node how often it is started, and its iterations in all.

    ``trips`` are iterations per start, ``numbers`` the values of strides, offsets, sizes and reaches.
    ``large`` is whether arrays of which nothing tells the size are so large that each pick from them is
    of another line; else what is picked from them stays in the first level.

    ``passes`` are, by the node of a loop that changes how loops inside it step, runs all of whose
    passes are like one of them, each with its share: their mean cost is what the loop costs.
    """

    starts: list[float]
    iterations: list[float]
    trips: list[float]
    numbers: list[float | None]
    large: bool = False
    passes: Mapping[int, list[tuple[float, Run]]] = field(
        default_factory=dict[int, "list[tuple[float, Run]]"]
    )


class Walks:
    """The walks of a program in the tree of its loops.

    ``inside`` are, by node, the walks in it with the node's place in their chains; ``groups`` are walks
    that move alike through the same array, ``alike`` through any, ``unsteady`` those whose steps are
    unknown or change on the way; ``widened`` are, by walk and node of its chain, the loops inside whose
    bounds it moves, and how far these reach (``Nest``). ``within`` are, by the node of a loop that
    changes how loops inside it step, the walks as one pass sees them: the next one starts over.
    """

    def __init__(self, expansion: Expansion) -> None:
        self.nests = nests_of(expansion)
        self._places: dict[Poly, int] = {}
        self.arrays: dict[tuple[str, str], int] = {}
        self.walks: list[Walk] = []
        # Steps of loops in ``within``, those inside at first.
        self._moves: list[dict[int, int]] = []
        self.reaches: list[int] = []
        self._middles: dict[str, Poly] = {}
        self._ranges: dict[int, tuple[str, int, int]] = {}
        self._trip_places: list[int] = []
        for nest in self.nests:
            if nest.index is not None:
                middle = (nest.index.first + nest.index.last).over(2)
                bound = bind(middle, bindings_of(expansion, nest.key[0]))
                self._middles[nest.index.name] = bound
        for number in self._changing(expansion):
            index = self.nests[number].index
            assert index is not None
            bindings = bindings_of(expansion, self.nests[number].key[0])
            ends = self._place(index.first, bindings), self._place(index.last, bindings)
            self._ranges[number] = index.name, *ends
        for name, _, _ in self._ranges.values():
            del self._middles[name]
        self._passed = passed_arrays(self.nests, expansion)
        for number, nest in enumerate(self.nests):
            bindings = bindings_of(expansion, nest.key[0])
            self.reaches.append(self._place(nest.reach, bindings))
            trips = nest.index.trips if self._ranges and nest.index is not None else None
            self._trip_places.append(self._place(trips, bindings))
            if nest.work is not None:
                self._add(number, nest.work, expansion)
        self._polys = list(self._places)
        self._needed = [atoms.free_symbols(poly) for poly in self._polys]
        fixed = [poly.as_constant for poly in self._polys]
        self._fixed = [None if number is None else number * 1.0 for number in fixed]
        self._moving = [place for place, number in enumerate(fixed) if number is None]
        self._compiled: dict[
            tuple[frozenset[str], frozenset[str]], tuple[list[int], Formulas | PointFormulas]
        ] = {}
        self._symbols = frozenset[str]().union(*self._needed)
        self._trips = [_trips_name(nest) for nest in self.nests]
        self._relate()
        self.within = {number: self._in_one_pass(number) for number in self._ranges}

    def _relate(self, one: int = NOT_KNOWN) -> None:
        """Find what walks have to do with each other, in one pass of the loop ``one`` if given."""
        name, path = (self._ranges[one][0], self.nests[one].key[1]) if one >= 0 else ("", "")
        self.inside: list[list[tuple[int, int]]] = [[] for _ in self.nests]
        for number, walk in enumerate(self.walks):
            for depth, node in enumerate(walk.chain):
                self.inside[node].append((number, depth))
        self.alike = self._grouped(lambda walk: (walk.chain[0], walk.strides))
        through_one = self._grouped(lambda walk: (walk.array, walk.chain[0], walk.strides))
        self.groups = [group for group in through_one if len(group) > 1]
        self.unsteady = frozenset(
            number
            for number, walk in enumerate(self.walks)
            if NOT_KNOWN in walk.strides
            or any(_changes(s, name) for s in walk.reference.strides if s[0] != path)
        )
        moved_by = [self._moved_by(number) - {one} for number in range(len(self.nests))]
        self.widened = [
            tuple(
                tuple(
                    (depth, self.reaches[owner])
                    for depth, owner in enumerate(walk.chain[:place])
                    if node in moved_by[owner]
                )
                for place, node in enumerate(walk.chain)
            )
            for walk in self.walks
        ]

    def _place(self, poly: Poly | None, bindings: Mapping[str, Poly]) -> int:
        """The place of a formula in the list of values, indices in the middle of their ranges."""
        if poly is None:
            return NOT_KNOWN
        bound = bind(poly, bindings)
        for _ in self._middles:
            inside = atoms.free_symbols(bound) & self._middles.keys()
            if not inside:
                break
            bound = bind(bound, {name: self._middles[name] for name in inside})
        return self._places.setdefault(bound, len(self._places))

    def _add(self, number: int, work: LoopWork, expansion: Expansion) -> None:
        chain = tuple(around(self.nests, number))
        unit = self.nests[number].key[0]
        bindings = bindings_of(expansion, unit)
        for reference in work.references:
            if reference.passed is not None:
                continue
            size = self._place(reference.size_bytes, bindings)
            owner, array = unit, reference.array
            steps = {(unit, path): (step, bindings) for path, step in reference.strides}
            offset = None if reference.offset is None else bind(reference.offset, bindings)
            while (given := self._passed.get((owner, array.removesuffix("[]")))) is not None:
                owner, argument = given
                array, outer = argument.array, bindings_of(expansion, owner)
                steps |= {(owner, path): (step, outer) for path, step in argument.strides}
                if offset is not None:
                    start = argument.offset
                    offset = None if start is None else offset + bind(start, outer)
                if argument.size_bytes is not None:
                    size = self._place(argument.size_bytes, outer)
            strides = tuple(
                self._place(*steps.get(self.nests[node].key, (ZERO, bindings))) for node in chain
            )
            name = "" if array.startswith("/") else owner, array
            place = self.arrays.setdefault(name, len(self.arrays))
            self._moves.append(
                {
                    node: self._place(*self._at_first(node, chain, *steps[self.nests[node].key]))
                    for node in self._ranges.keys() & set(chain)
                    if self.nests[node].key in steps
                }
            )
            self.walks.append(Walk(reference, chain, strides, self._place(offset, {}), size, place))

    def _grouped(self, key: Callable[[Walk], Hashable]) -> list[list[int]]:
        groups: dict[Hashable, list[int]] = {}
        for number, walk in enumerate(self.walks):
            groups.setdefault(key(walk), []).append(number)
        return list(groups.values())

    def _at_first(
        self, number: int, chain: Sequence[int], step: Poly | None, bindings: Mapping[str, Poly]
    ) -> tuple[Poly | None, Mapping[str, Poly]]:
        """A step of a loop where those inside it begin."""
        for node in chain[: chain.index(number)]:
            index = self.nests[node].index
            if step is not None and index is not None:
                step = bind(step, {index.name: index.first})
        return step, bindings

    def _changing(self, expansion: Expansion) -> list[int]:
        """Return the outermost loops whose index is in the steps of loops inside them."""
        found: set[int] = set()
        for number, nest in enumerate(self.nests):
            chain = around(self.nests, number)
            keys = [self.nests[node].key for node in chain]
            names = [index and index.name for index in (self.nests[node].index for node in chain)]
            for reference in () if nest.work is None else nest.work.references:
                for path, step in reference.strides:
                    if step is None or step.as_constant is not None:
                        continue
                    place = keys.index((nest.key[0], path))
                    free = atoms.free_symbols(bind(step, bindings_of(expansion, nest.key[0])))
                    found |= {chain[n] for n in range(place + 1, len(chain)) if names[n] in free}
        return sorted(n for n in found if found.isdisjoint(around(self.nests, n)[1:]))

    def _in_one_pass(self, number: int) -> Walks:
        """Return the walks as they are if each pass of a loop starts where the last one did."""
        still, places = self._places[ZERO], len(self._polys)
        made = copy(self)
        made.walks = [
            replace(
                walk,
                offset=places + own,
                strides=tuple(
                    still if node == number else place
                    for node, place in zip(walk.chain, walk.strides, strict=True)
                ),
            )
            for own, walk in enumerate(self.walks)
        ]
        made._relate(number)
        return made

    def _moved_by(self, number: int) -> frozenset[int]:
        nest = self.nests[number]
        return frozenset(
            node
            for node in around(self.nests, number)
            if self.nests[node].key[0] == nest.key[0] and self.nests[node].key[1] in nest.moved_by
        )

    # --- numbers ---------------------------------------------------------------------------------

    def run(
        self,
        counts: Mapping[Key, float],
        starts: Mapping[Key, float],
        values: Mapping[str, Number],
    ) -> Run:
        """Put in how often each loop's body runs, how often it is started, and values of symbols."""
        iterations = [counts.get(nest.key, 0.0) for nest in self.nests]
        started = [
            least(starts.get(nest.key, total), total) if nest.key[1] else total
            for nest, total in zip(self.nests, iterations, strict=True)
        ]
        trips = [ratio(total, start) for total, start in zip(iterations, started, strict=True)]
        if not self._ranges:
            return Run(started, iterations, trips, self._numbers(values, trips))
        known = dict(values)
        numbers = self._numbers(known, trips)
        ends = {
            number: (numbers[low], numbers[high]) for number, (_, low, high) in self._ranges.items()
        }
        for number, (low, high) in ends.items():
            if low is not None and high is not None:
                known[self._ranges[number][0]] = (low + high) / 2.0
        run = Run(started, iterations, trips, self._numbers(known, trips))
        run.passes = {
            number: self._passes(run, number, low, known)
            for number, (low, high) in ends.items()
            if low is not None and high is not None
        }
        return run

    def _passes(
        self, run: Run, number: int, low: float, values: Mapping[str, Number]
    ) -> list[tuple[float, Run]]:
        """Return runs whose passes of a loop are all alike, each with its share of them."""
        parts: list[tuple[float, list[float | None], list[float]]] = []
        counted = run.numbers[self._trip_places[number]]
        passes = run.trips[number] if counted is None else counted
        offsets = [run.numbers[walk.offset] for walk in self.walks]
        before, numbers = 0.0, run.numbers
        for sample in range(_MOST_PASSES):
            place, weight = _pass(sample, passes)
            if is_nowhere(weight):
                continue
            moved = [numbers[moves[number]] if number in moves else 0.0 for moves in self._moves]
            offsets = [
                None if start is None or step is None else start + step * (place - before)
                for start, step in zip(offsets, moved, strict=True)
            ]
            before = place
            name = self._ranges[number][0]
            numbers = self._numbers({**values, name: low + place}, run.trips)
            runs = [1.0] * len(self.nests)  # relative to those of the loop
            for node, nest in enumerate(self.nests):
                if number in around(self.nests, node)[1:]:
                    trips = numbers[self._trip_places[node]]
                    own = run.trips[node] if trips is None else most((0.0, trips))
                    runs[node] = runs[nest.parent] * own
            parts.append((weight, [*numbers[:-1], *offsets, None], runs))
        means = [added(w * runs[node] for w, _, runs in parts) for node in range(len(self.nests))]
        whole = _is_whole(
            [
                (run.starts[node], run.starts[number] * passes * means[nest.parent], means[node])
                for node, nest in enumerate(self.nests)
                if number in around(self.nests, node)[1:]
            ]
        )
        found: list[tuple[float, Run]] = []
        for weight, numbers, runs in parts:
            shares = [ratio(*pair, 1.0) for pair in zip(runs, means, strict=True)]
            iterations = [n * share for n, share in zip(run.iterations, shares, strict=True)]
            starts = [
                n * (shares[nest.parent] if nest.parent >= 0 else 1.0)
                for n, nest in zip(run.starts, self.nests, strict=True)
            ]
            trips = [ratio(n, start) for n, start in zip(iterations, starts, strict=True)]
            found.append((weight * whole, Run(starts, iterations, trips, numbers)))
        return found

    def _numbers(self, values: Mapping[str, Number], trips: Sequence[float]) -> list[float | None]:
        """The values of all formulas; None where one is not known."""
        given: dict[str, Any] = {**dict(zip(self._trips, trips, strict=True)), **values}
        known = {name: given[name] for name in self._symbols if name in given}
        missing = self._symbols.difference(known)
        varied = frozenset(name for name, value in known.items() if hasattr(value, "shape"))
        prepared = self._compiled.get((missing, varied))
        if prepared is None:
            places = [n for n in self._moving if not self._needed[n] & missing]
            polys = [self._polys[place] for place in places]
            prepared = places, _compiled(polys, varied)
            self._compiled[missing, varied] = prepared
        places, formulas = prepared
        found: list[float | None] = [*self._fixed, None]
        try:
            numbers = applied(
                lambda *n: formulas(dict(zip(known, n, strict=True))), *known.values()
            )
        except (ZeroDivisionError, OverflowError):
            return [None] * len(found)
        for place, value in zip(places, numbers, strict=True):
            found[place] = value * 1.0
        return found  # the last one, None, is what NOT_KNOWN points to


def _compiled(polys: Sequence[Poly], varied: frozenset[str]) -> Formulas | PointFormulas:
    """Formulas of numbers, or of numbers at many points for the symbols ``varied``."""
    if not varied:
        return compile_polys(polys)
    from sad.algebra.point_arrays import PointFormulas  # noqa: PLC0415 - needs NumPy

    return PointFormulas(polys, varied)


def _changes(stride: tuple[str, Poly | None], but: str) -> bool:
    """Whether a stride depends on where loops are, other than that of the index ``but``."""
    step = stride[1]
    return step is not None and any(
        symbol.startswith(INDEX_MARK) and symbol != but for symbol in atoms.free_symbols(step)
    )


@by_pieces
def _is_whole(inside: Sequence[tuple[float, float, float]]) -> float:
    """1 if each pass runs all loops inside, else 0: those that a condition chooses are not known."""
    return float(all(start >= 0.9 * expected and mean > 0.0 for start, expected, mean in inside))


@by_pieces
def _pass(sample: int, passes: float) -> tuple[float, float]:
    """The place of one of ``_MOST_PASSES`` samples among so many passes, and its share of them."""
    if passes > _MOST_PASSES:
        return (sample + 0.5) * passes / _MOST_PASSES // 1.0, 1.0 / _MOST_PASSES
    return float(sample), least(1.0, most((0.0, passes - sample))) / passes if passes else 0.0


def _trips_name(nest: Nest) -> str:
    """The symbol of a loop's mean trip count."""
    unit = "" if nest.index is None else nest.index.name.removeprefix(INDEX_MARK).partition(":")[0]
    return site_name(unit, "trips", nest.key[1])
