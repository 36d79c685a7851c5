"""Programs of extreme shape: thousands of terms, of nested loops, of GOTOs that cross each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.support.calls import counted_calls
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def crossing(number: int) -> str:
    """Loops of backward GOTOs each of which ends behind the start of the next one."""
    lines = ["      PROGRAM T", "      I=0"]
    lines += [f"{k:5d} I=I+1" for k in range(1, number + 1)]
    lines += [f"      IF (I.LT.{k}) GOTO {k}" for k in range(1, number + 1)]
    return "\n".join([*lines, "      END"]) + "\n"


def sums_in_c(number: int) -> str:
    """A sum of elements."""
    terms = "\n + ".join(f"x[{k}]" for k in range(number))
    return f"double f(double *x){{\n return {terms};\n}}\n"


def sums(number: int) -> str:
    """A sum of integer elements that bounds a loop."""
    lines = ["      SUBROUTINE S(X, M)", "      INTEGER X(*), M", "      M = X(1)"]
    lines += [f"     1 + X({k})" for k in range(2, number + 1)]
    lines += ["      DO 10 I = 1, M", " 10   X(I) = 0", "      END"]
    return "\n".join(lines) + "\n"


def returns(number: int) -> str:
    """Early RETURNs one after another, each where data say so."""
    lines = ["      SUBROUTINE S(X, C, K)", "      REAL X(*), C", "      INTEGER K", "      K = 0"]
    for k in range(1, number + 1):
        lines += [f"      IF (X({k}) .GT. C) RETURN", "      K = K + 1"]
    return "\n".join([*lines, "      END"]) + "\n"


def nested(number: int) -> str:
    """Loops of three iterations each around an addition."""
    loops = "\n".join("for(int j=0;j<3;j++)" for _ in range(number))
    return f"int main(void){{double x=0;\n{loops}\nx+=1.5;\nreturn x>0;}}\n"


def loops_of_n(number: int) -> str:
    """Loops of N iterations each around an addition."""
    lines = ["      SUBROUTINE S(N, X)", "      INTEGER N", "      REAL X"]
    lines += [f"      DO {k + 1} I{k} = 1, N" for k in range(number)]
    lines += ["      X = X + 1.0"]
    lines += [f"{k + 1:5d} CONTINUE" for k in reversed(range(number))]
    return "\n".join([*lines, "      END"]) + "\n"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("make", "name", "size"),
    [(sums_in_c, "s.c", 1500), (sums, "s.f", 1500), (crossing, "t.f", 50), (returns, "r.f", 150)],
)
def test_twice_the_size_takes_less_than_three_times_the_calls(
    make: Callable[[int], str], name: str, size: int, tmp_path: Path
):
    """Calls do not depend on what else the computer does; times are in benchmarks/linearity.py."""
    sad("analyze", _written(tmp_path, name, make(10)), "--no-cache")  # imports
    calls: list[int] = []
    for factor in (1, 2):
        path = _written(tmp_path, f"{factor}{name}", make(factor * size))
        done, made = counted_calls(partial(sad, "analyze", path, "--no-cache"))
        assert done.code == 0
        calls.append(made)
    assert calls[1] < 3 * calls[0]


def test_counts_larger_than_floats_are_exact(tmp_path: Path):
    path = _written(tmp_path, "n.c", nested(700))
    shown = sad("annotate", path, "--no-cache")
    assert shown.code == 0
    assert f"= {str(3**700)[0]}.{str(3**700)[1:5]}e333   702: x+=1.5;" in shown.out
    told = sad("explain", f"{path}:702", path, "--no-cache")
    assert str(3**700) in told.out


def test_work_and_times_that_no_float_holds_are_said_to_be(tmp_path: Path):
    path = _written(tmp_path, "n.c", nested(700))
    shown = sad("analyze", path, "--no-cache")
    assert shown.code == 0
    assert "more than 1e308 flop" in shown.out
    assert "nan" not in shown.out
    assert "100 % exact counts" in shown.out
    timed = sad("analyze", path, "--machine", "zen3", "--no-cache")
    assert timed.code == 2
    assert "SAD503" in timed.err
    assert "more than 1e308 s" in timed.err


def test_a_law_whose_example_no_float_holds(tmp_path: Path):
    path = _written(tmp_path, "n.f", loops_of_n(400))
    shown = sad("analyze", path, "--machine", "sparc2", "--no-cache")
    assert shown.code == 0
    assert "time grows as N**400" in shown.out
    assert "more than 1e308 s with N = 1000" in shown.out
    swept = sad("sweep", path, "--vary", "N=1:9:4", "--no-cache")
    assert swept.code == 0
    assert "nan" not in swept.out
    assert "inf" not in swept.out


def _written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path
