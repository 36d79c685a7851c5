"""An application on a machine: its times at many points at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.applications.check import process_names
from sad.applications.schema import ANY, NPROCS, Application, Rate
from sad.applications.scope import FormulaScope, Messages, complete
from sad.communication.times import MessageTimes
from sad.diagnostics import Span, input_error
from sad.expr.tree import free_names
from sad.machine.operation_times import OperationTimes
from sad.parallel import Phase, Times
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from sad.applications.schema import Expression, Need, PhaseCost
    from sad.expr.arrays import Floats
    from sad.machine.networks.model import ProgrammingModel
    from sad.machine.schema import Machine, Toolchain

    Column = NDArray[np.float64]

_CHUNK = 1 << 14
"""Points that are computed together: their arrays stay in the second level of caches."""


def put_on(
    application: Application,
    machine: Machine,
    library: str | None = None,
    toolchain: Toolchain | None = None,
    mapping: str | None = None,
) -> OnMachine:
    """Return the application on a machine. Raises ``SadError`` SAD868: no such library there."""
    chosen = toolchain or machine.default_toolchain
    rates = Rates(application, machine, chosen)
    communicates = [part for part in application.parts if part.communicates]
    models = machine.programming_models
    if library is None and models:
        library = next(iter(models))
    if communicates and library not in models:
        what = f"library {library}" if library else "message-passing library"
        hint = f"there are: {', '.join(models)}" if models else "describe one; see docs/machines.md"
        message = f"machine {machine.name} has no {what}, and {application.name} communicates"
        raise input_error("SAD868", message, Span.at(machine.file), hint)
    times = MessageTimes(machine, library, mapping) if communicates and library else None
    return OnMachine(application, rates, times, models.get(library or ""))


def on_no_machine(application: Application) -> OnMachine | None:
    """Return an application by itself, None if its formulas need a machine's rates or messages."""
    needs_one = application.rate_names or any(part.communicates for part in application.parts)
    return None if needs_one else OnMachine(application, None, None)


