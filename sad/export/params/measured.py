"""Measured values put into a parameter document: value, how it came about, and the samples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.evaluation.measuring.fitted import fitted
from sad.evaluation.measuring.loop_sizes import limit_of
from sad.export.params.samples import samples_in
from sad.profiles.params_document import PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.evaluation.measuring.measured import Measurer
    from sad.profiles.counts import Sample
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_text import Value


_MEASURED = ("profile", "default")
"""Origins of values that measured ones replace."""


@dataclass(slots=True)
class PutIn:
    """Names of entries: ``written`` have a measured value now, ``kept`` the one a person gave.

    ``joined`` tells whether samples of earlier imports are in any of them.
    """

    written: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    joined: bool = False


def put_in(document: ParamsDocument, measurer: Measurer, *, fresh: bool = False) -> PutIn:
    """Write what was measured into the document's entries.

    Samples of earlier imports stay, unless they are of the same run and sizes or ``fresh`` is set.
    A value that a person gave stays, too, with the samples below it.
    """
    result = PutIn()
    for symbol, parameter in measurer.parameters.items():
        found = measurer.result.samples.get(symbol, [])
        if not found or not parameter.shows_in_counts:
            continue
        entry = document.entry(symbol)
        before = [] if fresh else samples_in(entry)
        samples = _merged(before, found)
        result.joined |= len(samples) > len(found)
        limit = limit_of(parameter, measurer.names)
        value = fitted(samples, parameter.kind, measurer.names, measurer.loop_sizes, limit)
        if value is None:
            continue
        fields: dict[str, Value] = {"samples": [_fields(sample) for sample in samples]}
        if entry.get("value") is not None and entry.get("origin", "user") not in _MEASURED:
            document.set_entry(symbol, fields, section=PARAMETERS)
            result.kept.append(symbol)
            continue
        measured: dict[str, Value] = {"value": value.text, "spread": value.spread}
        measured |= {"origin": "profile", "fit": value.how}
        if not value.spread:
            del measured["spread"]
            document.drop_fields(symbol, ("spread",))
        document.set_entry(symbol, {**measured, **fields}, section=PARAMETERS)
        result.written.append(symbol)
    return result


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
