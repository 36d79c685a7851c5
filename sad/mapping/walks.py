"""The walks of a whole program through memory, their numbers to be put in many times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import compile_polys
from sad.algebra.piecewise import least, ratio
from sad.algebra.poly import ZERO
from sad.mapping.loop_nests import around, bindings_of, nests_of, passed_arrays
from sad.records import record
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


@dataclass(slots=True)
class Run:
    """A run of the program: of each node how often it is started, and its iterations in all.

    ``trips`` are iterations per start, ``numbers`` the values of strides, offsets, sizes and reaches.
    ``large`` is whether arrays of which nothing tells the size are so large that each pick from them is
    of another line; else what is picked from them stays in the first level.
    """

    starts: list[float]
    iterations: list[float]
    trips: list[float]
    numbers: list[float | None]
    large: bool = False


class Walks:
    """The walks of a program in the tree of its loops.

    ``inside`` are, by node, the walks in it with the node's place in their chains; ``groups`` are walks
    that move alike through the same array, ``alike`` through any, ``unsteady`` those whose steps are
    unknown or change on the way; ``widened`` are, by walk and node of its chain, the loops inside whose
    bounds it moves, and how far these reach (``Nest``).
    """

    def __init__(self, expansion: Expansion) -> None:
        self.nests = nests_of(expansion)
        self._places: dict[Poly, int] = {}
        self.arrays: dict[tuple[str, str], int] = {}
        self.walks: list[Walk] = []
        self.reaches: list[int] = []
        self._middles: dict[str, Poly] = {}
        for nest in self.nests:
            if nest.index is not None:
                middle = (nest.index.first + nest.index.last).over(2)
                bound = bind(middle, bindings_of(expansion, nest.key[0]))
                self._middles[nest.index.name] = bound
        self._passed = passed_arrays(self.nests, expansion)
        for number, nest in enumerate(self.nests):
            bindings = bindings_of(expansion, nest.key[0])
            self.reaches.append(self._place(nest.reach, bindings))
            if nest.work is not None:
                self._add(number, nest.work, expansion)
        self._polys = list(self._places)
        self._needed = [atoms.free_symbols(poly) for poly in self._polys]
        self._compiled: dict[
            tuple[frozenset[str], frozenset[str]], tuple[list[int], Formulas | PointFormulas]
        ] = {}
        self._symbols = frozenset[str]().union(*self._needed)
        self._trips = [_trips_name(nest) for nest in self.nests]
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
            if NOT_KNOWN in walk.strides or any(map(_changes, walk.reference.strides))
        )
        moved_by = [self._moved_by(number) for number in range(len(self.nests))]
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
            self.walks.append(Walk(reference, chain, strides, self._place(offset, {}), size, place))

    def _grouped(self, key: Callable[[Walk], Hashable]) -> list[list[int]]:
        groups: dict[Hashable, list[int]] = {}
        for number, walk in enumerate(self.walks):
            groups.setdefault(key(walk), []).append(number)
        return list(groups.values())

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
        return Run(started, iterations, trips, self._numbers(values, trips))

    def _numbers(self, values: Mapping[str, Number], trips: Sequence[float]) -> list[float | None]:
        """The values of all formulas; None where one is not known."""
        known = dict(values)
        for symbol, mean in zip(self._trips, trips, strict=True):
            known.setdefault(symbol, mean)
        missing = self._symbols.difference(known)
        varied = frozenset(
            name for name in self._symbols & known.keys() if hasattr(known[name], "shape")
        )
        prepared = self._compiled.get((missing, varied))
        if prepared is None:
            places = [n for n, needed in enumerate(self._needed) if not needed & missing]
            polys = [self._polys[place] for place in places]
            prepared = places, _compiled(polys, varied)
            self._compiled[missing, varied] = prepared
        places, formulas = prepared
        found: list[float | None] = [None] * (len(self._polys) + 1)
        try:
            results = formulas(known)
        except (ZeroDivisionError, OverflowError):
            return found
        for place, value in zip(places, results, strict=True):
            found[place] = value * 1.0
        return found  # the last one, None, is what NOT_KNOWN points to


def _compiled(polys: Sequence[Poly], varied: frozenset[str]) -> Formulas | PointFormulas:
    """Formulas of numbers, or of numbers at many points for the symbols ``varied``."""
    if not varied:
        return compile_polys(polys)
    from sad.algebra.point_arrays import PointFormulas  # noqa: PLC0415 - needs NumPy

    return PointFormulas(polys, varied)


def _changes(stride: tuple[str, Poly | None]) -> bool:
    """Whether a stride depends on where loops are."""
    step = stride[1]
    return step is not None and any(
        symbol.startswith(INDEX_MARK) for symbol in atoms.free_symbols(step)
    )


def _trips_name(nest: Nest) -> str:
    """The symbol of a loop's mean trip count."""
    unit = "" if nest.index is None else nest.index.name.removeprefix(INDEX_MARK).partition(":")[0]
    return site_name(unit, "trips", nest.key[1])
