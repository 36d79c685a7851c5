"""A predicted time, and where it goes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sad.evaluation.uncertainty.band import band_of
from sad.experiments.curve import need_values, no_entry_error
from sad.large_stack import on_large_stack
from sad.library.formula import Formula
from sad.library.rows import Rows, html_table
from sad.report.text import coverage_text, text_report
from sad.report.uncertainty import Sureness, band_text
from sad.report.units import seconds_text
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from sad.evaluation.predict import Coverage
    from sad.evaluation.predict import Prediction as Evaluated
    from sad.evaluation.uncertainty.band import Band

_SHOWN_LINES = 10


@dataclass(frozen=True, slots=True)
class UnitTime:
    """The time of one unit's own statements [s], and its share of the total."""

    unit: str
    file: str
    line: int
    seconds: float | None
    share: float | None


@dataclass(frozen=True, slots=True)
class LineTime:
    """The time of one source line [s], how often it runs, and its share of the total."""

    file: str
    line: int
    count: int | float | Fraction | None
    seconds: float | None
    share: float | None
    source: str


@dataclass(frozen=True, slots=True)
class LoopRate:
    """One loop's predicted rate and what bounds it; ``loop`` is empty outside of loops.

    ``flops`` are floating-point operations, ``bytes`` what its statements load and store, ``intensity``
    operations for each of these bytes, ``memory_intensity`` for each byte that moves between memory and
    the caches (infinite without any). ``rate`` is predicted, ``attainable`` what the lowest roof allows
    [1/s]; ``bound_by`` is ``core`` or the name of a level (Williams, Waterman and Patterson 2009).
    """

    unit: str
    loop: str
    file: str
    line: int
    seconds: float
    flops: float
    bytes: float
    intensity: float
    memory_intensity: float
    rate: float
    attainable: float
    bound_by: str


