"""One statement, two readings: our parser's and the referee's."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from fparser.two import Fortran2003 as F

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
    """The outcome for one statement."""

    kind: str
    outcome: Outcome
    reason: str = ""
    ours: str = ""
    theirs: str = ""


_REAL_BOUNDS = re.compile(r"DO\d*\w+=.*\d\.")
_CALLED = re.compile(r"\b([A-Z]\w*)\(")
_INTRINSICS = frozenset(F.Intrinsic_Name.function_names)


def judge(sample: Sample) -> Verdict:
    """Compare both readings of a statement."""
    ours = parse_squeezed(sample.squeezed)
    named = CONSTRUCT_NAME.match(sample.squeezed)
    body = sample.squeezed[named.end() :] if named else sample.squeezed
    kind = classify(body)
    if not can_judge(kind) or _text_only(ours):
        return Verdict(kind, Outcome.TEXT)
    try:
        theirs, rewritten = _theirs(kind, sample.written, body)
    except NotAccepted as error:
        return Verdict(kind, Outcome.REJECTED, _reason(kind, sample.squeezed, str(error)))
    expected = as_rewritten(ours) if rewritten else ours
    if _normal(expected) == _normal(theirs):
        return Verdict(kind, Outcome.SAME)
    return Verdict(kind, Outcome.DIFFERENT, "", str(ours), str(theirs))


def _theirs(kind: str, written: str, body: str) -> tuple[sx.Statement, bool]:
    """Return the referee's reading, and whether it had to be given a rewritten text."""
    try:
        return referee(kind, written), False
    except NotAccepted as error:
        try:
            rewritten = referee(kind, canonical(kind, body))
        except NotAccepted:
            raise error from None
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
