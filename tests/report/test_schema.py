"""The JSON reports keep to their published schemas."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.support.command import ROOT, sad
from tests.support.corpus import PROGRAMS


def schema(name: str) -> dict[str, object]:
    value = json.loads((ROOT / "docs" / "schema" / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(value)
    return value


LIBRARY = (
    "      SUBROUTINE A\n      CALL C\n      END\n      SUBROUTINE B\n      CALL B2\n      END\n"
)


@pytest.mark.parametrize("name", PROGRAMS)
def test_corpus_reports_keep_to_the_schemas(name: str):
    source = PROGRAMS[name].source
    include = ["-I", source.parent, "--machine", "sparc2"]
    analysis = sad("analyze", source, "--format", "json", *include)
    jsonschema.validate(json.loads(analysis.out), schema("sad-analysis-1"))
    annotation = sad("annotate", source, "--format", "json", *include)
    jsonschema.validate(json.loads(annotation.out), schema("sad-annotate-1"))


@pytest.mark.parametrize("machine", [[], ["--machine", "sparc2"]])
def test_a_library_without_a_program_keeps_to_the_schema(tmp_path, machine):
    path = tmp_path / "library.f"
    path.write_text(LIBRARY)
    report = json.loads(sad("analyze", path, "--format", "json", *machine).out)
    jsonschema.validate(report, schema("sad-analysis-1"))
    assert report["entry"] is None
    assert report["seconds"]["value"] is None


def test_the_schema_notices_a_change():
    report = json.loads(sad("analyze", PROGRAMS["sieve"].source, "--format", "json").out)
    report["units"][0]["blocks"][0]["count"]["formula"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, schema("sad-analysis-1"))
    del report["units"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, schema("sad-analysis-1"))
