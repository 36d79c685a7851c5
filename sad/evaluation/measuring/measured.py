"""What profiles say of all parameters: from the flow of control, then from the counts' own formulas.

A trip count and a probability follow from the flow. A value, such as what a variable is when a loop is
left, only shows in the counts that depend on it: it is what makes the formula give the measured count.

Over 400 lines: solving for values and checking them share one run's counts and symbols.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import Diagnostic, Severity, Span
from sad.evaluation.measuring.block_totals import called_by_others
from sad.evaluation.measuring.inferred import infer, is_possible, is_size
from sad.evaluation.measuring.joint_values import solve_jointly
from sad.evaluation.measuring.loop_sizes import loop_sizes
from sad.evaluation.model import find_entry, limit_symbols, used_symbols
from sad.evaluation.names import Names
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.expand import expand
from sad.model.parameters import Kind
from sad.profiles.counts import Profile, Sample
from sad.profiles.misses.rates import MissSample
from sad.profiles.run_counts import RunCounts
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.evaluation.measuring.block_totals import BlockTotals
    from sad.model.nodes import Description
    from sad.model.parameters import Parameter
    from sad.profiles.counts import Measured
    from sad.profiles.estimation.estimate import Estimate, Estimator
    from sad.profiles.estimation.places import LinePlace
    from sad.profiles.run_counts import UnitCounts

_CLOSE = 0.01
"""A count is reproduced if it is this close to the measured one, relatively."""


@record
class Check:
    """How well a run's values give its own counts: executions of all lines, and of those that agree.

    Parameters are means, so counts that depend on several at once need not agree exactly. ``open``
    are the executions of lines whose count is still unknown, ``missing`` the sizes these depend on
    that the run was not given with. ``kept`` are the executions of lines that the run's own counts
    of blocks give, ``lost`` the lines that neither gives.
    """

    run: str
    executions: int
    agree: int
    open: int
    missing: tuple[str, ...] = ()
    kept: int = 0
    lost: tuple[LinePlace, ...] = ()


@dataclass(slots=True)
class Measurements:
    """Samples by symbol; ``unreached`` parameters had no chance to show in some run.
    ``branchless`` are choices that the compiler made no branch of, ``joint`` values that
    counts tell only together with others, so that other values would give the same counts.

    ``misses`` are those of branches and loops, by the names of ``profiles.misses.rates``, with places.
    ``runs`` are the counts of blocks of each run.
    """

    samples: dict[str, list[Sample]] = field(default_factory=dict[str, "list[Sample]"])
    unreached: set[str] = field(default_factory=set[str])
    branchless: set[str] = field(default_factory=set[str])
    joint: set[str] = field(default_factory=set[str])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    checks: list[Check] = field(default_factory=list[Check])
    misses: dict[str, list[MissSample]] = field(default_factory=dict[str, "list[MissSample]"])
    places: dict[str, Span] = field(default_factory=dict[str, Span])
    runs: list[RunCounts] = field(default_factory=list[RunCounts])


class Measurer:
    """Collects what profiles say of the parameters of a program, seen from one entry."""

    def __init__(
        self,
        description: Description,
        entry: str | None,
        estimator: Estimator,
        totals: BlockTotals | None = None,
    ) -> None:
        """Raise ``SadError`` SAD505 if there is no such entry."""
        self._estimator = estimator
        self._totals = totals
        expansion = expand(description, find_entry(description, entry))
        used = used_symbols(expansion)
        self.names = Names(expansion.description, used, limit_symbols(description, used))
        self.parameters: Mapping[str, Parameter] = self.names.parameters
        self.blocks = expansion.blocks
        self.loop_sizes = loop_sizes((block.count for block in expansion.blocks), self.names)
        start = expansion.entry
        self._start = None if start is None else start.unit
        self._entry = None if start is None or start.kind == "program" else start.name
        self._is_program = start is not None and start.kind == "program"
        self._counts: dict[LinePlace, Poly] = {}
        self._units: dict[LinePlace, str] = {}
        self._blocks: dict[LinePlace, list[tuple[str, int]]] = {}
        for block in expansion.blocks:
            for line in block.block.lines:
                if line.starts:
                    place = (line.span.file, line.span.line)
                    self._counts[place] = self._counts.get(place, ZERO) + block.count
                    self._units[place] = block.unit.name
                    self._blocks.setdefault(place, []).append((block.unit.name, block.number))
        self._reached = {(block.unit.file, block.unit.line) for block in expansion.blocks}
        self._alone = {name for name, count in expansion.activations.items() if count == ONE}
        self._symbols = {place: atoms.free_symbols(count) for place, count in self._counts.items()}
        self._no_means: set[str] = set()
        self.result = Measurements()

    def add_values(self, measured: Measured) -> None:
        """Take values that were measured elsewhere."""
        symbol = self.names.find(measured.name)
        parameter = self.parameters.get(symbol or "")
        if symbol is None or parameter is None:
            message = f"the program has no parameter {measured.name!r}"
            hint = self.names.suggestion(measured.name)
            self._fail("SAD715", message, measured.path, hint)
            return
        for sample in measured.samples:
            if not is_possible(sample.value, parameter):
                what = "probability" if parameter.kind is Kind.PROBABILITY else "trip count"
                message = f"{measured.name}: {sample.value:g} is no {what}"
                is_share = parameter.kind is Kind.PROBABILITY
                hint = "it is from 0 to 1" if is_share else f"it is {parameter.least} or more"
                self._fail("SAD716", message, measured.path, hint)
                return
        self.result.samples.setdefault(symbol, []).extend(measured.samples)

    def _fail(self, code: str, message: str, path: str, hint: str) -> None:
        found = Diagnostic(code, Severity.ERROR, message, Span.at(path), hint)
        self.result.diagnostics.append(found)

    def sizes_of(self, runs: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
        """Return the names by which runs are told apart: those of the program, if they differ in these.

        Else also what else they were varied by. Of two that always had the same value one is enough.
        """
        names = [name for name in (runs[0] if runs else ()) if all(name in at for at in runs)]
        columns = {name: tuple(at[name] for at in runs) for name in names}
        varied = {name: column for name, column in columns.items() if len(set(column)) > 1}
        used = {varied[name] for name in varied if self.names.find(name)}
        own = [
            name
            for name in names
            if self.names.find(name)
            or (self.names.is_input(name) and varied.get(name, ()) not in used)
        ]
        if not own or not varied or not varied.keys().isdisjoint(own):
            return tuple(own or names)
        return *own, *{varied[name]: name for name in reversed(varied)}.values()

    def add(self, profile: Profile, sizes_of_runs: Sequence[str] = ()) -> None:
        """Take what a profile says; ``sizes_of_runs`` are names that tell runs apart, if known."""
        estimate = self._estimator.estimate(profile)
        self.result.diagnostics += estimate.diagnostics
        if not estimate.flows:
            return
        if not self._is_program:
            estimate.lines = self._for_one_call(estimate)
        elif (calls := self._calls(estimate)) > 1:
            name = profile.path
            message = f"{name} has the counts of {calls} runs, added up: the mean of them is taken"
            hint = "remove old .gcda files before each run, and import each run by itself"
            found = Diagnostic("SAD718", Severity.WARNING, message, Span.at(name), hint)
            self.result.diagnostics.append(found)
            estimate.lines = {place: count / calls for place, count in estimate.lines.items()}
        at = _numbers(profile.at)
        values = self._known(estimate, at)
        counted = self._counted(estimate)
        found = self._infer(estimate, values, {} if counted is None else counted[0])
        sizes = {
            self.names.label(symbol): float(number)
            for symbol, number in values.items()
            if symbol in self.parameters and is_size(symbol, self.parameters)
        }
        own = [name for name in at if self.names.find(name) or self.names.is_input(name)]
        for name in sizes_of_runs or own or at:
            symbol = self.names.find(name)
            sizes[name if symbol is None else self.names.label(symbol)] = float(at[name])
        for symbol, sample in estimate.samples.items():
            if symbol in self.parameters:
                taken = Sample(sizes, sample.taken, sample.reached, sample.run)
                self.result.samples.setdefault(symbol, []).append(taken)
        for symbol in found:
            if not is_size(symbol, self.parameters) and self._may_be(symbol, values[symbol]):
                sample = Sample(sizes, float(values[symbol]), 1.0, profile.path)
                self.result.samples.setdefault(symbol, []).append(sample)
        for name, seen in estimate.misses.items():
            missed = MissSample(sizes, seen.misses, seen.reached, profile.path)
            self.result.misses.setdefault(name, []).append(missed)
            self.result.places[name] = seen.span
        self.result.branchless |= estimate.branchless
        self.result.unreached |= estimate.unreached & self.parameters.keys()
        if self._is_program:
            self.result.diagnostics += self._unseen(estimate, profile.path)
        run = None
        if counted is not None:
            means = self._means(values)
            run = RunCounts(profile.path, self._entry or "", sizes, *counted, means)
            self.result.runs.append(run)
        self.result.checks.append(self._check(estimate, values, profile.path, run))
        given = {symbol for name in at if (symbol := self.names.find(name)) is not None}
        self._check_sizes(estimate, values, given, profile.path)

    def _may_be(self, symbol: str, value: Number) -> bool:
        """Whether a value can be that of all runs so far: a truth or a text has no mean."""
        if self.names.coding(symbol) not in (Coding.TRUTH, Coding.TEXT):
            return True
        before = self.result.samples.get(symbol, [])
        if value not in (0, 1) or any(item.value != value for item in before):
            self._no_means.add(symbol)
            self.result.samples.pop(symbol, None)
        return symbol not in self._no_means

    def _infer(
        self, estimate: Estimate, values: dict[str, Number], units: Mapping[str, UnitCounts]
    ) -> list[str]:
        """Add values that follow from counts of lines, then of blocks; return their symbols."""
        lines = estimate.lines
        found = infer(self._counts, self._symbols, lines, values, self.parameters)
        several = {
            name for flow, _ in estimate.flows if len(flow.starts) > 1 for name in flow.starts
        }
        alone = {name: counts for name, counts in units.items() if name not in several}
        found += self._infer_from_blocks(values, alone)
        counts = {count: float(lines.get(at, 0)) for at, count in self._counts.items()}
        equations = {count: times for count, times in counts.items() if times}
        symbols = {count: self._symbols[at] for at, count in self._counts.items()}
        while (joint := solve_jointly(equations, symbols, values, self.parameters)).values:
            values.update(joint.values)
            self.result.joint |= joint.undetermined
            again = infer(self._counts, self._symbols, lines, values, self.parameters)
            found += [*joint.values, *again]
        return found

    def _infer_from_blocks(
        self, values: dict[str, Number], units: Mapping[str, UnitCounts]
    ) -> list[str]:
        """Add values that follow from counts of blocks: several may be of one line, as a loop's body
        behind its head is, and a line of several functions has no count. ``units`` are those with one
        entry: what entries share has one count.
        """
        known = {
            block.id: count
            for block in self.blocks
            if block.unit.name in units
            and (count := units[block.unit.name].blocks[block.number - 1]) is not None
        }
        counts = {block.id: block.count for block in self.blocks if block.id in known}
        symbols = {block: atoms.free_symbols(count) for block, count in counts.items()}
        symbols = {block: names for block, names in symbols.items() if names - values.keys()}
        return infer(counts, symbols, known, values, self.parameters)

    def _check_sizes(
        self, estimate: Estimate, values: Mapping[str, Number], given: set[str], run: str
    ) -> None:
        """Warn if a count that depends on nothing but the sizes given is not what was measured."""
        known = [
            place
            for place, symbols in self._symbols.items()
            if symbols and symbols <= given and place in estimate.lines
        ]
        formulas = compile_polys([self._counts[place] for place in known])
        results = formulas.where_it_counts(values) if known else []
        for place, predicted in zip(known, results, strict=True):
            measured = estimate.lines[place]
            if predicted is None:
                continue  # it divides by zero
            if abs(float(predicted) - float(measured)) > _CLOSE * max(float(measured), 1):
                names = [self.names.label(symbol) for symbol in self._symbols[place]]
                shown = ", ".join(
                    f"{self.names.label(s)}={values[s]}" for s in self._symbols[place]
                )
                message = (
                    f"{run}: with {shown} line {place[1]} would run {float(predicted):g} times, but it"
                    f" ran {float(measured):g} times"
                )
                hint = f"check {', '.join(names)}, or whether the program ended early"
                found = Diagnostic("SAD719", Severity.WARNING, message, Span.at(*place), hint)
                self.result.diagnostics.append(found)
                return

    def _unseen(self, estimate: Estimate, run: str) -> Iterator[Diagnostic]:
        """Note the units that ran though no call of them is seen: counts leave them out."""
        for flow, counts in estimate.flows:
            starts = counts.total(flow.starts.values())
            place = flow.unit.span.file, flow.unit.span.line
            if starts and place not in self._reached:
                name = flow.unit.spelling or flow.unit.name
                message = (
                    f"left out, in {run}: {name} ran {starts} times, and no call of it is seen"
                )
                hint = "it is called by a generic name, or by code that is not modelled"
                span = flow.unit.header or flow.unit.span
                yield Diagnostic("SAD713", Severity.NOTE, message, span, hint)

    def _calls(self, estimate: Estimate) -> Fraction:
        """How often the entry was called; 1 of a main program if that is not known."""
        starts = (
            counts.total(flow.starts.values())
            for flow, counts in estimate.flows
            if (flow.unit.spelling or flow.unit.name) == self._start
        )
        return next(starts, None) or Fraction(self._is_program)

    def _counted(
        self, estimate: Estimate
    ) -> tuple[Mapping[str, UnitCounts], Mapping[str, Fraction]] | None:
        """Counts of the blocks of a run, and of calls; None if nobody knows how often the entry ran."""
        if self._totals is None:
            return None
        others, reached = set[str](), set(self._units.values())
        if not self._is_program:
            others = called_by_others(estimate, reached, self._entry)
        calls = self._calls(estimate)
        return self._totals.counts(estimate, calls, others, reached) if calls else None

    def _means(self, values: Mapping[str, Number]) -> dict[str, Fraction]:
        """The means of parameters that a run's counts tell."""
        return {
            symbol: Fraction(value)
            for symbol, value in values.items()
            if symbol in self.parameters and not is_size(symbol, self.parameters) and value >= 0
        }

    def _for_one_call(self, estimate: Estimate) -> dict[LinePlace, Fraction]:
        """The counts of lines for one call of what formulas start from, where that is clear.

        It is not in units that others call, too: a test driver, or units that formulas do not reach.
        """
        others = called_by_others(estimate, set(self._units.values()), self._entry)
        entries = [
            starts
            for place, starts in estimate.starts.items()
            if self._units.get(place) == self._entry
        ]
        found: dict[LinePlace, Fraction] = {}
        for place, count in estimate.lines.items():
            if self._units.get(place) in others:
                continue
            alone = self._units.get(place) in self._alone
            calls = estimate.starts.get(place) if alone else None
            calls = next(iter(entries), None) if calls is None else calls
            if calls:
                found[place] = count / calls
        return found

    def unmeasured(self) -> list[str]:
        """Return the unresolved parameters that no profile says anything of, in source order."""
        return [
            symbol
            for symbol, parameter in self.parameters.items()
            if parameter.shows_in_counts and symbol not in self.result.samples
        ]

    def uncounted(self) -> list[str]:
        """Return those of them that no profile tells: no branch, or a value in no count of a line."""
        used = frozenset[str]().union(*self._symbols.values())
        return [
            symbol
            for symbol in self.unmeasured()
            if symbol in self.result.branchless
            or (self.parameters[symbol].kind is Kind.VALUE and symbol not in used)
        ]

    def _known(self, estimate: Estimate, at: Mapping[str, Number]) -> dict[str, Number]:
        """Values by symbol: sizes, and ratios of counts; 0 for what was never reached."""
        values: dict[str, Number] = {}
        for name, number in at.items():
            symbol = self.names.find(name)
            if symbol is not None:
                values[symbol] = number
        for symbol, sample in estimate.samples.items():
            values[symbol] = Fraction(sample.taken) / Fraction(sample.reached)
        for symbol in sorted(estimate.unreached):  # the same in each run
            values.setdefault(symbol, 0)
        return values

    def _check(
        self, estimate: Estimate, values: Mapping[str, Number], name: str, run: RunCounts | None
    ) -> Check:
        places = [
            place
            for place in estimate.lines
            if place in self._counts and self._symbols[place] <= values.keys()
        ]
        formulas = compile_polys([self._counts[place] for place in places])
        found = zip(places, formulas.where_it_counts(values) if places else (), strict=True)
        results = {place: value for place, value in found if value is not None}
        known = list(results)
        executions = agree = kept = 0
        given: set[LinePlace] = set()
        for place, predicted in results.items():
            measured = float(estimate.lines[place])
            executions += round(measured)
            if abs(float(predicted) - measured) <= _CLOSE * measured:
                agree += round(measured)
                given.add(place)
        lost: list[LinePlace] = []
        for place, count in estimate.lines.items():
            is_kept = run is not None and self._kept(place, run) == count
            if is_kept or place in given:
                kept += round(count)
            elif place in self._counts and count:
                lost.append(place)
        is_known = set(known)
        left = [
            place for place in estimate.lines if place in self._counts and place not in is_known
        ]
        unknown = sum(round(estimate.lines[place]) for place in left)
        needed = {symbol for place in left for symbol in self._symbols[place]} - values.keys()
        sizes = [x for x in self.parameters if x in needed and is_size(x, self.parameters)]
        missing = tuple(map(self.names.label, sizes))
        whole = executions + unknown
        return Check(name, whole, agree, unknown, missing, kept, tuple(sorted(lost)))

    def _kept(self, place: LinePlace, run: RunCounts) -> Fraction | None:
        """The count of a line by a run's own counts of blocks; None if they do not tell."""
        total = Fraction(0)
        for name, number in self._blocks.get(place, ()):
            unit = run.units.get(name)
            count = None if unit is None else unit.blocks[number - 1]
            if count is None:
                return None
            total += count
        return total if place in self._blocks else None


def _numbers(at: Mapping[str, str]) -> dict[str, Number]:
    """The values of a run that are numbers, or expressions over the others."""
    found: dict[str, Number] = {}

    def value(name: str) -> Number:
        for other, text in at.items():
            if other.lower() == name.lower() and other != name:
                return evaluate_expression(text, value)
        return evaluate_expression(at[name], value)

    for name in at:
        try:
            found[name] = value(name)
        except (ExpressionError, KeyError, RecursionError):
            continue
    return found
