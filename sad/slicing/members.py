"""What a callee reaches through an argument that is a pointer to a structure: its members.

Where a call names no members (it goes through a pointer, or the argument is a call itself), they are
found from the address that is passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.fold import element_total
from sad.slicing.storage import component_of, root_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.ir.program import Unit
    from sad.slicing.names import UnitNames


def reached(
    names: UnitNames, unit: Unit, argument: tuple[str, str], starts: Mapping[str, str], why: str
) -> list[str]:
    """Return the texts of a hidden argument: its name in the callee, and how it is handed over.

    ``starts`` are the addresses passed, by the names in the callee; ``why`` is the value otherwise.
    """
    dummy, how = argument
    place = _place(names, unit, dummy, starts)
    memory = unit.symbols[dummy].memory
    if place is None or memory is None or how not in ("place", "value"):
        return [f"Elsewhere({why})", "0"] if how == "place" else [why]
    heap = names.heap(memory)
    return [heap, place] if how == "place" else [f"{heap}[{place}]"]


def _place(names: UnitNames, unit: Unit, name: str, starts: Mapping[str, str]) -> str | None:
    """The place of a member of what an argument leads to; None if that is not followed."""
    symbol = unit.symbols.get(name)
    if symbol is None or symbol.memory is None:
        return None
    above = symbol.reached[-1] if symbol.reached else root_of(name)
    start = starts.get(above)
    if start is None and above != name:
        pointer = unit.symbols.get(above)
        start = _place(names, unit, above, starts)
        if start is None or pointer is None or pointer.memory is None or pointer.dimensions:
            return None
        start = f"{names.heap(pointer.memory)}[{start}]"
    if start is None:
        return None
    is_row = name == f"{above}[]"
    component = component_of(symbol)
    if component and names.is_parted(symbol):
        room = element_total(symbol.dimensions, unit.symbols)
        start = f"part({start}, {component!r}, 0, {room})"
        return f"movable({start})" if symbol.dimensions else f"single({start})"
    return f"movable(({start}, 0))" if symbol.dimensions and not is_row else start
