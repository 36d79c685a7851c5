"""The page's JavaScript, run by node, against the evaluator in Python."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.atoms import free_symbols
from sad.algebra.busiest import Part, busiest
from sad.algebra.domains import Index
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import ONE, Poly
from sad.evaluation.predict import values_of
from sad.expr.numbers import evaluate_expression
from sad.profiles.settings import settings_from_arguments
from sad.report.html.arguments import Follower
from sad.report.html.model_data import Counts
from tests.support.command import CORPUS
from tests.support.compiler import run
from tests.support.languages import NODE, needs_node
from tests.support.model import model_of

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = ("md1", "ludec", "fft2", "sieve", "adi", "quadra", "sorts")


def in_node(script: str, folder: Path) -> object:
    assert NODE is not None
    (folder / "run.mjs").write_text(script)
    result = run([NODE, "run.mjs"], folder)
    assert result.stderr == ""
    return json.loads(result.stdout)


@needs_node
@pytest.mark.parametrize("name", PROGRAMS)
def test_all_counts_of_a_program_at_random_values(name: str, tmp_path: Path):
    random = Random(7)
    path = next((CORPUS / name).glob("*.f"))
    model = model_of(path)
    values = {
        symbol: round(random.random(), 3) if ".prob@" in symbol else random.randint(2, 30)
        for symbol in model.symbols
    }
    places = {symbol: place for place, symbol in enumerate(model.symbols)}
    counts = Counts(places)
    polys = list(dict.fromkeys(block.count for block in model.expansion.blocks))
    assert [counts.number(poly, str(n % 3)) for n, poly in enumerate(polys)] == list(
        range(len(polys))
    )
    assert [counts.number(poly) for poly in polys] == list(range(len(polys)))
    script = f"""{counts.source()}
        const c = new Float64Array({len(counts)});
        steps.left = 1e7;
        for (const fill of fills) fill({json.dumps([values[s] for s in model.symbols])}, c);
        console.log(JSON.stringify([...c]));"""
    found = in_node(script, tmp_path)
    expected = compile_polys(polys)(values)
    assert found == pytest.approx([float(value) for value in expected], rel=1e-12, abs=1e-12)
    for poly, needs in zip(polys, counts.needs_of, strict=True):
        assert {model.symbols[place] for place in counts.needs[needs]} == free_symbols(poly)


SUM = """\
      SUBROUTINE S(N)
      DO 10 I = 1, N
      DO 10 J = 1, N/I
   10 X = X + 1.0
      END
"""


@needs_node
def test_sums_end_when_their_steps_are_used_up(tmp_path: Path):
    model = model_of(SUM)
    counts = Counts({"S.N": 0})
    for block in model.expansion.blocks:
        counts.number(block.count)
    script = f"""{counts.source()}
        const results = [1e3, 1e6, 1e15].map((n) => {{
            const c = new Float64Array({len(counts)});
            steps.left = 2e6;
            for (const fill of fills) fill([n], c);
            return [Math.max(...c), steps.left < 0];
        }});
        console.log(JSON.stringify(results));"""
    exact = [
        max(
            float(v or 0)
            for v in values_of(
                model_of(SUM, N=n), {b.id: b.count for b in model.expansion.blocks}
            ).values()
        )
        for n in (1000, 1000000)
    ]
    small, middle, large = in_node(script, tmp_path)  # type: ignore[misc]
    assert small == [exact[0], False]
    assert middle == [exact[1], False]
    assert large == [None, True]


EXPRESSIONS = (
    "2*n + 1", "-n**2", "(n - 7)//2", "(3 - n)%4", "2**-1*n", "min(n, 12, 40)", "max(3, n)/7",
    "abs(3 - n)", "floor(n/3) + ceil(n/3) - trunc(n/3)", "sqrt(n)*log2(n) - log(n)",
    "table(n, 1: 1.5, 10: 3, 100: 4)", "1.5e1*n - .5", "n - m - 1", "m*n",
    "steps(n, 1, 2, 10: m)", "sum(i, 1, n, i*sum(j, i, 3, j))", "(n >= 10)*3 + (1 < n != 37)",
    "n if n > 3 and not n == 10 or n < 2 else -n", "n*True + False",
)  # fmt: skip


@needs_node
@pytest.mark.parametrize("n", [1, 10, 37])
def test_values_that_are_formulas_of_others(n: int, tmp_path: Path):
    """``m`` is no parameter of the program: its own formula is put in."""
    text = "      SUBROUTINE S(N, X)\n"
    for number in range(len(EXPRESSIONS)):
        text += f"   {number + 10} X = X/2\n      IF (X .GT. {number}.0) GOTO {number + 10}\n"
    text += "      DO 9 I = 1, N\n    9 X = X + 1\n      END\n"
    names = {f"S.trips@goto{number + 10}": item for number, item in enumerate(EXPRESSIONS)}
    model = model_of(text)
    assert names.keys() <= model.names.parameters.keys()
    settings = settings_from_arguments(
        [*(f"{k}={v}" for k, v in names.items()), f"n={n}", "m=n//2 - 3"]
    )
    places = {symbol: place for place, symbol in enumerate(model.symbols)}
    follower = Follower(settings, model.names, places)
    rows = follower.found(dict.fromkeys(model.symbols, 1.0))
    p = [float(n) if symbol == "S.N" else 0.0 for symbol in model.symbols]
    script = f"""const p = {json.dumps(p)};
        {follower.source()}
        console.log(JSON.stringify(follow.map((f) => f(p))));"""
    found = in_node(script, tmp_path)
    lookup = {"n": n, "m": n // 2 - 3}
    expected = [float(evaluate_expression(text, lambda name: lookup[name])) for _, text, _ in rows]
    assert len(rows) == len(EXPRESSIONS)
    assert found == pytest.approx(expected, rel=1e-14)


@needs_node
def test_what_is_found_by_loops_has_a_limit_of_steps(tmp_path: Path):
    n, m, i, j = (Poly.symbol(name) for name in ("n", "m", "@i", "@j"))
    nest = Index("@i", ONE, n), Index("@j", i, m)
    polys = [
        busiest([Part(nest, atoms.floor_quotient(i * i + j, n), j + 1)]),
        atoms.intern_atom(atoms.Greatest("@i", ONE, n, i * (m - i) + m))
        + atoms.gcd_of(n, m)
        + atoms.inverse_of(n + 2),
    ]
    counts = Counts({"n": 0, "m": 1})
    for poly in polys:
        counts.number(poly)
    script = f"""{counts.source()}
        const found = [];
        for (const left of [1000, 3]) {{
            steps.left = left;
            const c = [0, 0];
            for (const fill of fills) fill([6, 9], c);
            found.push(...c);
        }}
        console.log(JSON.stringify(found));"""
    expected = compile_polys(polys)({"n": 6, "m": 9})
    assert in_node(script, tmp_path) == [*expected, None, None]
