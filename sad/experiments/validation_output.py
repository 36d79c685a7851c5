"""A model beside measured times as text, CSV and JSON (schema ``sad-validation/1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.experiments.measured import deviations
from sad.experiments.tabular import (
    Field,
    aligned_text,
    csv_text,
    joined,
    json_number,
    json_text,
    number_field,
    shown_decimals,
    text_field,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.experiments.measured import Validation
    from sad.experiments.scaling_table import Floats

SCHEMA = "sad-validation/1"


def validation_fields(validation: Validation) -> list[Field]:
    """Return the columns of model against measurement, those of parts of the time last."""
    parts = [
        column
        for name, (model, experiment) in validation.parts.items()
        for column in _compared(model, experiment, f"_{name}")
    ]
    return [
        *_points(validation),
        *_compared(validation.model, validation.experiment),
        *parts,
        text_field("impossible", list(validation.reasons), title=""),
    ]


def _points(validation: Validation) -> list[Field]:
    """Return the columns that say which row it is."""
    measured = validation.measured
    processes = list(map(str, measured.nprocs))
    title = "P" if validation.axis == "nprocs" else validation.axis
    found = [Field(validation.axis, title, processes, processes)]
    grids = ["x".join(map(str, sides)) for sides in measured.sides]
    if any(measured.sides):
        found.append(text_field("grid", grids))
    for name, values in measured.sizes.items():
        found.append(Field(name, name, list(values), [f"{value:.12g}" for value in values]))
    return found


def _compared(model: Floats, experiment: Floats, part: str = "") -> list[Field]:
    """Return the columns of a model's times beside measured ones; ``part`` ends their names."""
    decimals, difference = shown_decimals(experiment), deviations(model, experiment)
    return [
        number_field(f"mod{part}", model, decimals, "mod [s]"),
        number_field(f"exp{part}", experiment, decimals, "exp [s]"),
        number_field(f"dsec{part}", difference.seconds, decimals, "Dsec [s]"),
        number_field(f"dpercent{part}", difference.percent, 2, "D%"),
    ]


def validation_text(validation: Validation) -> str:
    """Return model against measurement: P, mod, exp, Dsec and D%, ending in a newline."""
    head = [validation.title, f"measured times: {validation.measured.file}"]
    mean, largest = validation.mean, validation.largest
    counted = "1 row" if validation.counted == 1 else f"{validation.counted} rows"
    end = [f"|D%|: mean {mean:.2f}, at most {largest:.2f} ({counted})"]
    origins = [f"origin: {origin}" for origin in validation.origins]
    tables = [
        aligned_text(
            [
                *_points(validation),
                *_compared(model, experiment),
                text_field("", list(validation.reasons)),
            ]
        )
        for model, experiment in (
            (validation.model, validation.experiment),
            *validation.parts.values(),
        )
    ]
    parts = [[name, *table] for name, table in zip(validation.parts, tables[1:], strict=True)]
    return joined([head, tables[0], *parts, origins, end])


def validation_csv(validation: Validation) -> str:
    """Return model against measurement as CSV; seconds and percent."""
    return csv_text(validation_fields(validation))


def validation_json(validation: Validation, diagnostics: Sequence[Diagnostic]) -> str:
    """Return model against measurement as JSON."""
    measured = validation.measured
    rows = [
        {
            "line": measured.lines[row],
            "nprocs": processes,
            "grid": list(measured.sides[row]) or None,
            "values": {name: values[row] for name, values in measured.sizes.items()},
            "mod": json_number(validation.model[row]),
            "exp": measured.seconds[row],
            "dsec": json_number(validation.deviations.seconds[row]),
            "dpercent": json_number(validation.deviations.percent[row]),
            "impossible": validation.reasons[row] or None,
            **{
                name: {"mod": json_number(model[row]), "exp": float(own[row])}
                for name, (model, own) in validation.parts.items()
            },
        }
        for row, processes in enumerate(measured.nprocs)
    ]
    value = {
        "file": measured.file,
        "origins": list(validation.origins),
        "rows": rows,
        "mean": validation.mean,
        "largest": validation.largest,
    }
    return json_text(SCHEMA, value, diagnostics)
