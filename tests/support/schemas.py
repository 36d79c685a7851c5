"""JSON against the published schemas. Each is looked at once: that takes as long as ten reports."""

from __future__ import annotations

import json
from functools import cache

import jsonschema

from tests.support.command import ROOT


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    """Return what checks values against a schema of docs/schema, by its name without suffix.

    :raises jsonschema.SchemaError: it is no schema.
    """
    schema = json.loads((ROOT / "docs" / "schema" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def validate(value: object, name: str) -> None:
    """Check a value against a schema.

    :raises jsonschema.ValidationError: the value is not as the schema says.
    """
    validator(name).validate(value)
