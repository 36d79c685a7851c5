"""The JSON reports keep to their published schemas."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

from tests.support.command import ROOT, sad
from tests.support.corpus import PROGRAMS
from tests.support.schemas import validate, validator

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY = (
    "      SUBROUTINE A\n      CALL C\n      END\n      SUBROUTINE B\n      CALL B2\n      END\n"
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PROGRAMS)
def test_corpus_reports_keep_to_the_schemas(name: str):
    source = PROGRAMS[name].source
    include = ["-I", source.parent, "--machine", "sparc2"]
    analysis = sad("analyze", source, "--format", "json", *include)
    validate(json.loads(analysis.out), "sad-analysis-1")
    annotation = sad("annotate", source, "--format", "json", *include)
    validate(json.loads(annotation.out), "sad-annotate-1")


@pytest.mark.parametrize("machine", [[], ["--machine", "sparc2"]])
def test_a_library_without_a_program_keeps_to_the_schema(tmp_path, machine):
    path = tmp_path / "library.f"
    path.write_text(LIBRARY)
    report = json.loads(sad("analyze", path, "--format", "json", *machine).out)
    validate(report, "sad-analysis-1")
    assert report["entry"] is None
    assert report["seconds"]["value"] is None


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "schema").glob("*.json")))
def test_every_schema_is_one(path: Path):
    validator(path.stem)


def test_the_schema_notices_a_change():
    report = json.loads(sad("analyze", PROGRAMS["sieve"].source, "--format", "json").out)
    report["units"][0]["blocks"][0]["count"]["formula"] = 1
    with pytest.raises(jsonschema.ValidationError):
        validate(report, "sad-analysis-1")
    del report["units"]
    with pytest.raises(jsonschema.ValidationError):
        validate(report, "sad-analysis-1")
