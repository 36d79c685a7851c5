"""Measured values put into a parameter document: value, how it came about, and the samples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.diagnostics import Span, input_error
from sad.evaluation.measuring.fitted import fitted
from sad.evaluation.measuring.loop_sizes import limit_of
from sad.evaluation.measuring.together import measured_together
from sad.model.parameters import Class
from sad.profiles.counts import Sample
from sad.profiles.misses.rates import MissSample, parameter_name, pooled
from sad.profiles.params_document import PARAMETERS, SIZES, VANISHED
from sad.profiles.params_file import BRANCHES, COUNTS, MISSES, SIMULATED, TOGETHER, params_in
from sad.profiles.run_counts import fields_of, fields_of_together
from sad.profiles.yaml_edit import written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.diagnostics import Diagnostics
    from sad.evaluation.measuring.measured import Measurements, Measurer
    from sad.evaluation.names import Names
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_edit import Plain, YamlValue


_MEASURED = ("profile", "default")
"""Origins of values that measured ones replace."""
_JOINT = "; counts tell it only together with other values"


@dataclass(slots=True)
class PutIn:
    """Names of entries: ``written`` have a measured value now, ``kept`` the one a person gave.

    ``joined`` tells whether samples of earlier imports are in any of them. ``errors`` are those of
    the values at sizes that were left out of their fit, relatively, by symbol.
    """

    written: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    joined: bool = False
    errors: dict[str, float] = field(default_factory=dict[str, float])


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
        result.errors[symbol] = value.error
        fields: dict[str, YamlValue] = {"samples": [_fields(sample) for sample in samples]}
        if entry.get("value") is not None and entry.get("origin", "user") not in _MEASURED:
            document.set_entry(symbol, fields, section=PARAMETERS)
            result.kept.append(symbol)
            continue
        measured: dict[str, YamlValue] = {"value": value.text, "spread": value.spread}
        how = value.how + _JOINT * (symbol in measurer.result.joint)
        measured |= {"origin": "profile", "fit": how}
        if not value.spread or measurer.names.coding(symbol) is not Coding.INTEGER:
            del measured["spread"]
            document.drop_fields(symbol, ("spread",))
        document.set_entry(symbol, {**measured, **fields}, section=PARAMETERS)
        result.written.append(symbol)
    return result


def put_counts(
    document: ParamsDocument,
    measurer: Measurer,
    errors: Mapping[str, float],
    *,
    fresh: bool = False,
) -> None:
    """Write counts of runs below those of earlier imports, or in their place if ``fresh`` is set.

    What parameters are together is drawn from all runs; ``errors`` are those of their own functions.
    """
    before = {} if fresh else document.whole(COUNTS)
    found = {name: written(run) for name, run in before.items()}
    found.update((run.name, fields_of(run)) for run in measurer.result.runs)
    document.set_whole(COUNTS, found)
    runs = params_in(document.text(), document.file).runs
    together = measured_together(measurer.blocks, runs, measurer.names, measurer.loop_sizes, errors)
    entries: dict[str, YamlValue] = {
        block: fields_of_together(item) for block, item in together.items()
    }
    document.set_whole(TOGETHER, entries)


def _merged(before: Sequence[Sample], found: Sequence[Sample]) -> list[Sample]:
    keys = {_key(sample) for sample in found}
    return [*(sample for sample in before if _key(sample) not in keys), *found]


def _key(sample: Sample | MissSample) -> tuple[str, tuple[tuple[str, float], ...]]:
    return sample.run, tuple(sorted(sample.at.items()))


def _fields(sample: Sample) -> Mapping[str, YamlValue]:
    at = {name: _plain(number) for name, number in sample.at.items()}
    return {
        "at": at,
        "taken": _plain(sample.taken),
        "reached": _plain(sample.reached),
        "run": sample.run,
    }


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


# Measured values in a parameter document, as they were imported.


def measured_samples(document: ParamsDocument, names: Names) -> dict[str, list[Sample]]:
    """Return the samples of a program's parameters by long name, in the order of the document.

    Raises ``SadError`` SAD726 if there are none.
    """
    found: dict[str, list[Sample]] = {}
    for section in (SIZES, PARAMETERS):
        for name in document.names(section):
            symbol, samples = names.find(name), samples_in(document.entry(name))
            if symbol is not None and samples:
                found.setdefault(symbol, []).extend(samples)
    if not found:
        hint = "sad params import and sad profile write them"
        raise input_error(
            "SAD726", "no measured values of this program", Span.at(document.file), hint
        )
    return found


def samples_in(entry: Mapping[str, Plain]) -> list[Sample]:
    """Return an entry's samples; what is no sample is left aside, a person may have written it."""
    found: list[Sample] = []
    value = entry.get("samples")
    for item in value if isinstance(value, list) else []:
        if not isinstance(item, dict):
            continue
        at, run = item.get("at") or {}, item.get("run")
        taken, reached = _number(item.get("taken")), _number(item.get("reached", "1"))
        if isinstance(at, dict) and taken is not None and reached is not None:
            sizes = {name: _number(text) for name, text in at.items()}
            known = {name: number for name, number in sizes.items() if number is not None}
            found.append(Sample(known, taken, reached, run if isinstance(run, str) else ""))
    return found


def _number(text: Plain) -> float | None:
    """A number as a document has it; None if it is none."""
    try:
        return float(text) if isinstance(text, str) else None
    except ValueError:
        return None


# Functions that another tool made of its measurements, put into a parameter document.


def put_models(
    document: ParamsDocument,
    names: Names,
    models: Mapping[str, tuple[str, str]],
    diagnostics: Diagnostics,
) -> list[str]:
    """Write each function as the value of its parameter; return the names of these.

    ``models`` are expressions, each with the file it is from, by parameter. A warning, SAD744, says
    that the program has no such unresolved parameter.
    """
    written: list[str] = []
    for name, (text, path) in models.items():
        symbol = names.find(name)
        parameter = names.parameters.get(symbol or "")
        if symbol is None or parameter is None or parameter.cls is not Class.INDETERMINATE:
            message = f"a model of {name}, which is no unresolved parameter of the program"
            diagnostics.warning("SAD744", message, Span.at(path), names.suggestion(name))
            continue
        fields = {"value": text, "spread": None, "origin": "profile", "fit": "a model of Extra-P"}
        document.set_entry(symbol, fields, section=PARAMETERS)
        written.append(symbol)
    return written


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
        before: Sequence[MissSample] = [] if fresh else _miss_samples(entry.get(SIMULATED))
        keys = {_key(sample) for sample in found}
        samples = [*(sample for sample in before if _key(sample) not in keys), *found]
        rate = pooled(samples)
        if rate is None:
            continue
        fields: dict[str, YamlValue] = {}
        if section == BRANCHES:
            span: Span = result.places[name]
            fields["place"] = f"{path_of(span.file)}:{span.line}"
            fields["source"] = line_of(span.file, span.line)
        fields |= {MISSES: _plain(rate), SIMULATED: [_miss_fields(sample) for sample in samples]}
        document.set_entry(place, fields, section)
        count += 1
    return count


def _miss_fields(sample: MissSample) -> Mapping[str, YamlValue]:
    return {
        "at": {name: _plain(number) for name, number in sample.at.items()},
        MISSES: _plain(float(f"{sample.misses:.6g}")),
        "reached": sample.reached,
        "run": sample.run,
    }


def _miss_samples(value: Plain) -> Sequence[MissSample]:
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
