"""A program's slice as Python source: all units that a run may start, static data, and the start."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.analysis.cfg.components import members
from sad.files import digest
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.fold import constant_text, fitted_text
from sad.ir.program import Storage, UnitKind
from sad.ir.runs import Run
from sad.records import record
from sad.slicing.ahead import Ahead
from sad.slicing.broken import FAILURES, broken_at, lines_of, piece_name, span_of
from sad.slicing.calls import (
    CallSites,
    base_name,
    meeting_classes,
    passed,
    targets_of,
    with_called_pointers,
)
from sad.slicing.expressions import real_constant
from sad.slicing.names import LETTERS, POINTERS
from sad.slicing.relevance import Slice
from sad.slicing.signatures import Signatures
from sad.slicing.storage import Layout, elements, is_static
from sad.slicing.unit_code import UnitCode

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from types import CodeType

    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span
    from sad.ir.program import Unit
    from sad.slicing.signatures import Given, Key, Place, Site
    from sad.slicing.storage import Cell

_STOP = (
    *("w = 1", "def stop(where=None):"),
    *("    if w != 1:", "        raise RepeatError", "    raise StopError(where)"),
)


@record
class Talk:
    """Calls of a routine of MPI on a line: their counts, and in which units they are, by key."""

    line: str
    routine: str
    sites: tuple[int, ...]
    units: frozenset[str]


@record
class Source:
    """The generated program, compiled in pieces; ``key`` stands for all of it.

    ``sites`` are the blocks of its counts, ``places`` those of its notes, ``watched`` those of values
    that are noted, by name. ``regions`` are what branches decide: blocks of an entry, and units by
    their keys; ``by_block`` has the counts of each block.
    ``talking`` are the counts of blocks that call MPI, and the units of these. ``made_of`` says by
    piece and line of the code which of the ``lines`` (``file:line``) it is made of; ``start`` is where
    the first unit is. ``noted`` has the counts of blocks where values are kept, by the places of
    these. ``ahead`` tells which counts are open where a run was cut short.
    """

    code: tuple[CodeType, ...]
    key: str
    constants: Mapping[str, tuple[str, str]]
    sites: tuple[Site, ...]
    regions: tuple[tuple[Key, int, frozenset[str]], ...]
    by_block: Mapping[tuple[Key, int], list[int]]
    places: tuple[Span, ...]
    cells: Mapping[Cell, tuple[tuple[str, int, int | None], ...]]
    opened: tuple[tuple[int, frozenset[Cell], bool], ...]
    messages: tuple[Talk, ...]
    talking: frozenset[int | str]
    watched: tuple[tuple[Span, str], ...]
    made_of: tuple[tuple[int | None, ...], ...]
    lines: tuple[str, ...]
    start: Span
    noted: Mapping[Place, tuple[int, ...]]
    ahead: Ahead

    def region(self, number: int) -> tuple[list[int], frozenset[str]]:
        """Return the counts that a branch decides, and the units it may start."""
        key, blocks, units = self.regions[number]
        sites = [site for block in members(blocks) for site in self.by_block.get((key, block), ())]
        return sites, units


class _Writer:
    """Writes a program, once its signatures are known."""

    def __init__(self, signatures: Signatures, check: Callable[[], None]) -> None:
        self._signatures = signatures
        self._check = check
        self._texts: list[str] = []

    def source(self, arguments: Container[str], *, repeats: bool) -> Source:
        """Return the whole program; ``arguments`` are the entry's dummy arguments with values."""
        start = self._signatures.reached[0]
        codes = [
            UnitCode(entry, number, self._signatures.slice, self._signatures, repeats=repeats)
            for number, entry in enumerate(self._signatures.reached)
        ]
        functions = [self._compiled(code.source()) for code in codes]
        initial = self._initial(codes) if start.unit.kind is UnitKind.PROGRAM else []
        self._signatures.at(start.unit.span)
        call = f"{self._signatures.function(0)}({', '.join(self._arguments(start, arguments))})"
        cells = self._cells(codes)
        setup = [f"{name} = {text}" for name, text in self._signatures.globals.items()]
        messages = self._messages()
        talking = {item for talk in messages for item in (*talk.sites, *talk.units)}
        rest = [*_STOP, *initial, "def main():", "    global w", f"    {call}"]
        constants = {name: key for key, name in self._signatures.constants.items()}
        code = (self._compiled("\n".join(setup)), *functions, self._compiled("\n".join(rest)))
        regions = tuple(self._signatures.regions)
        opened = tuple(
            (region, frozenset(lost), stops)
            for region, lost, stops in self._signatures.opened_calls
        )
        facts = (
            *(constants, self._signatures.sites, self._signatures.places, sorted(cells.items())),
            *(self._signatures.watched, [(*at, sorted(units)) for *at, units in regions]),
            [(region, sorted(lost), stops) for region, lost, stops in opened],
        )
        made_of = tuple(map(lines_of, self._texts))
        lines = tuple(self._signatures.lines)
        return Source(
            code,
            digest(*self._texts, *map(repr, facts)),
            constants,
            tuple(self._signatures.sites),
            regions,
            self._by_block,
            tuple(self._signatures.places),
            cells,
            opened,
            messages,
            frozenset(talking),
            tuple(self._signatures.watched),
            made_of,
            lines,
            start.unit.span,
            self._noted(),
            Ahead(self._signatures, made_of, lines),
        )

    def _compiled(self, text: str) -> CodeType:
        """Compile one piece: the whole at once takes much memory."""
        self._check()
        self._texts.append(text)
        return compile(text, piece_name(len(self._texts) - 1), "exec", dont_inherit=True)

    def _messages(self) -> tuple[Talk, ...]:
        """The calls of MPI, in the order of their numbers."""
        by_block = self._by_block
        found: list[Talk] = []
        places = zip(self._signatures.message_places, self._signatures.message_blocks, strict=True)
        for (line, routine), blocks in places:
            sites = [index for key, block in blocks for index in by_block.get((key, block), ())]
            units = frozenset(key[0] for key, _ in blocks)
            found.append(Talk(line, routine, tuple(sites), units))
        return tuple(found)

    def _noted(self) -> dict[Place, tuple[int, ...]]:
        return {
            place: tuple(index for block in blocks for index in self._by_block.get(block, ()))
            for place, blocks in self._signatures.noted_blocks.items()
        }

    @cached_property
    def _by_block(self) -> dict[tuple[Key, int], list[int]]:
        found: dict[tuple[Key, int], list[int]] = {}
        for (key, block, _), index in self._signatures.sites.items():
            found.setdefault((key, block), []).append(index)
        return found

    def _initial(self, codes: list[UnitCode]) -> list[str]:
        """The lines that give static data its load-time values."""
        lines: list[str] = []
        cleared: dict[str, None] = {}
        seen: set[str] = set()
        for code, entry in zip(codes, self._signatures.reached, strict=True):
            if entry.unit.key in seen:
                continue
            seen.add(entry.unit.key)
            for name, symbol in entry.unit.symbols.items():
                is_common = symbol.storage is Storage.COMMON
                has_value = symbol.initial is not None or symbol.runs
                if is_common or is_static(entry.unit, symbol):
                    self._signatures.at(entry.unit.span)
                    made = code.statements.cleared(name)
                    cleared.update(dict.fromkeys(made))
                    lines += code.statements.initial(name) if has_value else []
        for unit in self._signatures.analysis.program.units:
            if unit.kind in (UnitKind.BLOCK_DATA, UnitKind.MODULE):
                lines += self._block_data(unit)
        return [*cleared, *lines]

    def _block_data(self, unit: Unit) -> list[str]:
        lines: list[str] = []
        for name, symbol in unit.symbols.items():
            if symbol.storage is not Storage.COMMON or not (symbol.initial or symbol.runs):
                continue
            if not self._signatures.slice.is_relevant(unit, name) or not symbol.size_bytes:
                continue
            memory = f"G{self._signatures.slice.layout.group(unit, symbol)}"
            shared = self._signatures.globals
            layout = self._signatures.slice.layout
            shared.setdefault(memory, layout.made(unit, symbol, shared.setdefault))
            place = (symbol.offset or 0) // symbol.size_bytes
            runs = symbol.runs or (Run((symbol.initial,)),)
            for run in runs:
                values = [_literal(item, symbol.size_bytes, unit) for item in run.items]
                lines.append(f"fill({memory}, {place}, ({', '.join(values)},), {run.times})")
                place += len(values) * run.times
        return lines

    def _arguments(self, start: EntryAnalysis, arguments: Container[str]) -> list[str]:
        texts: list[str] = []
        words = self._command_line(start)
        for dummy, how in self._signatures.of_entry(start):
            outside = self._signatures.unknown(f"{dummy} comes from the caller")
            value = f"ARGUMENTS[{dummy!r}]" if dummy in arguments else outside
            symbol = start.unit.symbols.get(dummy)
            if dummy in arguments and symbol is not None and symbol.type is Type.REAL:
                value = f"f32({value})"
            if dummy == words and how in ("place", "value"):
                is_array = symbol is not None and bool(symbol.dimensions)
                place = (
                    f"command_line(WORDS, HEAP, {self._memory(POINTERS)}, {self._memory(LETTERS)})"
                )
                place = f"*{place}" if is_array else f"{place}[1]"
                texts.append(place if is_array or how == "value" else f"of_value({place}), 0")
                continue
            match how:
                case "place" if symbol is not None and symbol.dimensions:
                    texts += [f"Elsewhere({outside})", "0"]
                case "place":
                    texts += [f"of_value({value})", "0"]
                case "value":
                    texts.append(value)
                case "address" | "procedure":
                    texts.append(outside)
                case _:
                    pass
        return texts

    def _command_line(self, start: EntryAnalysis) -> str | None:
        """The argument of C's ``main`` that is the command line, where that is given."""
        dummies = start.unit.every_dummy
        is_main = start.name == "main" and self._signatures.is_wide
        return (
            dummies[1] if is_main and self._signatures.has_arguments and len(dummies) > 1 else None
        )

    def _memory(self, memory: str) -> str:
        name, text = self._signatures.slice.layout.heap_memory(memory)
        self._signatures.globals.setdefault(name, text)
        return name

    def _cells(self, codes: list[UnitCode]) -> dict[Cell, tuple[tuple[str, int, int | None], ...]]:
        """Where cells are that more than one unit sees: memory, first place, and how many."""
        found: dict[Cell, set[tuple[str, int, int | None]]] = {}
        for code, entry in zip(codes, self._signatures.reached, strict=True):
            for name, symbol in entry.unit.symbols.items():
                if not self._signatures.slice.is_relevant(entry.unit, name):
                    continue
                cell = self._signatures.slice.layout.cell(entry.unit, name)
                spot = code.statements.static_spot(name)
                if spot is not None:
                    count = 1 if not symbol.dimensions else elements(symbol, entry.unit)
                    found.setdefault(cell, set()).add((spot[0], spot[1], count))
        return {cell: tuple(sorted(places, key=repr)) for cell, places in found.items()}


