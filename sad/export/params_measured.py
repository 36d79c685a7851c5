"""Measured values put into a parameter document: value, how it came about, and the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.description.parameters import Class
from sad.evaluation.fitted import fitted
from sad.evaluation.loop_sizes import limit_of
from sad.profiles.counts import Sample
from sad.profiles.params_document import PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.evaluation.measured import Measurer
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_text import Plain, Value


def put_in(document: ParamsDocument, measurer: Measurer, *, fresh: bool = False) -> list[str]:
    """Write what was measured into the document's entries; return the names of these.

    Samples of earlier imports stay, unless they are of the same run and sizes or ``fresh`` is set.
    """
    written: list[str] = []
    for symbol, parameter in measurer.parameters.items():
        found = measurer.result.samples.get(symbol, [])
        if not found or parameter.cls is not Class.INDETERMINATE:
            continue
        before = [] if fresh else _samples(document.entry(symbol).get("samples"))
        samples = _merged(before, found)
        limit = limit_of(parameter, measurer.names)
        value = fitted(samples, parameter.kind, measurer.names, measurer.loop_sizes, limit)
        if value is None:
            continue
        fields: dict[str, Value] = {
            "value": value.text,
            "spread": value.spread or None,
            "origin": "profile",
            "fit": value.how,
            "samples": [_fields(sample) for sample in samples],
        }
        document.set_entry(symbol, fields, section=PARAMETERS)
        written.append(symbol)
    return written


def _merged(before: Sequence[Sample], found: Sequence[Sample]) -> list[Sample]:
    keys = {_key(sample) for sample in found}
    return [*(sample for sample in before if _key(sample) not in keys), *found]


def _key(sample: Sample) -> tuple[str, tuple[tuple[str, float], ...]]:
    return sample.run, tuple(sorted(sample.at.items()))


def _fields(sample: Sample) -> Mapping[str, Value]:
    at = {name: _plain(number) for name, number in sample.at.items()}
    return {
        "at": at,
        "taken": _plain(sample.taken),
        "reached": _plain(sample.reached),
        "run": sample.run,
    }


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _samples(value: Plain) -> list[Sample]:
    """The samples in an entry; what is no sample is left aside, a person may have written it."""
    found: list[Sample] = []
    for item in value if isinstance(value, list) else []:
        if not isinstance(item, dict):
            continue
        at, taken, reached = item.get("at", {}), item.get("taken"), item.get("reached", 1)
        run = item.get("run", "")
        if (
            isinstance(at, dict)
            and isinstance(taken, int | float)
            and isinstance(reached, int | float)
        ):
            sizes = {
                name: float(number)
                for name, number in at.items()
                if isinstance(number, int | float)
            }
            found.append(Sample(sizes, float(taken), float(reached), str(run)))
    return found
