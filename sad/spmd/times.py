"""Seconds of phases at many points: the maximum over the ranks, and the seconds of blocks.

``sum over i of max over r of t(i, r)``, the loops around the phase having indices i. Loops on which
nothing in the phase depends are factors; the others are gone through one by one. What is the same on
all ranks is summed in closed form.

A run is that of the busiest of a few ranks (the first two, one in the middle and the last): how full
the caches are, and what bounds a loop, is taken from it for all ranks.

Over 400 lines: phases of both kinds and the messages' costs that they share belong together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.nest import sum_nest
from sad.algebra.poly import Poly
from sad.analysis.messages.communicators import has_all
from sad.diagnostics import argument_error
from sad.evaluation.predict import checked_numbers
from sad.mapping.bound import Run
from sad.mapping.memory_time import MemoryModel
from sad.parallel import GRID
from sad.records import record, replace
from sad.spmd.charges import Side, side_of
from sad.spmd.pipelines import answers
from sad.spmd.rank_maxima import PLACES, Roles, greatest, split
from sad.spmd.rows import Formulas, Loops, summed
from sad.symbols import INDEX_MARK, NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.domains import Index
    from sad.algebra.evaluate import Number
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.cost_model import CostModel
    from sad.model.expand import Expansion
    from sad.model.nodes import Message
    from sad.model.walks.phases import Sent, Stage
    from sad.spmd.charges import Charges
    from sad.spmd.rank_maxima import Grids, Look
    from sad.spmd.rows import Floats, Integers, Rows


Weights = list[tuple[Poly, "float | int"]]
"""Formulas with what one of them takes: seconds, or the number of a block whose time differs from
point to point."""
MOST_POINTS = 4096


@record
class _Around:
    """The loops around a phase, as far as something in it depends on them, and how often the rest."""

    loops: Loops
    times: Formulas

    @classmethod
    def of(cls, stage: Stage, symbols: frozenset[str]) -> _Around:
        kept, others = split_around(stage.around, symbols)
        return cls(Loops(kept), Formulas([sum_nest(others, stage.outer)]))

    @property
    def symbols(self) -> frozenset[str]:
        return self.loops.symbols | self.times.symbols


def split_around(
    around: Sequence[Index], symbols: frozenset[str]
) -> tuple[list[Index], list[Index]]:
    """Return the loops around a phase on which formulas of these symbols depend, and the others."""
    needed = {symbol for symbol in symbols if symbol.startswith(INDEX_MARK)}
    for index in reversed(around):
        if index.name in needed:
            needed |= atoms.free_symbols(index.first) | atoms.free_symbols(index.trips)
    kept = [index for index in around if index.name in needed]
    return kept, [index for index in around if index.name not in needed]


def _symbols(polys: Iterable[Poly]) -> frozenset[str]:
    return frozenset[str]().union(*map(atoms.free_symbols, polys))


class Computation:
    """The time of a phase of computation.

    ``seconds`` are those of blocks by ``id``; without one a block's time comes with the rows, under
    the name ``block_name``.
    """

    def __init__(self, stage: Stage, seconds: Mapping[int, float] | None) -> None:
        common: Weights = []
        own: Weights = []
        parts: list[tuple[Poly, float | int]] = []
        for block, count in stage.blocks:
            parts.append((count, id(block) if seconds is None else float(seconds[id(block)])))
        parts += [(count * Poly.symbol(f"{name}.seconds"), 1.0) for name, count in stage.calls]
        for count, weight in parts:
            differs = atoms.depends_on(count, RANK)
            (own if differs else common).append((count, weight))
        self._common = _Weighted(
            [(sum_nest(stage.around, stage.outer * count), weight) for count, weight in common]
        )
        self._own = _Own(own)
        self._around = _Around.of(stage, self._own.symbols)
        self._roles = Roles(count for count, _ in own)
        self.symbols = self._common.symbols | self._own.symbols
        if own:
            self.symbols |= self._around.symbols

    def seconds(self, rows: Rows, length: int, grids: Grids) -> Floats:
        """Return the seconds at each point."""
        found = self._common(rows, length)
        if not self._own.count:
            return found
        more, parent, share = self._around.loops.rows(rows, length)
        if not parent.size:  # no loop around it begins, with a single process for instance
            return found
        (times,) = self._around.times(more, parent.size)

        looks = self._roles.ranks(more, grids, grids.of(parent))
        self._own.prepare(more, parent.size)
        most = greatest(self._own.seconds, more, parent.size, looks)
        return found + summed(share * times * most[0], parent, length)


class Communication:
    """The time of a phase of communication."""

    def __init__(self, stage: Stage, charges: Charges) -> None:
        self._charges = charges
        replies = answers(stage)
        waited, taken = {id(item.send) for item in replies}, {id(item.taken) for item in replies}
        self._sent = [
            _Costs(sent, charges, answers=id(sent) in waited)
            for sent in stage.messages
            if side_of(sent.message) is not None and id(sent) not in taken
        ]
        polys = [poly for costs in self._sent for poly in costs.polys]
        self._differs = any(atoms.depends_on(poly, RANK) for poly in polys)
        inner = {i.name for costs in self._sent for i in costs.loops}
        self._around = _Around.of(stage, _symbols(polys) - inner)
        numbers = [costs.polys[0] for costs in self._sent]
        sizes = [poly for costs in self._sent for poly in costs.polys[1:]]
        self._roles = Roles(numbers, sizes, frozenset(inner))
        self.symbols = self._around.symbols
        for costs in self._sent:
            self.symbols |= costs.symbols
        self.symbols -= inner

    def seconds(self, rows: Rows, length: int, grids: Grids) -> Floats:
        """Return the seconds at each point."""
        more, parent, share = self._around.loops.rows(rows, length)
        if not parent.size:
            return np.zeros(length)
        (times,) = self._around.times(more, parent.size)
        for number, costs in enumerate(self._sent):
            if not costs.differs:
                more[f"#{number}"] = costs.for_all(more, parent.size, grids, parent)

        def sides(here: Rows, size: int, look: Look | None) -> Floats:
            found = np.zeros((3, size))
            for number, costs in enumerate(self._sent):
                found[costs.side] += costs.total(here, size, here.get(f"#{number}"), look)
            return found

        if not self._differs:
            most = sides(more, parent.size, None)
        else:
            looks = self._roles.ranks(more, grids, grids.of(parent))
            most = greatest(sides, more, parent.size, looks)
        return summed(share * times * self._charges.together(most), parent, length)


class MessageTime:
    """The whole time of a message from the first rank of a pipeline on, in all loops around it."""

    def __init__(self, sent: Sent, charges: Charges, around: Sequence[Index], outer: Poly) -> None:
        self._costs = _Costs(replace(sent, inner=()), charges, answers=True)
        polys = self._costs.polys
        kept, others = split_around(around, _symbols(polys))
        self._around = _Around(Loops(kept), Formulas([sum_nest(others, outer)]))
        self.symbols = self._costs.symbols | self._around.symbols
        self.symbols -= {RANK, *(index.name for index in kept)}

    def seconds(self, rows: Rows, length: int) -> Floats:
        """Return the seconds at each point."""
        more, parent, share = self._around.loops.rows({**rows, RANK: np.zeros(length)}, length)
        if not parent.size:
            return np.zeros(length)
        (times,) = self._around.times(more, parent.size)
        return summed(share * times * self._costs.each(more, parent.size), parent, length)


def _far_partner(message: Message, charges: Charges, side: Side | None) -> list[Poly]:
    """The partner of a message whose cost depends on the links between; none of others."""
    comm = message.comm.as_integer
    if not charges.far or side is Side.ALL or comm is None or not has_all(comm):
        return []
    return [] if message.partner is None else [message.partner]


class _Costs:
    """What one message of a phase costs a rank in one pass of the phase.

    One that ``answers`` another starts when that has come: it takes its whole time, and the receive
    it is for none.
    """

    def __init__(self, sent: Sent, charges: Charges, *, answers: bool = False) -> None:
        message = sent.message
        self._message, self._charges, self._answers = message, charges, answers
        side = side_of(message)
        self.side = Side.ALL if side is None or answers else side
        number = sent.weight * message.present
        sizes = [message.nbytes, message.group]
        inner = {index.name for index in sent.inner}
        partner = _far_partner(message, charges, side)
        inside = bool(_symbols([*sizes, *partner]) & inner)
        self.loops: Sequence[Index] = sent.inner if inside else ()
        if not inside:
            number = sum_nest(sent.inner, number)
        self.polys = [number, *sizes]
        for index in self.loops:
            self.polys += [index.first, index.trips]
        self._partner = Formulas(partner) if partner else None
        if partner:
            self.polys += [*partner, Poly.symbol(RANK)]
            sizes = [*sizes, Poly.symbol(RANK)]
        self.differs = inside or any(atoms.depends_on(size, RANK) for size in sizes)
        self._loops = Loops(self.loops)
        self._number, self._sizes = Formulas([number]), Formulas(self.polys[1:3])
        self.symbols = self._number.symbols | self._sizes.symbols | self._loops.symbols
        if self._partner is not None:
            self.symbols |= self._partner.symbols

    def each(self, rows: Rows, length: int) -> Floats:
        """Return the seconds of one message."""
        nbytes, group = self._sizes(rows, length)
        links = None
        if self._partner is not None:
            (partner,) = self._partner(rows, length)
            links = self._charges.links(partner, rows)
        if self._answers:
            return self._charges.whole(nbytes, links)
        return self._charges.seconds(self._message, nbytes, group, links)

    def for_all(self, rows: Rows, length: int, grids: Grids, parent: Integers) -> Floats:
        """Return the seconds of one message that is the same on all ranks, once for each grid if so."""
        if not self._sizes.symbols <= PLACES:
            return self.each(rows, length)
        message = self._message
        key = (message.primitive, message.nbytes, message.group, self._answers)
        found = grids.known.get(key)
        if found is None:
            found = grids.known[key] = self.each(grids.rows, grids.length)
        return found[grids.of(parent)]

    def total(self, rows: Rows, length: int, each: Floats | None, look: Look | None) -> Floats:
        """Return the seconds of all; ``each`` are those of one where they are known."""
        if each is not None and look is not None:
            return look.values(self._number, rows, length)[0] * each
        if each is not None:
            return self._number(rows, length)[0] * each
        if look is not None:
            rows = {**rows, RANK: look.ranks}
        more, parent, share = self._loops.rows(rows, length) if self.loops else (rows, None, 1.0)
        size = length if parent is None else parent.size
        found = share * self._number(more, size)[0] * self.each(more, size)
        return found if parent is None else summed(found, parent, length)


class _Weighted:
    """A sum of formulas with weights; like terms are added up where weights are numbers."""

    def __init__(self, terms: Weights) -> None:
        numbers: dict[Poly, float] = {}
        blocks: dict[tuple[Poly, int], None] = {}
        for poly, weight in terms:
            if isinstance(weight, int):
                blocks[poly, weight] = None
                continue
            for monomial, value in poly.terms.items():
                key = Poly({monomial: 1})
                numbers[key] = numbers.get(key, 0.0) + weight * value / poly.den
        self.terms: list[tuple[Poly, float | str]] = [
            (poly, weight) for poly, weight in numbers.items() if weight
        ]
        self.terms += [(poly, block_name(block)) for poly, block in blocks]
        self._formulas = Formulas([poly for poly, _ in self.terms])
        self.symbols = self._formulas.symbols | {block_name(block) for _, block in blocks}

    def __call__(self, rows: Rows, length: int) -> Floats:
        total = np.zeros(length)
        for values, (_, weight) in zip(self._formulas(rows, length), self.terms, strict=True):
            total += values * (rows[weight] if isinstance(weight, str) else weight)
        return total


class _Own:
    """What differs between the ranks of a phase of computation: a sum of products.

    The factors that do not depend on the rank are put into the rows once for all ranks.
    """

    def __init__(self, terms: Weights) -> None:
        numbers: dict[tuple[Poly, Poly], float] = {}
        blocks: dict[tuple[Poly, Poly, str], float] = {}
        for poly, weight in terms:
            for monomial, value in poly.terms.items():
                core, rest = split(monomial)
                if isinstance(weight, int):
                    key = core, rest, block_name(weight)
                    blocks[key] = blocks.get(key, 0.0) + value / poly.den
                else:
                    numbers[core, rest] = numbers.get((core, rest), 0.0) + weight * value / poly.den
        factors = [(core, rest, weight, "") for (core, rest), weight in numbers.items() if weight]
        factors += [(core, rest, weight, name) for (core, rest, name), weight in blocks.items()]
        cores = list(dict.fromkeys(core for core, *_ in factors))
        self._place = {core: place for place, core in enumerate(cores)}
        self._factors = factors
        self._cores = Formulas(cores)
        self._rests = Formulas([rest for _, rest, _, _ in factors])
        self.count = len(cores)
        names = {name for *_, name in factors if name}
        self.symbols = self._cores.symbols | self._rests.symbols | names

    def prepare(self, rows: Rows, length: int) -> None:
        """Add up what each factor that depends on the rank is multiplied with."""
        rests = self._rests(rows, length)
        sums = np.zeros((self.count, length))
        for (core, _, weight, name), values in zip(self._factors, rests, strict=True):
            sums[self._place[core]] += values * (weight * rows[name] if name else weight)
        rows.update({f"#rest {place}": line for place, line in enumerate(sums)})

    def seconds(self, rows: Rows, length: int, look: Look) -> Floats:
        """Return the seconds for the ranks."""
        total = np.zeros(length)
        for place, values in enumerate(look.values(self._cores, rows, length)):
            total += values * rows[f"#rest {place}"]
        return total[None, :]


def block_name(block: int) -> str:
    """Return the name under which rows have the time of a block [s]."""
    return f"#block {block}"


def is_place(symbol: str) -> bool:
    """Whether a symbol is the rank, or the number of processes or a side of their grid."""
    return symbol == RANK or symbol in PLACES


class BlockTimes:
    """Times of a program's blocks on a machine where they depend on the run.

    ``settled`` are values by symbol that take the place of those of points.
    """

    def __init__(
        self, expansion: Expansion, machine: Machine, toolchain: Toolchain, model: CostModel
    ) -> None:
        """Raises SAD938 for a model that needs more than counts."""
        if model.compiles:
            message = f"programs of several processes have no times under the {model.name} model"
            raise argument_error("SAD938", message, "use --model throughput or --model additive")
        self._expansion, self._machine, self._toolchain = expansion, machine, toolchain
        self._blocks = expansion.blocks
        self._counts = compile_polys([block.count for block in self._blocks])
        self._memory = MemoryModel(expansion)
        self._model = model
        self._apart = model.bind(expansion, machine, toolchain, None)
        self.settled: Mapping[str, float] = {}
        self.symbols = frozenset(self._counts.symbols) - {RANK}

    def rows(self, rows: Rows, length: int) -> Rows:
        """Return the seconds of all blocks at the points, by ``block_name``; SAD938 for too many."""
        names = sorted(self.symbols | ({NPROCS, *GRID} & rows.keys()))
        fixed = {name: np.full(length, value) for name, value in self.settled.items()}
        table = np.stack([fixed.get(name, rows[name]) for name in names])
        different, inverse = np.unique(table, axis=1, return_inverse=True)
        if different.shape[1] > MOST_POINTS:
            message = (
                f"{different.shape[1]} points: the throughput model takes {MOST_POINTS} at most"
            )
            raise argument_error("SAD938", message, "look at fewer, or use --model additive")
        times = np.array([self._at(dict(zip(names, point, strict=True))) for point in different.T])
        times = times.reshape(different.shape[1], len(self._blocks))[inverse.reshape(length)]
        return {
            block_name(id(item.block)): times[:, place] for place, item in enumerate(self._blocks)
        }

    def _at(self, point: dict[str, float]) -> list[float]:
        values: dict[str, Number] = {
            name: int(value) if value == int(value) else value for name, value in point.items()
        }
        nprocs = int(point[NPROCS])
        best: list[Number] = []
        most, busiest = -1.0, 0
        for rank in sorted({0, min(1, nprocs - 1), nprocs // 2, nprocs - 1}):
            counts = checked_numbers(self._counts, {**values, RANK: rank})
            seconds = sum(
                float(count) * item.seconds
                for count, item in zip(counts, self._apart.blocks, strict=True)
            )
            if seconds > most:
                best, most, busiest = counts, seconds, rank
        run = {item.id: float(count) for item, count in zip(self._blocks, best, strict=True)}
        values[RANK] = busiest
        costs = self._memory.costs(self._memory.run(run, values), self._machine)
        memory = {key: cost.seconds for key, cost in costs.items()}
        given = Run(run, {}, memory)
        bound = self._model.bind(self._expansion, self._machine, self._toolchain, given)
        return [item.seconds for item in bound.blocks]