class Prediction:
    """The time of one run on a machine.

    >>> import sad
    >>> run = sad.analyze("solve.f").on("sparc2").at(N=500, X1=40, P1=0.1)
    >>> round(run.seconds, 2)
    2.63
    >>> low, high = run.interval
    >>> low < run.seconds < high
    True
    >>> run.by_line()[0].line
    7
    """

    def __init__(self, evaluate: Callable[[], Evaluated], seconds: float | None = None) -> None:
        """``evaluate`` returns all there is to know of the run, ``seconds`` is its time if known."""
        self._evaluate = evaluate
        self._seconds = seconds

    @cached_property
    def _evaluated(self) -> Evaluated:
        return self._evaluate()

    @cached_property
    def _view(self) -> View:
        return View(self._evaluated, aliases=self._evaluated.model.entry is not None)

    @property
    def seconds(self) -> float:
        """The predicted time [s]; raises ``SadError`` SAD850 naming parameters without a value."""
        return self._known_total() if self._seconds is None else self._seconds

    def _known_total(self) -> float:
        """The time with all there is to know of the run behind it; raises as ``seconds``."""
        total, model = self._evaluated.total, self._evaluated.model
        if model.entry is None:
            raise no_entry_error("the source", [unit.name for unit in model.description.units])
        if total is None:
            bound = self._evaluated.bound
            calls = [] if bound is None else [call.symbol for call in bound.calls]
            need_values(model, [*model.symbols, *calls])
        assert total is not None
        return total

    @property
    def missing(self) -> tuple[str, ...]:
        """Short names of what has to have a value before the time is known."""
        if self._evaluated.total is not None:  # counts without a formula were found by running
            return ()
        view = self._view
        return tuple(map(view.name, [*self._evaluated.model.missing, *view.missing_calls()]))

    @property
    def machine(self) -> str:
        """The machine and its toolchain."""
        bound = self._evaluated.bound
        return "" if bound is None else f"{bound.machine.name}, {bound.toolchain.name}"

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval [s] that holds the time in nine cases of ten; None if nothing is known of it."""
        band = self._sureness.band
        return None if band is None else (band.low, band.high)

    @property
    def coverage(self) -> Coverage:
        """What the time rests on: shares of exact counts, given values and so on."""
        return self._evaluated.coverage

    @property
    def formula(self) -> Formula:
        """The time as a formula in the parameters that have no value."""
        special = self._evaluated.specialised
        view = View(special, aliases=special.model.entry is not None)
        return Formula(view.total_time(), view)

    @on_large_stack
    def by_unit(self) -> Rows[UnitTime]:
        """Return the time of each unit's own statements, the longest first."""
        rows: list[UnitTime] = []
        units = {unit.name: unit for unit in self._evaluated.model.description.units}
        for name, blocks in self._view.blocks_by_unit.items():
            seconds = self._view.seconds_of(blocks)
            share = self._share(seconds)
            rows.append(UnitTime(name, units[name].file, units[name].line, seconds, share))
        return Rows(UnitTime, sorted(rows, key=lambda row: -(row.seconds or 0.0)))

    @on_large_stack
    def by_line(self) -> Rows[LineTime]:
        """Return counts and times of all lines, the longest first."""
        from sad.report.annotate import line_costs  # noqa: PLC0415 - seldom needed

        rows = [
            LineTime(
                *(file, line, cost.value, cost.seconds, cost.share),
                self._view.source_line(file, line),
            )
            for file, lines in line_costs(self._view).items()
            for line, cost in lines.items()
        ]
        return Rows(LineTime, sorted(rows, key=lambda r: (-(r.seconds or 0.0), r.file, r.line)))

    @on_large_stack
    def roofline(self) -> Rows[LoopRate]:
        """Return what bounds the rate of each loop, those first that take longest.

        Raises ``SadError`` as ``seconds`` while counts are open.
        """
        from sad.evaluation.roofline import bound_of, roofline  # noqa: PLC0415 - seldom needed

        if bound_of(self._evaluated) is None:
            self._known_total()
        found = roofline(self._evaluated, self._evaluated.model)
        memory = found.roofs[-1].name if found.roofs else "no memory"
        return Rows(
            LoopRate,
            (
                LoopRate(
                    *(item.unit, item.loop, item.span.file, item.span.line, item.seconds),
                    *(item.work.flops, item.work.moved, item.intensity(), item.intensity(memory)),
                    *(item.rate, item.attainable, item.bound),
                )
                for item in found.loops
            ),
        )

    def to_frame(self) -> object:
        """Return ``by_line`` as a ``pandas.DataFrame``; raises ``SadError`` SAD854 without pandas."""
        return self.by_line().to_frame()

    @on_large_stack
    def report(self) -> str:
        """Return the report that ``sad analyze`` prints."""
        return text_report(View(self._evaluated, brief=True), (self._sureness,))

    def __float__(self) -> float:
        return self.seconds

    def __repr__(self) -> str:
        if self._evaluated.total is None:
            return f"Prediction(needs {', '.join(self.missing)})"
        return f"Prediction({seconds_text(self.seconds)} on {self.machine})"

    def _repr_html_(self) -> str:
        rows = [["", ""], ["machine", self.machine]]
        if self._evaluated.total is None:
            rows.append(["predicted time", f"needs {', '.join(self.missing)}"])
        else:
            rows.append(["predicted time", seconds_text(self.seconds)])
        if self._sureness.band is not None:
            rows.append(["interval", band_text(self._sureness.band)])
        rows.append(["coverage", coverage_text(self.coverage)])
        lines = self.by_line()
        longest = Rows(LineTime, lines[:_SHOWN_LINES])
        return html_table(rows) + longest.html()

    @cached_property
    def _sureness(self) -> Sureness:
        from sad.evaluation.uncertainty.stochastic import uncertainty_of  # noqa: PLC0415

        uncertainty = uncertainty_of(self._evaluated)
        band: Band | None = band_of(self._evaluated, uncertainty)
        return Sureness(uncertainty, band=band)

    def _share(self, seconds: float | None) -> float | None:
        total = self._evaluated.total
        return seconds / total if seconds is not None and total else None
