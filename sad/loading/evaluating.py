"""Counts whose formulas are open although all inputs have values: the program's slice is run."""

from __future__ import annotations

from contextlib import contextmanager
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from sad.algebra.codes import Coding, coded_reals, text_of_code
from sad.evaluation.assume import NO_ERROR_EXITS, NO_ZEROS
from sad.evaluation.evaluated import Counted, ends_early, with_evaluated
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.profiles.settings import OptionError, option_code
from sad.records import record, replace
from sad.symbols import NTHREADS, input_name

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.evaluation.model import Model
    from sad.evaluation.names import Names
    from sad.incremental.store import Store
    from sad.model.nodes import UnitDescription
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice
    from sad.slicing.evaluation import Evaluation, SumOfCounts
    from sad.slicing.kept import Known
    from sad.slicing.program import SlicedProgram
    from sad.slicing.signatures import Given, Site


def is_open(model: Model, *, has_input: bool = False) -> bool:
    """Whether counts are open, but no input: then running the slice may give them.

    Counts that rest on calls returning are taken for open: the program may end in one. Inputs may be
    open, too, if the program's own input is given.
    """
    if model.entry is None or model.random or model.open or model.values.get(NTHREADS, 1) != 1:
        return False  # one thread runs the slice
    missing = model.missing
    parameters = model.names.parameters
    waits = any(symbol in parameters and model.is_determined(symbol) for symbol in missing)
    return (has_input or not waits) and (bool(missing) or ends_early(model))


@record
class _Runs:
    """The runs in a cache."""

    store: Store

    def get(self, key: str) -> Any:
        return self.store.get("slice", key)

    def put(self, key: str, value: Any) -> None:
        self.store.put("slice", key, value)


