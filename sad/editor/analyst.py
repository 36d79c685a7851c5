"""An open file to what an editor shows of it: read, described, predicted, and put into words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.registry import source_files
from frontends.source import decode, read_source
from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.complements import joined
from sad.algebra.poly import ZERO, Poly
from sad.diagnostics import Diagnostics, SadError
from sad.editor.options import with_values
from sad.editor.records import Analysis, Note, ParameterNote
from sad.evaluation.model import build_model
from sad.evaluation.predict import values_of
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.loading.prediction import needs_work, predict_for
from sad.model.parameters import Class, Kind, Parameter
from sad.profiles.settings import Settings
from sad.records import record, replace
from sad.report.annotate import line_costs
from sad.report.explain import MEANING, explain
from sad.report.library import unit_row
from sad.report.units import number_text, seconds_text, share_text, times_text
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sad.diagnostics import Diagnostic
    from sad.editor.records import Request
    from sad.evaluation.predict import Prediction
    from sad.loading.means import Means
    from sad.machine.schema import Machine, Toolchain
    from sad.model.expand import BlockCount
    from sad.model.nodes import UnitDescription
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading


_TERMS = 3
_LENS_WIDTH, _HINT_WIDTH = 100, 40
_OFFERED = {
    Kind.PROBABILITY: ("0", "0.1", "0.5", "0.9", "1"),
    Kind.TRIP_COUNT: ("1", "10", "100", "1000"),
    Kind.SIZE: ("10", "100", "1000", "10000"),
    Kind.VALUE: ("10", "100", "1000", "10000"),
}


@dataclass(slots=True)
class Analyst:
    """Analyses files by what may be used, and keeps what was read until a text or an option changes."""

    means: Means
    _read: dict[tuple[str, ...], tuple[Reading, bool, Loaded]] = field(
        default_factory=dict[tuple[str, ...], "tuple[Reading, bool, Loaded]"]
    )

    def analyse(self, request: Request) -> Analysis:
        """Return what is known of a file. What is wrong with it is in the result, not raised."""
        messages: list[Diagnostic] = []
        choice = request.options.choice
        try:
            machine = chosen_machine(choice.machine, choice.toolchain)
        except SadError as error:
            messages.append(error.diagnostic)
            machine = None
        try:
            reading = _reading(request)
            if len(reading.sources) == 1 and reading.sources[0] == request.path:
                choice = replace(choice, entry=None)
            loaded = self._load(reading, needs_work(machine, choice.cost_model))
            predicted = _predict(loaded, reading, with_values(choice, request.values), machine)
        except SadError as error:
            messages += [*error.earlier, error.diagnostic]
            return Analysis(request.path, messages=tuple(messages))
        messages += predicted.messages
        view = View(predicted.prediction, texts=request.texts)
        return Analysis(
            request.path,
            view,
            tuple(messages),
            predicted.refused,
            tuple(lenses_of(view, request.path)),
            tuple(hints_of(view, request.path)),
            tuple(parameters_of(view, request.path)),
        )

    def _load(self, reading: Reading, with_work: bool) -> Loaded:
        known = self._read.get(reading.sources)
        if known is None or known[:2] != (reading, with_work):
            self._read.pop(reading.sources, None)
            known = reading, with_work, _loaded(reading, with_work, self.means)
            self._read[reading.sources] = known
        loaded = known[2]
        return replace(loaded, diagnostics=Diagnostics(list(loaded.diagnostics.items)))


def _loaded(reading: Reading, with_work: bool, means: Means) -> Loaded:
    """The description; texts that are what their files hold are read from these."""
    changed = {path: text for path, text in reading.texts.items() if not _is_saved(text, path)}
    return load_description(replace(reading, texts=changed), with_work=with_work, means=means)


def _is_saved(text: str, path: str) -> bool:
    try:
        return read_source(path) == text
    except SadError:
        return False


def _reading(request: Request) -> Reading:
    """The sources to read: the program if the file belongs to it, else the file by itself."""
    options = request.options
    members = set(source_files(options.program, Diagnostics())) if options.program else set[str]()
    together = request.path in members
    sources = options.program if together else (request.path,)
    texts = {
        path: _as_saved(text, path)
        for path, text in request.texts.items()
        if path == request.path or (together and path in members)
    }
    return replace(options.reading, sources=sources, texts=texts)


def _as_saved(text: str, path: str) -> str:
    """A text as it is read from a file, so that columns are the same; raises SAD103."""
    try:
        return decode(text.encode("utf-8", errors="replace"), path)
    except SadError as error:
        if error.diagnostic.code != "SAD104":
            raise
        return "\n"  # nothing yet is nothing to report while somebody writes


@record
class _Predicted:
    prediction: Prediction
    messages: list[Diagnostic]
    refused: Diagnostic | None


def _predict(
    loaded: Loaded,
    reading: Reading,
    choice: Choice,
    machine: tuple[Machine, Toolchain] | None,
) -> _Predicted:
    """The prediction as asked for; without the values or the machine if they cannot be used.

    Values for other files of the project are not for this one: names it does not have are left out.
    """
    plain = replace(choice, settings=Settings(), defaults=None)
    if choice.settings.items:
        names = build_model(loaded.description, choice.entry, plain.settings).names
        own = Settings(misses=choice.settings.misses)
        for setting in choice.settings.items.values():
            if names.find(setting.name) is not None or names.is_input(setting.name):
                own.add(setting)
        choice = replace(choice, settings=own)
    refused: Diagnostic | None = None
    errors: list[Diagnostic] = []
    for values, where in ((choice, machine), (plain, machine), (choice, None)):
        said = Diagnostics(list(loaded.diagnostics.items))
        try:
            prediction = predict_for(replace(loaded, diagnostics=said), reading, values, where)
        except SadError as error:
            errors.append(error.diagnostic)
        else:
            if values is plain:
                refused = errors[0]
            return _Predicted(prediction, [*said.items, *errors[:1]], refused)
    prediction = predict_for(loaded, reading, plain, None)
    return _Predicted(prediction, [*loaded.diagnostics.items, *errors[:1]], errors[0])


# --- units and loops -------------------------------------------------------------------------------


def lenses_of(view: View, path: str) -> Iterator[Note]:
    """Yield the cost of each unit of a file and the counts of its loops."""
    for unit in view.model.description.units:
        if unit.file == path and unit.kind != "stub" and not _is_seen_again(view, unit):
            yield _unit_note(view, unit)
    yield from _loop_notes(view, path)


def _is_seen_again(view: View, unit: UnitDescription) -> bool:
    """Whether these are the lines of another unit, seen from an ENTRY that nothing here starts."""
    is_alias = unit.entry.upper() != unit.unit.upper()
    return is_alias and (view.model.entry is None or not view.blocks_by_unit.get(unit.name))


def _unit_note(view: View, unit: UnitDescription) -> Note:
    entry, bound = view.model.entry, view.prediction.bound
    blocks = view.blocks_by_unit.get(unit.name, [])
    entered = view.model.expansion.activations.get(unit.name)
    if not entered or not blocks:
        start = "" if entry is None else f" from {entry.entry}"
        return Note(
            unit.line, f"{unit.entry}: not reached{start}" if not entered else "no statements"
        )
    if bound is None:
        cost = unit_row(view, unit, blocks, _TERMS).cost
        what = "floating-point operations"
        if cost == "0":
            cost, what = _statements(view, blocks), "statements"
        text = f"{what}: {cost}"
    else:
        whole = entry is not None and unit.name == entry.name
        row = unit_row(view, unit, blocks, _TERMS)
        seconds, total = (view.prediction.total if whole else row.seconds), view.prediction.total
        cost = " + ".join(view.time_terms(view.total_time(), _TERMS)) if whole else row.cost
        known = "" if seconds is None else f"{seconds_text(seconds)} "
        share = "" if whole or not total or seconds is None else f"({share_text(seconds / total)}) "
        calls = "" if whole or not unit.calls else ", calls left out"
        text = f"{known}{share}on {bound.machine.name}{calls}; seconds: {cost}"
    if entry is not None and unit.name != entry.name:
        text = f"entered {times_text(view.formula(entered, _TERMS))}; {text}"
    return Note(unit.line, _cut(f"{unit.entry}: {text}", _LENS_WIDTH), text)


def _statements(view: View, blocks: Sequence[BlockCount]) -> str:
    counts = ((block.count, sum(line.starts for line in block.block.lines)) for block in blocks)
    return view.printer.poly(view.simple(Poly.weighted_sum(counts)), _TERMS)


@dataclass(slots=True)
class _LoopCost:
    """A loop's body: how often it starts, and the time of all that is inside."""

    body: Poly
    blocks: list[BlockCount]
    seen: set[str]


