"""Measured values of a parameter, as an entry of a parameter document keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.counts import Sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.profiles.yaml_text import Plain, Value


def sample_fields(samples: Iterable[Sample]) -> list[Value]:
    """Return the value of an entry's field ``samples``: whole numbers without a point."""
    return [
        {
            "at": {name: _number(value) for name, value in sample.at.items()},
            "taken": _number(sample.taken),
            "reached": _number(sample.reached),
            "run": sample.run,
        }
        for sample in samples
    ]


def samples_in(entry: Mapping[str, Plain]) -> list[Sample]:
    """Return the samples of an entry as ``ParamsDocument.entry`` gives it; those without a number
    where one must be are left out.
    """
    listed = entry.get("samples")
    found: list[Sample] = []
    for item in listed if isinstance(listed, list) else ():
        if not isinstance(item, dict):
            continue
        at, run = item.get("at"), item.get("run")
        try:
            found.append(
                Sample(
                    {name: float(str(value)) for name, value in at.items()}
                    if isinstance(at, dict)
                    else {},
                    float(str(item.get("taken"))),
                    float(str(item.get("reached", "1"))),
                    run if isinstance(run, str) else "",
                )
            )
        except ValueError:
            continue
    return found


def _number(value: float) -> int | float:
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return int(value) if whole else value