class Evaluator:
    """Finds counts of one program by running its slice; the slice is written once for all values."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._programs: dict[Hashable, SlicedProgram] = {}
        self._ran: tuple[Hashable, Evaluation] | None = None
        self._last: tuple[Counted, Mapping[str, Number]] | None = None

    def whole(self) -> Loaded | None:
        """Return what was loaded if it has source; None of a saved description."""
        return None if self._loaded.source is None else self._loaded

    def model(self, model: Model, choice: Choice) -> Model:
        """Return a model of ``whole`` with the counts that running the slice gives at its values."""
        from sad.evaluation.by_others import with_told  # noqa: PLC0415 - seldom needed
        from sad.evaluation.measuring.block_totals import called  # noqa: PLC0415
        from sad.slicing.evaluate import evaluate_slice  # noqa: PLC0415

        loaded = self._loaded
        analysis = loaded.analysis
        start = None if analysis is None else start_of(analysis, model.entry)
        if analysis is None or start is None:
            return model
        unused: dict[str, object] = {
            name: _given_value(name, choice.settings.items[name].text, model.names)
            for name in model.unused
        }
        reads = () if not choice.has_input else model.missing
        given = slice_inputs(
            *(analysis, start, choice, model.values, model.names, unused), noted=reads
        )
        asked = start.unit.key, start.name, given, choice.evaluate_steps
        if self._ran is None or self._ran[0] != asked:
            with self._known() as known:
                program = self._program(analysis, start)
                self._ran = asked, evaluate_slice(program, given, choice.evaluate_steps, known)
        found = self._ran[1]
        calls, externals = called(
            analysis,
            loaded.description,
            lambda unit, entry, block, action: found.count((unit, entry), block, action),
        )
        counted = Counted(_by_block(loaded, found), calls, externals, found, _sums(loaded, found))
        told = {
            symbol: found.noted[place]
            for symbol, place in place_of_input(analysis, reads).items()
            if place in found.noted
        }
        self._last = counted, {**words_of(start, choice.command_line), **told}
        left = tuple(name for name in model.unused if name in unused)
        return replace(with_told(with_evaluated(model, counted), counted), unused=left)

    @property
    def told(self) -> Mapping[str, Number]:
        """The numbers that the input of the run of the model that was made last has, by symbol: of the
        command line, and read ones.
        """
        return {} if self._last is None else self._last[1]

    def means(self, model: Model) -> Mapping[str, Number]:
        """Return what the run of the model that was made last tells of open symbols: means.

        There are none of a model without counts that were evaluated.
        """
        analysis = self._loaded.analysis
        if model.evaluated is None or self._last is None or analysis is None:
            return {}
        from sad.evaluation.measuring.evaluated_means import evaluated_means  # noqa: PLC0415

        return evaluated_means(analysis, model, *self._last)

    @contextmanager
    def _known(self) -> Generator[Known | None]:
        if self._loaded.cache is None:
            yield None
            return
        from sad.incremental.cache import opened  # noqa: PLC0415 - seldom needed

        with opened(self._loaded.cache, self._loaded.diagnostics) as cache:
            yield _Runs(cache.store)

    def _program(self, analysis: ProgramAnalysis, start: EntryAnalysis) -> SlicedProgram:
        from sad.slicing.program import SlicedProgram  # noqa: PLC0415

        key = (start.unit.key, start.name)
        if key not in self._programs:
            self._programs[key] = SlicedProgram(analysis, start)
        return self._programs[key]


def slice_inputs(
    analysis: ProgramAnalysis,
    start: EntryAnalysis,
    choice: Choice,
    values: Mapping[str, object],
    names: Names,
    unused: dict[str, object],
    *,
    of_ranks: bool = False,
    noted: Iterable[str] = (),
) -> Given:
    """Return what a run of the slice is given; ``unused`` are values that no formula needs.

    What the variables of the inputs ``noted`` get is kept. Those that the slice takes leave ``unused``.
    ``values`` are by symbol; a tuple has one of each rank.
    """
    from sad.slicing.assumed import assumed_truths  # noqa: PLC0415 - seldom needed
    from sad.slicing.signatures import Given  # noqa: PLC0415

    inputs = _inputs(analysis, values, names, unused)
    arguments = _arguments(start, values, names, unused)
    words = choice.command_line
    if words is not None and start.unit.every_dummy and start.name == "main":
        arguments.setdefault(start.unit.every_dummy[0], len(words) + 1)
    kept = {name.lower() for name in choice.settings.items}
    errors, zeros = (name if name in choice.assume else None for name in (NO_ERROR_EXITS, NO_ZEROS))
    assumed = assumed_truths(analysis, errors, zeros, kept)
    return Given(
        *(inputs, arguments, choice.stdin, words, choice.watched, assumed),
        of_ranks=of_ranks,
        files=choice.files,
        environment=choice.environment,
        noted=frozenset(place_of_input(analysis, noted).values()),
    )


def place_of_input(
    analysis: ProgramAnalysis, symbols: Iterable[str]
) -> dict[str, tuple[str, int, str]]:
    """Return file, line and variable of inputs that statements read, by symbol."""
    found = {
        symbol: (read.span.file, read.span.line, read.variable)
        for entry in analysis.entries
        for symbol, read in entry.values.reads.items()
    }
    return {symbol: found[symbol] for symbol in symbols if symbol in found}


def start_of(analysis: ProgramAnalysis, entry: UnitDescription | None) -> EntryAnalysis | None:
    """Return the analysis of an entry of the description."""
    assert entry is not None
    return next(
        (
            item
            for item in analysis.entries
            if item.name == entry.entry and item.unit.span.line == entry.line
        ),
        None,
    )


def _inputs(
    analysis: ProgramAnalysis,
    values: Mapping[str, object],
    names: Names,
    unused: dict[str, object],
) -> dict[tuple[str, int, str], object]:
    """Values of variables that are read or declared inputs, by file, line and name.

    No formula needs those of ``unused``; what the slice takes leaves it.
    """
    found: dict[tuple[str, int, str], object] = {}
    for entry in analysis.entries:
        for symbol, read in entry.values.reads.items():
            place = (read.span.file, read.span.line, read.variable)
            value = values.get(symbol)
            shown = None if value is None else _shown(value, symbol, names)
            shown = _taken(unused, symbol, read.variable) if value is None else shown
            if shown is not None:
                found[place] = shown
    return found


def _taken(unused: dict[str, object], symbol: str, variable: str) -> object:
    """The number given for a variable that no formula needs; it is used then."""
    for name in [name for name in unused if name.lower() in (symbol.lower(), variable.lower())]:
        if unused[name] is not None:
            return unused.pop(name)
    return None


def _given_value(name: str, text: str, names: Names) -> object:
    """The value given for an input that no formula needs, as the program has it; None if it is none."""
    coding = names.coding_of(name)
    if coding is Coding.INTEGER:
        return number_of(text)
    try:
        nothing: Mapping[str, int] = MappingProxyType({})
        return _decoded(option_code(text, coding, None, nothing.__getitem__), coding)
    except (OptionError, ExpressionError, KeyError):
        return None


def number_of(text: str, lookup: Mapping[str, int] = MappingProxyType({})) -> int | None:
    """Return the whole number that a value is, given those of names; None if it is none."""
    try:
        value = evaluate_expression(text, lookup.__getitem__)
    except (ExpressionError, KeyError):
        return None
    return int(value) if value == int(value) else None


def _arguments(
    start: EntryAnalysis,
    values: Mapping[str, object],
    names: Names,
    unused: dict[str, object],
) -> dict[str, object]:
    found: dict[str, object] = {}
    for dummy in start.unit.every_dummy:
        symbol = input_name(start.unit.name, dummy)
        value = values.get(symbol)
        shown = None if value is None else _shown(value, symbol, names)
        shown = _taken(unused, symbol, dummy) if value is None else shown
        if shown is not None:
            found[dummy] = shown
    return found


def words_of(start: EntryAnalysis, words: tuple[str, ...] | None) -> Mapping[str, Number]:
    """Return the arguments of C's ``main`` by symbol: their number, and the whole numbers of them."""
    names = start.unit.every_dummy
    if words is None or start.name != "main" or len(names) != 2:
        return {}
    count, values = names
    found: dict[str, Number] = {input_name(start.unit.name, count): len(words) + 1}
    for place, word in enumerate(words, 1):
        number = number_of(word)
        if number is not None:
            found[input_name(start.unit.name, f"{values}{place}")] = number
    return found