def _loop_notes(view: View, path: str) -> Iterator[Note]:
    loops: dict[tuple[int, str], _LoopCost] = {}
    for block in view.model.expansion.blocks:
        if _is_seen_again(view, block.unit):
            continue
        for position, loop in enumerate(block.loops):
            if loop.span.file != path:
                continue
            cost = loops.setdefault((loop.span.line, loop.id), _LoopCost(ZERO, [], set()))
            cost.blocks.append(block)
            if position == len(block.loops) - 1 and block.unit.name not in cost.seen:
                cost.seen.add(block.unit.name)
                cost.body = cost.body + block.count
    for cost in loops.values():
        cost.body = joined(cost.body)
    values = values_of(view.model, {key: cost.body for key, cost in loops.items()})
    for (line, name), cost in sorted(loops.items(), key=lambda item: item[0]):
        value = values[line, name]
        count = view.formula(cost.body) if value is None else number_text(value)
        seconds, total = view.seconds_of(cost.blocks), view.prediction.total
        share = (
            "" if not total or seconds is None else f", {share_text(seconds / total)} of the time"
        )
        text = f"{count} times{share}"
        yield Note(line, _cut(text, _LENS_WIDTH), text)


# --- lines -------------------------------------------------------------------------------------------


def hints_of(view: View, path: str) -> Iterator[Note]:
    """Yield the count of each line of a file, and its share where the time is known."""
    formula = cache(view.formula)  # the lines of a block have one count
    for line, cost in sorted(line_costs(view).get(path, {}).items()):
        share = "" if cost.share is None else f", {share_text(cost.share)}"
        text = formula(cost.count)
        full = f"{text} times"
        if cost.value is not None:
            text = number_text(cost.value)
            full += f" = {text}"
        if cost.seconds is not None:
            full += f", {seconds_text(cost.seconds)}"
        yield Note(line, f"{_cut(text, _HINT_WIDTH)}{share}", full)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


