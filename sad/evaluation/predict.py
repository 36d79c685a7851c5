"""Seconds per block, shares of the total, and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, TypeVar

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys, real
from sad.algebra.known import with_known
from sad.diagnostics import argument_error
from sad.evaluation.specialised import specialised_bound
from sad.profiles.settings import Origin
from sad.records import field, record, replace

if TYPE_CHECKING:
    from sad.algebra.evaluate import Formulas, Number
    from sad.algebra.poly import Poly
    from sad.evaluation.memory_left_out import LeftOut
    from sad.evaluation.model import Model
    from sad.mapping.bound import BoundExpansion
    from sad.mapping.resources import BoundBlock
    from sad.model.expand import BlockCount


_ROUNDING = 1e-6  # of probabilities that add up to 1

Key = TypeVar("Key", bound=Hashable)


@record
class Coverage:
    """What a prediction rests on: shares of the predicted time that add up to 1, or of the blocks'
    statements where the time is not known. ``evaluated`` are counts found by running the program's
    slice at the values given, ``assumed`` counts that rest on an assumption. ``unresolved`` is what has
    no value yet; statements that are not modelled belong to it. ``sequential`` counts the constructs of
    OpenMP and OpenACC that are taken as sequential: all shares are of one thread.
    """

    exact: float
    evaluated: float
    assumed: float
    user: float
    profiled: float
    default: float
    unresolved: float
    opaque_statements: int
    statements: int
    of_time: bool
    sequential: int = 0


@record
class Prediction:
    """Values of counts and times where everything they need is set, else None.

    There is no total for units each by themselves: they are no program.
    ``counts`` and ``seconds`` are keyed by block id; ``calls`` are seconds in unknown calls by name.
    ``memory`` is what waiting for memory adds, where the cost model does not count it. ``elsewhere``
    predicts for other values of sizes, by symbol, where functions of sizes were measured.
    """

    model: Model
    bound: BoundExpansion | None
    counts: Mapping[str, Number | None]
    seconds: Mapping[str, float | None]
    calls: Mapping[str, float | None]
    total: float | None
    coverage: Coverage
    memory: LeftOut | None = None
    elsewhere: Callable[[Mapping[str, float]], Prediction] | None = field(
        default=None, compare=False
    )

    @property
    def specialised(self) -> Prediction:
        """The same prediction with known numbers put into its counts (``Model.specialised``)."""
        model = self.model.specialised
        if model is self.model:
            return self
        bound = self.bound
        bound = None if bound is None else specialised_bound(bound, model.expansion)
        return replace(self, model=model, bound=bound)

    def share(self, block: BlockCount) -> float | None:
        """Return a block's share of the time that is known."""
        seconds, known = self.seconds.get(block.id), self.known
        return None if seconds is None or not known else seconds / known

    @property
    def known(self) -> float | None:
        """The time [s] of the parts whose time is known: the total, or a lower bound of it.

        None without a machine, and for units each by themselves.
        """
        if self.total is not None or self.bound is None or self.model.entry is None:
            return self.total
        parts = (*self.seconds.values(), *self.calls.values())
        return sum(part for part in parts if part is not None)

    @property
    def open_calls(self) -> list[str]:
        """Calls of unknown time that are made, or may be, by name."""
        return [name for name, seconds in self.calls.items() if seconds is None]

    @property
    def lacks_calls_alone(self) -> bool:
        """Whether all that is missing are times of calls whose number is known."""
        return bool(self.open_calls) and None not in self.seconds.values()


def predict(model: Model, bound: BoundExpansion | None) -> Prediction:
    """Evaluate what the given values allow."""
    counts = block_counts(model)
    seconds: dict[str, float | None] = {}
    calls: dict[str, float | None] = {}
    total: float | None = None
    if bound is not None:
        for item in bound.blocks:
            count = counts[item.block.id]
            seconds[item.block.id] = None if count is None else _time(count, item)
        numbers = values_of(model, {call.name: call.count for call in bound.calls})
        if model.evaluated is not None:
            numbers.update(model.evaluated.externals)
        for call in bound.calls:
            count, each = numbers[call.name], model.values.get(call.symbol)
            known = count is not None and (each is not None or count == 0)
            calls[call.name] = float(count or 0) * float(each or 0) if known else None
        parts = [*seconds.values(), *calls.values()]
        known_parts = [part for part in parts if part is not None]
        if len(known_parts) == len(parts) and model.entry is not None:
            total = sum(known_parts)
    return Prediction(
        model, bound, counts, seconds, calls, total, _coverage(model, seconds, calls, total)
    )


def _time(count: Number, item: BoundBlock) -> float:
    """The time [s] of a block. Raises SAD503 where it is more than a float can hold."""
    try:
        return float(count) * item.seconds
    except OverflowError:
        place = item.block.block.lines[0].span
        message = f"the time at {place.file}:{place.line} is more than 1e308 s"
        hint = "counts are exact in sad annotate, and in sad analyze without a machine"
        raise argument_error("SAD503", message, hint) from None


def block_counts(model: Model) -> Mapping[str, Number | None]:
    """Return every block's count by id, None where something is missing; evaluated once per model.

    Raises as ``values_of``.
    """
    if not model.computed:
        blocks = model.expansion.blocks
        counts = {block.id: block.count for block in blocks}
        model.computed.update(values_of(model, counts, model.below))
        if model.evaluated is not None:
            model.computed.update(model.evaluated.counts)
    return model.computed


