"""Calls of MPI that make groups of ranks and grids, and that ask for places in them."""

from __future__ import annotations

from functools import reduce
from operator import mul
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import is_zero, not_negative
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.messages.communicators import (
    NULL,
    UNDEFINED,
    choose,
    grid,
    nprocs,
    split,
    subgrid,
)
from sad.analysis.messages.handles import derived, size_of
from sad.parallel import GRID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.messages.arguments import Arguments
    from sad.analysis.messages.scope import Outputs, Scope


def _comm_rank(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    scope.set(given, "rank", scope.named(given, "rank"), outputs)


def _comm_size(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    scope.set(given, "size", scope.named(given, "size"), outputs)


def _comm_group(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    handle = given.known("comm")
    if handle is not None:  # the group of a communicator goes by its handle
        scope.set(given, "group", handle, outputs)


def _group_rank(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    scope.set(given, "rank", scope.named(given, "rank", name="group"), outputs)


def _group_size(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    scope.set(given, "size", scope.named(given, "size", name="group"), outputs)


def _comm_dup(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    handle = given.known("comm")
    known = None if handle is None else scope.communicators.of(handle)
    if known is not None:
        scope.set(given, "newcomm", scope.communicators.add(known), outputs)
    elif handle is not None:
        scope.set(given, "newcomm", handle, outputs)  # of callers, grid and all


def _comm_split(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    color, key = given.known("color"), given.known("key")
    if color is None or key is None:
        return
    found = split(scope.communicator(given), color, key)
    if found is not None:
        handle = scope.communicators.add(found)
        if any(abs(number) >= -UNDEFINED // 2 for number in color.terms.values()):
            handle = choose(is_zero(color - UNDEFINED), Poly.constant(NULL), handle)
        scope.set(given, "newcomm", handle, outputs)


def _cart_create(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    number = given.constant("ndims")
    if number is None:
        return
    sides = given.named_elements("dims", number)
    parent = scope.communicator(given, "comm_old")
    found = grid(parent, sides, given.named_elements("periods", number))
    scope.take(given.span, *sides)
    handle = scope.communicators.add(found)
    if found.size.as_constant is not None and found.size != parent.size:
        outside = not_negative(parent.own - found.size)
        handle = choose(outside, Poly.constant(NULL), handle)
    scope.set(given, "comm_cart", handle, outputs)


def _cart_coords(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    of = given.value("rank")
    for place in range(_sides(scope, given)):
        value = scope.asked(given, "place", (place,), (of,))
        if value is not None:
            scope.set(given, "coords", value, outputs, place)


def _cart_get(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    own = scope.named(given, "rank")
    for place in range(_sides(scope, given)):
        asked = {
            "dims": scope.asked(given, "side", (place,)),
            "periods": scope.asked(given, "period", (place,)),
            "coords": scope.asked(given, "place", (place,), (own,)),
        }
        for name, value in asked.items():
            if value is not None:
                scope.set(given, name, value, outputs, place)


def _sides(scope: Scope, given: Arguments) -> int:
    """The sides of a grid: as many as there are, or as the call has room for."""
    handle = given.known("comm")
    comm = None if handle is None else scope.communicators.of(handle)
    if comm is not None:
        return len(comm.sides)
    number = given.constant("maxdims")
    return number if number is not None and 0 <= number <= len(GRID) else 0


def _cart_rank(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    handle = given.known("comm")
    comm = None if handle is None else scope.communicators.of(handle)
    if comm is not None:
        places = tuple(given.named_elements("coords", len(comm.sides)))
    else:
        found = given.elements("coords", len(GRID))
        places = tuple(value for value in found if value is not None)
    value = scope.asked(given, "there", (), places) if places else None
    if value is not None:
        scope.set(given, "rank", value, outputs)


def _cart_shift(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    side, distance = given.constant("direction"), given.known("disp")
    if side is None or distance is None:
        return
    for name, by in (("rank_source", -distance), ("rank_dest", distance)):
        value = scope.asked(given, "shift", (side,), (by,))
        if value is not None:
            scope.set(given, name, value, outputs)


def _cart_sub(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    comm = scope.communicator(given)
    kept = [value.as_constant for value in given.named_elements("remain_dims", len(comm.sides))]
    if comm.sides and None not in kept:
        found = subgrid(comm, [bool(value) for value in kept])
        scope.set(given, "newcomm", scope.communicators.add(found), outputs)


def _dims_create(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    """Sides left open (0) are chosen by MPI: the last follows, others are parameters."""
    nodes, number = given.known("nnodes"), given.constant("ndims")
    if nodes is None or number is None or number > len(GRID):
        return
    sides = given.elements("dims", number)
    if any(side is None or side.as_constant is None for side in sides):
        return
    fixed = [side for side in sides if side]
    free = len(sides) - len(fixed)
    rest = atoms.trunc_quotient(nodes, reduce(mul, [side for side in fixed if side], ONE))
    if free > 1 and (fixed or nodes != nprocs):
        return  # the names are those of the grid of all processes
    for place, side in enumerate(sides):
        chosen = side or (rest if free == 1 else Poly.symbol(GRID[place]))
        scope.set(given, "dims", chosen, outputs, place)


def grid_made(scope: Scope, given: Arguments, outputs: Outputs) -> tuple[Poly, Poly] | None:
    """Return how many places the grid of a call has and how many processes it is for."""
    number = given.constant("ndims")
    name = given.routine.name
    if number is None or name not in ("mpi_cart_create", "mpi_dims_create"):
        return None
    sides = given.elements("dims", number)
    if name == "mpi_dims_create":
        position = given.routine.position("dims")
        processes = given.known("nnodes")
        made = [outputs.get((position or 0, place)) for place in range(number)]
        sides = [new if new is not None else old for new, old in zip(made, sides, strict=True)]
    else:
        processes = scope.communicator(given, "comm_old").size
    if processes is None or any(side is None for side in sides):
        return None
    return reduce(mul, [side for side in sides if side is not None], ONE), processes


GROUP_CALLS: Mapping[str, Callable[[Scope, Arguments, Outputs], None]] = {
    "comm_rank": _comm_rank,
    "comm_size": _comm_size,
    "comm_group": _comm_group,
    "group_rank": _group_rank,
    "group_size": _group_size,
    "comm_dup": _comm_dup,
    "comm_split": _comm_split,
    "cart_create": _cart_create,
    "cart_coords": _cart_coords,
    "cart_get": _cart_get,
    "cart_rank": _cart_rank,
    "cart_shift": _cart_shift,
    "cart_sub": _cart_sub,
    "dims_create": _dims_create,
}
"""What notes the values that a call sets, by its name after ``mpi_``."""


# Calls of MPI that make datatypes: a type's handle tells its size [bytes], holes left out.

_SUM_OF_FEW = 16  # elements that are looked at one by one


def _type_contiguous(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, given.value("count"), outputs)


def _type_vector(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, given.value("count") * given.value("blocklength"), outputs)


def _type_dup(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, ONE, outputs)


def _type_indexed(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, _sum(given, "blocklengths"), outputs)


def _type_create_subarray(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    number = given.constant("ndims")
    if number is not None:
        items = reduce(mul, given.named_elements("subsizes", number), ONE)
        _new_type(scope, given, items, outputs)


def _type_create_struct(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    number = given.constant("count")
    if number is None or number > _SUM_OF_FEW:
        return
    lengths = given.named_elements("blocklengths", number)
    handles = given.elements("types", number)
    sizes = [None if handle is None else size_of(handle) for handle in handles]
    if None not in sizes:
        items = [n * size for n, size in zip(lengths, sizes, strict=True) if size is not None]
        total = sum(items, ZERO)
        scope.set(given, "newtype", derived(total), outputs)


def _type_size(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    scope.set(given, "size", scope.size(given, "datatype"), outputs)


def _new_type(scope: Scope, given: Arguments, items: Poly, outputs: Outputs) -> None:
    old = "oldtype" if given.routine.position("oldtype") is not None else "datatype"
    scope.set(given, "newtype", derived(items * scope.size(given, old)), outputs)


def _sum(given: Arguments, name: str) -> Poly:
    number = given.constant("count")
    if number is None or number > _SUM_OF_FEW:
        return given.unknown(name, "is an array")
    return sum(given.named_elements(name, number), ZERO)


TYPE_CALLS: Mapping[str, Callable[[Scope, Arguments, Outputs], None]] = {
    "type_contiguous": _type_contiguous,
    **dict.fromkeys(("type_vector", "type_hvector", "type_create_hvector"), _type_vector),
    **dict.fromkeys(("type_create_indexed_block", "type_create_hindexed_block"), _type_vector),
    **dict.fromkeys(("type_dup", "type_create_resized"), _type_dup),
    **dict.fromkeys(("type_indexed", "type_hindexed", "type_create_hindexed"), _type_indexed),
    "type_create_subarray": _type_create_subarray,
    **dict.fromkeys(("type_struct", "type_create_struct"), _type_create_struct),
    "type_size": _type_size,
}
"""What notes the values that a call sets, by its name after ``mpi_``."""
