"""Formulas of machine files: their values, their dimensions, and what they refuse."""

from __future__ import annotations

import pytest

from sad.expr.dimensions import (
    BYTES,
    NUMBER,
    SECONDS,
    Dimension,
    DimensionError,
    dimension_of,
    dimension_of_name,
)
from sad.expr.functions import names_of
from sad.expr.numbers import value_of as value_of_formula
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError

VALUES = {"x": 5.0, "n": 8.0, "start_s": 2.0, "rate_bytes_per_s": 4.0, "bytes": 100.0}

GOOD = {
    "1 + 2*3": 7.0,
    "(1 + 2)*3": 9.0,
    "2**3**2": 512.0,
    "-x**2": -25.0,
    "8/4/2": 1.0,
    "10 - 4 - 3": 3.0,
    "2 - -3": 5.0,
    "1.5e2 + .5": 150.5,
    "ceil(x/2)": 3.0,
    "floor(x/2)": 2.0,
    "log2(n)": 3.0,
    "sqrt(4*x + 5)": 5.0,
    "min(x, n, 3)": 3.0,
    "max(x, n)": 8.0,
    "start_s + bytes/rate_bytes_per_s": 27.0,
    "steps(bytes, 0, 1, 50, 2, 200, 3)": 2.0,
    "steps(bytes, 100, 1, 200, 2)": 1.0,
    "steps(bytes, 500, 7, 600, 8)": 7.0,
    "sum(i, 1, 4, i**2)": 30.0,
    "sum(i, 0, log2(n) - 2, bytes*2**i)": 300.0,
    "sum(i, 1, x/2, i)": 3.0,
    "sum(i, 1, 0, i)": 0.0,
    "sum(i, 1, 3, sum(j, i, 3, i*j))": 25.0,
    "sum(x, 1, 2, x) + x": 8.0,
}


@pytest.mark.parametrize("text", GOOD)
def test_values(text: str):
    assert value_of_formula(parse(text), VALUES.__getitem__) == pytest.approx(GOOD[text])


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "   ",
            "1 +",
            "1 2",
            "(1",
            "1)",
            "a..b",
            "ceil()",
            "ceil(1, 2)",
            "x[1]",
            "a = 1",
        ),
        *("sum(1, 2, 3, 4)", "sum(i, 1, 2)", "sum(i, i, 2, i)", "sum(i)"),
        *("import os", "steps(1)", "steps(1, 2)", "steps(1, 2, 3, 4)", "(" * 5000, "x;y"),
    ],
)
def test_what_is_no_formula(text: str):
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "1/0",
        "log2(0)",
        "sqrt(-1)",
        "(-8)**0.5",
        "10.0**400*10.0**400",
        "sum(i, 1/2, 3, i)",
        "sum(i, 1, 10**6, i)",
    ],
)
def test_formulas_without_a_value(text: str):
    with pytest.raises(ExpressionError):
        value_of_formula(parse(text), VALUES.__getitem__)


def test_names_are_those_of_parameters_and_of_functions_that_are_not_built_in():
    formula = parse("ceil(a/b.c) + send(d)*2 + sum(i, e, 2, i*send(g))")
    assert list(names_of(formula)) == ["a", "b.c", "send", "d", "e", "send", "g"]


DIMENSIONS = {
    "start_s": SECONDS,
    "2*start_s - start_s/3": SECONDS,
    "bytes/rate_bytes_per_s": SECONDS,
    "bytes*gap_s_per_byte + start_s": SECONDS,
    "ceil(bytes/packet_bytes)*start_s": SECONDS,
    "max(0, hops - 1)*start_s": SECONDS,
    "max(start_s, 0)": SECONDS,
    "1/clock_hz": SECONDS,
    "sqrt(hops)*start_s": SECONDS,
    "start_s**2": Dimension(seconds=2),
    "bytes": BYTES,
    "rate_bytes_per_s": Dimension(seconds=-1, bytes=1),
    "log2(nprocs)": NUMBER,
    "0*start_s": None,
    "sum(level, 0, log2(nprocs) - 2, start_s*2**level)": SECONDS,
    "steps(bytes, packet_bytes, start_s, 2*packet_bytes, 2*start_s)": SECONDS,
}

CLASHES = {
    "start_s + bytes": "a sum of seconds and bytes",
    "sum(level, 0, bytes, start_s)": "the last value of a sum takes a pure number, not bytes",
    "sum(level, 0, 3, start_s + level)": "a sum of seconds and a pure number",
    "start_s + 1": "a sum of seconds and a pure number",
    "max(start_s, bytes)": "max of seconds and bytes",
    "log2(bytes)": "log2 takes a pure number, not bytes",
    "ceil(start_s)": "ceil takes a pure number, not seconds",
    "2**bytes": "an exponent takes a pure number, not bytes",
    "start_s**hops": "seconds can only be raised to a whole literal power",
    "steps(bytes, start_s, start_s)": "places of steps of bytes and seconds",
    "steps(bytes, packet_bytes, start_s, packet_bytes, bytes)": "values of steps of seconds and bytes",
}


@pytest.mark.parametrize("text", DIMENSIONS)
def test_dimensions(text: str):
    assert dimension_of(parse(text), dimension_of_argument) == DIMENSIONS[text]


@pytest.mark.parametrize("text", CLASHES)
def test_parts_that_do_not_go_together(text: str):
    with pytest.raises(DimensionError) as caught:
        dimension_of(parse(text), dimension_of_argument)
    assert str(caught.value) == CLASHES[text]


def dimension_of_argument(name: str) -> Dimension:
    return BYTES if name == "bytes" else dimension_of_name(name)


NAMES = {
    "latency_s": "seconds",
    "link_bytes_per_s": "bytes per second",
    "G_s_per_byte": "seconds per byte",
    "messages_per_s": "1 per second",
    "clock_hz": "1 per second",
    "packet_bytes": "bytes",
    "degree": "a pure number",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_says_its_dimension(name: str):
    assert str(dimension_of_name(name)) == NAMES[name]
