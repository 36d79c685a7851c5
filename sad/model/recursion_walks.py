"""Units that call themselves in any way their inputs tell, as recurrences.

``fib(n)`` calls itself with ``n - 1`` and ``n - 2``: no formula of our own says how often it starts,
but the recurrence does, wherever n is a number. A count is the sum over all activations of what one
activation counts, in terms of its inputs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.domains import Visit
from sad.algebra.kinds import Function, Recurrence, Started
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.recurrences import opened
from sad.model.recursion import Start, recursive_calls
from sad.symbols import CALLERS, NPROCS, NTHREADS, RANK, index_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.model.nodes import UnitDescription
    from sad.model.walks.terms import CallTerm

_STEADY = frozenset((RANK, NPROCS, NTHREADS, CALLERS))
_Inputs = dict[str, dict[str, str]]
"""Of each unit the inputs that are known in every activation, with the names they have inside."""


def starts_through(
    unit: UnitDescription, units: Mapping[str, UnitDescription]
) -> list[Start] | None:
    """Return the activations of all units that a call of a recursive one starts, unit by unit.

    None if something else than known inputs decides which they are. ``units`` are those to be
    followed, by name. It is taken for granted that the recursion ends.
    """
    calls = _calls_of(unit, units)
    if calls is None:
        return None
    known = _known(units, calls)
    functions: list[Function] = []
    names = list(calls)
    for name in names:
        function = _function(units[name], names, known, calls[name])
        if function is None:
            return None
        functions.append(function)
    start = tuple(map(Poly.symbol, known[unit.name]))
    walk = Recurrence(tuple(functions), start)
    found: list[Start] = []
    for number, name in enumerate(names):
        own = units[name].recursion
        assert own is not None
        inside = {**own.values, **known[name]}
        values = {item: Poly.symbol(symbol) for item, symbol in inside.items()}
        visit = Visit(index_name(name, "activation"), ZERO, ZERO, None, walk, number)
        found.append(Start(name, (visit,), ONE, values))
    return found


def _calls_of(
    unit: UnitDescription, units: Mapping[str, UnitDescription]
) -> dict[str, list[CallTerm]] | None:
    """The recursive calls of all units that a unit reaches through such calls, itself first."""
    found: dict[str, list[CallTerm]] = {}
    left = [unit.name]
    while left:
        name = left.pop(0)
        if name in found:
            continue
        calls = recursive_calls(units[name]) if name in units else None
        if calls is None:
            return None
        found[name] = calls
        left += [term.call.target for term in calls if term.call.target is not None]
    return found


def _known(
    units: Mapping[str, UnitDescription], calls: Mapping[str, Sequence[CallTerm]]
) -> _Inputs:
    """The inputs that every call gives from known ones."""
    found: _Inputs = {}
    for name in calls:
        own = units[name].recursion
        assert own is not None
        labels = [units[name].labels.get(item, item) for item in own.values]
        shown = [item.removeprefix(f"{name}.") for item in labels]
        shown = shown if len({*shown}) == len(shown) else list(own.values)
        found[name] = {
            item: index_name(name, text) for item, text in zip(own.values, shown, strict=True)
        }
    while True:
        unknown = {
            (term.call.target, item)
            for name, terms in calls.items()
            for term in terms
            if term.call.target is not None
            for item in found[term.call.target]
            if not _is_known(term.call.bindings.get(item), found[name], term)
        }
        if not unknown:
            return found
        for name, item in unknown:
            del found[name][item]


def _is_known(value: Poly | None, inputs: Mapping[str, str], term: CallTerm) -> bool:
    if value is None:
        return False
    indices = [index.name for index in term.context.indices]
    return atoms.free_symbols(value) <= _STEADY.union(inputs, indices)


def _function(
    unit: UnitDescription, names: Sequence[str], known: _Inputs, calls: Sequence[CallTerm]
) -> Function | None:
    """What an activation of a unit starts, in terms of its inputs; None if more decides that."""
    values = {name: Poly.symbol(symbol) for name, symbol in known[unit.name].items()}
    found: list[Started] = []
    for term in calls:
        assert term.call.target is not None
        indices, weight = term.context.indices, opened(term.context.weight)
        used = term.context.formulas()
        allowed = _STEADY.union(known[unit.name], (index.name for index in indices))
        if not all(atoms.free_symbols(item) <= allowed for item in used):
            return None  # of a loop over rows, too, only the mean may be known
        inputs = tuple(bind(term.call.bindings[name], values) for name in known[term.call.target])
        ranges = tuple(
            (index.name, bind(index.first, values), bind(index.last, values)) for index in indices
        )
        weight = bind(weight, values)
        if weight:
            found.append(Started(names.index(term.call.target), ranges, weight, inputs))
    return Function(unit.entry, tuple(known[unit.name].values()), ZERO, tuple(found))
