"""The statement parser against fparser2, on the corpus and the reproducers; see tests/oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.fortran.text import squeeze
from tests.oracle.compare import Outcome, judge
from tests.oracle.statements import Sample, collect
from tests.support.command import CORPUS, ROOT

_REPRODUCERS = Path(__file__).parent / "reproducers"


def _programs(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".f", ".F", ".f90"))


@pytest.mark.parametrize(("folder", "share"), [(CORPUS, 0.95), (_REPRODUCERS, 0.6)])
def test_statements(folder: Path, share: float) -> None:
    """No difference, and enough statements that fparser2 accepts and that have content."""
    samples = list(collect(_programs(folder), ROOT).distinct.values())
    verdicts = [judge(sample) for sample in samples]
    different = [
        f"{sample.place}: {verdict.ours} is not {verdict.theirs}"
        for sample, verdict in zip(samples, verdicts, strict=True)
        if verdict.outcome is Outcome.DIFFERENT
    ]
    assert different == []
    same = sum(verdict.outcome is Outcome.SAME for verdict in verdicts)
    assert same > share * len(verdicts)


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("A=B-(C-D)", "A = B - C - D"),
        ("A=(-B)*C", "A = -B*C"),
        ("A=(B**C)**D", "A = B**C**D"),
        ("L=(.NOT.(P)).AND.Q", "L = .NOT. (P .AND. Q)"),
        ("DO10I=1,N", "DO 10 I = 1, M"),
        ("IF(A.LT.B)X=1", "IF (A .LE. B) X = 1"),
        ("CALLS(X,Y)", "CALL S(Y, X)"),
        ("WRITE(6,*)X", "WRITE (*,*) X"),
        ("REALX(10)", "REAL X(11)"),
    ],
)
def test_referee_objects(read: str, written: str) -> None:
    """The comparison sees a difference where there is one."""
    assert judge(Sample(read, written, "")).outcome is Outcome.DIFFERENT
    assert judge(Sample(squeeze(written), written, "")).outcome is Outcome.SAME
