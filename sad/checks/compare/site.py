"""Where a unit changed: the line, loop or statement whose count or cost changed most."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly
from sad.checks.formula_view import operations_of
from sad.diagnostics import Span
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sad.checks.compare.match import CommonForm
    from sad.checks.costs.record import Amounts, LineCost, LoopCost, UnitCost
    from sad.checks.formula_view import FormulaView

_ORDINALS = ("", "new", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LONGEST = 48  # characters of a statement that is quoted
_LABEL = re.compile(r"^\d+\s+")
_DO = re.compile(r"(?i)^(?:\w+\s*:\s*)?do\s*(?:\d+\s*,?\s*)?(?:while\s*)?(?=[\w(])")
_INSIDE = re.compile(r"\(.*\)")
_FOR = re.compile(r"^(?:for|while)\s*\((.*)\)[\s{]*$")


@record
class Site:
    """Where a cost changed, and why in words; nothing where that is not known."""

    span: Span
    reason: str = ""


def site_of(before: UnitCost, now: UnitCost, form: CommonForm, shown: FormulaView) -> Site:
    """Return where the cost of a unit changed most.

    Lines tell it where both sides have them, else loops; the unit's own place stands for no answer.
    """
    finder = _Finder(before, now, form, shown)
    return finder.by_lines() or finder.by_loops() or Site(_first_line(now.span))


class _Finder:
    def __init__(
        self, before: UnitCost, now: UnitCost, form: CommonForm, shown: FormulaView
    ) -> None:
        self._before, self._now, self._form, self._shown = before, now, form, shown
        self._texts = {line.span.line: line.text for line in now.lines}

    # --- lines -----------------------------------------------------------------------------------

    def by_lines(self) -> Site | None:
        """The loop whose header was edited, else the statement that was, else what costs most more."""
        before, now = self._before, self._now
        if not before.lines or not now.lines:
            return None
        pairs = list(matched_lines(before, now))
        changed = {
            second.span.line: self._difference(first, second)
            for first, second, _ in pairs
            if second is not None
        }
        edited = [
            (first, second)
            for first, second, is_same in pairs
            if second is not None and not is_same
        ]
        return (
            self._edited_loop(edited, changed)
            or self._statement([second for _, second in edited], changed, "changed")
            or self._gone(pairs)
            or self.by_loops()
            or self._statement(now.lines, changed, "more often")
        )

    def _difference(self, first: LineCost | None, second: LineCost) -> Poly:
        old = ZERO if first is None else operations_of(self._form.old(first.operations))
        return self._shown.simple(operations_of(self._form.new(second.operations)) - old)

    def _edited_loop(
        self, edited: Sequence[tuple[LineCost | None, LineCost]], changed: Mapping[int, Poly]
    ) -> Site | None:
        old, new = _by_line(self._before.loops), _by_line(self._now.loops)
        found: list[tuple[LoopCost, LoopCost | None, Poly]] = []
        for first, second in edited:
            loop = new.get(second.span.line)
            if loop is None:
                continue
            other = None if first is None else old.get(first.span.line)
            found.append((loop, other, self._growth(other, loop)))
        found = [item for item in found if item[2]]
        if not found:
            return None
        return self._of_loop(*max(found, key=lambda item: self._degree(item[2])), changed)

    def _growth(self, old: LoopCost | None, new: LoopCost) -> Poly:
        before = ZERO if old is None else self._form.old({"": old.count})[""]
        return self._shown.simple(self._form.new({"": new.count})[""] - before)

    def _statement(
        self, lines: Sequence[LineCost], changed: Mapping[int, Poly], what: str
    ) -> Site | None:
        costly = [line for line in lines if changed.get(line.span.line)]
        if not costly:
            return None
        line = max(costly, key=lambda line: self._degree(changed[line.span.line]))
        return Site(_place(line.span, self._now), f"{what}: {_quoted(line.text)}")

    def _gone(self, pairs: Sequence[tuple[LineCost | None, LineCost | None, bool]]) -> Site | None:
        """A line that is no longer there; its place is that of the next one."""
        best: tuple[int, Site] | None = None
        for at, (first, second, _) in enumerate(pairs):
            if first is None or second is not None:
                continue
            cost = self._shown.simple(operations_of(self._form.old(first.operations)))
            if cost and (best is None or self._degree(cost) > best[0]):
                later = next((item[1] for item in pairs[at:] if item[1] is not None), None)
                span = self._now.span if later is None else later.span
                best = (
                    self._degree(cost),
                    Site(_place(span, self._now), f"gone: {_quoted(first.text)}"),
                )
        return None if best is None else best[1]

    # --- loops -----------------------------------------------------------------------------------

    def by_loops(self) -> Site | None:
        """The outermost loop that is new or runs more often; of several the one that grew most."""
        old = {loop.id: loop for loop in self._before.loops}
        if not old or not self._now.loops:
            return None
        found: list[tuple[LoopCost, LoopCost | None, Poly]] = []
        for loop in self._now.loops:
            if any(loop.id.startswith(f"{item[0].id}.") for item in found):
                continue
            growth = self._growth(old.get(loop.id), loop)
            if growth:
                found.append((loop, old.get(loop.id), growth))
        if not found:
            return None
        return self._of_loop(*max(found, key=lambda item: self._degree(item[2])), {})

    def _of_loop(
        self, loop: LoopCost, old: LoopCost | None, growth: Poly, changed: Mapping[int, Poly]
    ) -> Site:
        text = self._texts.get(loop.span.line, "")
        control = _control(text)
        where = f" ({control})" if control else ""
        span = _place(loop.span, self._now)
        if old is None:
            depth = loop.id.partition(" ")[0].count(".") + 1
            which = _ORDINALS[depth] if depth < len(_ORDINALS) else f"{depth}th"
            return Site(span, f"a {which} loop{where}{self._around(loop, changed)}")
        runs = self._shown.formula(growth, 4)
        if "- " not in _INSIDE.sub("", runs).removeprefix("-"):
            much = f"{runs[1:]} times less" if runs.startswith("-") else f"{runs} times more"
            return Site(span, f"the loop{where} runs {much}")
        return Site(span, f"the loop{where}: the number of its runs changed by {runs}")

    def _around(self, loop: LoopCost, changed: Mapping[int, Poly]) -> str:
        """The statement inside a new loop that became dearest."""
        headers = {item.span.line for item in self._now.loops}
        inside = [
            line
            for line in self._now.lines
            if line.span.line > loop.span.line
            and line.span.line not in headers
            and changed.get(line.span.line)
        ]
        if not inside:
            return ""
        line = max(inside, key=lambda line: self._degree(changed[line.span.line]))
        return f" around {_quoted(line.text)}"

    def _degree(self, poly: Poly) -> int:
        return max(map(self._shown.printer.degree, poly.terms), default=0)


def _by_line(loops: Sequence[LoopCost]) -> dict[int, LoopCost]:
    return {loop.span.line: loop for loop in reversed(loops)}


def _first_line(span: Span) -> Span:
    return Span(span.file, span.line, span.line)


def _place(span: Span, unit: UnitCost) -> Span:
    """A line as a place; in the unit's file if it is there."""
    return Span(span.file or unit.span.file, span.line, span.line)


