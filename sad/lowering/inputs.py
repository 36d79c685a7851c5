"""The parameters of one described unit, gathered from what its analysis named.

Over 400 lines: each kind of parameter is a few lines beside the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.analysis.branches.zero_tests import if_nothing_is_zero
from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.values.cells import array_of, is_of_any_length
from sad.analysis.values.codes import OPEN_TEXT, coding_of
from sad.analysis.values.guards import arm_names
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.walk import children
from sad.lowering.drafts import Candidate
from sad.model.nodes import Activations
from sad.model.parameters import Class, Kind, Parameter
from sad.records import replace
from sad.symbols import NTHREADS, RANK, THREAD, call_name, input_name, site_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.values.cells import Cell
    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit


def candidates(
    entry: EntryAnalysis,
    program: ProgramEffects,
    used: frozenset[str],
    here: frozenset[str],
    recursion: Activations | None,
    handed: Activations | None,
) -> Iterator[Candidate]:
    """Yield what may be a unit's parameters, in source order within each kind.

    ``used`` are the symbols of the entry's own counts, ``here`` those of the whole unit's. Callers may
    depend on what a unit reads, even where its own counts do not.
    """
    commons = commons_of(entry, program, here)
    types, lengths = types_of(entry, program, commons), _lengths(entry, program, commons)
    inputs = _inputs(entry, program, used)
    yield from (Candidate(_typed(item, types, lengths)) for item in inputs)
    if recursion is not None:
        least = int(len(recursion.members) == 1)
        reason = f"recursive: {_RECURSIVE}"
        yield from map(Candidate, _activations(entry, recursion, used, reason, least))
    if handed is not None:
        reason = f"passed as an argument: {_HANDED}"
        yield from map(Candidate, _activations(entry, handed, used, reason, 0))
    for parameter in _reads(entry):
        symbol = parameter.symbol
        yield Candidate(_typed(parameter, types, lengths), None if symbol in here else symbol)
    for parameter in _ranks(entry):
        symbol = parameter.symbol
        yield Candidate(parameter, None if symbol in here else symbol)
    if NTHREADS in here:
        span = next((item.span for item in entry.unit.sequential if item.team), entry.unit.span)
        reason = "how many threads a team of OpenMP has"
        unit = entry.unit.name
        yield Candidate(Parameter(NTHREADS, NTHREADS, Kind.SIZE, Class.DIRECT, unit, span, reason))
    yield from map(Candidate, _trip_counts(entry, here))
    yield from map(Candidate, _probabilities(entry, here))
    for parameter in _values(entry, here):
        yield Candidate(_typed(parameter, types, lengths))


def guessed(found: list[Candidate], entry: EntryAnalysis) -> list[Candidate]:
    """Return what may be a unit's parameters with values by heuristics."""
    if not any(may_be_guessed(item.parameter) for item in found):
        return found
    from sad.lowering.guesses import with_guesses  # noqa: PLC0415 - not for code without any

    parameters = with_guesses((item.parameter for item in found), entry)
    return [
        Candidate(parameter, item.needs) for parameter, item in zip(parameters, found, strict=True)
    ]


def may_be_guessed(parameter: Parameter) -> bool:
    """Whether only a run can tell a value, and heuristics speak of its kind."""
    kinds = (Kind.PROBABILITY, Kind.TRIP_COUNT)
    return parameter.kind in kinds and parameter.cls is Class.INDETERMINATE


def _inputs(
    entry: EntryAnalysis, program: ProgramEffects, used: frozenset[str]
) -> Iterator[Parameter]:
    unit = entry.unit
    span = unit.header or unit.span
    found = [(symbol, label, "an argument", span) for symbol, label in _dummies(entry, program)]
    commons = program.of(unit).commons
    found += [(cell, label, _shared(cell, label), span) for cell, label in commons.items()]
    for symbol, label, reason, place in found:
        if symbol in used:
            yield Parameter(symbol, label, Kind.SIZE, Class.DIRECT, unit.name, place, reason)


