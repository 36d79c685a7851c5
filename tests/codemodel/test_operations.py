"""What optimised code keeps of small loops: known amounts, and the same with a compiler at hand."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.codemodel.unit import remaining_operations
from tests.codemodel.expected import innermost, source_of
from tests.codemodel.hot_loops import compiled_loop
from tests.codemodel.kernels import FORTRAN, C
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

AMOUNTS = {
    "axpy": {"load": 2, "store": 1, "add": 1, "mul": 1, "branch": 1},
    "three point": {"load": 1, "store": 1, "add": 2, "mul": 1, "branch": 1},
    "second order": {"load": 1, "store": 1, "add": 1, "mul": 1, "branch": 1},
    "dot in a dummy": {"load": 2, "add": 1, "mul": 1, "branch": 1},
    "common subexpression": {"load": 2, "store": 2, "add": 2, "mul": 1, "branch": 1},
    "square and cube": {"load": 1, "store": 1, "add": 1, "mul": 2, "branch": 1},
    "largest": {"load": 1, "max": 1, "branch": 1},
    "largest integer": {"load": 1, "branch": 1},
    "conditional sum": {"load": 1, "branch": 2},
    "invariant quotient": {"load": 1, "store": 1, "add": 1, "branch": 1},
    "dummy stored conditionally": {"load": 2, "store": 1, "add": 1, "compare": 1, "branch": 2},
}
_KEYS = ("load", "store", "add", "mul", "div", "sqrt", "max", "compare", "branch")
_PACKED = ("complex axpy",)  # gcc does both parts at once, in half the operations


@pytest.mark.parametrize("name", AMOUNTS)
def test_one_iteration_does(name: str):
    assert innermost(source_of(*FORTRAN[name])) == AMOUNTS[name]


TOOLS = [shutil.which(name) for name in ("gfortran-12", "gcc-12", "objdump")]
needs_compiler = pytest.mark.skipif(None in TOOLS, reason="needs gcc 12, gfortran 12 and objdump")


@pytest.mark.compiler
@needs_compiler
@pytest.mark.parametrize("name", [name for name in FORTRAN if name not in _PACKED])
def test_fortran_loops_do_what_gfortran_makes_of_them(name: str, tmp_path: Path):
    source = source_of(*FORTRAN[name])
    compiled, found = compiled_loop(source, ".f", tmp_path), innermost(source)
    assert {k: found.get(k, 0) for k in _KEYS} == {k: compiled.get(k, 0) for k in _KEYS}


@pytest.mark.compiler
@needs_compiler
@pytest.mark.parametrize("name", C)
def test_c_loops_do_what_gcc_makes_of_them(name: str, tmp_path: Path):
    compiled, found = compiled_loop(C[name], ".c", tmp_path), innermost(C[name], "c")
    assert {k: found.get(k, 0) for k in _KEYS} == {k: compiled.get(k, 0) for k in _KEYS}


def _by_line(source: str, language: str = "fortran") -> dict[tuple[int, str], dict[str, float]]:
    """The amounts of a last unit's actions, by line and part."""
    entry = analyse(program_of(source, language)).entries[-1]
    left = remaining_operations(entry)
    found: dict[tuple[int, str], dict[str, float]] = {}
    for block in entry.forest.order:
        for action in entry.cfg.blocks[block].actions:
            line = found.setdefault((action.span.line, action.part.value), {})
            for key, amount in left.get(id(action), {}).items():
                line[key] = line.get(key, 0) + amount
    return found


NEST = """\
      SUBROUTINE MM(N, A, B, C, P, Q)
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N), P, Q
      DO 10 J = 1, N
      DO 10 I = 1, N
      DO 10 K = 1, N
      C(I,J) = C(I,J) + A(I,K)*B(K,J)*(P/Q)
   10 CONTINUE
      END
"""


