"""Compares two states: what changed in each unit, by how much, and what is proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.algebra.crossing import find_chance, find_crossover
from sad.algebra.poly import ZERO, Poly
from sad.algebra.sign import Facts
from sad.checks.compare.judge import Judgement, is_always_zero, judge
from sad.checks.compare.match import NOBODY, AmountPair, CommonForm, matched_symbols, matched_units
from sad.checks.compare.measure import Numbers, measure_of
from sad.checks.compare.site import line_differences, site_of
from sad.checks.formula_view import FormulaView
from sad.checks.outcome import Change, LineChange, Verdict
from sad.checks.snapshot.format import exact_path
from sad.diagnostics import Span, input_error
from sad.progress import steps
from sad.records import replace
from sad.report.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from sad.checks.costs.record import Amounts, State, UnitCost
    from sad.checks.costs.timing import Timing
    from sad.diagnostics import SadError

_MOST_TERMS = 12
_MOST_NAMED = 6
_ORDER = list(Verdict)


def compare(
    old: State,
    new: State,
    timing: Timing | None = None,
    known: Container[str] = frozenset[str](),
) -> tuple[Change, ...]:
    """Return what changed from one state to another, unit by unit, identical ones included.

    Units of these names now are ``known``: others have names from them, and nothing is said of them.
    Costs are measured in time on the first machine of ``timing`` if it adds up operation times, else
    in operations, all alike; ``relative`` is for the sizes of ``timing``. A snapshot without its exact
    part can be the old state; SAD819 is raised if it is the new one.
    """
    if new.shorts is not None:
        raise without_exact_part(new.label)
    if old.shorts is not None:
        from sad.checks.compare.short import compare_short  # noqa: PLC0415 - rarely needed

        return compare_short(old.shorts, new, timing)
    pairs = matched_units(old, new)
    renamed = {
        before.name: now.name for before, now in pairs if before is not None and now is not None
    }
    comparison = _Comparison(old, new, matched_symbols(pairs), renamed, timing)
    asked = [pair for pair in pairs if (pair[1] or pair[0] or NOBODY).name not in known]
    return tuple(comparison.change(*pair) for pair in steps("comparing", asked, len(asked)))


def without_exact_part(path: str) -> SadError:
    """Return the error SAD819 about a snapshot of which the exact part is needed."""
    hint = f"commit and copy it with the text: {exact_path(path)}; or compare with a revision"
    return input_error("SAD819", "the exact part is missing", Span.at(path), hint)


class _Comparison:
    def __init__(
        self,
        old: State,
        new: State,
        symbols: Mapping[str, str],
        renamed: Mapping[str, str],
        timing: Timing | None,
    ) -> None:
        self._form = CommonForm(symbols, renamed)
        self._old, self._new = old.units, new.units
        self._names_before = {now: before for before, now in renamed.items()}
        self._numbers = Numbers(timing, {} if timing is None else new.sizes)
        self._measure = measure_of(timing, (*old.units.values(), *new.units.values()))

    def change(self, before: UnitCost | None, now: UnitCost | None) -> Change:
        """Return what changed of a unit."""
        seconds = {
            name: (before and before.seconds.get(name), now and now.seconds.get(name))
            for name in {**(before.seconds if before else {}), **(now.seconds if now else {})}
        }
        if before is None or now is None:
            verdict = Verdict.ADDED if before is None else Verdict.REMOVED
            head = f"{verdict}: {self._order(unit)}" if (unit := before or now) else ""
            return Change(before, now, verdict, seconds=seconds, headline=head)
        facts = self._facts(before, now)
        amounts = self._form.amounts(before, now)
        if self._is_identical(amounts, facts):
            return Change(before, now, Verdict.IDENTICAL, self._measure.name, seconds=seconds)
        found = replace(self._changed(before, now, amounts, facts), seconds=seconds)
        return self._told(found, before, now, amounts)

    def _told(self, change: Change, before: UnitCost, now: UnitCost, amounts: AmountPair) -> Change:
        """A change with its headline, its reason, and the line that changed most."""
        if change.verdict is Verdict.IDENTICAL:
            return change
        shown = FormulaView([now, before])
        old, new = self._measure.of(amounts.old), self._measure.of(amounts.new)
        head = headline(change.verdict, old, new, change.difference, change.measure, shown)
        sizes = self._numbers.sizes(now)
        at_sizes = times(change.seconds, sizes) or increase(change.relative, sizes)
        site = site_of(before, now, self._form, shown)
        reason = (site.reason, change.proof, change.crossover, *change.notes[:1])
        return replace(
            change,
            headline="   ".join(filter(None, (head, at_sizes))),
            reason="; ".join(filter(None, reason)),
            where=site.span,
        )

    def _order(self, unit: UnitCost) -> str:
        amounts = unit.own if unit.total is None else unit.total
        return f"O({FormulaView([unit]).order(self._measure.of(amounts))})"

    def _facts(self, before: UnitCost, now: UnitCost) -> Facts:
        name = self._form.name
        least = {name(symbol): value for symbol, value in before.least.items()}
        most = {name(symbol): value for symbol, value in before.most.items()}
        symbols = [*before.symbols, *now.symbols]
        options = {name(item.name) for item in symbols if item.coding != Coding.INTEGER}
        return Facts({**least, **now.least}, {**most, **now.most}, frozenset(options))

    def _is_identical(self, amounts: AmountPair, facts: Facts) -> bool:
        for old, new in ((amounts.old, amounts.new), (amounts.old_calls, amounts.new_calls)):
            for key in sorted({*old, *new}):
                before, now = old.get(key, ZERO), new.get(key, ZERO)
                if before != now and not is_always_zero(now - before, facts):
                    return False
        return True

    # --- what changed ----------------------------------------------------------------------------

    def _changed(
        self, before: UnitCost, now: UnitCost, amounts: AmountPair, facts: Facts
    ) -> Change:
        old, new = self._measure.of(amounts.old), self._measure.of(amounts.new)
        main = judge(old, new, facts, self._parts(before, amounts))
        judged: dict[str, Judgement] = {"": main}
        for name in sorted({*amounts.old_calls, *amounts.new_calls}):
            was, is_now = amounts.old_calls.get(name, ZERO), amounts.new_calls.get(name, ZERO)
            judged[name] = judge(was, is_now, facts)
        verdict = _worst(item.verdict for item in judged.values())
        notes = [item.note for item in (main,) if item.note]
        if verdict is Verdict.IDENTICAL:  # as much of other kinds
            verdict = Verdict.INCOMPARABLE
            notes.append("as many operations, but of other kinds; a machine would weigh them")
        shown = FormulaView([now, before])
        notes.extend(self._notes(before, now, amounts, judged, shown))
        difference = new - old
        calls = [
            f"{shown.formula(poly, _MOST_TERMS)} calls of {name}"
            for name in judged
            if name
            and (poly := amounts.new_calls.get(name, ZERO) - amounts.old_calls.get(name, ZERO))
        ]
        own = [shown.text(main.simple, _MOST_TERMS)] if main.simple else []
        return (
            Change(
                before,
                now,
                verdict,
                self._measure.name,
                " + ".join([*own, *calls]) or "0",
                _proof(main, shown) if len(judged) == 1 or not calls else "",
                self._crossover(main, facts, shown, now),
                self._numbers.relative(old, new, now),
                tuple(self._lines(before, now, shown)),
                notes=tuple(notes),
            )
            if difference or calls or notes
            else Change(before, now, verdict, self._measure.name)
        )

    def _parts(self, before: UnitCost, amounts: AmountPair) -> Iterable[Poly]:
        """Amounts that a unit's old one consists of, in two ways; made where they are asked for."""
        for parts in (amounts.old, self._form.old(before.own)):
            for key, poly in parts.items():
                yield self._measure.of({key: poly})

    def _notes(
        self,
        before: UnitCost,
        now: UnitCost,
        amounts: AmountPair,
        judged: Mapping[str, Judgement],
        shown: FormulaView,
    ) -> Iterable[str]:
        kinds = [
            f"{key} {'+' if difference_sign > 0 else '-'}"
            for key in sorted({*amounts.old, *amounts.new})
            if (
                difference_sign := _plain_sign(
                    amounts.old.get(key, ZERO), amounts.new.get(key, ZERO)
                )
            )
        ]
        if {item[-1] for item in kinds} == {"+", "-"} and self._measure.name == "operations":
            yield "some kinds of operations are more, others less; all are weighed alike"
        worse = [name for name, item in judged.items() if name and item.verdict is Verdict.ORDER]
        if worse:
            yield f"calls grow faster: {', '.join(worse[:_MOST_NAMED])}"
        form = self._form
        own = form.old(before.own) == form.new(now.own)
        if own and form.old_calls(before.calls) == form.new(now.calls):
            called = sorted(filter(self._is_changed, now.calls))[:_MOST_NAMED]
            yield f"unchanged itself; through what it calls: {', '.join(called)}"
        if before.opaque != now.opaque:
            yield f"statements that are not modelled: {before.opaque} before, {now.opaque} now"
        if judged[""].sign is None and judged[""].verdict is Verdict.INCOMPARABLE:
            yield from self._numbers.evidence(judged[""].simple, shown)

    def _is_changed(self, name: str) -> bool:
        """Whether what is put in for a unit that is called is something else than before."""
        before, now = self._old.get(self._names_before.get(name, name)), self._new.get(name)
        if before is None or now is None:
            return before is not now
        if before.total is None or now.total is None:
            return before.total is not now.total  # calls of what is too large stay calls
        return self._form.old(before.total) != self._form.new(now.total)

    def _crossover(self, main: Judgement, facts: Facts, shown: FormulaView, now: UnitCost) -> str:
        """Where the sign changes: for a difference in one size, or at the sizes given."""
        if main.sign is not None:
            return ""
        chance = find_chance(main.simple, facts, main.assumed)
        if chance is not None:
            first, then = ("cheaper", "dearer") if chance.sign > 0 else ("dearer", "cheaper")
            name = shown.name(chance.symbol)
            return f"{first} for {name} < {chance.value}, {then} for {name} > {chance.value}"
        for names, poly in self._numbers.in_one_size(main.simple, now):
            found = find_crossover(poly, facts)
            if found is None:
                continue
            size = shown.name(found.symbol)
            first, then = ("dearer", "cheaper") if found.sign < 0 else ("cheaper", "dearer")
            given = f" with {names}" if names else ""
            last = found.point - 1
            return f"{first} at {size} = {last}, {then} or equal for all {size} >= {found.point}{given}"
        return ""

    def _lines(self, before: UnitCost, now: UnitCost, shown: FormulaView) -> Iterable[LineChange]:
        def cost(amounts: Amounts, is_old: bool) -> Poly:
            return self._measure.of((self._form.old if is_old else self._form.new)(amounts))

        found = [(line, shown.simple(poly)) for line, poly in line_differences(before, now, cost)]
        whole = Poly.weighted_sum((poly, 1) for _, poly in found)
        ranked = sorted(
            (item for item in found if item[1]),
            key=lambda item: -max(map(shown.printer.degree, item[1].terms)),
        )
        for line, poly in ranked:
            share = self._numbers.share(poly, whole, now)
            yield LineChange(line.span, line.text, shown.text(poly, _MOST_TERMS), share)