def _shown(value: object, symbol: str, names: Names) -> object:
    """A value as the program has it: texts and truth values are coded as numbers in models."""
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        return tuple(None if item is None else _shown(item, symbol, names) for item in items)
    coding = names.coding(symbol)
    if coding is not Coding.INTEGER and isinstance(value, int):
        return _decoded(value, coding)
    if isinstance(value, int | float | Fraction):
        return int(value) if value == int(value) else None
    return value


def _decoded(code: int, coding: Coding) -> object:
    """The value that a code stands for; None if it stands for none."""
    match coding:
        case Coding.TEXT:
            return text_of_code(code)
        case Coding.TRUTH:
            return bool(code)
        case _:
            real = coded_reals().get(code)
            return None if real is None else float(real)


def _by_block(loaded: Loaded, found: Evaluation) -> Mapping[int, tuple[Hashable, int | None]]:
    """Places in the program and counts, by the identity of blocks."""
    return {
        block: (origin[1:], found.count((origin.unit, origin.entry), origin.block, origin.action))
        for block, origin in loaded.origins.items()
    }


def _sums(
    loaded: Loaded, found: Evaluation
) -> Mapping[Hashable, tuple[int, tuple[tuple[Hashable, int], ...]]]:
    """What others tell of counts, by places in the program."""
    if not found.by_others:
        return {}
    places: dict[Site, Hashable] = {}
    wholes: dict[Hashable, SumOfCounts] = {}
    for origin in loaded.origins.values():
        key = (origin.unit, origin.entry)
        whole = found.sum_of(key, origin.block, origin.action)
        places.setdefault((key, origin.block, origin.action), origin[1:])
        if whole is not None:
            wholes[origin[1:]] = whole
    return {
        place: (whole.certain, tuple((places[site], times) for site, times in whole.terms))
        for place, whole in wholes.items()
        if all(site in places for site, _ in whole.terms)
    }