@record
class OnMachine:
    """An application on a machine, a ``sad.parallel.Scalable``; without rates on none."""

    application: Application
    rates: Rates | None
    messages: Messages | None
    model: ProgrammingModel | None = None

    @property
    def name(self) -> str:
        """What to call it in tables."""
        return self.application.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that may be given values; those in ``application.defaults`` need none."""
        return self.application.parameters

    @property
    def dimensions(self) -> int:
        """How many dimensions its process grid has."""
        return self.application.dimensions

    def value(self, name: str, points: Mapping[str, Any]) -> Column:
        """Return the values of a definition or a rate at the points."""
        given, shape = complete(self.application, points)
        with np.errstate(all="ignore"):
            found: Any = self._scope(given).named(name)
        return np.broadcast_to(found, (int(np.prod(shape)),)).reshape(shape)

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at the points [s], arrays of their shape.

        Names with a default need not be given. Raises ``SadError``: SAD865 (a value that cannot
        be), SAD864 (no rate for this machine), SAD866 (a formula that gives no time), SAD867 (what
        the file says is not known), SAD868 (a primitive that the library does not have).
        """
        given, shape = complete(self.application, points)
        count = int(np.prod(shape))
        parts = self.application.parts
        seconds = {index: np.zeros(count) for index in range(len(parts))}
        used: set[int] = set()
        impossible = np.zeros(count, bool)
        reasons: dict[str, None] = {}
        rates, messages = set[str](), set[str]()
        with np.errstate(all="ignore"):
            for start in range(0, count, _CHUNK):
                place = slice(start, min(start + _CHUNK, count))
                chunk = {name: _cut(values, place) for name, values in given.items()}
                bad = self._impossible(self._scope(chunk), place.stop - start, reasons)
                if bad.all():
                    impossible[place] = True
                    continue
                if bad.any():
                    good = ~bad
                    chunk = {
                        name: values[good] if np.ndim(values) else values
                        for name, values in chunk.items()
                    }
                    impossible[place] = bad
                scope = self._scope(chunk)
                found = self._seconds(scope, place.stop - start - int(bad.sum()))
                rates |= scope.rates_used
                messages |= scope.messages_used
                for index, values in found.items():
                    used.add(index)
                    target = seconds[index][place]
                    target[:] = np.nan
                    target[~bad] = values
        return _joined(
            [(part, seconds[index]) for index, part in enumerate(parts) if index in used],
            impossible,
            "; ".join(reasons),
            (*self._rates(rates), *message_origins(self.model, self.messages, messages)),
            shape,
        )

    def _rates(self, used: set[str]) -> tuple[str, ...]:
        """Where rates come from that were used."""
        return (
            ()
            if self.rates is None
            else self.rates.origins(name for name in self.application.rate_names if name in used)
        )

    def _scope(self, given: Mapping[str, Any]) -> FormulaScope:
        value = _no_rate if self.rates is None else self.rates.value
        return FormulaScope(self.application, given, value, self.messages)

    def _impossible(
        self, scope: FormulaScope, count: int, reasons: dict[str, None]
    ) -> NDArray[np.bool_]:
        bad = np.zeros(count, bool)
        nodes = None if self.messages is None else self.messages.capacity
        if self.messages and nodes is not None and np.any(scope.named(NPROCS) > nodes):
            reasons[self.messages.room] = None
            bad |= scope.named(NPROCS) > nodes
        for need in self.application.needs:
            here = np.asarray(_applies(self.application, need.only, scope))
            fails = np.broadcast_to(here & ~np.asarray(holds(need, scope)), (count,))
            if fails.any():
                reasons[reason_of(need)] = None
                bad |= fails
        return bad

    def _seconds(self, scope: FormulaScope, count: int) -> dict[int, Any]:
        """The seconds of the phases that there are at some of the points, by their number."""
        self._check_gaps(scope)
        repeat = self.application.repeat
        times = np.float64(1.0) if repeat is None else self._number(scope, repeat, "times", True)
        found: dict[int, Any] = {}
        for index, part in enumerate(self.application.parts):
            here = _applies(self.application, part.only, scope)
            if not np.any(here):
                continue
            scope.others = self._others(part.only)
            once = self._number(scope, part.seconds, "seconds", here)
            found[index] = np.broadcast_to(np.where(here, once * times, 0.0), (count,))
        return found

    def _number(self, scope: FormulaScope, expression: Expression, unit: str, here: Any) -> Any:
        """The values of a formula that must be finite and not negative, where it counts."""
        values: Any = scope.value(expression)
        good = (values >= 0) & np.isfinite(values)
        if not np.all(good | ~np.asarray(here)):
            wrong = ~np.asarray(good) & here
            first = int(np.argmax(wrong)) if np.ndim(wrong) else 0
            value = np.broadcast_to(values, np.shape(wrong)).reshape(-1)[first]
            told = "no number" if np.isnan(float(value)) else f"{value:g} {unit}"
            message = f"{expression.text!r} is {told} at {self._place(scope, expression, first)}"
            hint = "let the formula hold there, or say under needs where the program can run"
            expression.item.fail("SAD866", message, hint)
        return values

    def _place(self, scope: FormulaScope, expression: Expression, index: int) -> str:
        """The values of all names in a formula at one point."""
        used = [node.name for node in free_names(expression.formula)]
        own = [*process_names(self.application), *used]
        texts: list[str] = []
        for name in dict.fromkeys(own):
            values: Any = np.reshape(scope.named(name), -1)
            texts.append(f"{name}={values[index if len(values) > 1 else 0]:g}")
        return ", ".join(texts)

    def _check_gaps(self, scope: FormulaScope) -> None:
        for gap in self.application.gaps:
            if np.any(_applies(self.application, gap.only, scope)):
                limits = ", ".join(f"{key} {'/'.join(words)}" for key, words in gap.only.items())
                message = f"not known for {limits}: {gap.because}"
                gap.item.fail("SAD867", message, f"what is known: {self._others(gap.only)}")

    def _others(self, only: Mapping[str, tuple[str, ...]]) -> str:
        """The options that there are besides some."""
        return ", ".join(
            f"--set {name}={option}"
            for name, words in only.items()
            for option in self.application.choices[name].options
            if option not in words
        )


def _no_rate(name: str, scope: FormulaScope) -> Any:
    """Who has rates is on a machine."""
    raise KeyError(name, scope)


def _cut(values: Column, place: slice) -> Any:
    """A chunk of an array; one value where all are the same."""
    part = values[place] if len(values) > 1 else values
    return part[0] if (part == part[0]).all() else part


def _applies(
    application: Application, only: Mapping[str, tuple[str, ...]], scope: FormulaScope
) -> Any:
    here: Any = np.True_
    for name, options in only.items():
        here = here & scope.among(application.choices[name], options)
    return here


def _joined(
    parts: list[tuple[PhaseCost, Column]],
    impossible: NDArray[np.bool_],
    reason: str,
    origins: tuple[str, ...],
    shape: tuple[int, ...],
) -> Times:
    """Sum phases up; NaN at impossible points."""
    empty = np.where(impossible, np.nan, 0.0)
    sums = {True: empty.copy(), False: empty}
    for part, seconds in parts:
        seconds[impossible] = np.nan
        sums[part.communicates] += seconds
    return Times(
        sums[False].reshape(shape),
        sums[True].reshape(shape),
        tuple(Phase(part.name, part.communicates, s.reshape(shape)) for part, s in parts),
        impossible.reshape(shape) if impossible.any() else None,
        reason,
        origins,
    )


# Where an application can run: what its file says under ``needs``.


