"""Small functions in place of their calls: the loop does what it does with them written out."""

from __future__ import annotations

import pytest

from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.machine.schema import Machine, Toolchain
from sad.machine.throughput import Throughput
from sad.machine.values import MachineValue
from sad.mapping.bind import bind_machine
from sad.mapping.bound import Run
from sad.model.expand import expand
from tests.codemodel.expected import innermost
from tests.support.model import program_of

HELPERS = """
static double sq(double x) { return x*x; }
static double near(double d) { double r = 1.0/(sq(d) + 0.01); return d*r; }
static double large(const double *a, int i) { double t = 0; while (i-- > 0) t += a[i]; return t; }
static double at(const double *a, int n, int i, int j) { return a[i*n + j]; }
"""
HEAD = "void f(int n, const double *restrict x, double *restrict y, double c)\n"
C = {  # with calls, and written out
    "one after the other": ("y[i] = sq(x[i] - c);", "y[i] = (x[i] - c)*(x[i] - c);"),
    "one in the other": (
        "y[i] = near(x[i]) + sq(c);",
        "y[i] = x[i]*(1.0/(x[i]*x[i] + 0.01)) + c*c;",
    ),
    "a call for an argument": ("y[i] = sq(large(x, i));", "c = large(x, i); y[i] = c*c;"),
    "places of an array": (
        "y[i] = at(x, n, 1, i) + at(x, n, 2, i);",
        "y[i] = x[1*n + i] + x[2*n + i];",
    ),
}
FORTRAN = """\
      SUBROUTINE F (N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), W
      DO 10 I = 1, N
   10 Y(I) = {}
      END
      DOUBLE PRECISION FUNCTION W (T)
      DOUBLE PRECISION T
      W = T/(1.0D0 + T*T)
      END
"""


def loop_of(body: str, helpers: str = HELPERS) -> str:
    return f"{helpers}{HEAD}{{\n    int i;\n    for (i = 0; i < n; i++) {body}\n}}\n"


def entry_of(source: str, language: str, name: str) -> int:
    return [item.name for item in analyse(program_of(source, language)).entries].index(name)


def work_of(source: str, language: str, name: str) -> dict[str, int]:
    return innermost(source, language, entry_of(source, language, name))


@pytest.mark.parametrize("name", C)
def test_loops_of_c_do_what_they_do_written_out(name: str):
    calls, written = C[name]
    written = loop_of(f"{{ {written} }}")
    assert work_of(loop_of(calls), "c", "f") == work_of(written, "c", "f")


def test_loops_of_fortran_do_what_they_do_written_out():
    written = FORTRAN.format("X(I)/(1.0D0 + X(I)*X(I))")
    called = FORTRAN.format("W(X(I))")
    assert work_of(called, "fortran", "F") == work_of(written, "fortran", "F")


@pytest.mark.parametrize(
    "helpers",
    [
        "double g(double x) { static double s; s = x; return s; }\n",
        "double t; double g(double x) { return x + t; }\n",
        "double h(double x); double g(double x) { return h(x); }\n",
        "double g(double x) { if (x > 0) return x; return 0; }\n",
    ],
)
def test_what_is_no_formula_of_its_arguments_stays_a_call(helpers: str):
    source = loop_of("y[i] = g(x[i])*c;", helpers)
    assert "div" not in work_of(source, "c", "f")
    description = describe(analyse(program_of(source, "c")), with_work=True)
    assert all(not loop.inlines for unit in description.units for loop in unit.loops)


OPERATIONS = (
    *(
        "load",
        "store",
        "assign",
        "add",
        "sub",
        "mul",
        "div",
        "compare",
        "branch",
        "loop",
        "convert",
    ),
    *("call", "argument", "return"),
)


def seconds(source: str, view: str, entry: str) -> dict[str, float]:
    """The time of each unit, everything one nanosecond."""
    description = describe(analyse(program_of(source, "c")), with_work=True)
    expansion = expand(description, description.unit(entry))
    each = MachineValue(1e-9)
    own = Throughput(view, 6.0, {"any": {"any": each}}, {"any": each}, {})
    counts = {block.id: 10.0 for block in expansion.blocks}
    times = dict.fromkeys(OPERATIONS, each)
    toolchain = Toolchain("t", "gcc", "-O2", "throughput", times, throughput=own)
    on = Machine("m", "m.yaml", "", "measured", "p", 1e9, {"t": toolchain})
    bound = bind_machine(expansion, on, run=Run(counts, {}, {}))
    found: dict[str, float] = {}
    for cost in bound.regions:
        name = cost.region.unit.name
        found[name] = found.get(name, 0.0) + cost.core
    return found


def test_inlined_functions_take_time_where_nothing_else_has_them():
    source = loop_of("y[i] = near(x[i]) + sq(c);")
    optimised = seconds(source, "optimised", "f")
    assert optimised["sq"] == optimised["near"] == 0.0 < optimised["f"]
    assert seconds(source, "plain", "f")["near"] > 0.0
    assert seconds(source, "optimised", "near")["near"] > 0.0


NORM = """
double x[100], s[3], z[100];
{} void norm(double *p, const double *q, int n)
{{
    int i;
    for (i = 0; i < n; i++) p[i] = (p[i] - q[0])*q[1] + q[2];
}}
void f(int n) {{ {} }}
"""


def loads_of(kind: str, calls: str) -> float:
    """The loads of one iteration of the loop."""
    source = NORM.format(kind, calls)
    description = describe(analyse(program_of(source, "c")), with_work=True)
    blocks = expand(description, description.unit("f")).blocks
    inside = [item for item in blocks if item.unit.name == "norm" and item.loops]
    works = [line.work for item in inside for line in item.block.lines if line.work is not None]
    return sum(work.optimised.get("load.double", 0) for work in works)


def test_the_only_call_of_a_static_function_tells_which_arrays_are_apart():
    assert loads_of("static", "norm(x, s, n);") == 1


@pytest.mark.parametrize(
    ("kind", "calls"),
    [
        ("", "norm(x, s, n);"),
        ("static", "norm(x, s, n); norm(z, s, n);"),
        ("static", "norm(x, x, n);"),
        ("static", "double *p = x; norm(p, s, n);"),
        ("static", "norm(x, &x[3], n);"),
    ],
)
def test_other_calls_do_not(kind: str, calls: str):
    assert loads_of(kind, calls) == 4