def test_what_does_not_change_in_a_loop_is_booked_before_it():
    found = _by_line(NEST)
    assert found[6, "whole"] == {"load.double": 2, "mul.double": 2, "add.double": 1}
    assert found[5, "loop entry"] == {"loop.entry": 1, "load.double": 1, "store.double": 1}
    assert found[3, "loop entry"]["div.double"] == 1
    assert found[3, "loop entry"]["load.double"] == 2
    assert found[5, "loop step"] == {"loop.iteration": 1, "address": 1}


def test_calls_of_small_functions_are_inlined_and_others_are_not():
    source = """\
static double small(double a) { return a*a + 1.0; }
static double large(double *a) {
    return a[0]*a[1] + a[2]*a[3] + a[4]*a[5] + a[6]*a[7] + a[8]/(a[9] + a[10]);
}
double f(double *x) {
    double y = small(x[0]);
    double z = large(x);
    return y + z;
}
"""
    found = _by_line(source, "c")
    assert found[6, "whole"] == {"load.double": 1, "mul.double": 1, "add.double": 1}
    assert found[7, "whole"] == {"call": 1, "argument": 1}


def test_returns_within_bounds_are_no_branches():
    source = """\
static int kept(int v)
{
    if (v < 0)
        return 0;
    if (v > 255)
        return 255;
    return v;
}
"""
    done = [key for amounts in _by_line(source, "c").values() for key in amounts]
    assert sorted(done) == ["select.integer", "select.integer"]


def test_what_nobody_uses_is_not_done():
    source = """\
      SUBROUTINE S(N, X, Y)
      DOUBLE PRECISION X(N), Y(N), T
      DO 10 I = 1, N
      T = SQRT(X(I))
      Y(I) = X(I)
   10 CONTINUE
      END
"""
    found = _by_line(source)
    assert "intrinsic.sqrt.double" not in found[4, "whole"]
    assert found[5, "whole"]["store.double"] == 1


def test_a_call_makes_memory_unknown_but_not_local_registers():
    source = """\
      SUBROUTINE S(N, X, K)
      DOUBLE PRECISION X(N), A
      COMMON /C/ Q
      DOUBLE PRECISION Q
      A = Q*2.0D0
      CALL G(K)
      X(1) = Q + A
      X(2) = Q*2.0D0
      END
"""
    found = _by_line(source)
    assert found[5, "whole"] == {"load.double": 1, "add.double": 1}
    assert found[7, "whole"] == {"load.double": 1, "add.double": 1, "store.double": 1}
    assert found[8, "whole"] == {"add.double": 1, "store.double": 1}


def test_integer_division_says_by_what():
    source = """\
      SUBROUTINE S(K, L, M)
      INTEGER K(9), L
      K(1) = L/M
      K(2) = L/10
      K(3) = L/8
      K(4) = MOD(L, 10)
      K(5) = MOD(L, 16)
      K(6) = L*8
      K(7) = L*7
      END
"""
    found = _by_line(source)
    expected = {
        3: "div.integer", 4: "div.integer.constant", 5: "div.integer.power2",
        6: "intrinsic.mod.integer.constant", 7: "intrinsic.mod.integer.power2",
        8: "add.integer", 9: "mul.integer",
    }  # fmt: skip
    for line, key in expected.items():
        assert found[line, "whole"][key] == 1


def test_what_does_not_fit_into_registers_is_read_again():
    names = [f"C{number}" for number in range(20)]
    source = "      SUBROUTINE S(N, X, " + ",\n     &  ".join(names) + ")\n"
    source += "      DOUBLE PRECISION X(N)\n"
    source += "".join(f"      DOUBLE PRECISION {name}\n" for name in names)
    source += "      DO 10 I = 1, N\n"
    source += "      X(I) = X(I)" + "".join(f"\n     &  *X(I) + {name}" for name in names) + "\n"
    source += "   10 CONTINUE\n      END\n"
    found = innermost(source)
    assert found["load"] == 1 + 20 - 14
