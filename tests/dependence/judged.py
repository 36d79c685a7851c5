"""Verdicts compared with what the iterations of runs really touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.analysis.unit import analyse
from sad.dependence.verdict import Kind
from sad.dependence.verdicts import verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.dependence.verdict import Verdict
    from sad.ir.program import Program
    from tests.support.interpreter.observed import Conflict, Observer
    from tests.support.touched import Met, Touched

OPEN = (Kind.INDEPENDENT, Kind.REDUCTION, Kind.DISTANCE)
"""Verdicts that promise something."""


class Wrong(NamedTuple):
    """A loop that was promised more than is true."""

    unit: str
    verdict: Verdict
    conflict: Conflict

    def __str__(self) -> str:
        found = self.conflict
        return (
            f"{self.unit} line {self.verdict.span.line}: {self.verdict.text}, but lines {found.lines} "
            f"touch {sorted(found.names)} {found.distance} iterations apart"
        )


def all_verdicts(program: Program) -> dict[tuple[str, int], Verdict]:
    """Return the verdicts of a program by unit and line of the loop; entries of one unit share them."""
    return {
        (entry.unit.name, item.span.line): item
        for entry, found in verdicts(analyse(program))
        for item in found
    }


def wrong(judged: dict[tuple[str, int], Verdict], observer: Observer) -> Iterator[Wrong]:
    """Yield the loops whose iterations touched what their verdicts say they do not."""
    for key, conflicts in observer.conflicts.items():
        verdict = judged.get(key)
        if verdict is None or verdict.kind not in OPEN:
            continue
        loops = observer.variables.get(key, frozenset())
        for conflict in conflicts:
            if not _is_told(verdict, conflict, loops):
                yield Wrong(key[0], verdict, conflict)


class Untold(NamedTuple):
    """A loop of C that was promised more than is true, and what iterations met."""

    verdict: Verdict
    met: Met

    def __str__(self) -> str:
        return f"line {self.verdict.span.line}: {self.verdict.text}, but {self.met}"


def untold(judged: Mapping[int, Verdict], seen: Touched) -> Iterator[Untold]:
    """Yield the loops of a compiled program, by line, that touched what their verdicts do not tell."""
    for line, verdict in judged.items():
        for met in seen.conflicts.get(line, ()) if verdict.kind in OPEN else ():
            if set(met.lines) == {line} or (verdict.private and not met.exposed):
                continue  # its counter; a copy for each iteration
            if verdict.kind is Kind.DISTANCE and met.distance >= verdict.distance:
                continue
            combining = ({*(s.line for s in x.lines), *x.tests} for x in verdict.combined)
            if not any(lines.issuperset(met.lines) for lines in combining):
                yield Untold(verdict, met)


def _is_told(verdict: Verdict, conflict: Conflict, variables: frozenset[str]) -> bool:
    """Whether a verdict allows for a conflict."""
    if conflict.names & variables or conflict.names & set(verdict.steps):
        return True
    if conflict.names & set(verdict.private):
        return not conflict.exposed
    if verdict.kind is Kind.DISTANCE:
        return conflict.distance >= verdict.distance
    for item in verdict.combined:
        lines = {span.line for span in item.lines} | set(item.tests)
        if lines.issuperset(conflict.lines):
            return True
    return False
