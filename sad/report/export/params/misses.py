"""Measured rates of mispredictions put into a parameter document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.misses.rates import MissSample, parameter_name, pooled
from sad.profiles.params_document import PARAMETERS, VANISHED
from sad.profiles.params_file import BRANCHES, MISSES, SIMULATED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.diagnostics import Span
    from sad.evaluation.measuring.measured import Measurements
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_edit import Plain, Value


def put_misses(
    document: ParamsDocument,
    result: Measurements,
    path_of: Callable[[str], str],
    line_of: Callable[[str, int], str],
    *,
    fresh: bool = False,
) -> int:
    """Write rates beside the probability or trip count of their branch or loop, else in ``branches``.

    Rates of earlier runs are joined as samples of values are, or left out if ``fresh`` is set. A rate
    that a person wrote, which has no ``simulated`` below it, stays. Returns how many rates there are
    of these runs. ``path_of`` gives a file's name in the document, ``line_of`` a line of a file.
    """
    if fresh and result.misses:
        for name in document.names(BRANCHES):
            if SIMULATED in document.entry(name):
                document.remove(name)
    count = 0
    for name, found in result.misses.items():
        place, section = parameter_name(name), PARAMETERS
        if document.section_of(place) in (None, VANISHED):
            place, section = name, BRANCHES
        entry = document.entry(place)
        if entry.get(MISSES) is not None and SIMULATED not in entry:
            continue
        before: Sequence[MissSample] = [] if fresh else _samples(entry.get(SIMULATED))
        keys = {_key(sample) for sample in found}
        samples = [*(sample for sample in before if _key(sample) not in keys), *found]
        rate = pooled(samples)
        if rate is None:
            continue
        fields: dict[str, Value] = {}
        if section == BRANCHES:
            span: Span = result.places[name]
            fields["place"] = f"{path_of(span.file)}:{span.line}"
            fields["source"] = line_of(span.file, span.line)
        fields |= {MISSES: _plain(rate), SIMULATED: [_fields(sample) for sample in samples]}
        document.set_entry(place, fields, section)
        count += 1
    return count


def _key(sample: MissSample) -> tuple[str, tuple[tuple[str, float], ...]]:
    return sample.run, tuple(sorted(sample.at.items()))


def _fields(sample: MissSample) -> Mapping[str, Value]:
    return {
        "at": {name: _plain(number) for name, number in sample.at.items()},
        MISSES: _plain(float(f"{sample.misses:.6g}")),
        "reached": sample.reached,
        "run": sample.run,
    }


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _samples(value: Plain) -> Sequence[MissSample]:
    """The samples in an entry; what is no sample is left aside, a person may have written it."""
    found: list[MissSample] = []
    for item in value if isinstance(value, list) else []:
        if not isinstance(item, dict):
            continue
        at, run = item.get("at") or {}, item.get("run")
        misses, reached = _number(item.get(MISSES)), _number(item.get("reached"))
        if isinstance(at, dict) and misses is not None and reached is not None:
            sizes = {name: _number(text) for name, text in at.items()}
            known = {name: number for name, number in sizes.items() if number is not None}
            name = run if isinstance(run, str) else ""
            found.append(MissSample(known, misses, int(reached), name))
    return found


def _number(text: Plain) -> float | None:
    try:
        return float(text) if isinstance(text, str) else None
    except ValueError:
        return None
