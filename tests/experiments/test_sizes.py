"""Values of parameters: expressions over processes, varied sizes, words, defaults; what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.experiments.axes import parse_axes
from sad.experiments.sizes import Sizes, Subject
from sad.expr.arrays import evaluate_arrays
from sad.expr.tree import ExpressionError
from sad.profiles.settings import settings_from_arguments
from tests.experiments.scaling_programs import Program


def sizes_of(parameters, *sets, vary=(), per=(), dimensions=1, supplied=(), **more):
    program = Program(lambda _: (0, 0, False), parameters, dimensions)
    settings = settings_from_arguments(sets)
    return Sizes(Subject(program, **more), settings, parse_axes(vary), per, supplied)


def at(sizes, nprocs, case=None, sides=()):
    nprocs = np.array(nprocs)
    case = np.zeros(nprocs.size, dtype=int) if case is None else np.array(case)
    found = sizes.at(case, nprocs, [np.array(side) for side in sides])
    return {name: values.tolist() for name, values in found.items()}


@pytest.mark.parametrize(
    "text",
    [
        "1+2*3", "2**3**2", "-2**2", "(1+p)*q", "p//q", "p%q", "p/q", "min(p,q,2)", "max(p,7)",
        "abs(p-q)", "floor(p/q)", "ceil(p/q)", "sqrt(p)", "log2(q)", "log(p)",
        "trunc(-p/q)", "1.5e3+.5",
    ],
)  # fmt: skip
def test_arithmetic_is_that_of_python(text):
    values = {"p": np.array([7.0, 9.0, 12.0]), "q": np.array([2.0, 5.0, 3.0])}
    names = {"min": min, "max": max, "floor": math.floor, "ceil": math.ceil, "abs": abs}
    names |= {"sqrt": math.sqrt, "log2": math.log2, "log": math.log, "trunc": math.trunc}
    expected = [
        eval(text, {"p": float(p), "q": float(q), **names})
        for p, q in zip(*values.values(), strict=True)
    ]
    found = np.broadcast_to(evaluate_arrays(text, values.__getitem__), (3,))
    assert found.tolist() == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("text", ["", "1+", "f(x=1)", "sqrt(1,2)", "1 2", "normal(1,2)", "#", "("])
def test_what_is_no_arithmetic_is_told(text):
    with pytest.raises(ExpressionError):
        evaluate_arrays(text, lambda _: np.ones(1))


def test_sizes_grow_with_processes_and_grids():
    sizes = sizes_of(("n", "m"), "n=256*nprocs", "m=n/px+k", "k=10", dimensions=2)
    assert sizes.grows
    found = at(sizes, [4, 6], sides=([2, 6], [2, 1]))
    assert found == {"n": [1024, 1536], "m": [522, 266]}
    assert sizes.given == {"n": "256*nprocs", "m": "n/px+k", "k": "10"}


def test_a_value_per_process_is_multiplied():
    sizes = sizes_of(("n",), "n=256", per=("N",))
    assert sizes.grows
    assert at(sizes, [1, 3]) == {"n": [256, 768]}
    assert sizes.given == {"n": "256 per process"}


def test_varied_sizes_make_cases_the_last_changing_fastest():
    sizes = sizes_of(("n", "m", "k"), "k=n+m", vary=("n=10:20:10", "m=1:3"))
    assert (sizes.cases, sizes.axes, sizes.grows) == (6, ("n", "m"), False)
    found = at(sizes, [1] * 6, case=range(6))
    assert found["n"] == [10, 10, 10, 20, 20, 20]
    assert found["m"] == [1, 2, 3, 1, 2, 3]
    assert found["k"] == [11, 12, 13, 21, 22, 23]


def test_words_and_defaults():
    more = {"words": {"how": {"ring": 1.0, "tree": 2.0}}, "defaults": {"how": 1.0, "b": 8.0}}
    sizes = sizes_of(("n", "how", "b"), "n=2*b", **more)
    assert at(sizes, [1]) == {"n": [16], "how": [1], "b": [8]}
    assert sizes.given == {"n": "2*b", "how": "ring (default)", "b": "8 (default)"}
    sizes = sizes_of(("n", "how", "b"), "n=2", vary=("how=tree,ring",), **more)
    assert at(sizes, [1, 1], case=[0, 1])["how"] == [2, 1]
    with pytest.raises(SadError, match="one of ring, tree") as caught:
        sizes_of(("n", "how", "b"), "n=2", "how=bush", **more)
    assert caught.value.diagnostic.code == "SAD892"


def test_names_are_found_in_either_case_unless_there_are_two():
    assert at(sizes_of(("N",), "n=5"), [1]) == {"N": [5]}
    sizes = sizes_of(("n", "N"), "n=1", "N=2")
    assert at(sizes, [1]) == {"n": [1], "N": [2]}


def test_supplied_values_replace_all_others():
    sizes = sizes_of(("n", "m"), "m=2*n", supplied=("n",))
    values = sizes.at(np.zeros(2, dtype=int), np.array([1, 2]), (), {"n": np.array([5.0, 7.0])})
    assert values["m"].tolist() == [10, 14]


@pytest.mark.parametrize(
    ("code", "sets", "vary", "per", "named"),
    [
        ("SAD891", [], [], [], "no value for n, m"),
        ("SAD891", ["n=1"], [], [], "no value for m"),
        ("SAD892", ["n=1", "m=k"], [], [], "no value for k"),
        ("SAD892", ["n=m", "m=n"], [], [], "defined by itself"),
        ("SAD892", ["n=1", "m=1", "q=2"], [], [], "no parameter q"),
        ("SAD892", ["n=1", "m=1"], ["q=1:3"], [], "no parameter q"),
        ("SAD892", ["n=1", "m=1"], ["n=1:3"], [], "n has a value and is varied"),
        ("SAD892", ["n=1", "m=1", "nprocs=3"], [], [], "nprocs is no parameter"),
        ("SAD892", ["n=1", "m=1+"], [], [], "m=1+"),
        ("SAD892", ["n=1", "m=normal(1,2)"], [], [], "distribution"),
        ("SAD892", ["n=1", "m=1"], [], ["q"], "--per-process q"),
        ("SAD892", ["n=1"], ["m=a,b"], [], "'a' is no number"),
        ("SAD892", ["n=1", "m=px"], [], [], "no value for px"),
    ],
)
def test_what_cannot_be_is_named(code, sets, vary, per, named):
    with pytest.raises(SadError) as caught:
        sizes_of(("n", "m"), *sets, vary=vary, per=per)
    assert caught.value.diagnostic.code == code
    assert named in caught.value.diagnostic.message
    assert caught.value.diagnostic.hint


def test_calls_without_a_time_can_be_left_out():
    with pytest.raises(SadError) as caught:
        sizes_of(("n", "malloc.seconds", "FREE.each_call"))
    hint = caught.value.diagnostic.hint
    assert hint is not None
    assert hint.endswith(" out: --set malloc.seconds=0 --set FREE.each_call=0")
    sizes_of(("n", "malloc.seconds"), "n=1", "malloc.seconds=0")


def test_an_expression_without_a_value_is_told_with_its_place():
    sizes = sizes_of(("n",), "n=8/(nprocs-2)")
    with pytest.raises(SadError, match="no value at 2 processes"):
        at(sizes, [1, 2, 3])