def _plain_sign(old: Poly, new: Poly) -> int:
    """The sign all coefficients of a difference have; 0 if they differ."""
    signs = {1 if value > 0 else -1 for value in (new - old).terms.values()}
    return signs.pop() if len(signs) == 1 else 0


def _worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several amounts together; part cheaper, part dearer is neither."""
    found = set(verdicts) - {Verdict.IDENTICAL}
    if not found:
        return Verdict.IDENTICAL
    worst = max(found, key=_ORDER.index)
    if Verdict.CHEAPER in found and len(found) > 1 and worst is not Verdict.ORDER:
        return Verdict.INCOMPARABLE
    return worst


def _proof(main: Judgement, shown: FormulaView) -> str:
    """What is proved, as a sentence."""
    relation = {1: "new >= old", -1: "new <= old", 0: "new = old"}.get(main.sign or 0)
    if main.sign is None:
        return ""
    names = sorted(map(shown.name, main.assumed))
    if not names:
        return f"{relation} always"
    return f"{relation} for all {', '.join(f'{name} >= 1' for name in names)}"


_LONGEST = 60  # characters of a difference
_MOST = 1e6  # percent that are written out


def headline(
    verdict: Verdict, old: Poly, new: Poly, difference: str, measure: str, shown: FormulaView
) -> str:
    """Return a change in short. ``difference`` is new - old, of what ``measure`` names."""
    grows = verdict is Verdict.ORDER
    if grows or verdict is Verdict.CHEAPER:
        before, now = shown.order(old), shown.order(new)
        if before != now:
            return f"O({before}) -> O({now})"
    if grows:
        return f"the order increased: + {_cut(difference)}"
    if " " in measure:  # formulas of picoseconds say less than the times beside them
        return str(verdict)
    if verdict is Verdict.LEADING and shown.order(old) == shown.order(new):
        before, now = (_cut(shown.leading(shown.simple(poly))) for poly in (old, new))
        if before != now:  # one of several leading terms, or the start of a long one
            return f"{before} -> {now} {measure}"
    sign = "" if difference.startswith("-") else "+"
    amount = f"{sign}{_cut(difference)} {measure}"
    if verdict is Verdict.INCOMPARABLE:
        return f"dearer or cheaper, depending on values: {amount}"
    return amount


def times(seconds: Mapping[str, tuple[float | None, float | None]], sizes: str) -> str:
    """Return the times of the first machine that has both, ``sizes`` being the values they hold at."""
    for machine, (old, new) in seconds.items():
        if old is not None and new is not None:
            at = f" at {sizes}" if sizes else ""
            return f"{seconds_text(old)} -> {seconds_text(new)}{at} on {machine}"
    return ""


def increase(relative: float | None, sizes: str) -> str:
    """Return how much dearer in percent, at the sizes given; empty where that is not known."""
    if relative is None or not relative or not sizes:
        return ""
    percent = 100 * relative
    if percent > _MOST:
        return f"{relative + 1:.3g} times at {sizes}"
    return f"{percent:+.3g} % at {sizes}" if abs(percent) < 1e3 else f"{percent:+.0f} % at {sizes}"


def _cut(text: str) -> str:
    """A formula that is cut between two terms, if it is too long."""
    if len(text) <= _LONGEST:
        return text
    end = max(text.rfind(" + ", 0, _LONGEST), text.rfind(" - ", 0, _LONGEST))
    return f"{text[:end]} + ..." if end > 0 else f"{text[: _LONGEST - 3]}..."
