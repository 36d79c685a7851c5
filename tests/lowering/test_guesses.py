"""Guesses by heuristics in saved descriptions."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.model.parameters import Class, Kind
from sad.model.saved import from_json, to_json
from tests.support.command import CORPUS
from tests.support.model import description_of

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = [CORPUS / "roots" / "roots.f", CORPUS / "md1" / "md1.f", CORPUS / "c" / "classics.c"]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_guesses_survive_saving(program: Path):
    description = description_of(program)
    again = from_json(json.loads(json.dumps(to_json(description))), "x.sad.json")
    guesses = 0
    for unit, same in zip(description.units, again.units, strict=True):
        for item, read in zip(unit.parameters, same.parameters, strict=True):
            assert (item.guess, item.guess_from, item.arm_of) == (
                read.guess,
                read.guess_from,
                read.arm_of,
            )
            guesses += item.guess is not None
    assert guesses > 0


def test_descriptions_saved_before_there_were_guesses_are_read():
    value = to_json(description_of(PROGRAMS[0]))
    for unit in value["units"]:
        for item in unit["parameters"]:
            for name in ("guess", "guess_from", "arm_of"):
                del item[name]
    again = from_json(value, "x.sad.json")
    assert {item.guess for unit in again.units for item in unit.parameters} == {None}


@pytest.mark.parametrize("program", sorted(CORPUS.glob("*/*.f")), ids=lambda path: path.stem)
def test_a_guess_is_a_possible_value_and_says_where_it_is_from(program: Path):
    for unit in description_of(program).units:
        for item in unit.parameters:
            if item.guess is None:
                continue
            assert item.cls is Class.INDETERMINATE
            assert isinstance(item.guess, Fraction)
            assert item.guess_from
            assert item.guess >= item.least
            assert item.kind is not Kind.PROBABILITY or item.guess <= 1
