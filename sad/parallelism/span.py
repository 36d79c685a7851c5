"""Work and span of units as formulas: the tree of the model, with a verdict for each of its loops.

The work is what one processor does, the span what takes longest of it if everything that may be done
at once is (Brent 1974). Parts in sequence add up. The iterations of an independent loop take as long
as the longest of them, those of a serial one their sum. Iterations that combine values into one take
the longest of them without that, and a tree of ``ceil(log2 n)`` levels for n values: what the variable
held before the loop is one of them, if that is not known to be nothing (0 of a sum). Of a loop of
distance d so many iterations run at once: ``ceil(n/d)`` times the longest.

Of a branch the span takes the arm that is longest, or, ``expected``, the mean. What a call takes is
that of the callee with its inputs bound. Formulas count operations, or seconds.

Over 400 lines: the walk and the prices of what it meets belong together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.maxima import Signs, greatest
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.dependence.verdict import Kind, Verdict
from sad.model import nodes as nd
from sad.model.parameters import Kind as Parameter
from sad.model.walks.one_thread import TEAM_SIZES
from sad.model.walks.parts import nodes_of
from sad.records import record
from sad.symbols import CALLERS, THREAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.dependence.verdict import Combined

Around = Sequence[tuple[nd.Loop, Verdict]]
"""The loops around a part of a unit, outermost first, with their verdicts."""
_WORDS = {"add": ("add", "sub"), "mul": ("mul",), "and": ("logical",), "or": ("logical",)}
"""The operations that combine, by their first part; those of extremes are their own or a comparison."""


@record
class Cost:
    """Work and span of a part; ``saved`` is work that a tree over values that start from nothing saves:
    of n values only n - 1 are added.
    """

    work: Poly = ZERO
    span: Poly = ZERO
    saved: Poly = ZERO


@record
class LoopCost:
    """One loop of a unit: what one execution of it costs, in the unit's terms, and how it is judged.

    ``body`` is the span of one iteration, the longest where they differ.
    """

    unit: nd.UnitDescription
    loop: nd.Loop
    verdict: Verdict
    cost: Cost
    body: Poly


@record
class Prices:
    """What lines cost: ``line`` one execution of the number-th line of a block, ``operation`` one
    operation by its key, on average where it is known, else None.
    """

    line: Callable[[nd.Block, int], Poly]
    operation: Callable[[str], Poly]


@record
class Rules:
    """How spans are taken. ``trees``: sums of reals in any order; ``expected``: branches on average;
    ``burden`` is what each start of a loop takes whose iterations run at once.
    """

    trees: bool = True
    expected: bool = False
    burden: Poly = ZERO


class Spans:
    """Costs of the units of a description, callees in their calls.

    ``verdicts`` are by unit, then by path of the loop. ``values`` are those given: parts that they
    never reach do not count. ``serial`` tells, by unit, why a unit has no span of its own.
    """

    def __init__(
        self,
        description: nd.Description,
        verdicts: Mapping[str, Mapping[str, Verdict]],
        prices: Prices,
        rules: Rules,
        values: Mapping[str, Number],
    ) -> None:
        self._units = {unit.name: unit for unit in description.units}
        self._verdicts = verdicts
        self.prices, self.expected, self.burden = prices, rules.expected, rules.burden
        self._rules, self._values = rules, values
        self._kinds = {
            item.symbol: item.kind for unit in description.units for item in unit.parameters
        }
        self._known: dict[str, Cost] = {}
        self.serial: dict[str, str] = {}
        self.loops: dict[str, list[LoopCost]] = {}

    def of(self, name: str) -> Cost:
        """Return the cost of one execution of a unit, by its name in the description."""
        known = self._known.get(name)
        if known is None:
            unit = self._units[name]
            self.loops[name] = []
            walk = _Walk(self, unit)
            known = walk.node(unit.tree)
            if unit.recursion is not None:
                self.serial[name] = f"{unit.unit} calls itself"
            self._known[name] = known
        return known

    def alone(self, name: str) -> Cost:
        """Return the cost of a unit that one thread calls."""
        found, one = self.of(name), {CALLERS: ONE}
        return Cost(*(bind(item, one) for item in (found.work, found.span, found.saved)))

    def verdict(self, unit: nd.UnitDescription, loop: nd.Loop) -> Verdict:
        """Return the verdict of a loop; one of which nothing is known is not known."""
        found = self._verdicts.get(unit.name, {}).get(loop.id)
        if loop.index.name == THREAD:  # the threads of a team do run at once
            return Verdict(loop.id, "", loop.variable or "", loop.span, Kind.INDEPENDENT, "")
        if found is None:
            reason = "no source says what its iterations read and write"
            found = Verdict(loop.id, "", loop.variable or "", loop.span, Kind.UNKNOWN, reason)
        return found if self._rules.trees else found.in_order()

    def callee(self, call: nd.Call) -> Cost:
        """Return the cost of a call; nothing for a procedure that is not there."""
        if call.target is None or call.recursive or call.target not in self._units:
            return Cost()
        found = self.of(call.target)
        return Cost(*(bind(item, call.bindings) for item in (found.work, found.span, found.saved)))

    def unit(self, name: str) -> nd.UnitDescription | None:
        """Return a unit by its name in the description."""
        return self._units.get(name)

    def block(self, unit: nd.UnitDescription, block: nd.Block, around: Around) -> Cost:
        """Return the cost of a block of a unit inside these loops."""
        return _Walk(self, unit, around).block(block)

    def tree(
        self, unit: nd.UnitDescription, loop: nd.Loop, item: Combined, around: Around
    ) -> tuple[Poly, Poly]:
        """Return how many values a loop combines, and the price of combining two."""
        return _Walk(self, unit, around).tree(loop, item)

    def is_chance(self, weight: Poly) -> bool:
        """Whether a weight is a probability that only a run can tell."""
        unknown = [name for name in atoms.free_symbols(weight) if name in self._kinds]
        return any(self._kinds[name] is Parameter.PROBABILITY for name in unknown)

    def never(self, weight: Poly) -> bool:
        """Whether the values given say that a part is not reached."""
        if not weight:
            return True
        if not atoms.free_symbols(weight) <= self._values.keys():
            return False
        numbers = {
            name: Poly.constant(value)
            for name, value in self._values.items()
            if isinstance(value, int)
        }
        return bind(weight, numbers).as_constant == 0


class _Walk:
    """Walks over one unit; ``_around`` are the loops around with their verdicts, outermost first."""

    def __init__(self, spans: Spans, unit: nd.UnitDescription, around: Around = ()) -> None:
        self._spans, self._unit = spans, unit
        self._around = list(around)

    def node(self, node: nd.Node) -> Cost:
        match node:
            case nd.Block():
                return self.block(node)
            case nd.Seq(parts):
                return _sequence(map(self.node, parts))
            case nd.Weighted(weight, part):
                return self._weighted(weight, self.node(part))
            case nd.Branch(arms=arms):
                return self._branch([(weight, self.node(part)) for _, weight, part in arms])
            case nd.Call():
                return self._spans.callee(node)
            case nd.Loop():
                return self._loop(node)
            case nd.Message() | nd.Use() | nd.Par() | nd.Both():  # a model with times is no source
                return Cost()
            case _:
                assert_never(node)

    def block(self, block: nd.Block) -> Cost:
        costs = [self._spans.prices.line(block, number) for number in range(len(block.lines))]
        work = total(costs)
        left_out = total(
            _least(self._combining(line), cost)
            for line, cost in zip(block.lines, costs, strict=True)
            if cost
        )
        return Cost(work, work - left_out)

    def _combining(self, line: nd.Line) -> Poly:
        """The price of the operation by which a line combines, if a tree does that instead."""
        for _, verdict in reversed(self._around):
            if verdict.kind is Kind.REDUCTION:
                for item in verdict.combined:
                    if _is_in(line, item):
                        return self._price(item, line.operations)
            elif verdict.kind is not Kind.INDEPENDENT:
                break
        return ZERO

    def _price(self, item: Combined, operations: Iterable[str]) -> Poly:
        """The price of one operation that combines."""
        starts = _WORDS.get(item.operator, (f"intrinsic.{item.operator}", "compare"))
        for key in operations:
            if any(key.startswith(f"{start}.") for start in starts):
                return self._spans.prices.operation(key)
        return ZERO

    def _weighted(self, weight: Poly, part: Cost) -> Cost:
        span = part.span * weight
        if self._spans.never(weight):
            return Cost()
        if not self._spans.expected and self._spans.is_chance(weight):
            span = part.span
        if weight in TEAM_SIZES:
            span = part.span  # the threads of a team run at once
        return Cost(part.work * weight, span, part.saved * weight)

    def _branch(self, arms: Sequence[tuple[Poly, Cost]]) -> Cost:
        work = total(part.work * weight for weight, part in arms)
        saved = total(part.saved * weight for weight, part in arms)
        taken = [(weight, part) for weight, part in arms if not self._spans.never(weight)]
        if self._spans.expected or not any(self._spans.is_chance(weight) for weight, _ in taken):
            span = total(part.span * weight for weight, part in taken)
        else:
            spans = [part.span for _, part in taken if part.span]
            span = atoms.max_of(spans) if spans else ZERO
        return Cost(work, span, saved)

    def _loop(self, loop: nd.Loop) -> Cost:
        verdict = self._spans.verdict(self._unit, loop)
        place = len(self._spans.loops[self._unit.name])
        self._around.append((loop, verdict))
        body = self.node(loop.body)
        head = self.node(loop.head) if loop.head != nd.EMPTY else Cost()
        self._around.pop()
        index = loop.index
        once = _sequence((head, body))
        work = sum_nest((index,), once.work)
        saved = sum_nest((index,), once.saved)
        longest = _greatest(loop, once.span)
        match verdict.kind:
            case Kind.INDEPENDENT:
                span = longest
            case Kind.REDUCTION:
                span = longest + self._trees(loop, verdict)
                saved = saved + self._saved(loop, verdict)
            case Kind.DISTANCE:
                groups = atoms.floor_of(index.trips + verdict.distance - 1, verdict.distance)
                span = groups * longest
            case Kind.SERIAL | Kind.UNKNOWN:
                span = sum_nest((index,), once.span)
        if self._spans.burden and verdict.kind not in (Kind.SERIAL, Kind.UNKNOWN):
            span = span + self._spans.burden
        if head.work and loop.last:
            past = {index.name: index.first + loop.trips}
            work = work + loop.last * bind(head.work, past)
            span = span + loop.last * bind(head.span, past)
        cost = Cost(work, span, saved)
        if index.name == THREAD:  # no loop of the source
            return cost
        self._spans.loops[self._unit.name].insert(
            place, LoopCost(self._unit, loop, verdict, cost, longest)
        )
        return cost

    def _trees(self, loop: nd.Loop, verdict: Verdict) -> Poly:
        """The span of the trees of a loop that combines; trees of different variables grow at once."""
        found: list[Poly] = []
        for item in verdict.combined:
            values, price = self.tree(loop, item)
            if price:
                found.append((atoms.log_of(Poly.constant(2), values - 1) + 1) * price)
        return atoms.max_of(found) if found else ZERO

    def tree(self, loop: nd.Loop, item: Combined) -> tuple[Poly, Poly]:
        fresh = item.fresh or self._is_combined_around(item)
        values = loop.index.trips * max(len(item.lines), 1)
        return values if fresh else values + 1, self._tree_price(loop, item)

    def _is_combined_around(self, item: Combined) -> bool:
        """Whether a loop around combines the results of this one into the same variable."""
        for _, verdict in reversed(self._around):
            if verdict.kind is Kind.REDUCTION:
                if any(other.name == item.name for other in verdict.combined):
                    return True
            elif verdict.kind is not Kind.INDEPENDENT:
                return False
        return False

    def _tree_price(self, loop: nd.Loop, item: Combined) -> Poly:
        """The price of one step of a tree: that of the operation in the loop's lines."""
        found = [
            self._price(item, line.operations) for line in _lines(loop.body) if _is_in(line, item)
        ]
        return atoms.max_of(found) if found else ZERO

    def _saved(self, loop: nd.Loop, verdict: Verdict) -> Poly:
        """The work saved because variables hold nothing at first: an operation for each start."""
        fresh = (item for item in verdict.combined if item.fresh)
        return total(_greatest(loop, self._first(loop.body, item)) for item in fresh)

    def _first(self, node: nd.Node, item: Combined) -> Poly:
        """The price of combining the first value that a part makes, 0 if it makes none for certain."""
        match node:
            case nd.Block(lines):
                prices = (
                    self._price(item, line.operations) for line in lines if _is_in(line, item)
                )
                return next(prices, ZERO)
            case nd.Seq(parts):
                return next((price for part in parts if (price := self._first(part, item))), ZERO)
            case nd.Loop():
                inner = self._spans.verdict(self._unit, node)
                if any(other.name == item.name for other in inner.combined):
                    return _greatest(node, self._first(node.body, item))
                return ZERO
            case _:
                return ZERO


