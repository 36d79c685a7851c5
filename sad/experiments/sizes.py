"""The values of a program's parameters at many points: given, varied, or growing with the processes."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.expr.tree import ExpressionError
from sad.late import numpy as np
from sad.parallel import GRID
from sad.records import field, record
from sad.report.units import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import SadError
    from sad.experiments.axes import Axis
    from sad.parallel import Scalable
    from sad.profiles.settings import Setting, Settings

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Lookup = Callable[[str], Floats]

# A program to be scaled, with what its source knows about its parameters.


@record
class Subject:
    """A program on a machine.

    ``defaults`` are the values of parameters that are not given; ``optional`` are further names that
    may be given values and need none. ``words`` are the numbers of the texts that parameters may be, by
    name; ``least`` the smallest values of parameters that have one. ``origins`` say where numbers come
    from, one text each. ``longer`` are parameters' names by longer ones that mean the same. ``axis`` is
    what tables call the number of processes.
    """

    program: Scalable
    machine: str = ""
    library: str = ""
    defaults: Mapping[str, float] = field(default_factory=dict[str, float])
    optional: tuple[str, ...] = ()
    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, "dict[str, float]"])
    least: Mapping[str, float] = field(default_factory=dict[str, float])
    origins: tuple[str, ...] = ()
    longer: Mapping[str, str] = field(default_factory=dict[str, str])
    axis: str = "nprocs"


def word_of(words: Mapping[str, Mapping[str, float]], name: str, value: float) -> str:
    """Return the value of a parameter as it is written: the word it stands for, or the number."""
    found = [word for word, number in words.get(name, {}).items() if number == value]
    return found[0] if found else f"{value:.12g}"


NPROCS = "nprocs"
_EXPRESSION_HINT = "values are arithmetic of numbers, nprocs and other values: n=256*nprocs"


class Sizes:
    """Values for a program's parameters by name, at points that differ in processes, grid and sizes.

    ``cases`` is how many combinations of the varied values there are; the last axis changes fastest.
    ``names`` are the parameters that have values, ``places`` those of the processes and their grid.
    ``grows`` is whether some value depends on the number of processes.
    """

    def __init__(
        self,
        subject: Subject,
        settings: Settings,
        axes: Sequence[Axis] = (),
        per_process: Sequence[str] = (),
        supplied: Sequence[str] = (),
    ) -> None:
        """Raises SAD891 for parameters without a value, SAD892 for values that cannot be.

        ``supplied`` are parameters whose values come with the points, as ``instead`` of ``at``.
        """
        program = subject.program
        self._words = subject.words
        self._defaults = subject.defaults
        self._longer = {name.lower(): known for name, known in subject.longer.items()}
        self.places = (NPROCS, *(GRID[: program.dimensions] if program.dimensions > 1 else ()))
        self._all = tuple(dict.fromkeys((*program.parameters, *subject.optional)))
        self._settings = {self._spelled(s.name): s for s in settings.items.values()}
        self._varied = {self._spelled(axis.name): self._numbers(axis) for axis in axes}
        self.axes = tuple(self._varied)
        self._per_process = tuple(self._spelled(name) for name in per_process)
        self._used: set[str] = set()
        self._supplied = tuple(supplied)
        self._check_places()
        self._check_axes([*(axis.name for axis in axes), *supplied], settings)
        known = {*self._settings, *self._varied, *supplied, *self._defaults}
        _check_given([name for name in program.parameters if name not in known])
        self.names = tuple(name for name in self._all if name in known)
        self.cases = 1
        for values in self._varied.values():
            self.cases *= values.size
        one = np.ones(1)
        points = dict.fromkeys((*self.places, *supplied), one)
        self._evaluate(np.zeros(1, dtype=np.int64), points, check=False)
        self.grows = bool(self._used & set(self.places) or self._per_process)
        self._check_used(settings.items.values())

    @property
    def given(self) -> dict[str, str]:
        """The values that are not varied, as they are written, by the parameters' names."""
        found: dict[str, str] = {}
        for name in (*self.names, *self._settings):
            if name in self._settings and name in self._used:
                text = self._settings[name].text
                found[name] = f"{text} per process" if name in self._per_process else text
            elif name in self._defaults and name not in (*self._varied, *self._supplied):
                found[name] = f"{word_of(self._words, name, self._defaults[name])} (default)"
        return found

    def at(
        self,
        case: Integers,
        nprocs: Integers,
        sides: Sequence[Integers] = (),
        instead: Mapping[str, Floats] | None = None,
    ) -> dict[str, Floats]:
        """Return the values of all parameters, arrays as long as ``case``.

        ``case`` is the number of the combination of varied values at each point, ``nprocs`` and
        ``sides`` its processes and their grid; ``instead`` are values that replace those given. Raises
        SAD892 where an expression has no value.
        """
        places: dict[str, Floats] = {
            name: np.asarray(values, dtype=np.float64)
            for name, values in zip(self.places, (nprocs, *sides), strict=True)
        }
        return self._evaluate(case, {**places, **(instead or {})}, check=True)

    def varied_at(self, case: Integers) -> dict[str, Floats]:
        """Return the varied values of combinations."""
        found: dict[str, Floats] = {}
        stride = 1
        for name in reversed(self.axes):
            values = self._varied[name]
            found[name] = values[case // stride % values.size]
            stride *= values.size
        return found

    def _evaluate(
        self, case: Integers, places: Mapping[str, Floats], *, check: bool
    ) -> dict[str, Floats]:
        found: dict[str, Floats] = {}
        pending: list[str] = []

        def value(written: str) -> Floats:
            name = self._spelled(written)
            if name in places:
                self._used.add(name)
                return places[name]
            if name not in found:
                if name in pending:
                    message = f"{name} is defined by itself"
                    raise ExpressionError(message)
                pending.append(name)
                found[name] = self._value(name, case, value)
                pending.pop()
            return found[name]

        result: dict[str, Floats] = {}
        for name in self.names:
            pending.clear()
            try:
                values = value(name)
            except ExpressionError as error:
                text = self._settings[name].text if name in self._settings else "?"
                raise _error(f"{name}={text}: {error}", self._hint_for(name)) from None
            values = np.broadcast_to(values, case.shape)
            if name in self._per_process and name not in places:
                values = values * places[NPROCS]
            if check and not np.isfinite(values).all():
                wrong = int(np.flatnonzero(~np.isfinite(values))[0])
                where = f"{places[NPROCS][wrong]:g} processes"
                text = self._settings[name].text
                raise _error(f"{name}={text} has no value at {where}", _EXPRESSION_HINT)
            result[name] = values
        return result

    def _value(self, name: str, case: Integers, lookup: Lookup) -> Floats:
        from sad.expr.arrays import evaluate_arrays  # noqa: PLC0415 - heavy

        self._used.add(name)
        if name in self._varied:
            return self.varied_at(case)[name]
        if name not in self._settings and name in self._defaults:
            return np.asarray(self._defaults[name], np.float64)
        if name not in self._settings:
            message = f"no value for {name}"
            raise ExpressionError(message)
        text = self._settings[name].text
        word = self._words.get(name, {}).get(text)
        return evaluate_arrays(text, lookup) if word is None else np.asarray(word, np.float64)

    def _spelled(self, name: str) -> str:
        """A name as the program has it: sources in Fortran do not mind the case."""
        names = (*self._all, *self.places)
        if name in names:
            return name
        alike = [known for known in names if known.lower() == name.lower()]
        if len(alike) == 1:
            return alike[0]
        return self._longer.get(name.lower(), name)

    def _numbers(self, axis: Axis) -> Floats:
        words = self._words.get(self._spelled(axis.name), {})
        found: list[float] = []
        for value in axis.values:
            number = words.get(value.text, value.number)
            if number is None:
                hint = f"words: {', '.join(words)}" if words else "for instance --vary n=64:512:x2"
                raise _error(f"{axis.name}: {value.text!r} is no number", hint)
            found.append(float(number))
        return np.array(found)

    def _hint_for(self, name: str) -> str:
        words = self._words.get(name)
        return f"{name} is one of {', '.join(words)}" if words else _EXPRESSION_HINT

    def _check_places(self) -> None:
        for name in (*self._settings, *self._varied):
            if name in self.places:
                hint = "--procs gives the numbers of processes, --grid the grids"
                raise _error(f"{name} is no parameter to set or vary", hint)

    def _check_axes(self, axes: Sequence[str], settings: Settings) -> None:
        given = {self._spelled(s.name) for s in settings.items.values() if _from_arguments(s)}
        for written in axes:
            name = self._spelled(written)
            if name in given:
                raise _error(f"{name} has a value and is varied", "leave one of the two out")
            self._settings.pop(name, None)
        for name in self._per_process:
            if name not in self._all:
                message = f"--per-process {name}: the program has no such parameter"
                raise _error(message, self._known())

    def _check_used(self, settings: Iterable[Setting]) -> None:
        names = [s.name for s in settings if _from_arguments(s)]
        for name in (*names, *self.axes):
            if self._spelled(name) not in self._used:
                raise _error(f"the program has no parameter {name}", self._known())

    def _known(self) -> str:
        return f"parameters: {listed(self._all, 12)}" if self._all else "it has no parameters"


def _check_given(missing: Sequence[str]) -> None:
    """Name all parameters without a value at once."""
    if missing:
        calls = [name for name in missing if name.endswith((".seconds", ".each_call"))]
        others = [name for name in missing if name not in calls]
        words = (f"--set {quote(f'{name}=...')}" for name in (*others, *calls)[:8])
        hint = f"give values: {' '.join(words)}"
        if calls:
            hint += "; to leave the time of calls of procedures that are not in the source out: "
            hint += " ".join(f"--set {name}=0" for name in calls)
        raise argument_error("SAD891", f"no value for {', '.join(missing)}", hint)


def _from_arguments(setting: Setting) -> bool:
    return setting.span.file == "<arguments>"


def _error(message: str, hint: str) -> SadError:
    return argument_error("SAD892", message, hint)