# --- parameters --------------------------------------------------------------------------------------


def parameters_of(view: View, path: str) -> Iterator[ParameterNote]:
    """Yield the parameters that come from a file's lines and may get values, in source order."""
    model, governed = view.model, _governed(view)
    for symbol, parameter in model.names.parameters.items():
        if parameter.span.file != path or parameter.cls is Class.INDIRECT:
            continue
        value = model.values.get(symbol)
        is_open = parameter.cls is Class.INDETERMINATE and symbol in model.used and value is None
        shown = view.name(symbol)
        yield ParameterNote(
            parameter.span.line,
            parameter.span.end_line,
            parameter.span.column,
            model.names.label(symbol),
            shown,
            _message(view, parameter, shown, governed(symbol)) if is_open else "",
            is_open,
            None if value is None else view.given(symbol),
            _OFFERED.get(parameter.kind, ()) if parameter.type is Coding.INTEGER else (),
        )


def _message(view: View, parameter: Parameter, shown: str, governs: str) -> str:
    name = view.model.names.label(parameter.symbol)
    limit = "" if parameter.limit is None else f", at most {view.formula(parameter.limit, _TERMS)}"
    what = f"{shown}: {MEANING[parameter.kind]} ({parameter.reason}{limit})"
    return f"{what}; governs {governs}. Set it with --set {name}=VALUE"


def _governed(view: View) -> Callable[[str], str]:
    """On how many lines something runs as often as a parameter says, in words."""
    places: dict[str, set[tuple[str, int]]] = {}
    lines: set[tuple[str, int]] = set()
    for block in view.model.expansion.blocks:
        own = {(line.span.file, line.span.line) for line in block.block.lines}
        lines |= own
        for symbol in atoms.free_symbols(block.count):
            places.setdefault(symbol, set()).update(own)

    def text(symbol: str) -> str:
        return f"{len(places.get(symbol, ()))} of {len(lines)} lines with statements"

    return text


def explain_at(view: View, path: str, line: int, word: str = "") -> str:
    """Return what is known of a line and of a name in it; empty if nothing is."""
    texts: list[str] = []
    for target in (word, f"{path}:{line}"):
        try:
            text = explain(view, target) if target else ""
        except SadError:  # no parameter, or no statement starts there
            continue
        texts.append(text)
    folder = f"{Path(path).parent}/"
    return "\n".join(texts).replace(folder, "").strip()
