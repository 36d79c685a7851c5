"""What a report answers, before it is laid out: time, where it goes, what is missing.

The text report, Markdown and the page show the same answer, each in its own form.

A complex addition is 2 floating-point operations, a product 6, a quotient 11 (the textbook formulas in
real arithmetic); intrinsic functions are left out. Bytes are those of accesses to array elements as
the source writes them: scalars are taken to be in registers.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from sad.algebra import atoms
from sad.algebra.bind import map_symbols
from sad.algebra.codes import shown_code
from sad.algebra.evaluate import MissingValue, compile_polys, evaluate, real
from sad.algebra.known import with_known
from sad.algebra.poly import ZERO, Poly
from sad.evaluation.influence import Weights
from sad.evaluation.linear import LinearForm, linear_form
from sad.model.amounts import Work, work_of
from sad.model.parameters import Class
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Monomial
    from sad.algebra.text import Printer
    from sad.evaluation.model import Model
    from sad.evaluation.uncertainty.band import Band
    from sad.model.expand import BlockCount
    from sad.model.parameters import Parameter
    from sad.report.view import View


TimeKind = Literal["known", "bound", "law", "work", "nothing"]
_MOST_NAMED = 4  # example values
_MOST_ORDERED = 2_000  # terms of a formula that are ordered by their values
_CONDITIONS = atoms.Pieces | atoms.Not | atoms.Group | atoms.Guard | atoms.Alias


@record
class Spot:
    """One place where time goes: the blocks of one innermost loop of one unit.

    ``share`` is that of the time (of the operations, without a machine) at the values that
    ``Answer.example`` names, ``seconds`` its time [s] where it is known. ``count`` is how often the
    body runs, ``number`` its value. ``work`` is that of one execution of the body on average,
    ``bound`` what limits the loop where the cost model tells.
    """

    unit: str
    loop: str
    file: str
    line: int
    share: float
    seconds: float | None
    count: Poly
    number: Number | None
    work: Work
    bound: str


@record
class Open:
    """A parameter that only a run can tell, and the share of the total it governs."""

    symbol: str
    parameter: Parameter
    share: float
    is_error_exit: bool


class Answer:
    """The answer to "how long does it take" for a program with an entry.

    ``kind`` says what is known of the time: all of it; all but some calls, or all that does not depend
    on what only a run can tell (a lower bound); how it grows; or, without a machine, how much work
    there is.
    """

    def __init__(self, view: View, interval: Band | None = None) -> None:
        """``interval`` is the one that the predicted time is in."""
        self.view, self.interval = view, interval
        self.model, self.prediction = view.model, view.prediction
        self.is_timed = self.prediction.bound is not None

    # --- time ------------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> TimeKind:
        """What is known of the time."""
        prediction = self.prediction
        if not self.model.expansion.blocks:
            return "nothing"
        if not self.is_timed:
            return "work"
        if prediction.total is not None:
            return "known"
        if prediction.known and (prediction.lacks_calls_alone or not self.inputs):
            return "bound"
        return "law"

    @cached_property
    def inputs(self) -> list[Parameter]:
        """Inputs without a value on which counts depend, in source order."""
        missing = set(self.model.missing)
        return [item for item in self.view.inputs() if item.symbol in missing]

    @cached_property
    def is_known(self) -> bool:
        """Whether all counts have values."""
        return None not in self.prediction.counts.values()

    @cached_property
    def calls(self) -> list[tuple[str, str]]:
        """Calls of procedures whose cost nobody knows: name, and how often as text."""
        values = {*self.model.values, *self.model.open}
        return [
            (name, self.formula(count))
            for name, count in self.model.expansion.externals.items()
            if count and f"{name}.seconds" not in values
        ]

    def total_work(self) -> Work | None:
        """Return the work of the whole program; None while a count is open."""
        found = Work()
        for block in self.model.expansion.blocks:
            count = self.prediction.counts[block.id]
            if count is None:
                return None
            found = found.plus(work_of(block.block), real(count))
        return found

    # --- formulas --------------------------------------------------------------------------------

    @cached_property
    def _settled(self) -> Callable[[Poly], Poly]:
        return (decided if self.is_known else put_in)(self.model)

    def settled(self, count: Poly) -> Poly:
        """Return a count with the given values put in, simplified."""
        if not self.model.values:
            return self.view.simple(count)
        # Simplified, cases become products with conditions, which the values may decide in turn.
        return self._settled(self.view.simple(self._settled(count)))

    def formula(self, count: Poly, most: int | None = 4) -> str:
        """Return a count as text with the given values put in."""
        return self.view.printer.poly(self.settled(count), most)

    @cached_property
    def total(self) -> LinearForm:
        """The time [s] as a formula; without a machine the number of floating-point operations."""
        if self.is_timed:
            form = self.view.total_time()
        else:
            form = linear_form(
                (block.count, flops)
                for block in self.model.expansion.blocks
                if (flops := work_of(block.block).flops)
            )
        return form.simplified(self.settled)

    @cached_property
    def terms(self) -> list[Monomial]:
        """The terms of ``total``, those first that matter most.

        By degree, so that the law comes first, and by value among equals; where all is known by value
        alone.
        """
        return self.ordered(self.total, {})

    def first_term_at(self, values: Mapping[str, Number]) -> float:
        """Return the first term without its factor at these values, typical ones of what is open."""
        return self._values(self.terms[:1], values)[0]

    def ordered(self, form: LinearForm, more: Mapping[str, Number]) -> list[Monomial]:
        """Return a formula's terms in the order of ``terms``; ``more`` are values of its symbols."""
        printer = self.view.printer
        if len(form.terms) > _MOST_ORDERED:
            return form.ordered(printer)
        monomials = list(form.terms)
        values = dict(zip(monomials, self._values(monomials, more), strict=True))

        def order(monomial: Monomial) -> tuple[int, float]:
            degree = 0 if self.is_known else printer.degree(monomial)
            return -degree, -abs(values[monomial] * form.terms[monomial])

        return sorted(sorted(monomials), key=order)

    def _values(self, monomials: Sequence[Monomial], more: Mapping[str, Number]) -> list[float]:
        missing = dict.fromkeys(self.view.missing_calls(), 1.0)
        known = {**missing, **self.weights.typical.values, **more}
        terms = [Poly({item: 1}) for item in monomials]
        quick = [term if self.weights.is_quick(term) else ZERO for term in terms]
        try:
            found = compile_polys(quick).where_it_counts(known)
            return [float(number or 0.0) for number in found]
        except OverflowError:
            return [0.0] * len(monomials)

    def term_texts(self, most: int | None) -> list[str]:
        """Return the first terms of the formula as texts, each with its sign."""
        shown = self.terms[:most]
        texts = [
            text
            for item in shown
            for text in LinearForm({item: self.total.terms[item]}).texts(self.view.printer)
        ]
        return [text.removeprefix("1*") for text in texts]

    @cached_property
    def growth(self) -> str:
        """What the total grows as: the leading term without numbers; empty if it is constant."""
        return self.view.printer.product(self.leading) if self.leading else ""

    @cached_property
    def leading(self) -> Monomial:
        """The factors of ``growth``; calls of unknown cost have no part in it."""
        calls = set(self.view.missing_calls())
        own = [monomial for monomial in self.terms if not calls.intersection(monomial)]
        return growing_factors(own, self.view.printer)

    # --- where -----------------------------------------------------------------------------------

    @cached_property
    def weights(self) -> Weights:
        """Times of blocks at the values given, typical ones in place of what is open."""
        return Weights(self.prediction)

    @cached_property
    def example(self) -> str:
        """The values that were chosen to compare parts, in words; empty if all are given."""
        typical = self.weights.typical
        groups: dict[str, list[str]] = {}
        for symbol in typical.inputs:
            groups.setdefault(self.example_of(symbol), []).append(self.view.name(symbol))
        parts = [
            f"{', '.join(names) if len(names) <= _MOST_NAMED else f'{len(names)} inputs'} = {value}"
            for value, names in groups.items()
        ]
        guessed = len(typical.guessed)
        if guessed:
            parts.append(
                f"{guessed} typical value{'s' * (guessed != 1)} for what only a run can tell"
            )
        return ", ".join(parts)

    def example_of(self, symbol: str) -> str:
        """Return the example value of an open parameter as a program writes it."""
        value = self.weights.typical.values[symbol]
        if isinstance(value, int):
            return str(shown_code(value, self.view.coding(symbol)) or value)
        return f"{float(value):.3g}"

    @cached_property
    def spots(self) -> list[Spot]:
        """Where time goes, the largest share first; places that are never reached are left out."""
        spots = [
            self.spot(blocks)
            for blocks in self.view.groups.values()
            if any(self.weights.blocks[block.id] for block in blocks)
        ]
        return sorted(spots, key=lambda item: -item.share)

    def spot(self, blocks: Sequence[BlockCount]) -> Spot:
        """Return the place that some blocks of one innermost loop make."""
        first = blocks[0]
        loop = first.loops[-1] if first.loops else None
        span = loop.span if loop is not None else first.block.lines[0].span
        work = Work()
        entered = self.weights.count(first.count)
        for block in blocks:
            times = self.weights.count(block.count) / entered if entered else 1.0
            work = work.plus(work_of(block.block), times)
        return Spot(
            first.unit.name,
            loop.id if loop is not None else "",
            span.file,
            span.line,
            self.weights.share(block.id for block in blocks),
            self.view.seconds_of(blocks),
            first.count,
            self.prediction.counts[first.id],
            work,
            self._bounds.get((first.unit.name, loop.id if loop is not None else ""), ""),
        )

    @cached_property
    def _bounds(self) -> dict[tuple[str, str], str]:
        """What limits each loop, by unit and loop, where the cost model tells."""
        bound = self.prediction.bound
        regions = bound.regions if bound is not None else ()
        return {(item.region.unit.name, item.region.path): item.limit for item in regions}

    # --- what is missing -------------------------------------------------------------------------

    @cached_property
    def open(self) -> list[Open]:
        """What only a run can tell, by influence; what guards an error comes last."""
        parameters = self.model.names.parameters
        return [
            Open(symbol, item, share, item.without_errors is not None)
            for symbol, share in self.weights.governed.items()
            if (item := parameters.get(symbol)) is not None and item.cls is Class.INDETERMINATE
        ]


def growing_factors(monomials: Iterable[Monomial], printer: Printer) -> Monomial:
    """Return what makes the first product grow that does: no probabilities and conditions."""
    for monomial in monomials:
        kept = tuple(item for item in monomial if printer.degree((item,)) > 0)
        if kept:
            return kept
    return ()


# Formulas with values put in: what the values decide is gone, what is left is in open sizes.


def put_in(model: Model) -> Callable[[Poly], Poly]:
    """Return what puts all given values into a count, those that are random as their means."""
    return with_known(model.values)


def decided(model: Model) -> Callable[[Poly], Poly]:
    """Return what puts into a count only the conditions that the values decide.

    For a program whose values are all given: sizes stay as symbols, so that the formula still says
    how the time grows.
    """

    def symbol(name: str) -> Poly:
        if isinstance(atoms.definition(name), _CONDITIONS):
            value = _value(Poly.symbol(name), model)
            if value in (0, 1):
                return Poly.constant(int(value))
        return Poly.symbol(name)

    return lambda count: map_symbols(count, symbol)


def _value(poly: Poly, model: Model) -> Number | None:
    try:
        return evaluate(poly, model.values)
    except (MissingValue, ZeroDivisionError, OverflowError):
        return None