def _shared(cell: str, label: str) -> str:
    """What a variable is that all units see: one in a block of its own is no part of anything."""
    block = cell[1:].rpartition("/")[0].rpartition(":")[2]
    return "a global variable" if block == label.partition(".")[0] else "in COMMON"


def _dummies(entry: EntryAnalysis, program: ProgramEffects) -> Iterator[tuple[str, str]]:
    """The arguments of a unit, single elements of arrays too, with names to show."""
    unit = entry.unit
    elements = program.cells[unit_key(unit)].elements
    for name in unit.every_dummy:
        yield input_name(unit.name, name), unit.symbols[name].spelling or name
        for element in elements.get(name, ()):
            yield input_name(unit.name, element), element


_RECURSIVE = "how often it starts for each call from outside"
_HANDED = "how often it is started through one"


def activations_of(
    entry: EntryAnalysis,
    name: str,
    how: str,
    members: tuple[str, ...],
    commons: Mapping[Cell, str],
    used: frozenset[str],
) -> Activations:
    """Return how an entry is counted that starts through recursion or as an argument.

    ``used`` are the symbols on which counts of the unit depend.
    """
    unit = entry.unit
    inputs = {input_name(unit.name, dummy): dummy for dummy in unit.every_dummy}
    inputs.update(commons)
    values = {
        symbol: site_name(name, "value", f"{how}.{label}")
        for symbol, label in inputs.items()
        if symbol in used
    }
    return Activations(site_name(name, "trips", how), members, values)


def _activations(
    entry: EntryAnalysis, how: Activations, used: frozenset[str], reason: str, least: int
) -> Iterator[Parameter]:
    span = entry.unit.header or entry.unit.span
    yield replace(_unknown(entry, how.starts, Kind.TRIP_COUNT, span, reason), least=least)
    for symbol, value in how.values.items():
        if symbol in used:
            differs = "differs from one activation to the next"
            yield _unknown(entry, value, Kind.VALUE, span, differs)


def _reads(entry: EntryAnalysis) -> Iterator[Parameter]:
    unit = entry.unit
    for symbol, read in entry.values.reads.items():
        label = _spelling(unit, read.variable)
        kind, cls = (Kind.VALUE, Class.INDETERMINATE) if read.inside else (Kind.SIZE, Class.DIRECT)
        yield Parameter(symbol, label, kind, cls, unit.name, read.span, read.reason)


def _ranks(entry: EntryAnalysis) -> Iterator[Parameter]:
    """The number of processes and of the own one, and what else a message-passing library gives."""
    for symbol, read in entry.values.ranks.items():
        found = Parameter(
            symbol, symbol, Kind.SIZE, Class.DIRECT, entry.unit.name, read.span, read.reason
        )
        yield replace(found, least=0) if symbol == RANK else found


def _trip_counts(entry: EntryAnalysis, used: frozenset[str]) -> Iterator[Parameter]:
    for info in sorted(entry.values.loops.values(), key=lambda item: item.span.line):
        yield from _rows(entry, info, used)
        symbol = info.parameter
        if symbol is not None and symbol in used:
            reason = "the loop may be left early" if info.limit is not None else "no bound is known"
            least = int(symbol in entry.structured.at_least_once)
            found = _unknown(entry, symbol, Kind.TRIP_COUNT, info.span, reason, info.limit)
            yield replace(found, least=least)
    for visits in entry.structured.visits:
        if visits.symbol in used:
            block = entry.cfg.blocks[visits.block]
            span = block.actions[0].span if block.actions else entry.unit.span
            reason = "part of a loop with several entries"
            yield _unknown(entry, visits.symbol, Kind.TRIP_COUNT, span, reason)


