"""What sad says about every executed line of a real program, beside what gcov counted."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.algebra import atoms
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.assume import NO_ERROR_EXITS
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.ir.program import Program
from sad.loading.evaluating import Evaluator, is_open
from sad.lowering.build import Origin as BlockOrigin
from sad.lowering.build import describe
from sad.lowering.drafts import Linked
from sad.model.parameters import Class, Kind
from sad.profiles.settings import Origin, Settings, settings_from_arguments
from sad.reading.loaded import Loaded, Source
from sad.reading.options import Choice
from sad.report.annotate import line_costs
from sad.report.view import View
from sad.slicing import EVALUATE_STEPS
from tests.realruns import c_build, c_lines
from tests.realruns.build import build, run
from tests.realruns.lines import comparable_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.model import Model
    from sad.model.nodes import Description
    from tests.realruns.build import Built
    from tests.realruns.lines import Comparable, Place
    from tests.realruns.programs import RealProgram


ASSUMED = (NO_ERROR_EXITS,)


class Basis(StrEnum):
    """What a line's count rests on; the weakest thing decides."""

    EXACT = "exact"
    EVALUATED = "evaluated"
    ASSUMED = "assumed"
    PROBABILITY = "probability"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class LineResult:
    """One line: its count as a formula and a number where there are, and gcov's figure."""

    place: Place
    kind: str
    count: Poly | None
    value: Number | None
    basis: Basis
    executed: int


@dataclass(slots=True)
class Point:
    """One run: all comparable lines, and what sad's model and its assumptions were."""

    model: Model
    values: Mapping[str, int]
    lines: list[LineResult]
    not_needed: list[str]
    assumptions: tuple[str, ...] = ()

    @property
    def false(self) -> list[LineResult]:
        """Lines called exact whose count differs."""
        return [line for line in self.compared if line.value != line.executed]

    @property
    def compared(self) -> list[LineResult]:
        """Lines called exact, at these inputs or if no error exit is taken, with a number as count."""
        exact = (Basis.EXACT, Basis.EVALUATED, Basis.ASSUMED)
        return [line for line in self.lines if line.basis in exact and line.value is not None]

    def share(self, wanted: Iterable[LineResult], *, weighted: bool) -> float:
        """Return the share of the executed statements (or lines) that are in ``wanted``."""
        return _size(wanted, weighted=weighted) / max(1, _size(self.lines, weighted=weighted))

    def of(self, basis: Basis) -> list[LineResult]:
        """Return the lines that rest on ``basis``."""
        return [line for line in self.lines if line.basis is basis]

    @property
    def verified(self) -> list[LineResult]:
        """Lines called exact whose count is what was executed."""
        return [line for line in self.compared if line.value == line.executed]

    @property
    def right(self) -> list[LineResult]:
        """Lines whose value is known and equals the run."""
        return [line for line in self.lines if line.value == line.executed]


def _size(lines: Iterable[LineResult], *, weighted: bool) -> int:
    return sum(line.executed if weighted else int(line.executed > 0) for line in lines)


@dataclass(slots=True)
class Subject:
    """A program built and analysed, ready to be compared at any of its inputs.

    ``assumed`` is its model if no error exit is taken, ``seconds`` the CPU time up to ``model`` [s].
    """

    program: RealProgram
    built: Built
    loaded: Loaded
    description: Description
    model: Model
    assumed: Model
    comparable: Mapping[Place, Comparable]
    seconds: float


def prepare(program: RealProgram) -> Subject:
    """Build and analyse a program. Raises NotBuilt."""
    built = built_program(program)
    start = time.process_time()
    loaded, comparable = analysed(program, built)
    description = loaded.description
    model = build_model(description, None, Settings())
    seconds = time.process_time() - start
    assumed = build_model(description, None, Settings(), ASSUMED)
    return Subject(program, built, loaded, description, model, assumed, comparable, seconds)


def built_program(program: RealProgram) -> Built:
    """Compile and link a program. Raises NotBuilt."""
    if program.language == "c":
        return c_build.build(program)
    return build(program.name, program.sources, program.folders)


def analysed(program: RealProgram, built: Built) -> tuple[Loaded, dict[Place, Comparable]]:
    """Return a program that was built as sad sees it, and the lines to compare."""
    read = _read(program, built)
    analysis, origins = analyse(read), dict[int, BlockOrigin]()
    description = describe(analysis, origins=origins)
    comparable = _comparable(read, c_build.defined(built) if program.language == "c" else None)
    return Loaded(
        description, Diagnostics(), Source(lambda: Linked(read, {}), lambda _: (analysis, origins))
    ), comparable


def _comparable(read: Program, compiled: frozenset[str] | None) -> dict[Place, Comparable]:
    """The lines to compare; ``compiled`` are the functions that objects have, if that is of use."""
    in_c = tuple(file for file in read.files if file.language == "c")
    others = tuple(file for file in read.files if file.language != "c")
    named = {unit.name: unit.spelling or unit.name for file in in_c for unit in file.units}
    copied = [name for name, own in named.items() if compiled is not None and own not in compiled]
    found = c_lines.comparable_lines(Program(in_c), frozenset(copied))
    return comparable_lines(Program(others)) | found