def _literal(node: ex.Expr | None, size: int, unit: Unit) -> str:
    text = None if node is None else constant_text(node, unit.symbols)
    if text is not None:
        return repr(fitted_text(text, size))
    if isinstance(node, ex.Constant):
        if node.type in (Type.INTEGER, Type.LOGICAL):
            return repr(node.value)
        if node.type in (Type.REAL, Type.DOUBLE):
            return real_constant(str(node.value), node.type) or "None"
    if isinstance(node, ex.Unary) and node.operator is ex.Operator.NEG:
        inner = _literal(node.operand, size, unit)
        return "None" if inner == "None" else f"-{inner}"
    return "None"


class SlicedProgram:
    """The slices of what an entry of a program runs, each written and compiled once.

    A slice is for places that have values, not for the values.
    """

    def __init__(self, analysis: ProgramAnalysis, start: EntryAnalysis) -> None:
        self._analysis = analysis
        self._start = start
        self._sites = CallSites()
        self._reached = _reached(analysis, start, self._sites)
        self.blocks = sum(len(entry.forest.order) for entry in self._reached)
        units = list({entry.unit.key: entry.unit for entry in self._reached}.values())
        self._graph, self._pointers = with_called_pointers(units, analysis.graph, self._sites)
        meeting = meeting_classes(units, self._graph, self._sites)
        self._layout = Layout(analysis.program.units, meeting)
        self._slices: dict[tuple[bool, bool, bool, bool], Slice] = {}
        self._sources: dict[object, Source] = {}

    def source(
        self, given: Given, check: Callable[[], None], *, reals: bool, repeats: bool
    ) -> Source:
        """Return the slice, as a Python program, with real data or without, and with loops that run
        once for all iterations or without. ``check`` raises when it takes too long. Raises
        ``BrokenSliceError`` at a statement that cannot be written.
        """
        key = (reals, repeats, given.form)
        known = self._sources.get(key)
        if known is None:
            found = self._slice(given, check, reals=reals)
            signatures = Signatures(self._analysis, self._reached, found, given)
            try:
                known = _Writer(signatures, check).source(given.arguments, repeats=repeats)
            except FAILURES as error:
                raise broken_at(error, span_of(signatures.line, self._start.unit.span)) from error
            self._sources[key] = known
        return known

    def _slice(self, given: Given, check: Callable[[], None], *, reals: bool) -> Slice:
        key = (reals, given.text is not None, bool(given.files), given.of_ranks)
        known = self._slices.get(key)
        if known is None:
            units = list({entry.unit.key: entry.unit for entry in self._reached}.values())
            stubs = (file for file in self._analysis.program.files if file.language == "stub")
            outside = frozenset(unit.key for file in stubs for unit in file.units)
            known = Slice(
                *(units, self._graph, self._sites, self._layout, outside, check),
                pointers=self._pointers,
                reals=reals,
                has_standard=given.text is not None,
                has_files=bool(given.files),
                of_ranks=given.of_ranks,
            )
            self._slices[key] = known
        return known


def _reached(
    analysis: ProgramAnalysis, start: EntryAnalysis, sites: CallSites
) -> tuple[EntryAnalysis, ...]:
    """All entries that a run may start, the first one first."""

    by_key: dict[Key, EntryAnalysis] = {
        (entry.unit.key, entry.name): entry for entry in analysis.entries
    }
    found: dict[Key, EntryAnalysis] = {}
    stack = [start]
    while stack:
        entry = stack.pop()
        key = (entry.unit.key, entry.name)
        if key in found:
            continue
        found[key] = entry
        names: set[Key] = set()
        for call in sites.inside(entry.unit):
            for procedure in targets_of(call, entry.unit, analysis.graph):
                names.add((procedure.unit.key, procedure.name))
            for actual in passed(call):
                name = base_name(actual)
                procedure = None if name is None else analysis.graph.procedure(name, entry.unit)
                if procedure is not None:
                    names.add((procedure.unit.key, procedure.name))
        stack.extend(by_key[name] for name in sorted(names) if name in by_key)
    return tuple(found.values())