def _rows(entry: EntryAnalysis, info: LoopInfo, used: frozenset[str]) -> Iterator[Parameter]:
    """The total of a loop over rows, a size of the problem, and the mean of one row."""
    rows = info.rows
    if rows is not None and rows.total in used:
        reason = f"the length of all rows: {rows.text}"
        total = _unknown(entry, rows.total, Kind.TRIP_COUNT, info.span, reason)
        yield replace(total, cls=Class.DIRECT) if rows.given else total
        reason = "the mean length of a row"
        yield _unknown(entry, rows.mean, Kind.TRIP_COUNT, info.span, reason)


def _probabilities(entry: EntryAnalysis, used: frozenset[str]) -> Iterator[Parameter]:
    unit = entry.unit.name
    for block in entry.cfg.blocks:
        match block.terminator:
            case Split() as split:
                for symbol in arm_names(unit, split, entry.paths(split.path)):
                    if symbol in used:
                        reason = "depends on data"
                        found = _unknown(entry, symbol, Kind.PROBABILITY, split.span, reason)
                        error = 0 if split.kind == "call" else entry.errors.get(block.id)
                        tests, zero = "", None
                        if split.condition is not None:
                            tests = tested(split.condition, entry.unit)
                        if split.kind == "if":
                            zero = if_nothing_is_zero(split, entry.unit)
                        yield replace(found, tests=tests, without_errors=error, without_zeros=zero)
            case LoopHead(loop=loop, path=path):
                symbol = site_name(unit, "prob", f"{entry.paths(path)}.enters")
                if symbol in used:
                    reason = "the loop's body never comes back"
                    yield _unknown(entry, symbol, Kind.PROBABILITY, loop.span, reason)
            case _:
                pass


def _values(entry: EntryAnalysis, used: frozenset[str]) -> Iterator[Parameter]:
    if call_name(entry.unit.name) in used:
        symbol = site_name(entry.name, "value", "number of the call")
        reason = f"the number of the call of {entry.name}; what it decides differs between calls"
        yield _unknown(entry, symbol, Kind.VALUE, entry.unit.header or entry.unit.span, reason)
    for symbol, unknown in entry.values.unknowns.items():
        if symbol in used:
            found = _unknown(entry, symbol, Kind.VALUE, unknown.span, unknown.reason)
            yield replace(found, label=unknown.variable)


def _unknown(
    entry: EntryAnalysis,
    symbol: str,
    kind: Kind,
    span: Span,
    reason: str,
    limit: Poly | None = None,
) -> Parameter:
    """A parameter that only a run can tell."""
    name = entry.unit.name
    return Parameter(symbol, symbol, kind, Class.INDETERMINATE, name, span, reason, limit)


def _spelling(unit: Unit, name: str) -> str:
    """A variable as the source writes it; of an element the array and the subscript."""
    array = array_of(name)
    return unit.symbols[array].spelling + name[len(array) :]


def commons_of(
    entry: EntryAnalysis, program: ProgramEffects, used: frozenset[str]
) -> dict[Cell, str]:
    """Return the COMMON cells that are to be shown of a unit, with names.

    They are its own and, of its callees, those on which counts, ``used``, and its variables depend.
    """
    key = unit_key(entry.unit)
    shown = used.union(
        program.cells[key].by_name.values(),
        *(atoms.free_symbols(item.value) for item in entry.values.definitions),
    )
    commons = program.effects[key].commons.items()
    return {cell: label for cell, label in commons if cell in shown}


def labels_of(
    entry: EntryAnalysis, program: ProgramEffects, commons: Mapping[Cell, str]
) -> dict[str, str]:
    """Return names to show for symbols whose own name is not shown: inputs and loop indices."""
    unit = entry.unit
    labels = {**dict(_dummies(entry, program)), **commons}
    for symbol_name, read in entry.values.reads.items():
        labels[symbol_name] = _spelling(unit, read.variable)
    for info in entry.values.loops.values():
        is_variable = info.variable is None or info.variable.as_symbol == info.index.name
        shown = info.name if is_variable else None
        labels[info.index.name] = shown or f"iteration of {info.path}"
    if entry.values.thread is not None:
        labels[THREAD] = "thread"
    return labels


