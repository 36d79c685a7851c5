"""What a report says, ready to lay out: formulas printed, rows sorted, parameters described.

Over 400 lines: all that reports ask of one prediction.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding, shown_code
from sad.algebra.decide import Decider
from sad.algebra.known import with_known
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import Poly
from sad.algebra.simplify import (
    Simplifier,
    at_least_one,
    below_31_bits,
    extent_symbols,
    has_wide_numbers,
    product_facts,
)
from sad.algebra.text import LONGEST_FACTOR, Printer
from sad.evaluation.assume import SENTENCES
from sad.evaluation.evaluated import returning
from sad.evaluation.linear import LinearForm, linear_form
from sad.files import source_lines
from sad.model.parameters import Class, Kind, Parameter
from sad.records import record
from sad.report.shorten import ShortPrinter
from sad.report.units import listed
from sad.symbols import NTHREADS, is_real

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.evaluation.predict import Prediction
    from sad.model.expand import BlockCount


_BRIEF_PIECES, _ALL_PIECES = 2, 40
_BRIEF_FACTOR = 1000
_SLACK = 8  # characters that a formula whose conditions are put together may be longer
_LONGEST_COMPARED = 20_000  # of factors of which only the length matters
_MOST_NAMES, _MOST_UNITS, _MOST_ASSUMED = 12, 4, 4


@record
class Row:
    """One place where time goes: the blocks of one innermost loop of one unit."""

    unit: str
    loop: str
    file: str
    line: int
    count: str
    seconds: float | None
    share: float | None


@record
class ParameterRow:
    """One parameter as a report shows it."""

    alias: str
    parameter: Parameter
    label: str
    source: str
    limit: str


class View:
    """A prediction as people read it. Formulas use short aliases for unresolved parameters.

    A ``brief`` view spends little on formulas that will be cut short anyway, and gives long conditions
    names (``named_conditions``). ``texts`` are sources by path that are not to be read from files.
    """

    def __init__(
        self,
        prediction: Prediction,
        *,
        aliases: bool = True,
        brief: bool = False,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self.prediction = prediction
        self.model = prediction.model
        self._names = self.model.names
        self._aliases = self._names.aliases if aliases else {}
        longest = _BRIEF_FACTOR if brief else LONGEST_FACTOR
        self.printer = Printer(self.name, self.weight, longest, self.coding)
        if brief:
            taken = [self.name(symbol) for symbol in self.model.used]
            self.printer = ShortPrinter(self.name, self.weight, longest, self.coding, taken)
        self._simple: dict[Poly, Poly] = {}
        self._lines = {file: text.split("\n") for file, text in (texts or {}).items()}
        self._most_pieces = _BRIEF_PIECES if brief else _ALL_PIECES

    # --- names and formulas ----------------------------------------------------------------------

    def name(self, symbol: str) -> str:
        """Return the name shown for a symbol; of a value calculated from others how it is."""
        if symbol in self.model.derived:
            return self.model.open[symbol].factor(self.name)
        return self.own_name(symbol)

    def own_name(self, symbol: str) -> str:
        """Return a symbol's own name, whatever it is calculated from."""
        return self._aliases.get(symbol) or self._names.label(symbol)

    def value(self, symbol: str) -> Number | str | None:
        """Return the value given for a symbol as a program writes it; None if there is none."""
        value = self.model.values.get(symbol)
        coding = self.coding(symbol)
        if coding is Coding.INTEGER or not isinstance(value, int):
            return value
        return shown_code(value, coding) or value

    def given(self, symbol: str) -> str:
        """Return what was given for a symbol as text: a value, formula or distribution, else ``?``."""
        if symbol in self.model.open:
            return self.model.open[symbol].text(self.name)
        random = self.model.random.get(symbol)
        value = self.value(symbol)
        return random.text if random is not None else "?" if value is None else str(value)

    def weight(self, symbol: str) -> int:
        """Return 1 for symbols that make a term leading, 0 for probabilities."""
        parameter = self._names.parameters.get(symbol)
        return int(parameter is None or parameter.kind is not Kind.PROBABILITY)

    def coding(self, symbol: str) -> Coding:
        """Return what a symbol's values stand for."""
        return self._names.coding(symbol)

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """Parameters that the formulas shown assume to be 1 or more."""
        library = self.model.library
        found = extent_symbols(self._counts) if library is None else library.extents
        return tuple(sorted(found, key=self.name))

    @cached_property
    def _simplifier(self) -> Simplifier:
        library = self.model.library
        products = product_facts(self._counts) if library is None else library.products
        facts = at_least_one(self.assumed, products)
        if self._bounded:
            facts |= below_31_bits(self.assumed)
        return Simplifier(facts, self._most_pieces)

    @cached_property
    def _bounded(self) -> bool:
        """Whether the formulas shown assume that sizes have less than 32 bits."""
        return self.model.library is None and has_wide_numbers(self._counts)

    @cached_property
    def _counts(self) -> list[Poly]:
        expansion = self.model.expansion
        counts = [block.count for block in expansion.blocks]
        counts.extend(expansion.externals.values())
        return list(dict.fromkeys(counts))

    def simple(self, count: Poly) -> Poly:
        """Return a count under the report's assumptions, its conditions put together."""
        known = self._simple.get(count)
        if known is None:
            known = self._simplifier.poly(count)
            timed = self.model.description.has_times  # no whole numbers, which cases are made of
            decided = known if timed else self._decider.poly(known)
            if (
                decided is not known
                and len(self._whole.poly(decided)) <= len(self._whole.poly(known)) + _SLACK
            ):
                known = decided
            if timed:
                known = self._with_times(known)
            self._simple[count] = known
        return known

    def _with_times(self, formula: Poly) -> Poly:
        """The formula of a model that says times itself, its maxima simplified."""
        from sad.algebra.maxima import Signs, simplify_max  # noqa: PLC0415 - source has no times

        times = frozenset(filter(is_real, self.model.used))
        return simplify_max(formula, Signs(times, frozenset(self.assumed)))

    @cached_property
    def _whole(self) -> Printer:
        return Printer(self.name, self.weight, _LONGEST_COMPARED, self.coding)

    @cached_property
    def _decider(self) -> Decider:
        truths = [item for item in self.model.used if self.coding(item) is Coding.TRUTH]
        return Decider(self._simplifier.poly, self._simplifier.holds, truths)

    def named_conditions(self, text: str, first: str) -> tuple[str, list[tuple[str, str]]]:
        """Return a text with conditions numbered, those in ``first`` first, and what they are."""
        printer = self.printer
        return printer.numbered(text, first) if isinstance(printer, ShortPrinter) else (text, [])

    def formula(self, count: Poly, most: int | None = None) -> str:
        """Return a count as text, under the report's assumptions; at most so many terms."""
        return self.printer.poly(self.simple(count), most)

    @cached_property
    def put_in(self) -> Callable[[Poly], Poly]:
        """Puts the values given into a count, into each once."""
        return cache(with_known(self.model.values))

    @cached_property
    def blocks_by_unit(self) -> dict[str, list[BlockCount]]:
        """The blocks of each unit that has some, by its name."""
        blocks: dict[str, list[BlockCount]] = {}
        for block in self.model.expansion.blocks:
            blocks.setdefault(block.unit.name, []).append(block)
        return blocks

    @cached_property
    def _parts(self) -> dict[str, list[tuple[Poly, float]]]:
        """Counts and seconds of each unit's own blocks.

        Counts that were evaluated are numbers where something else is open.
        """
        evaluated = self.model.evaluated if self.model.missing else None
        parts: dict[str, list[tuple[Poly, float]]] = {}
        if self.prediction.bound is not None:
            for item in self.prediction.bound.blocks:
                block = item.block
                known = None if evaluated is None else evaluated.counts.get(block.id)
                count = block.count if known is None else Poly.constant(known)
                parts.setdefault(block.unit.name, []).append((count, item.seconds))
        return parts

    def time_of(self, unit: str) -> LinearForm:
        """Return the time [s] of one unit's own blocks as an exact formula."""
        return linear_form(self._parts.get(unit, ()))

    def total_time(self) -> LinearForm:
        """Return the time [s] of everything as an exact formula."""
        parts = [part for unit in self._parts.values() for part in unit]
        if self.prediction.bound is not None:
            calls = self.prediction.bound.calls
            parts.extend((call.count * Poly.symbol(call.symbol), 1.0) for call in calls)
        return linear_form(parts)

    def time_terms(self, form: LinearForm, most: int) -> list[str]:
        """Return the first terms of a time [s] as texts, then how many there are more."""
        shown = form.first(most, self.printer).simplified(self.simple)
        left = len(form.terms) - most
        more = [f"... ({left} more term{'s' * (left > 1)})"] if left > 0 else []
        return [*(shown.texts(self.printer) or ["0"]), *more]

    def operations(self, blocks: Iterable[BlockCount]) -> dict[str, Poly]:
        """Return how often each operation is performed, by key."""
        parts: dict[str, list[tuple[Poly, int]]] = {}
        for block in blocks:
            count = self.simple(block.count)
            for line in block.block.lines:
                for key, number in line.operations.items():
                    parts.setdefault(key, []).append((count, number))
        totals = {key: Poly.weighted_sum(counts) for key, counts in parts.items()}
        return dict(sorted(totals.items()))

    # --- rows ------------------------------------------------------------------------------------

    @cached_property
    def groups(self) -> dict[tuple[str, tuple[str, ...]], list[BlockCount]]:
        """Blocks by unit and the loops around them."""
        groups: dict[tuple[str, tuple[str, ...]], list[BlockCount]] = {}
        for block in self.model.expansion.blocks:
            key = (block.unit.name, tuple(loop.id for loop in block.loops))
            groups.setdefault(key, []).append(block)
        return groups

    def rows(self, most: int, terms: int | None = None) -> list[Row]:
        """Return where the time goes, largest first (highest degree first while it is not known)."""
        groups = self.groups
        seconds = {key: self.seconds_of(blocks) for key, blocks in groups.items()}
        timed = self.prediction.total is not None

        def order(key: tuple[str, tuple[str, ...]]) -> tuple[int, float, int]:
            line = groups[key][0].block.lines[0].span.line
            known = seconds[key]
            if timed or known is not None:
                return 1, -(known or 0.0), line
            return 0, -float(self.degree_of(groups[key][0].count)), line

        return [
            self._row(groups[key], seconds[key], terms) for key in sorted(groups, key=order)[:most]
        ]

    def seconds_of(self, blocks: Iterable[BlockCount]) -> float | None:
        """Return the time of blocks together [s]; None while any is not known."""
        values = [self.prediction.seconds.get(block.id) for block in blocks]
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(values) else None

    def degree_of(self, count: Poly) -> int:
        """Return the highest degree of a count's terms."""
        return max((self.printer.degree(monomial) for monomial in count.terms), default=0)

    def _row(self, blocks: Sequence[BlockCount], seconds: float | None, terms: int | None) -> Row:
        first = blocks[0]
        loop = first.loops[-1] if first.loops else None
        span = loop.span if loop is not None else first.block.lines[0].span
        share = None
        if seconds is not None and self.prediction.total:
            share = seconds / self.prediction.total
        return Row(
            first.unit.name,
            loop.id if loop is not None else "",
            span.file,
            span.line,
            self.formula(first.count, terms),
            seconds,
            share,
        )

    # --- parameters --------------------------------------------------------------------------------

    def inputs(self) -> list[Parameter]:
        """Return the direct parameters the counts depend on."""
        return [
            parameter
            for symbol in self.model.symbols
            if (parameter := self._names.parameters.get(symbol)) is not None
            and parameter.cls is Class.DIRECT
        ]

    def unresolved(self) -> list[Parameter]:
        """Return the indeterminate parameters that have no value, in source order."""
        missing = set(self.model.missing)
        return [
            parameter
            for symbol in self.model.symbols
            if (parameter := self._names.parameters.get(symbol)) is not None
            and parameter.cls is Class.INDETERMINATE
            and symbol in missing
        ]

    def missing_calls(self) -> list[str]:
        """Return the parameters for times of calls that are not in the program and have no value."""
        bound = self.prediction.bound
        calls = bound.calls if bound is not None else ()
        known = {*self.model.values, *self.model.open}
        return [call.symbol for call in calls if call.symbol not in known]

    def parameter_row(self, parameter: Parameter) -> ParameterRow:
        """Return a parameter as a report shows it."""
        limit = "" if parameter.limit is None else self.formula(parameter.limit, 3)
        return ParameterRow(
            self._names.aliases.get(parameter.symbol, ""),
            parameter,
            self._names.label(parameter.symbol),
            self.source_line(parameter.span.file, parameter.span.line),
            limit,
        )

    def place(self, span: Span) -> str:
        """Return a position as text; with one file its name goes without saying."""
        if self.model.description.files == (span.file,):
            return f"line {span.line}"
        return f"{span.file}:{span.line}"

    def source_line(self, file: str, line: int) -> str:
        """Return a line of the source, without its indentation; empty if it is not at hand."""
        if file not in self._lines:
            self._lines[file] = source_lines(file)
        lines = self._lines[file]
        return " ".join(lines[line - 1].split()) if 0 < line <= len(lines) else ""

    def assumptions(self, *, of_needed: bool = False) -> list[str]:
        """Return, as sentences, what the formulas shown rest on beyond the parameters.

        ``of_needed`` leaves out what the values given leave without effect.
        """
        sentences = self.shown_for(self.model.needed if of_needed else self.assumed)
        if self.printer.has_cut:
            sentences.append("(...) stands for a factor that is too long to be shown")
        numeric = sum(map(has_numeric_sum, self._counts)) if self.model.entry is not None else 0
        if numeric:
            what = "a count has" if numeric == 1 else f"{numeric} counts have"
            sentences.append(f"{what} no closed form: added up for a value, exactly")
        return [*sentences, *self.conditions()]

    def shown_for(self, symbols: Collection[str]) -> list[str]:
        """Return, as a sentence or none, what formulas with these parameters assume."""
        assumed = [symbol for symbol in self.assumed if symbol in symbols]
        if not assumed:
            return []
        names = listed([self.name(symbol) for symbol in assumed], _MOST_NAMES)
        most = " and below 2**31" if self._bounded else ""
        return [f"formulas are shown for {names} >= 1{most} (values are computed exactly)"]

    def shown_doubts(self) -> list[str]:
        """Return what counts hold for only if it is so, because of threads; the first ones."""
        doubts = self.model.doubts
        left = len(doubts) - _MOST_ASSUMED
        more = [f"{left} more of that kind"] if left > 0 else []
        return [*doubts[:_MOST_ASSUMED], *more]

    def conditions(self) -> list[str]:
        """Return what all counts rest on, shown or not."""
        model = self.model
        sentences = self.shown_doubts()
        if NTHREADS in model.used:
            threads = model.values.get(NTHREADS)
            sentences.append(f"every team of OpenMP has {NTHREADS} = {threads} threads")
        by_name: dict[str, list[str]] = {}
        for item in self.model.assumed:
            by_name.setdefault(item.assumption, []).append(item.parameter.symbol)
        for name, symbols in by_name.items():
            many = f"{len(symbols)} branch{'es' * (len(symbols) > 1)}"
            shown = listed(symbols, _MOST_ASSUMED)
            sentences.append(f"{SENTENCES[name]} ({many}: {shown})")
        sentences += [SENTENCES[name] for name in model.supposed]
        units = self.model.description.units
        through = [name for name in self.model.expansion.externals if "." in name]
        if through and any(unit.handed is not None for unit in units):
            shown = listed(through, _MOST_UNITS)
            sentences.append(f"{shown}: changes no more than what the source passes for it does")
        return [*sentences, *self._returning()]

    def _returning(self) -> list[str]:
        if self.model.evaluated is not None and None not in self.prediction.counts.values():
            return []  # the run went on after these calls, or ended there
        assumed = returning(self.model.expansion)
        return [assumed] if assumed else []
