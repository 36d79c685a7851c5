"""A model made by hand is priced, swept and shown without any reader of source."""

from __future__ import annotations

import subprocess
import sys

from tests.support.command import ROOT

PROGRAM = """
import sys

from sad.algebra.domains import Index
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import Diagnostics, Span
from sad.model.nodes import Block, Branch, Call, Description, Line, Loop, Seq, UnitDescription, EMPTY
from sad.model.parameters import Class, Kind, Parameter

N, P, M = Poly.symbol("n"), Poly.symbol("p"), Poly.symbol("m")


def at(line):
    return Span("made.model", line, line, 1)


def work(line, **operations):
    return Block((Line(at(line), {k.replace("_", "."): v for k, v in operations.items()}, True),))


def loop(name, line, trips, index, body):
    return Loop(name, at(line), trips, Index(index, ONE, trips), EMPTY, body, ZERO, index)


def unit(name, kind, line, tree, sizes, calls=()):
    named = tuple(
        Parameter(item, item, kind_of, cls, name, at(line)) for item, kind_of, cls in sizes
    )
    lines = dict(file="made.model", line=line, end_line=line + 9)
    return UnitDescription(
        name, name, name, kind, "model", **lines, tree=tree, parameters=named, definitions=(),
        calls=calls, statements=0, opaque=0, dead_lines=(), labels={},
    )


inner = loop("do_2", 3, N, "@main:j", work(4, add_double=1, mul_double=1))
choice = Branch("if_1", at(5), (("then", P, work(6, div_double=1)),))
call = Call("leaf", "leaf", {"m": N}, at(7))
main = unit(
    "main", "program", 1, loop("do_1", 2, N, "@main:i", Seq((inner, choice, call))),
    [("n", Kind.SIZE, Class.DIRECT), ("p", Kind.PROBABILITY, Class.INDETERMINATE)], ("leaf",),
)
leaf = unit(
    "leaf", "subroutine", 20, loop("do_1", 21, M, "@leaf:k", work(22, add_double=2)),
    [("m", Kind.SIZE, Class.DIRECT)],
)
description = Description(("made.model",), 30, (leaf, main), {})
"""

PRICED = '''
from sad.report.html.page import html_report
from sad.library.model import Model
from sad.library.state import State
from sad.reading.loaded import Loaded
from sad.machine.operation_times import OperationTimes
from sad.profiles.settings import Settings
from sad.reading.options import Choice, Reading
from sad.experiments.curve import target_of

state = State(Loaded(description, Diagnostics()), Reading(("made.model",)), Choice())
given = state.with_values({"n": 10, "p": "1/4"})
target = target_of("sparc2", None, None)
prediction = given.prediction(target)
times = OperationTimes(target.machine, target.machine.default_toolchain)
add, mul, div = (times.value(f"{name}.double").value for name in ("add", "mul", "div"))


def by_hand(n, p):
    """The inner loop n*n times, the branch p*n, and the callee's loop n*n."""
    return n * n * (add + mul) + p * n * div + n * n * 2 * add


assert abs(prediction.total / by_hand(10, 0.25) - 1) < 1e-12, prediction.total
swept = Model(state.with_values({"p": "1/4"})).sweep({"n": [10, 20, 40]}, machines="sparc2")
column = [float(value) for value in swept[swept.titles[0]]]
assert all(
    abs(value / by_hand(n, 0.25) - 1) < 1e-12
    for n, value in zip((10, 20, 40), column, strict=True)
), column
page = html_report([prediction], Settings())
assert "made.model" in page and page.rstrip().endswith("</html>")
readers = ("frontends", "sad.analysis", "sad.lowering", "sad.incremental")
assert not [name for name in sys.modules if name.startswith(readers)], sorted(sys.modules)
print("right")
'''


def test_a_model_made_by_hand_needs_no_reader():
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM + PRICED],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert run.stdout == "right\n", run.stderr[-2000:]