def _read(program: RealProgram, built: Built) -> Program:
    places = program.include or tuple(path.parent for path in built.sources)
    folders = tuple(dict.fromkeys(map(str, places)))
    paths = [str(path) for path in built.sources]
    return read_program(paths, SourceOptions(folders, {}), Diagnostics())


def compare(subject: Subject, number: int) -> tuple[Point, Point]:
    """Run a program with its input ``number``; return it beside sad's counts.

    The second point is the same run beside the counts if no error exit is taken: the first one, if that
    leaves nothing open.
    """
    chosen = subject.program.inputs[number]
    executed = run(subject.built, chosen.text, chosen.arguments)

    def point(model: Model, assumptions: tuple[str, ...]) -> Point:
        with_values, not_needed = _with_values(model, chosen.values)
        if is_open(with_values, has_input=True):
            given = settings_from_arguments(
                f"{name}={value}" for name, value in chosen.values.items()
            )
            steps = Choice(
                settings=given,
                assume=assumptions,
                evaluate_steps=EVALUATE_STEPS,
                stdin=chosen.text,
                command_line=tuple(chosen.arguments),
            )
            with_values = replace(with_values, unused=tuple(not_needed))
            with_values = Evaluator(subject.loaded).model(with_values, steps)
        lines = _lines(with_values, subject, executed)
        return Point(with_values, chosen.values, lines, not_needed, assumptions)

    own = point(subject.model, ())
    closed = all(line.basis in (Basis.EXACT, Basis.EVALUATED) for line in own.lines)
    return own, own if closed else point(subject.assumed, ASSUMED)


def _with_values(model: Model, given: Mapping[str, int]) -> tuple[Model, list[str]]:
    """The model with values for its inputs, and the names on which nothing depends.

    Saves working out all counts anew for each input, as ``build_model`` would.
    """
    symbols = {name: model.names.find(name) for name in given}
    values: dict[str, Number] = {
        symbol: given[name] for name, symbol in symbols.items() if symbol is not None
    }
    origins = dict.fromkeys(values, Origin.USER)
    unknown = [name for name, symbol in symbols.items() if symbol is None]
    return replace(model, values=values, origins=origins), unknown


def with_settings(subject: Subject, point: Point, settings: Mapping[str, str]) -> Point:
    """Return the same run with further values set, under the same assumptions, as options do it."""
    given = {name: value for name, value in point.values.items() if name not in point.not_needed}
    arguments = [f"{name}={value}" for name, value in {**given, **settings}.items()]
    model = build_model(
        subject.description, None, settings_from_arguments(arguments), point.assumptions
    )
    return _again(subject, point, model)


def with_value(subject: Subject, point: Point, symbol: str, value: Number) -> Point:
    """Return the same run beside the same counts with one symbol's value more."""
    values = {**point.model.values, symbol: value}
    origins = {**point.model.origins, symbol: Origin.USER}
    return _again(subject, point, replace(point.model, values=values, origins=origins))


def _again(subject: Subject, point: Point, model: Model) -> Point:
    executed: dict[str, dict[int, int]] = {}
    for line in point.lines:
        charged = subject.comparable[line.place].charged
        executed.setdefault(os.path.normpath(line.place[0]), {})[charged] = line.executed
    lines = _lines(model, subject, executed)
    return replace(point, model=model, lines=lines)


def _lines(
    model: Model, subject: Subject, executed: Mapping[str, Mapping[int, int]]
) -> list[LineResult]:
    """All comparable lines that have code, with what sad says; ``executed`` is by charged line."""
    costs = line_costs(View(predict(model, None)))
    found: list[LineResult] = []
    for (file, number), (kind, charged) in subject.comparable.items():
        times = executed.get(os.path.normpath(file), {}).get(charged)
        if times is None:
            continue
        cost = costs.get(file, {}).get(number)
        if cost is None:
            found.append(LineResult((file, number), kind, None, None, Basis.UNKNOWN, times))
            continue
        basis = Basis.EXACT if cost.exact else _basis(model, cost.count)
        if cost.evaluated and cost.exact:
            basis = Basis.EVALUATED
        if cost.assumed and not cost.open:
            basis = Basis.ASSUMED
        found.append(LineResult((file, number), kind, cost.count, cost.value, basis, times))
    return found


def _basis(model: Model, count: Poly) -> Basis:
    kinds = {model.names.parameters[symbol].kind for symbol in open_symbols(model, [count])}
    return Basis.PROBABILITY if kinds == {Kind.PROBABILITY} else Basis.UNKNOWN


def open_symbols(model: Model, counts: Sequence[Poly]) -> list[str]:
    """Return the symbols of counts that only a run can tell and that have no value, sorted."""
    used = frozenset[str]().union(*(atoms.free_symbols(count) for count in counts))
    parameters = model.names.parameters
    return sorted(
        symbol
        for symbol in used
        if symbol in parameters
        and parameters[symbol].cls is Class.INDETERMINATE
        and symbol not in model.values
    )
