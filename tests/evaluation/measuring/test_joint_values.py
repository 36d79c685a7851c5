"""Values that counts tell only together: any solution gives back the counts, a unique one is found."""

from __future__ import annotations

import random
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.diagnostics import Span
from sad.evaluation.measuring.joint_values import solve_jointly
from sad.model.parameters import Class, Kind, Parameter
from tests.support.command import sad
from tests.support.compiler import needs

A, B, C = (Poly.symbol(name) for name in "abc")
SUMS = """\
#include <stdio.h>
#include <stdlib.h>
struct vec { int n; double *x; };
static struct vec *load(FILE *f)
{
    struct vec *a = malloc(sizeof *a);
    int i;
    if (fscanf(f, "%d", &a->n) != 1)
        exit(1);
    a->x = malloc(a->n * sizeof(double));
    for (i = 0; i < a->n; i++)
        a->x[i] = i;
    return a;
}
static double sum(struct vec *a, int times)
{
    double s = 0;
    int i, k;
    for (i = 0; i < a->n; i++) {
        s += a->x[i];
        for (k = 0; k < times; k++)
            s *= 0.5;
    }
    return s;
}
int main(void)
{
    struct vec *a, *b;
    a = load(stdin);
    b = load(stdin);
    printf("%g\\n", sum(a, 2) + sum(b, TIMES));
    return 0;
}
"""


def parameters(names: str = "abc", kind: Kind = Kind.VALUE) -> dict[str, Parameter]:
    span = Span.at("a.c", 1)
    return {n: Parameter(n, n, kind, Class.INDETERMINATE, "", span, "not known") for n in names}


def solved(equations: dict[Poly, float], kind: Kind = Kind.VALUE):
    symbols = {count: frozenset(count.symbols()) for count in equations}
    return solve_jointly(equations, symbols, {"n": Fraction(3, 2)}, parameters(kind=kind))


def test_a_sum_is_shared_equally_and_said_to_be():
    assert solved({A + B + 1: 81.0}) == ({"a": 40, "b": 40}, {"a", "b"})


def test_two_counts_tell_two_values():
    assert solved({A + B: 80.0, 2 * A + 7 * B: 410.0}) == ({"a": 30, "b": 50}, frozenset())


def test_what_one_count_tells_of_three_values_is_told_of_the_others():
    found = solved({A + B: 80.0, A + B + C: 90.0, A + B + 2 * C: 100.0})
    assert found == ({"a": 40, "b": 40, "c": 10}, {"a", "b"})


def test_known_values_are_factors():
    assert solved({Poly.symbol("n") * A + B: 100.0, A - B: 0.0 + 40}) == ({"a": 56, "b": 16}, set())


def test_products_are_solved():
    found = solved({A * B: 600.0, A + B: 50.0})
    assert sorted(found.values.values()) == pytest.approx([20, 30])
    assert not found.undetermined


def test_of_counts_that_contradict_each_other_the_larger_one_is_given_back():
    found = solved({A + B: 1000.0, 2 * A + 2 * B: 90.0}).values
    assert found["a"] + found["b"] == pytest.approx(1000)


def test_values_are_not_negative():
    found = solved({A - B: 30.0}).values
    assert found["a"] - found["b"] == 30
    assert min(found.values()) >= 0


@pytest.mark.parametrize("kind", [Kind.PROBABILITY, Kind.TRIP_COUNT, Kind.SIZE])
def test_only_values_are_solved_for(kind: Kind):
    assert solved({A + B: 1.0}, kind).values == {}


@pytest.mark.parametrize("seed", range(20))
def test_random_systems_are_given_back(seed: int):
    """Sums of products of hidden values are met, however many values there are for each count."""
    generator = random.Random(seed)
    names = [f"v{k}" for k in range(generator.randint(2, 8))]
    hidden = {name: generator.randint(0, 60) for name in names}
    equations: dict[Poly, float] = {}
    for _ in range(generator.randint(1, 2 * len(names))):
        count = Poly.constant(generator.randint(0, 5))
        for name in generator.sample(names, generator.randint(2, len(names))):
            count += generator.randint(1, 9) * Poly.symbol(name)
        equations[count] = float(evaluate(count, hidden))
    symbols = {count: frozenset(count.symbols()) for count in equations}
    known = {name: item for name in names for item in [parameters("a")["a"]]}
    values: dict[str, int] = {}
    found = solve_jointly(equations, symbols, values, known)
    assert found.values
    for count, measured in equations.items():
        if count.symbols() <= found.values.keys():
            assert float(evaluate(count, found.values)) == pytest.approx(measured, rel=1e-6)
    for name in found.values.keys() - found.undetermined:
        assert float(found.values[name]) == pytest.approx(hidden[name], abs=1e-4)


@pytest.mark.compiler
@needs(shutil.which("gcc"), "gcc")
@pytest.mark.parametrize(("times", "is_told"), [("2", False), ("7", True)])
def test_two_calls_of_a_function(
    times: str, is_told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(SUMS.replace("TIMES", times))
    Path("in").write_text("30 50\n")
    build = "gcc -O0 -w {coverage} a.c -o prog"
    said = sad("profile", "a.c", "--build", build, "--run", "./prog < in", "-o", "p.yaml").out
    assert "4 of 4 parameters measured" in said
    assert "its values give 100.0 % of its" in said
    assert ("only told together by these counts (2)" in said) is not is_told
    assert ("counts tell it only together" in Path("p.yaml").read_text()) is not is_told
