"""Work, span and parallelism of a program at the values given, loop by loop."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly, total
from sad.dependence.verdict import Kind
from sad.dependence.verdicts import verdicts
from sad.evaluation.evaluated import concrete
from sad.evaluation.predict import values_of
from sad.lowering.drafts import Names
from sad.mapping.bound import call_symbol
from sad.model.amounts import amounts_of
from sad.model.expand import amount_in
from sad.model.walks.terms import loop_terms
from sad.parallelism.serial import Serial, serial_work
from sad.parallelism.span import Cost, LoopCost, Prices, Rules, Spans
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.analysis.unit import ProgramAnalysis
    from sad.dependence.verdict import Verdict
    from sad.diagnostics import Span
    from sad.evaluation.model import Model
    from sad.mapping.bound import BoundExpansion
    from sad.model.nodes import Block, UnitDescription
    from sad.parallelism.profile import Profile

FLOP, OPERATIONS, SECONDS = "flop", "operations", "s"
_ARITHMETIC = frozenset(
    {
        "add", "sub", "mul", "div", "neg", "power_int", "power_real", "compare", "logical",
        "convert", "intrinsic", "concat", "substring",
    }
)  # fmt: skip


@record
class LoopMeasure:
    """A loop with what it costs at the values given; None where a value is missing.

    ``entered`` is how often it is started in the whole run, ``trips`` its iterations per start on
    average, ``span`` and ``work`` those of one start on average, ``total`` its work in the whole run,
    ``depth`` how many loops of its unit are around it, ``ancestors`` their paths.
    """

    cost: LoopCost
    depth: int
    entered: float | None
    trips: float | None
    work: float | None
    span: float | None
    total: float | None
    ancestors: frozenset[str] = frozenset()

    @property
    def verdict(self) -> Verdict:
        """How the loop is judged."""
        return self.cost.verdict


@record
class Measured:
    """What is known of a program: formulas and numbers, None where a value is missing.

    ``unit`` is what is counted: flop, operations or s. ``in_order`` is the work as the source has it,
    of which ``saved`` is left out where trees of sums start from nothing. ``unknown`` is the share of
    the work in loops of which nothing is known, ``serial`` says why the whole program counts as serial,
    if it does. ``burdened`` is the span with ``fork_join`` for each start of a loop whose iterations
    run at once (Cilkscale's term); None without a machine that says what that takes. ``serial_lines``
    is the work of lines that no loop around runs at once, ``begun`` the loops that no other such loop
    is around.
    """

    unit: str
    cost: Cost
    in_order: float | None
    work: float | None
    span: float | None
    loops: tuple[LoopMeasure, ...]
    unknown: float | None
    serial: str = ""
    burdened: float | None = None
    fork_join: float = 0.0
    serial_lines: Mapping[Span, float] = field(default_factory=dict["Span", float])
    begun: frozenset[tuple[str, str]] = frozenset()

    @property
    def parallelism(self) -> float | None:
        """Work over span: how many processors it can keep busy on average."""
        if self.work is None or not self.span:
            return None
        return self.work / self.span


def verdicts_by_unit(
    analysis: ProgramAnalysis, *, no_alias: bool = False
) -> dict[str, dict[str, Verdict]]:
    """Return the verdicts of all loops, by the name of their unit in the description, then by path."""
    names = Names((entry.unit.key, entry.name) for entry in analysis.entries)
    found: dict[str, dict[str, Verdict]] = {}
    for entry, items in verdicts(analysis, no_alias=no_alias):
        name = names.of(entry.unit.key, entry.name)
        if name is not None:
            found[name] = {item.path: item for item in items}
    return found


def counted_unit(model: Model) -> str:
    """Return what is counted without a machine: floating-point operations, if there are any."""
    for block in model.expansion.blocks:
        if block.count and any(
            (found := amounts_of(key)) is not None and found.flops
            for line in block.block.lines
            for key in line.operations
        ):
            return FLOP
    return OPERATIONS


def prices_of(unit: str, bound: BoundExpansion | None) -> Prices:
    """Return the prices of lines: their operations, or their seconds on a machine."""
    if bound is not None and unit == SECONDS:
        return _timed(bound)

    def operation(key: str) -> Poly:
        return Poly.constant(_number(key, unit))

    def line(block: Block, number: int) -> Poly:
        operations = block.lines[number].operations
        return Poly.constant(sum(_number(key, unit) * times for key, times in operations.items()))

    return Prices(line, operation)


def _number(key: str, unit: str) -> int:
    if unit == FLOP:
        found = amounts_of(key)
        return 0 if found is None else int(found.flops)
    return int(key.partition(".")[0] in _ARITHMETIC)


def _timed(bound: BoundExpansion) -> Prices:
    from sad.diagnostics import SadError  # noqa: PLC0415
    from sad.machine.operation_times import OperationTimes  # noqa: PLC0415 - only with a machine

    lines = {id(item.block.block): item.lines for item in bound.blocks}
    times = OperationTimes(bound.machine, bound.toolchain)

    def line(block: Block, number: int) -> Poly:
        known = lines.get(id(block))
        return ZERO if known is None else _seconds(known[number])

    def operation(key: str) -> Poly:
        """A toolchain without times of single operations leaves it to the line to say."""
        try:
            return _seconds(times.value(key).value)
        except SadError:
            return _seconds(1.0)

    return Prices(line, operation)


def _seconds(value: float) -> Poly:
    return Poly.constant(Fraction(f"{value:.12g}"))


def measure(
    model: Model,
    judged: Mapping[str, Mapping[str, Verdict]],
    rules: Rules,
    bound: BoundExpansion | None = None,
    *,
    with_loops: bool = True,
    fork_join: float = 0.0,
) -> Measured:
    """Return work and span of a model from its entry, which it must have, and those of its loops.

    Counts that a run of the slice gave are in the work; the rest needs values for all symbols.
    ``fork_join`` is what starting and joining threads takes [s].
    """
    entry = model.entry
    assert entry is not None
    unit = SECONDS if bound is not None else counted_unit(model)
    prices = prices_of(unit, bound)
    spans = Spans(model.description, judged, prices, rules, model.values)
    cost = spans.alone(entry.name)
    work = _work(concrete(model), prices, bound)
    serial = next(
        (spans.serial[name] for name in spans.serial if name in model.expansion.instances), ""
    )
    cost = Cost(work, work) if serial else Cost(work - cost.saved, cost.span, cost.saved)
    asked: dict[object, Poly] = {"work": cost.work, "span": cost.span, "whole": work}
    if fork_join and not serial:
        burdened = replace(rules, burden=_seconds(fork_join))
        again = Spans(model.description, judged, prices, burdened, model.values)
        asked["burdened"] = again.alone(entry.name).span
    alone = serial_work(spans, entry) if with_loops and not serial else Serial({}, frozenset())
    asked |= dict[object, Poly](alone.lines.items())
    for name, items in spans.loops.items() if with_loops else ():
        described = model.description.unit(name)
        if described is None or name not in model.expansion.instances:
            continue
        contexts = {term.loop.id: term.context for term in loop_terms(described.tree)}
        for item in items:
            context = contexts[item.loop.id]
            outside = type(context)(context.indices[:-1], context.weight)
            inside = outside
            key = name, item.loop.id
            one = Poly.constant(1)
            asked[(*key, "entered")] = amount_in(model.expansion, described, inside, one)
            for part, amount in (
                ("trips", item.loop.index.trips),
                ("work", item.cost.work),
                ("span", item.cost.span),
            ):
                asked[(*key, part)] = amount_in(model.expansion, described, inside, amount)
    numbers = {key: _plain(value) for key, value in values_of(model, asked).items()}
    loops = tuple(_loops(spans, model, numbers)) if with_loops else ()
    whole = numbers["whole"]
    return Measured(
        unit,
        cost,
        whole,
        numbers["work"],
        numbers["span"],
        loops,
        _unknown(loops, whole),
        serial,
        numbers.get("burdened"),
        fork_join,
        {span: seconds for span in alone.lines if (seconds := numbers[span])},
        alone.begun,
    )


def _work(model: Model, prices: Prices, bound: BoundExpansion | None) -> Poly:
    """The work of the whole run, as ``sad analyze`` has it; on a machine with calls of unknown time."""
    parts = [
        block.count * total(prices.line(block.block, n) for n in range(len(block.block.lines)))
        for block in model.expansion.blocks
    ]
    if bound is not None:
        parts += [
            count * Poly.symbol(call_symbol(name))
            for name, count in model.expansion.externals.items()
        ]
    return total(parts)


def _loops(spans: Spans, model: Model, numbers: Mapping[object, float | None]) -> list[LoopMeasure]:
    found: list[LoopMeasure] = []
    for unit in reversed(model.description.units):
        if unit.name not in model.expansion.instances:
            continue
        around = _around(unit)
        for item in spans.loops.get(unit.name, ()):
            key = unit.name, item.loop.id
            entered = numbers[(*key, "entered")]

            def mean(
                part: str, key: tuple[str, str] = key, entered: float | None = entered
            ) -> float | None:
                value = numbers[(*key, part)]
                return None if value is None or not entered else value / entered

            found.append(
                LoopMeasure(
                    item,
                    len(around[item.loop.id]),
                    entered,
                    mean("trips"),
                    mean("work"),
                    mean("span"),
                    numbers[(*key, "work")],
                    around[item.loop.id],
                )
            )
    return found


def _around(unit: UnitDescription) -> dict[str, frozenset[str]]:
    """The paths of the loops around each loop of a unit."""
    return {
        term.loop.id: frozenset(factor.id for factor in term.context.loops[:-1])
        for term in loop_terms(unit.tree)
    }


def _unknown(loops: Sequence[LoopMeasure], whole: float | None) -> float | None:
    """The share of the work in loops of which nothing is known, those inside others once."""
    if not whole:
        return 0.0 if whole == 0 else None
    share = 0.0
    inside: tuple[str, int] | None = None
    for item in loops:
        name = item.cost.unit.name
        if inside is not None and (name != inside[0] or item.depth <= inside[1]):
            inside = None
        if inside is None and item.verdict.kind is Kind.UNKNOWN:
            if item.total is None:
                return None
            share += item.total / whole
            inside = name, item.depth
    return min(share, 1.0)


def _plain(value: object) -> float | None:
    return None if value is None else float(value)  # pyright: ignore[reportArgumentType]


def unfolded_profile(
    model: Model,
    judged: Mapping[str, Mapping[str, Verdict]],
    rules: Rules,
    *,
    nested: bool,
) -> Profile | None:
    """Return the profile of a model's operations from its entry; None if it has none.

    Raises as ``unfolded``.
    """
    from sad.parallelism.unfold import unfolded  # noqa: PLC0415 - only where one is asked for

    assert model.entry is not None
    prices = prices_of(counted_unit(model), None)
    spans = Spans(model.description, judged, prices, rules, model.values)
    return unfolded(spans, model.entry, model.values, nested=nested)