# --- what values stand for ------------------------------------------------------------------------


def _typed(
    parameter: Parameter, types: Mapping[str, Coding], lengths: Mapping[str, int]
) -> Parameter:
    coding = types.get(parameter.symbol)
    if coding is None:
        return parameter
    return replace(parameter, type=coding, length=lengths.get(parameter.symbol))


def types_of(
    entry: EntryAnalysis, program: ProgramEffects, commons: Collection[Cell]
) -> dict[str, Coding]:
    """Return how values are coded that are no integers, by symbol."""
    found = _variables(entry, program, commons)
    codings = {symbol: coding_of(variable.type) for symbol, variable in found}
    return {symbol: item for symbol, item in codings.items() if item is not Coding.INTEGER}


def _lengths(
    entry: EntryAnalysis, program: ProgramEffects, commons: Collection[Cell]
) -> dict[str, int]:
    """How many characters the codes of texts have, where that is fixed."""
    found: dict[str, int] = {}
    for symbol, variable in _variables(entry, program, commons):
        if variable.type is Type.CHARACTER:
            size = OPEN_TEXT if is_of_any_length(variable) else variable.size_bytes
            if size is not None:
                found[symbol] = size
    return found


def _variables(
    entry: EntryAnalysis, program: ProgramEffects, commons: Collection[Cell]
) -> Iterator[tuple[str, Symbol]]:
    """The variables that symbols stand for, whichever unit declares them."""
    unit, values = entry.unit, entry.values
    for name in unit.every_dummy:
        yield input_name(unit.name, name), unit.symbols[name]
    for symbol, read in values.reads.items():
        yield symbol, unit.symbols[array_of(read.variable)]
    by_spelling = {unit.symbols[name].spelling: name for name in unit.symbols}
    for symbol, unknown in values.unknowns.items():
        variable = unit.symbols.get(by_spelling.get(unknown.variable, unknown.variable))
        if variable is not None:
            yield symbol, variable
    yield from program.typed([cell for cell in commons if " " in cell])


# What a condition tests whose truth only a run can tell, in words.


_MOST_TESTED = 3
_TYPE_WORDS = {
    Type.INTEGER: "an integer",
    Type.LOGICAL: "a logical",
    Type.CHARACTER: "a character",
    Type.COMPLEX: "a complex",
    Type.DOUBLE_COMPLEX: "a complex",
}


def tested(condition: Expr, unit: Unit) -> str:
    """Return what a condition tests, for instance ``A(...), elements of a real array``.

    Values that can be traced are named only if there are no others.
    """
    found = list(dict.fromkeys(_tested(condition, unit)))
    data = [text for is_data, text in found if is_data] or [text for _, text in found]
    more = f" and {len(data) - _MOST_TESTED} more" if len(data) > _MOST_TESTED else ""
    return "; ".join(data[:_MOST_TESTED]) + more


def _tested(node: Expr, unit: Unit) -> Iterator[tuple[bool, str]]:
    """Yield what is tested, and whether it is data rather than a value that is traced."""
    match node:
        case ex.Element(array=name, type=kind) | ex.Section(array=name, type=kind):
            yield True, f"{_written(name, unit)}(...), an element of {_type_words(kind)} array"
        case ex.Variable(name=name, type=kind):
            is_data = kind not in (Type.INTEGER, Type.LOGICAL, Type.CHARACTER)
            yield is_data, f"{_written(name, unit)}, {_type_words(kind)} variable"
        case ex.FunctionCall(name=name):
            yield True, f"{_written(name, unit)}(...), a function"
        case ex.Field() | ex.OpaqueExpr():
            yield True, "something not modelled"
        case _:
            for child in children(node):
                yield from _tested(child, unit)


def _written(name: str, unit: Unit) -> str:
    symbol = unit.symbols.get(name)
    return symbol.spelling if symbol is not None and symbol.spelling else name


def _type_words(kind: Type) -> str:
    return _TYPE_WORDS.get(kind, "a real")