def holds(need: Need, scope: FormulaScope) -> Any:
    """Return at which points of ``scope`` a need is met, as truth values."""
    value = np.asarray(scope.value(need.stands), np.float64)
    match need.kind:
        case "power_of_two":
            return (value >= 1) & (np.exp2(np.round(np.log2(value))) == value)
        case "whole":
            return np.isfinite(value) & (np.floor(value) == value)
        case _:
            return value == 1


def reason_of(need: Need) -> str:
    """Return why the program cannot run where a need is not met."""
    said = {"power_of_two": "must be a power of two", "whole": "must be a whole number"}
    text = f"{need.text} {said.get(need.kind, 'must hold')}"
    return f"{text} ({need.because})" if need.because else text


# Where the times of messages come from that an application uses.


def message_origins(
    model: ProgrammingModel | None, messages: Messages | None, used: Iterable[str]
) -> tuple[str, ...]:
    """Return a text for each primitive: the source of its formula, or what it is made from."""
    if model is None or messages is None:
        return ()
    found: list[str] = []
    for name in sorted(used):
        known = model.primitives.get(name)
        if known is not None:
            found.append(f"{name}: {known.source or known.text}")
        elif model.collectives is not None and name in model.collectives.rules:
            rules = model.collectives
            how = (
                f"by algorithm, selection {rules.selection}" if rules.selection else "by algorithm"
            )
            found.append(f"{name}: {how}" + (f" ({rules.source})" if rules.source else ""))
        else:
            found.append(f"{name}: as {messages.algorithm(name, 8.0, 2.0)}")
    return tuple(found)


# Rates of an application on a machine: its own, or the time of operations of the toolchain.


_MOST_NAMES = 4


class Rates:
    """How many units of work per second a machine does of each kind."""

    def __init__(self, application: Application, machine: Machine, toolchain: Toolchain) -> None:
        self._application = application
        self._machine = machine
        self._toolchain = toolchain
        self._by_operations: dict[str, float] = {}

    def value(self, name: str, scope: FormulaScope) -> Floats:
        """Return a rate [1/s] at the points of ``scope``.

        By size, it is the one of the largest size that is not above the point's, below all sizes
        the first. Raises ``SadError`` SAD864 if there is none for the machine, SAD405 if the
        toolchain has no time for an operation.
        """
        rate = self._rate(name)
        if rate is None:
            asking = scope.asking
            assert asking is not None
            message = f"no rate {name} for machine {self._machine.name}"
            has = [machine for machine in self._application.rates if machine != ANY]
            hint = (
                f"add rates.{self._machine.name}.values.{name} (there are rates for "
                f"{', '.join(has) or 'no machine'}), or give --set {name}=1.0e+6"
            )
            asking.item.fail("SAD864", message, hint)
        if rate.operations:
            return np.float64(self._from_operations(rate))
        if rate.by is None:
            return np.float64(rate.steps[0][1])
        sizes = np.asarray(scope.value(rate.by), np.float64)
        limits = np.array([size for size, _ in rate.steps])
        values = np.array([value for _, value in rate.steps])
        places = np.searchsorted(limits, sizes, "right")
        return values[np.maximum(places - 1, 0)]

    def origins(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return where rates come from, one text for those of one source."""
        groups: dict[tuple[str, str], list[Rate]] = {}
        for name in names:
            rate = self._rate(name)
            if rate is not None:
                how = f"with toolchain {self._toolchain.name}" if rate.operations else ""
                if rate.by is not None:
                    how = f"by {rate.by.text}"
                groups.setdefault((how, rate.source), []).append(rate)
        return tuple(self._origin(how, source, rates) for (how, source), rates in groups.items())

    def _origin(self, how: str, source: str, rates: list[Rate]) -> str:
        values: list[float] = []
        for rate in rates:
            if rate.operations:
                values.append(self._from_operations(rate))
            values.extend(value for _, value in rate.steps)
        low, high = min(values) / 1e6, max(values) / 1e6
        names = ", ".join(rate.name for rate in rates)
        if len(rates) > _MOST_NAMES:
            names = f"{rates[0].name} ... {rates[-1].name} ({len(rates)} rates)"
        figures = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
        text = f"{names}: {figures} million per second" + (f" {how}" if how else "")
        return f"{text} ({source})" if source else text

    def _rate(self, name: str) -> Rate | None:
        rates = self._application.rates
        return rates.get(self._machine.name, {}).get(name) or rates.get(ANY, {}).get(name)

    def _from_operations(self, rate: Rate) -> float:
        if rate.name not in self._by_operations:
            times = OperationTimes(self._machine, self._toolchain)
            seconds = sum(
                count * times.value(operation).value for operation, count in rate.operations.items()
            )
            self._by_operations[rate.name] = 1.0 / seconds
        return self._by_operations[rate.name]
