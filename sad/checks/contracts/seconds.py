"""Compares predicted times of units with the limits in their contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.costs.source_text import unit_names
from sad.checks.outcome import Finding
from sad.diagnostics import SadError, Severity, input_error
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.loading.prediction import needs_work, predict_for
from sad.profiles.settings import Origin, Setting, Settings
from sad.reading.options import Choice
from sad.slicing import EVALUATE_STEPS

if TYPE_CHECKING:
    from sad.checks.contracts.clauses import Seconds
    from sad.checks.costs.record import UnitCost
    from sad.checks.costs.source_text import SourceText
    from sad.evaluation.predict import Prediction
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading

_MOST_NAMES = 4


class Times:
    """Predicts times of units of one program; ``assume`` are names of assumptions."""

    def __init__(
        self, loaded: Loaded, reading: Reading, assume: tuple[str, ...], source: SourceText
    ) -> None:
        names = unit_names(loaded.description.units, source)
        self._entries = {name: described for described, name in names.items()}
        self._loaded = loaded
        self._reading = reading
        self._assume = assume
        self._has_work = False

    def finding(self, limit: Seconds, cost: UnitCost) -> Finding | None:
        """Return a finding about a limit; None if it holds.

        Raises as ``chosen_machine`` and ``predict_for`` do, with the place of the contract.
        """
        try:
            text = self._answer(limit, self._entries[cost.name])
        except SadError as error:
            raise _placed(error, limit) from None
        if not text:
            return None
        message = f"contract seconds on {limit.machine} ({limit.span}) {text}"
        return Finding(limit.rule, Severity.ERROR, cost.name, message, cost.span)

    def _answer(self, limit: Seconds, entry: str) -> str:
        machine = chosen_machine(limit.machine, limit.toolchain)
        if needs_work(machine, None) and not self._has_work:
            self._loaded = load_description(self._reading, with_work=True)
            self._has_work = True
        settings = Settings()
        for name, text in limit.at.items():
            settings.add(Setting(name, text, Origin.USER, limit.span))
        choice = Choice(
            *(entry, settings, self._assume, None, limit.machine, limit.toolchain),
            evaluate_steps=EVALUATE_STEPS,
        )
        prediction = predict_for(self._loaded, self._reading, choice, machine)
        if prediction.total is None:
            return f"cannot be checked: it has no value without {_missing(prediction)}"
        if prediction.total <= limit.most:
            return ""
        where = ", ".join(f"{name} = {text}" for name, text in limit.at.items())
        at = f" at {where}" if where else ""
        return f"is exceeded: {prediction.total:.4g} s{at}, {limit.most:g} s are allowed"


def _missing(prediction: Prediction) -> str:
    names = [prediction.model.names.label(symbol) for symbol in prediction.model.missing]
    calls = prediction.bound.calls if prediction.bound is not None else ()
    names += [f"the time of {call.name}" for call in calls]
    shown = ", ".join(dict.fromkeys(names[:_MOST_NAMES]))
    return f"{shown}, ..." if len(names) > _MOST_NAMES else shown


def _placed(error: SadError, limit: Seconds) -> SadError:
    """The error at the contract, where it was about arguments of a command that nobody gave."""
    item = error.diagnostic
    if item.span.file != "<arguments>":
        return error
    return input_error(item.code, item.message, limit.span, item.hint)