def values_of(
    model: Model, polys: Mapping[Key, Poly], below: set[Key] | None = None
) -> dict[Key, Number | None]:
    """Values of formulas by key; None where something is missing that makes a difference.

    Functions that were fitted one by one to runs may contradict each other at other sizes: what is
    below 0 then is taken as 0, and its keys are put into ``below``. Raises ``SadError`` SAD503 if the
    values given make a formula divide by zero or overflow, or be below 0 if nothing was fitted.
    """
    given = model.values.keys()
    known = {key: poly for key, poly in polys.items() if atoms.free_symbols(poly) <= given}
    if len(known) < len(polys):
        put_in = with_known({n: v for n, v in model.values.items() if n not in model.random})
        for key, poly in polys.items():
            if key not in known and atoms.free_symbols(left := put_in(poly)) <= given:
                known[key] = left
    distinct = list(dict.fromkeys(known.values()))
    least = -inf if model.fitted else -_ROUNDING
    results = checked_numbers(compile_polys(distinct), model.values, least) if distinct else []
    by_poly = dict(zip(distinct, results, strict=True))
    if below is not None:
        below.update(key for key, poly in known.items() if by_poly[poly] < -_ROUNDING)
    if model.fitted:
        by_poly = {poly: max(value, 0) for poly, value in by_poly.items()}
    return {key: by_poly[known[key]] if key in known else None for key in polys}


def checked_numbers(
    formulas: Formulas, values: Mapping[str, Number], least: float = -_ROUNDING
) -> list[Number]:
    """Return the values of formulas that count something, in order.

    Raises ``SadError`` SAD503 if the values given make one divide by zero, overflow or be below
    ``least``.
    """
    try:
        found = formulas.where_it_counts(values)  # what a condition keeps from running has no value
        results = [result for result in found if result is not None]
        lowest = min(results, default=0)
    except OverflowError as error:
        known = str(error) if str(error).startswith("a recursion") else "a count is too large"
        message = f"with the values given, {known}"
        raise argument_error("SAD503", message, "give smaller values") from None
    if len(results) < len(found):
        message = "with the values given, a count divides by zero"
        raise argument_error("SAD503", message, "a divisor or a loop's step is zero")
    if lowest < least:
        message = (
            f"the values given contradict each other: something would run {real(lowest):g} times"
        )
        raise argument_error("SAD503", message, "check probabilities and trip counts of one loop")
    return results


def _coverage(
    model: Model,
    seconds: Mapping[str, float | None],
    calls: Mapping[str, float | None],
    total: float | None,
) -> Coverage:
    blocks = model.expansion.blocks
    reached = [unit for unit in model.description.units if unit.name in model.expansion.activations]
    statements = sum(unit.statements for unit in reached)
    opaque = sum(unit.opaque for unit in reached)
    shares = shares_of(model, blocks, seconds if total else {})
    if total:
        outside = sum(value or 0.0 for value in calls.values()) / total
        shares = {name: share * (1 - outside) for name, share in shares.items()}
        shares["user"] += outside
    sequential = sum(len(unit.directives) for unit in reached)
    return covered(shares, opaque, statements, of_time=bool(total), sequential=sequential)


def covered(
    shares: Mapping[str, float],
    opaque: int,
    statements: int,
    *,
    of_time: bool,
    sequential: int = 0,
) -> Coverage:
    """Return the coverage where what is modelled has these shares, which add up to 1."""
    modelled = 1 - opaque / statements if statements else 1.0
    names = (*_STRENGTH, "unresolved")
    found: dict[str, float] = {name: shares.get(name, 0.0) * modelled for name in names}
    found["unresolved"] += 1 - modelled
    return Coverage(
        **found,
        opaque_statements=opaque,
        statements=statements,
        of_time=of_time,
        sequential=sequential,
    )


_STRENGTH = ("exact", "evaluated", "assumed", "user", "profiled", "default")
_BASIS = {
    Origin.USER: "user",
    Origin.PROFILE: "profiled",
    Origin.EVALUATED: "evaluated",
    Origin.DEFAULT: "default",
}


def shares_of(
    model: Model, blocks: Sequence[BlockCount], seconds: Mapping[str, float | None]
) -> dict[str, float]:
    """Return what blocks rest on, as shares of their time; of their lines if no time is known."""
    shares: dict[str, float] = dict.fromkeys((*_STRENGTH, "unresolved"), 0.0)
    timed = any(seconds.get(block.id) for block in blocks)
    for block in blocks:
        if timed:
            weight = seconds.get(block.id) or 0.0
        else:
            weight = float(sum(line.starts for line in block.block.lines))
        shares[_rests_on(model, block)] += weight
    whole = sum(shares.values())
    return {name: share / whole if whole else 0.0 for name, share in shares.items()}


def _rests_on(model: Model, block: BlockCount) -> str:
    """The weakest thing a block's count rests on."""
    if model.evaluated is not None and block.id in model.evaluated.counts:
        if model.evaluated.run:
            return "profiled"
        return "assumed" if model.assumptions_of(block) else "evaluated"
    basis = "assumed" if model.assumptions_of(block) or model.doubts else "exact"
    for symbol in model.rests_on(block):
        if model.is_determined(symbol):
            continue
        origin = model.origins.get(symbol)
        if origin is None:
            return "unresolved"
        basis = max(basis, _BASIS[origin], key=_STRENGTH.index)
    return basis
