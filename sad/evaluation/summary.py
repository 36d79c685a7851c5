"""What a report on a library needs of one unit by itself.

It is made where the unit's formulas are at hand, which whoever puts the report together does without.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.simplify import extent_symbols, product_facts
from sad.algebra.text import Printer
from sad.model.expand import expand
from sad.model.nodes import EMPTY, Description
from sad.model.parameters import Class, Kind
from sad.records import record
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.poly import Monomial, Poly
    from sad.model.expand import Expansion
    from sad.model.nodes import UnitDescription
    from sad.model.parameters import Parameter


@record
class Facts:
    """Of one unit: its highest degree (None without blocks), and how many lines rest on exact counts
    and how many do not."""

    degree: int | None
    exact: int
    open: int


@record
class Summary:
    """One unit. ``unit`` is the unit without its formulas, ``facts`` are what its own parameters tell.

    ``used`` are the symbols of its counts, ``externals`` the procedures it calls that are not there,
    ``limits`` the symbols in the limits of parameters. ``extents`` and ``products`` are the symbols and
    their products inside conditions (``extent_symbols``, ``product_facts``). ``sites`` are the places
    where messages are passed. ``is_apart`` tells that its calls depend on nothing that its blocks do
    not depend on, ``is_plain`` that no block always runs a number of times that is none.
    """

    unit: UnitDescription
    used: frozenset[str]
    externals: tuple[str, ...]
    limits: Mapping[str, frozenset[str]]
    extents: frozenset[str]
    products: frozenset[Monomial]
    operations: tuple[str, ...]
    sites: int
    has_messages: bool
    facts: Facts
    is_apart: bool
    is_plain: bool


def expanded(unit: UnitDescription) -> Expansion:
    """Return the counts of a unit by itself, its calls left open."""
    return expand(Description((), 0, (unit,), {}), None)


def summary_of(unit: UnitDescription, expansion: Expansion) -> Summary:
    """Return the summary of a unit whose ``expanded`` counts are given."""
    polys = list(dict.fromkeys(block.count for block in expansion.blocks))
    used = frozenset[str]().union(*map(atoms.free_symbols, polys))
    messages = expansion.messages
    lines = (line for block in expansion.blocks for line in block.block.lines)
    own = {item.symbol: item for item in reversed(unit.parameters)}
    return Summary(
        replace(unit, tree=EMPTY, parameters=bare(unit.parameters), definitions=(), loops=()),
        used,
        tuple(name for name, count in expansion.externals.items() if count),
        limits_of(unit.parameters),
        frozenset(extent_symbols(polys)),
        frozenset(
            monomial
            for monomial in product_facts(polys)
            if len(monomial) > 1 and all(atoms.definition(name) is None for name in monomial)
        ),
        tuple(dict.fromkeys(name for line in lines for name in line.operations)),
        len({item.id for item in messages if item.message.primitive != "local"}),
        bool(messages),
        facts_of(expansion, own, unit.types),
        _is_apart(expansion, used),
        all(_is_number_of_times(poly) for poly in polys if not atoms.free_symbols(poly)),
    )


def _is_number_of_times(count: Poly) -> bool:
    """Whether a constant is a number of times that something can run."""
    return count.as_integer is not None and count.as_integer >= 0


def _is_apart(expansion: Expansion, used: frozenset[str]) -> bool:
    """Calls of what is not there run as often as blocks do, so they add nothing to what is used."""
    known = [count for count in expansion.externals.values() if count]
    if not frozenset[str]().union(*map(atoms.free_symbols, known)) <= used:
        return False
    inside = atoms.atoms_inside(block.count for block in expansion.blocks)
    return atoms.atoms_inside(known) <= inside


def limits_of(parameters: Iterable[Parameter]) -> dict[str, frozenset[str]]:
    """Return the symbols that limits of parameters depend on, by the parameter's."""
    limits: dict[str, frozenset[str]] = {}
    for item in parameters:
        if item.limit is not None:
            before = limits.get(item.symbol, frozenset[str]())
            limits[item.symbol] = before | atoms.free_symbols(item.limit)
    return limits


def bare(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Return parameters without their formulas."""
    return tuple(
        item
        if item.limit is None and item.definition is None
        else replace(item, limit=None, definition=None)
        for item in parameters
    )


# --- what parameters tell of counts ---------------------------------------------------------------


def facts_of(
    expansion: Expansion, parameters: Mapping[str, Parameter], types: Mapping[str, Coding]
) -> Facts:
    """Return the facts of a unit, given what is declared."""
    printer = Printer(
        str,
        lambda symbol: weight(parameters.get(symbol)),
        coding=lambda symbol: types.get(symbol, Coding.INTEGER),
    )
    degrees: dict[Poly, int] = {}
    opened: dict[Poly, bool] = {}
    lines = {True: 0, False: 0}
    for block in expansion.blocks:
        count = block.count
        if count not in degrees:
            degrees[count] = max(map(printer.degree, count.terms), default=0)
            opened[count] = any(
                is_open(symbol, parameters.get(symbol)) for symbol in atoms.free_symbols(count)
            )
        lines[opened[count]] += sum(line.starts for line in block.block.lines)
    return Facts(max(degrees.values(), default=None), lines[False], lines[True])


def weight(parameter: Parameter | None) -> int:
    """What a symbol counts for the degree (``View.weight``)."""
    return int(parameter is None or parameter.kind is not Kind.PROBABILITY)


def is_open(symbol: str, parameter: Parameter | None) -> bool:
    """Whether only a run can tell a symbol's value (``Model.is_determined`` without an entry)."""
    if parameter is None:
        return is_unresolved(symbol)
    return parameter.kind is Kind.TRIP_COUNT or parameter.cls is Class.INDETERMINATE
