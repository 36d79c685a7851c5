"""One statement, two readings: our parser's and the referee's."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from fparser.two import Fortran2003 as F

from frontends.fortran import fparser_bridge
from frontends.fortran import syntax as sx
from frontends.fortran.canonical import canonical
from frontends.fortran.classify import CONSTRUCT_NAME, classify
from frontends.fortran.statements import parse_squeezed
from tests.oracle.extensions import as_rewritten
from tests.oracle.referee import DOES_NOT_MATCH, NotAccepted, can_judge, referee

if TYPE_CHECKING:
    from tests.oracle.statements import Sample


class Outcome(Enum):
    """What comparing a statement gave."""

    SAME = "same"
    DIFFERENT = "different"
    TEXT = "kept as text"  # FORMAT, USE, ALLOCATE ...: neither side says more than the words
    REJECTED = "not accepted by fparser2"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome for one statement; ``own`` when our parser alone read it."""

    kind: str
    outcome: Outcome
    own: bool
    reason: str = ""
    ours: str = ""
    theirs: str = ""


_REAL_BOUNDS = re.compile(r"DO\d*\w+=.*\d\.")
_CALLED = re.compile(r"\b([A-Z]\w*)\(")
# Unusual ones our reader itself has fparser2 read, rewritten where fparser2 needs it.
_DECLARATIONS = frozenset({
    "type", "implicit", "parameter", "dimension", "common", "equivalence", "data", "external",
    "intrinsic", "save",
})  # fmt: skip


_INTRINSICS = frozenset(F.Intrinsic_Name.function_names)


class _Counter:
    """Counts what our parser hands to fparser2."""

    def __init__(self) -> None:
        self.calls = 0
        self._original = fparser_bridge.parse_with_fparser
        fparser_bridge.parse_with_fparser = self.count

    def count(self, kind: str, squeezed: str) -> sx.Statement | None:
        self.calls += 1
        return self._original(kind, squeezed)


_counter: list[_Counter] = []


def judge(sample: Sample) -> Verdict:
    """Compare both readings of a statement."""
    if not _counter:
        _counter.append(_Counter())
    before = _counter[0].calls
    ours = parse_squeezed(sample.squeezed)
    own = _counter[0].calls == before
    named = CONSTRUCT_NAME.match(sample.squeezed)
    body = sample.squeezed[named.end() :] if named else sample.squeezed
    kind = classify(body)
    if not can_judge(kind) or _text_only(ours):
        return Verdict(kind, Outcome.TEXT, own)
    try:
        theirs, rewritten = _theirs(kind, sample.written, body, own)
    except NotAccepted as error:
        return Verdict(kind, Outcome.REJECTED, own, _reason(kind, sample.squeezed, str(error)))
    expected = as_rewritten(ours) if rewritten else ours
    if _normal(expected) == _normal(theirs):
        return Verdict(kind, Outcome.SAME, own)
    return Verdict(kind, Outcome.DIFFERENT, own, "", str(ours), str(theirs))


def _theirs(kind: str, written: str, body: str, own: bool) -> tuple[sx.Statement, bool]:
    """Return the referee's reading, and whether it had to be given a rewritten text.

    Of a declaration that is not our ``own`` reading the rewritten text is no second one: it is what
    our reader gives to fparser2.
    """
    try:
        return referee(kind, written), False
    except NotAccepted as error:
        try:
            rewritten = referee(kind, canonical(kind, body))
        except NotAccepted:
            raise error from None
        if kind in _DECLARATIONS and not own:
            raise NotAccepted("blanks inside a word, or a form of the time before 1990") from None
        return rewritten, True


def _reason(kind: str, squeezed: str, error: str) -> str:
    if error != DOES_NOT_MATCH:
        return error
    if kind == "do" and _REAL_BOUNDS.match(squeezed):
        return "a DO with real bounds"
    if any(name in _INTRINSICS for name in _CALLED.findall(squeezed)):
        return "a name of an intrinsic function, used with other arguments"
    return error


def _text_only(statement: sx.Statement) -> bool:
    if isinstance(statement, sx.LogicalIf):
        statement = statement.action
    return isinstance(statement, sx.Specification | sx.Unmodelled)


def _normal(statement: sx.Statement) -> sx.Statement:
    """Name the first control of an OPEN and the like, as the standard does: it is the unit."""
    match statement:
        case sx.LogicalIf(condition, action):
            return sx.LogicalIf(condition, _normal(action))
        case sx.InputOutput(keyword, ((None, unit), *rest)) if keyword not in (
            "read", "write", "print",
        ):  # fmt: skip
            return replace(statement, controls=(("UNIT", unit), *rest))
        case _:
            return statement