def _greatest(loop: nd.Loop, span: Poly) -> Poly:
    """The longest iteration, 0 if there is none; the sum where the range of the index is not known."""
    index = loop.index
    if not span:
        return ZERO
    if not atoms.depends_on(span, index.name):
        return _if_any(loop, span)
    length = index.last - index.first + 1
    if index.count is not None and index.count not in (length, atoms.clamp(length)):
        return sum_nest((index,), span)
    counts = frozenset(
        name for name in atoms.free_symbols(index.last) if atoms.definition(name) is None
    )
    return greatest(index.name, index.first, index.last, span, Signs(counts=counts))


def _if_any(loop: nd.Loop, amount: Poly) -> Poly:
    """An amount if the loop has any iteration, else 0."""
    index = loop.index
    more = index.last - index.first if index.count is None else index.count - 1
    return atoms.pieces_of([((more * more.den,), amount)])


def _sequence(parts: Iterable[Cost]) -> Cost:
    items = list(parts)
    return Cost(
        total(item.work for item in items),
        total(item.span for item in items),
        total(item.saved for item in items),
    )


def _least(part: Poly, whole: Poly) -> Poly:
    """A price that is no more than that of the line it is part of."""
    if not part:
        return ZERO
    return atoms.min_of([part, whole])


def _is_in(line: nd.Line, item: Combined) -> bool:
    return any((line.span.file, line.span.line) == (span.file, span.line) for span in item.lines)


def _lines(node: nd.Node) -> Iterable[nd.Line]:
    """The lines of a part, those of callees left out."""
    for block in nodes_of(node, nd.Block):
        yield from block.lines
