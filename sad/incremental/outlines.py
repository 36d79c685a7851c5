"""A unit without its statements: what the whole program needs to know of it before any analysis."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING, Any

from sad.analysis.calls.summary import CallLink, Definition, Links, entries_of, links_of
from sad.analysis.values.cells import array_of, blocks_of, cells_of, load_values, placed_in_common
from sad.analysis.values.common_names import spelled
from sad.diagnostics import Span
from sad.ir.expr import Type
from sad.ir.program import Storage, Symbol, Unit, UnitKind
from sad.model.code_lines import Places
from sad.records import record, replace
from sad.stubs.defaults import called_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.calls.facts import UnitFacts
    from sad.analysis.values.cells import Placed
    from sad.incremental.sources import Sources
    from sad.ir.program import Program

Json = Any


@record
class Outline:
    """One unit. ``unit`` has its names but no statements, and of its symbols only COMMON blocks.

    ``placed`` are the cells of COMMON blocks it lays out, ``shown`` its names for them, ``typed`` types
    and sizes of those that are no integers, ``initial`` load-time values. ``key`` stands for everything
    the source says of it. ``asks`` tells that it looks partners up in tables that other units fill.
    ``shape`` stands for what its file says, wherever that stands.
    """

    unit: Unit
    key: str
    links: Links
    placed: tuple[Placed, ...]
    typed: tuple[tuple[str, str, int | None], ...]
    shown: tuple[tuple[str, str], ...]
    initial: tuple[tuple[str, int], ...]
    asks: bool
    shape: str


def outline_of(unit: Unit, key: str, facts: UnitFacts) -> Outline:
    """Return the outline of a unit with these facts."""
    from sad.analysis.calls.partner_tables import asks_others  # noqa: PLC0415 - as ``facts``

    elements = {name for name in facts.controlling if array_of(name) != name}
    cells = cells_of(unit, facts.mentioned, elements)
    placed = tuple(placed_in_common(unit, cells))
    mine = {cell for _, cell, _, _ in placed}
    common = [(name, cell) for name, cell in cells.by_name.items() if cell in mine]
    found = ((cell, unit.symbols[array_of(name)]) for name, cell in common)
    typed = tuple((cell, item.type.value, item.size_bytes) for cell, item in found if " " in cell)
    shown = tuple(spelled(unit, cells))
    links = links_of(unit, facts)
    initial = tuple(load_values(unit, cells))
    asks = asks_others(unit, facts)
    return Outline(_light_unit(unit), key, links, placed, typed, shown, initial, asks, key)


def _light_unit(unit: Unit) -> Unit:
    """A unit without statements, and without symbols but its COMMON blocks."""
    symbols = {block: _block(block) for block in sorted(blocks_of(unit))}
    nothing = {"declarations": (), "body": (), "header": None, "end": None, "sequential": ()}
    return replace(unit, symbols=symbols, **nothing)


# --- as JSON ---------------------------------------------------------------------------------------


def outline_to_json(outline: Outline) -> Json:
    """Return an outline as JSON, without its key."""
    unit, links, span = outline.unit, outline.links, Places().span
    return [
        [unit.name, unit.kind, unit.dummies, unit.result, span(unit.span)],
        [unit.host, unit.spelling, unit.hidden, list(unit.symbols)],
        [links.definitions, links.entries, [(*call[:-1], span(call.span)) for call in links.calls]],
        [outline.placed, outline.typed, outline.shown, outline.initial, outline.asks],
    ]


_tuples: dict[tuple[Any, ...], tuple[Any, ...]] = {}
_blocks: dict[str, Symbol] = {}


def _text(item: Any) -> Any:
    """The same text, once in memory: names of files and variables come in thousands of units."""
    return intern(item) if isinstance(item, str) else item


def _tuple(items: Json) -> tuple[Any, ...]:
    """A tuple of what a JSON array holds; equal ones are one."""
    found = tuple(map(_text, items))
    return _tuples.setdefault(found, found)


def _place(value: Json) -> Span:
    file, *others = value
    return Span(_text(file), *others)


def _block(name: str) -> Symbol:
    known = _blocks.get(name)
    if known is None:
        known = _blocks[name] = Symbol(name, Type.INTEGER, Storage.COMMON, block=name)
    return known


def outline_from_json(value: Json, key: str, shape: str) -> Outline:
    """Return the outline in a JSON value. What many units have in common is there once."""
    (name, kind, dummies, result, span), (host, spelling, hidden, blocks), links, cells = value
    symbols = {_text(block): _block(block) for block in blocks}
    unit = Unit(
        _text(name),
        UnitKind(kind),
        _tuple(dummies),
        _text(result),
        symbols,
        (),
        (),
        _place(span),
        host=host,
        spelling=spelling,
        hidden=_tuple(hidden),
    )
    definitions, entries, calls = links
    placed, typed, shown, initial, asks = cells
    return Outline(
        unit,
        key,
        Links(
            tuple(Definition(_text(name), _tuple(names)) for name, names in definitions),
            _tuple(entries),
            tuple(
                CallLink(_text(name), through, repeated, written, _tuple(names), _place(place))
                for name, through, repeated, written, names, place in calls
            ),
        ),
        _tuple(map(_tuple, placed)),
        _tuple(map(_tuple, typed)),
        _tuple(map(_tuple, shown)),
        _tuple(map(_tuple, initial)),
        asks,
        shape,
    )


class Mentioned:
    """What units of a program say of procedures: by their outlines, or else their statements."""

    def __init__(self, program: Program, sources: Sources) -> None:
        self._links: dict[tuple[str, int, str], Links] = {}
        for file in program.files:
            for outline in sources.outlines(file.path) or ():
                self._links[_key_of(outline.unit)] = outline.links

    def links(self, unit: Unit) -> Links:
        """Return the links of a unit."""
        from sad.stubs.link import own_links  # noqa: PLC0415 - slow to import

        known = self._links.get(_key_of(unit))
        return own_links(unit) if known is None else known

    def names(self, unit: Unit, language: str) -> Iterable[str]:
        """Return the names that a unit may call or pass procedures by."""
        known = self._links.get(_key_of(unit))
        if known is None:
            return called_names(unit, language)
        return (*known.called(), *known.handed())

    def defined(self, unit: Unit) -> tuple[Definition, ...]:
        """Return the names by which a unit can be called."""
        known = self._links.get(_key_of(unit))
        return entries_of(unit) if known is None else known.definitions


def _key_of(unit: Unit) -> tuple[str, int, str]:
    return unit.span.file, unit.span.line, unit.name
