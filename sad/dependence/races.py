"""Loops that the source shares out among threads although their iterations are proved to conflict."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead
from sad.analysis.loops.natural import RegionKind
from sad.dependence.accesses import Accesses
from sad.dependence.calls import Callees
from sad.dependence.judge import Judge
from sad.dependence.overlap import Overlaps
from sad.dependence.verdict import Kind
from sad.files import source_lines
from sad.ir.program import Storage
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.verdict import Verdict
    from sad.diagnostics import Span
    from sad.ir.program import Construct

_SHARES = {"do", "for", "distribute"}
_GUARDS = {"critical", "atomic", "ordered", "single", "master", "masked"}
_OWN = {"private", "firstprivate", "lastprivate", "linear", "reduction", "in_reduction"}
_WORD = re.compile(r"\w+")
_TYPE = (
    r"\b(?:int|long|short|unsigned|signed|size_t|double|float|char|_Bool|bool|\w+_t)\b[^;(){}]*\b"
)


@record
class Race:
    """A loop that must not be shared: what two threads touch at once, and what helps."""

    text: str
    hint: str
    span: Span


def races(entry: EntryAnalysis, effects: ProgramEffects, *, in_c: bool) -> Iterator[Race]:
    """Yield the races of loops that constructs of OpenMP share out; all of them are proved."""
    if not any(item.shared for item in entry.unit.sequential):
        return
    accesses = Accesses(entry, Callees(effects))
    overlaps = Overlaps(entry.unit.symbols)
    stack = list(entry.forest.root.children)
    while stack:
        region = stack.pop()
        stack.extend(region.children)
        if region.kind is RegionKind.LOOP and region.header in entry.values.loops:
            within = _shared_by(entry, region)
            nest = _collapsed(region, within[-1]) if within else []
            found = (
                item
                for inner in nest
                for item in _Shared(entry, accesses, inner, within, nest, in_c=in_c).races(
                    Judge(entry, accesses, overlaps, inner).verdict("")
                )
            )
            yield from dict.fromkeys(found)


def _shared_by(entry: EntryAnalysis, region: Region) -> tuple[Construct, ...]:
    """The constructs around a loop, outermost first, if the innermost of them shares it out."""
    head = entry.cfg.blocks[region.header]
    if not isinstance(head.terminator, LoopHead):
        return ()
    within = head.within
    place = next(
        (n for n in range(len(within) - 1, -1, -1) if _SHARES & set(within[n].name.split())), -1
    )
    if place < 0 or within[place].language != "OpenMP":
        return ()
    around = region.parent
    while around is not None:
        blocks = entry.cfg.blocks[around.header]
        if around.kind is RegionKind.LOOP and any(item is within[place] for item in blocks.within):
            return ()
        around = around.parent
    return within[: place + 1]


def _collapsed(region: Region, construct: Construct) -> list[Region]:
    """The loops that a construct shares out as one, outermost first."""
    said = next((said for name, said in construct.clauses if name == "collapse"), None)
    found = [region]
    for _ in range(int(said) - 1 if said is not None and said.isdigit() else 0):
        inner = [child for child in found[-1].children if child.kind is RegionKind.LOOP]
        if len(inner) != 1:
            break
        found += inner
    return found


class _Shared:
    """One loop that threads share, of a ``nest`` that is shared out as one."""

    def __init__(
        self,
        entry: EntryAnalysis,
        accesses: Accesses,
        region: Region,
        within: tuple[Construct, ...],
        nest: Sequence[Region],
        *,
        in_c: bool,
    ) -> None:
        self._entry, self._accesses, self._region = entry, accesses, region
        self._nest = nest
        self._within, self._in_c = within, in_c
        self._own: set[str] = set()
        self._all_private = False
        for item in (*within, *entry.unit.sequential):
            for clause, said in item.clauses:
                words = {word.lower() for word in _WORD.findall(said or "")}
                if item in within and clause in _OWN:
                    self._own |= words
                elif item in within and clause == "default":
                    self._all_private |= "private" in words
                elif item.name == "threadprivate":
                    self._own |= words

    def races(self, verdict: Verdict) -> Iterator[Race]:
        span = self._within[-1].span
        line = verdict.span.line
        guarded = self._guarded_lines()
        if verdict.proved and verdict.place and not guarded & {item.line for item in verdict.lines}:
            if not self._is_own(verdict.place):
                text = f"the iterations of the loop on line {line} depend on each other: "
                yield Race(text + verdict.reason, "threads may run them in any order", span)
            return
        if verdict.kind not in (Kind.INDEPENDENT, Kind.REDUCTION):
            return
        for item in verdict.combined:
            lines = {place.line for place in item.lines}
            if not self._is_own(item.name) and not guarded & lines:
                text = f"threads take the {item.text} on line {item.lines[0].line} at once"
                yield Race(text, f"add {item.clause(in_c=self._in_c)}", span)
        for name in verdict.private:
            symbol = self._entry.unit.symbols.get(name)
            if symbol is None or self._is_own(name) or self._is_own(symbol.spelling):
                continue
            if self._is_inside(name, symbol.spelling or name) or self._is_counter(name):
                continue
            lines = {
                access.span.line
                for number in sorted(self._region.blocks)
                for access in self._accesses.of(number)
                if access.name == name and access.writes
            }
            if lines and not guarded & lines:
                shown = symbol.spelling or name
                text = f"threads set one {shown} on line {min(lines)} at once"
                yield Race(text, f"add private({shown})", span)

    def _is_own(self, name: str) -> bool:
        return self._all_private or name.lower() in self._own

    def _is_counter(self, name: str) -> bool:
        """Whether a name is the variable of a loop that each thread has for itself.

        In Fortran these are all loops inside, in C those that are shared out as one.
        """
        own = [item.header for item in self._nest] if self._in_c else self._region.blocks
        for number in own:
            head = self._entry.cfg.blocks[number].terminator
            if isinstance(head, LoopHead) and head.loop.variable.name == name:
                return True
        return False

    def _is_inside(self, name: str, shown: str) -> bool:
        """Whether a variable of C is declared inside of the loop, as far as its text tells."""
        symbol = self._entry.unit.symbols[name]
        if not self._in_c or symbol.storage is not Storage.LOCAL or symbol.saved:
            return False
        lines = [
            action.span.line
            for number in self._region.blocks
            for action in self._entry.cfg.blocks[number].actions
        ]
        source = source_lines(self._entry.unit.span.file)
        return is_declared(shown, source[min(lines) - 1 : max(lines)])

    def _guarded_lines(self) -> set[int]:
        """The lines that one thread at a time runs."""
        blocks = (self._entry.cfg.blocks[number] for number in self._region.blocks)
        return {
            action.span.line
            for block in blocks
            if any(_GUARDS & set(item.name.split()) for item in block.within)
            for action in block.actions
        }


def is_declared(name: str, lines: list[str]) -> bool:
    """Return whether lines of C look as if they declare a name."""
    pattern = re.compile(_TYPE + re.escape(name) + r"\b")
    return any(pattern.search(line) for line in lines)