def _control(text: str) -> str:
    """What governs a loop, of its header."""
    plain = " ".join(_LABEL.sub("", text.strip()).split())
    match = _FOR.match(plain)
    plain = match[1].strip() if match is not None else _DO.sub("", plain, count=1)
    return _cut(plain)


def _quoted(text: str) -> str:
    return _cut(" ".join(_LABEL.sub("", text.strip()).split()))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def line_differences(
    old: UnitCost, new: UnitCost, cost_of: Callable[[Amounts, bool], Poly]
) -> Iterator[tuple[LineCost, Poly]]:
    """Yield lines whose cost is another one and by how much; a line that is gone is the old one.

    ``cost_of`` is the cost of amounts, of the old unit if its second argument is set. Lines are
    matched by their text. Nothing is yielded where one side was read from a snapshot.
    """
    if not old.lines or not new.lines:
        return
    for first, second, _ in matched_lines(old, new):
        cost = ZERO if second is None else cost_of(second.operations, False)
        difference = cost - (ZERO if first is None else cost_of(first.operations, True))
        line = second or first
        if difference and line is not None:
            yield line, difference


def matched_lines(
    old: UnitCost, new: UnitCost
) -> Iterator[tuple[LineCost | None, LineCost | None, bool]]:
    """Yield pairs of lines by their text, None for one that is missing, and if they read alike."""
    texts = [["".join(line.text.split()) for line in unit.lines] for unit in (old, new)]
    matcher = SequenceMatcher(None, *texts, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        before, now = old.lines[i:j], new.lines[k:m]
        for place in range(max(len(before), len(now))):
            first = before[place] if place < len(before) else None
            second = now[place] if place < len(now) else None
            yield first, second, tag == "equal"
