"""docs/schema/sad-application-1.json and the reader agree on good files and on bad ones."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
import yaml

from sad.applications import application_names
from sad.diagnostics import SadError
from tests.applications.support import application
from tests.support.schemas import validator

VALIDATOR = validator("sad-application-1")

FULL = """\
schema: 1
application: full
description: everything a file can have
source: a book
dimensions: 2
parameters:
  n: {default: 100, at_least: 1, description: points}
  m: 50
choices:
  way:
    default: up
    description: which one
    options:
      up: {description: upwards, source: seen, values: {extra: {value: 2*n, source: told}}}
      down: the other
where:
  rows: ceil(n/py)
  columns: {value: ceil(n/px), source: obvious}
needs:
  - {power_of_two: nprocs, only: {way: [up]}, because: of pairs}
  - {whole: n/px}
  - {holds: nprocs <= n}
repeat: m
phases:
  - {name: work, computation: rows*columns/lflop, source: counted}
  - {name: edges, communication: {value: exchange(8*rows), source: drawn}, only: {way: [up]}}
rates:
  toy:
    source: measured
    values:
      lflop: {by: n, at: {10: 1.0e+6, 100: 2.0e+6}, source: by clock}
      slow: 1
  any:
    operations: {lflop: {add.double: 1}}
unknown:
  - {only: {way: [down]}, because: nobody looked}
"""

BAD = {
    "no schema": ("schema: 1\n", ""),
    "another schema": ("schema: 1\n", "schema: 2\n"),
    "no name": ("application: full\n", ""),
    "an empty name": ("application: full", 'application: ""'),
    "an unknown section": ("source: a book", "origin: a book"),
    "a list for a text": ("source: a book", "source: [a, book]"),
    "four dimensions": ("dimensions: 2", "dimensions: 4"),
    "a parameter that is text": ("m: 50", "m: many"),
    "a parameter that is no name": ("m: 50", "m-n: 50"),
    "an unknown key of a parameter": ("at_least: 1", "least: 1"),
    "a choice without a default": ("    default: up\n", ""),
    "a choice without options": ("options:", "option:"),
    "an unknown key of an option": ("source: seen", "seen: yes"),
    "a definition that is a list": ("rows: ceil(n/py)", "rows: [1, 2]"),
    "a definition without a value": ("{value: ceil(n/px), source", "{source"),
    "two needs in one": ("{whole: n/px}", "{whole: n/px, holds: 1 <= n}"),
    "a need for nothing": ("{whole: n/px}", "{because: of it}"),
    "a need that compares nothing": ("nprocs <= n", "nprocs + n"),
    "options that are no list": ("only: {way: [up]}, because", "only: {way: up}, because"),
    "a phase without a name": ("name: work, ", ""),
    "a phase of neither kind": ("computation: rows*columns/lflop, ", ""),
    "a phase of both kinds": ("source: counted", "communication: exchange(8)"),
    "a rate of 0": ("slow: 1", "slow: 0"),
    "a rate by nothing": ("{by: n, at", "{at"),
    "sizes that are words": ("{10: 1.0e+6,", "{few: 1.0e+6,"),
    "a negative rate": ("100: 2.0e+6", "100: -2.0e+6"),
    "a negative count": ("add.double: 1", "add.double: -1"),
    "a unit of no operations": ("{add.double: 1}", "{}"),
    "a gap without a reason": (", because: nobody looked", ""),
    "a gap everywhere": ("only: {way: [down]}, because", "because"),
}


def from_yaml(text: str) -> Any:
    return json.loads(json.dumps(yaml.safe_load(text)))  # keys are text in JSON


def is_valid(text: str) -> bool:
    return VALIDATOR.is_valid(from_yaml(text))


def is_read(text: str, folder) -> bool:
    try:
        application(folder, text)
    except SadError:
        return False
    return True


@pytest.mark.parametrize("name", application_names())
def test_every_application_that_comes_along_is_valid(name):
    text = resources.files("machine_db").joinpath("applications", f"{name}.yaml").read_text()
    errors = VALIDATOR.iter_errors(from_yaml(text))
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_a_file_with_everything_is_valid_for_both(tmp_path):
    assert is_valid(FULL)
    assert is_read(FULL, tmp_path)


@pytest.mark.parametrize("what", BAD)
def test_bad_files_are_bad_for_both(what, tmp_path):
    old, new = BAD[what]
    assert FULL.count(old) == 1
    text = FULL.replace(old, new)
    assert (is_valid(text), is_read(text, tmp_path)) == (False, False)
