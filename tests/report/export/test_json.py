"""The JSON export keeps to its schema, and its data alone give the exact values."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import jsonschema
import pytest

from sad.machine.database import get_machine
from sad.report.export.quantities import exported, json_data
from tests.support.corpus import PROGRAMS
from tests.support.exports import exact_answers, of_formulas, random_point
from tests.support.formulas import NAMES, random_formula
from tests.support.json_formulas import JsonFormulas
from tests.support.model import prediction_of
from tests.support.schemas import validate


@pytest.mark.parametrize("first", [0, 200, 400])
def test_random_formulas(first: int):
    program = of_formulas(
        [random_formula(random.Random(seed)) for seed in range(first, first + 200)]
    )
    export = json.loads(json_data(program))
    validate(export, "sad-export-1")
    rng = random.Random(first)
    points = [{name: rng.randint(-4, 9) for name in NAMES} for _ in range(4)]
    formulas = JsonFormulas(export)
    assert [formulas.values(point) for point in points] == exact_answers(program, points)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_corpus_programs(name: str):
    program = exported(prediction_of(PROGRAMS[name].source, get_machine("sparc2")))
    export = json.loads(json_data(program))
    validate(export, "sad-export-1")
    point = random_point(program, random.Random(name))
    assert [JsonFormulas(export).values(point)] == exact_answers(program, [point])


def test_given_values_are_in_the_data():
    source = PROGRAMS["md1"].source
    free = exported(prediction_of(source))
    given = exported(prediction_of(source, NSTEP=7, X7="1/3"))
    point = {**random_point(free, random.Random(3))}
    fixed = {"NSTEP": 7, "X7": Fraction(1, 3)}
    point.update({item.symbol: fixed[item.label] for item in free.arguments if item.label in fixed})
    export = json.loads(json_data(given))
    validate(export, "sad-export-1")
    assert {"1/3", 7} <= {item["value"] for item in export["arguments"]}
    rest = {item.symbol: point[item.symbol] for item in given.arguments if item.value is None}
    assert [JsonFormulas(export).values(rest)] == exact_answers(free, [point])


def test_the_schema_notices_a_change():
    export = json.loads(json_data(of_formulas([random_formula(random.Random(1))])))
    export["quantities"][0]["sum"][0]["poly"]["den"] = 0
    with pytest.raises(jsonschema.ValidationError):
        validate(export, "sad-export-1")
