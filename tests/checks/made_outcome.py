"""A made outcome with everything that outputs have to write, awkward characters included."""

from __future__ import annotations

from sad.checks.costs.record import UnitCost
from sad.checks.outcome import Change, Finding, LineChange, Outcome, Verdict
from sad.diagnostics import Diagnostic, Severity, Span


def unit(name: str, file: str = "src/a b.f", line: int = 3) -> UnitCost:
    span = Span(file, line, line + 9)
    return UnitCost(name, span, "fortran", "", {}, {}, {}, {}, (), (), 4, 0)


def outcome() -> Outcome:
    line = LineChange(Span.at("src/a b.f", 7), "X = A(I) | B", "N**2 - N")
    worse = Change(
        unit("DGEMM"),
        unit("DGEMM"),
        Verdict.ORDER,
        measure="operations",
        difference="N**3 - N",
        proof="new >= old for all N >= 1",
        relative=0.25,
        lines=(line,),
        seconds={"sparc2": (1.0, 2.5)},
        headline="O(N**2) -> O(N**3)   1 s -> 2.5 s at N = 9 on sparc2",
        reason="a third loop (K = 1, N) | new >= old",
        where=Span.at("src/a b.f", 6),
    )
    cheaper = Change(
        unit("AXPY"), unit("AXPY"), Verdict.CHEAPER, difference="-2*N", headline="-2*N"
    )
    renamed = Change(unit("OLD"), unit("NEW"), Verdict.IDENTICAL)
    fresh = Change(None, unit("ADDED", "src/c.f", 1), Verdict.ADDED, relative=float("inf"))
    same = Change(unit("SAME"), unit("SAME"), Verdict.IDENTICAL)
    findings = (
        Finding(
            "forbid.order",
            Severity.ERROR,
            "DGEMM",
            "50 % more, see <b>: a,b\nnext\x01 line ]]> & *x*",
            unit("DGEMM").span,
            worse,
        ),
        Finding("contract.flops", Severity.ERROR, "DGEMM", "first", unit("DGEMM").span),
        Finding("contract.flops", Severity.ERROR, "DGEMM", "second", unit("DGEMM").span),
        Finding("forbid.incomparable", Severity.WARNING, "AXPY", "maybe", unit("AXPY").span),
        Finding("unit.new", Severity.NOTE, "ADDED", "is new", Span.at("src/c.f"), fresh),
    )
    broken = Diagnostic("SAD201", Severity.ERROR, "no statement", Span.at("src/bad.f", 12), "look")
    return Outcome(
        "main",
        "working tree",
        (worse, cheaper, renamed, fresh, same),
        findings,
        ("forbid.order", "max-increase"),
        (broken,),
        87.5,
    )


def quiet_outcome() -> Outcome:
    """Nothing changed, and nothing is to be said."""
    same = Change(unit("SAME"), unit("SAME"), Verdict.IDENTICAL)
    return Outcome("sad.snapshot", "working tree", (same,), (), ("forbid.order",))
