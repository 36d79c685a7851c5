"""An open file to what an editor shows of it: read, described, predicted, and put into words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from frontends.registry import source_files
from frontends.source import decode
from sad.diagnostics import Diagnostics, SadError
from sad.editor.notes import hints_of, lenses_of, parameters_of
from sad.editor.options import with_values
from sad.editor.records import Analysis
from sad.evaluation.model import build_model
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.loading.prediction import needs_work, predict_for
from sad.profiles.settings import Settings
from sad.records import record
from sad.report.view import View

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostic
    from sad.editor.records import Request
    from sad.evaluation.predict import Prediction
    from sad.machine.schema import Machine, Toolchain
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading


@dataclass(slots=True)
class Analyst:
    """Analyses files, and keeps what was read until a text or an option changes."""

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
            known = reading, with_work, load_description(reading, with_work=with_work)
            self._read[reading.sources] = known
        loaded = known[2]
        return replace(loaded, diagnostics=Diagnostics(list(loaded.diagnostics.items)))


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
