"""What calls of MPI set on a rank that make groups of ranks, grids and datatypes, or ask for places."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from sad.analysis.messages.constants import COMM_NULL, PROC_NULL, UNDEFINED
from sad.slicing.runtime import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.slicing.mpi_places import Arguments
    from sad.slicing.mpi_run import Rank

_FIRST_TYPE, _FIRST_GROUP = 50_000, 1_000_000


def _comm_rank(rank: Rank, given: Arguments) -> None:
    group = rank.group(given)
    if group is not None and rank.number in group.members:
        rank.set(given, "rank", group.members.index(rank.number))


def _comm_size(rank: Rank, given: Arguments) -> None:
    group = rank.group(given)
    if group is not None:
        rank.set(given, "size", len(group.members))


def _comm_dup(rank: Rank, given: Arguments) -> None:
    parent = rank.group(given)
    if parent is not None:
        made = rank.new_group(parent, "dup", parent.members)
        made.sides, made.periods = parent.sides, parent.periods
        rank.set(given, "newcomm", made.number)


def _comm_split(rank: Rank, given: Arguments) -> None:
    parent = rank.group(given)
    color, key = given["color"], given["key"]
    if color.__class__ is not int or key.__class__ is not int:
        rank.lose(Unknown("the parts of a communicator are not known"))
    found = rank.brought(parent, (color, key))
    if found is None or parent is None:
        return
    ordered = sorted(parent.members, key=lambda one: (found[one][1], parent.members.index(one)))
    members = tuple(one for one in ordered if found[one][0] == color)
    made = rank.new_group(parent, ("split", color), members)
    rank.set(given, "newcomm", COMM_NULL if color == UNDEFINED else made.number)


def _comm_group(rank: Rank, given: Arguments) -> None:
    group = rank.group(given)
    if group is not None:
        rank.set(given, "group", _group_handle(rank, group.members))


def _group_handle(rank: Rank, members: tuple[int, ...]) -> int:
    handle = _FIRST_GROUP + len(rank.groups)
    rank.groups[handle] = members
    return handle


def _group_size(rank: Rank, given: Arguments) -> None:
    members = rank.groups.get(given["group"])
    if members is not None:
        rank.set(given, "size", len(members))


def _group_rank(rank: Rank, given: Arguments) -> None:
    members = rank.groups.get(given["group"])
    if members is not None:
        inside = rank.number in members
        rank.set(given, "rank", members.index(rank.number) if inside else UNDEFINED)


def _group_incl(rank: Rank, given: Arguments, *, keep: bool = True) -> None:
    members = rank.groups.get(given["group"])
    ranks = rank.row(given, "ranks", given["n"])
    if members is None or ranks is None or not all(0 <= r < len(members) for r in ranks):
        return
    chosen: list[int] = [members[one] for one in ranks]
    if not keep:
        chosen = [one for one in members if one not in chosen]
    rank.set(given, "newgroup", _group_handle(rank, tuple(chosen)))


def _group_excl(rank: Rank, given: Arguments) -> None:
    _group_incl(rank, given, keep=False)


def _comm_create(rank: Rank, given: Arguments) -> None:
    parent, members = rank.group(given), rank.groups.get(given["group"])
    if parent is not None and members is not None:
        made = rank.new_group(parent, ("create", members), members)
        inside = rank.number in members
        rank.set(given, "newcomm", made.number if inside else COMM_NULL)


def _cart_create(rank: Rank, given: Arguments) -> None:
    parent, number = rank.group(given, "comm_old"), given["ndims"]
    sides, periods = (rank.row(given, name, number) for name in ("dims", "periods"))
    if parent is None or sides is None or periods is None or min(sides, default=1) < 1:
        return
    size = prod(sides)
    if size > len(parent.members):
        return
    made = rank.new_group(parent, "grid", parent.members[:size])
    made.sides, made.periods = tuple(sides), tuple(map(bool, periods))
    inside = rank.number in made.members
    rank.set(given, "comm_cart", made.number if inside else COMM_NULL)


def _cart_coords(rank: Rank, given: Arguments) -> None:
    group, of = rank.group(given), given["rank"]
    if group is not None and group.sides and of.__class__ is int:
        rank.set_row(given, "coords", group.at(of))


def _cart_get(rank: Rank, given: Arguments) -> None:
    group = rank.group(given)
    if group is not None and group.sides and rank.number in group.members:
        rank.set_row(given, "dims", group.sides)
        coords = group.at(group.members.index(rank.number))
        rank.set_row(given, "coords", coords)


def _cart_rank(rank: Rank, given: Arguments) -> None:
    group = rank.group(given)
    places = None if group is None else rank.row(given, "coords", len(group.sides))
    if group is not None and group.sides and places is not None:
        found = group.rank_at(tuple(places))
        if found is not None:
            rank.set(given, "rank", found)


def _cart_shift(rank: Rank, given: Arguments) -> None:
    group, side, step = rank.group(given), given["direction"], given["disp"]
    if group is None or not isinstance(side, int) or not isinstance(step, int):
        return
    if not 0 <= side < len(group.sides) or rank.number not in group.members:
        return
    at = group.at(group.members.index(rank.number))
    for name, by in (("rank_source", -step), ("rank_dest", step)):
        there: tuple[int, ...] = (*at[:side], at[side] + by, *at[side + 1 :])
        found = group.rank_at(there)
        rank.set(given, name, PROC_NULL if found is None else found)


def _cart_sub(rank: Rank, given: Arguments) -> None:
    parent = rank.group(given)
    kept = None if parent is None else rank.row(given, "remain_dims", len(parent.sides))
    if parent is None or kept is None or not parent.sides:
        return
    keep = [bool(item) for item in kept]
    at = parent.at(parent.members.index(rank.number))

    def rest(place: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(x for x, is_kept in zip(place, keep, strict=True) if not is_kept)

    members = tuple(
        one for place, one in enumerate(parent.members) if rest(parent.at(place)) == rest(at)
    )
    made = rank.new_group(parent, ("sub", rest(at)), members)
    pairs = list(zip(parent.sides, parent.periods, keep, strict=True))
    made.sides = tuple(side for side, _, is_kept in pairs if is_kept)
    made.periods = tuple(period for _, period, is_kept in pairs if is_kept)
    rank.set(given, "newcomm", made.number)


def _dims_create(rank: Rank, given: Arguments) -> None:
    nodes, sides = given["nnodes"], rank.row(given, "dims", given["ndims"])
    if nodes.__class__ is not int or sides is None or min(sides, default=0) < 0:
        return
    fixed = prod(side for side in sides if side)
    free = sum(not side for side in sides)
    if nodes % fixed:
        return
    rest = iter(rank.world.balanced(nodes // fixed, free) if free else ())
    rank.set_row(given, "dims", tuple(side or next(rest) for side in sides))


def _new_type(rank: Rank, given: Arguments, items: Any) -> None:
    old = "oldtype" if "oldtype" in given else "datatype"
    size = rank.size(given[old])
    if items.__class__ is int and size is not None:
        _add_type(rank, given, items * size)


def _add_type(rank: Rank, given: Arguments, size: int) -> None:
    handle = _FIRST_TYPE + len(rank.types)
    rank.types[handle] = size
    rank.set(given, "newtype", handle)


def _type_contiguous(rank: Rank, given: Arguments) -> None:
    _new_type(rank, given, given["count"])


def _type_vector(rank: Rank, given: Arguments) -> None:
    count, length = given["count"], given["blocklength"]
    is_known = count.__class__ is int and length.__class__ is int
    _new_type(rank, given, count * length if is_known else None)


def _type_indexed(rank: Rank, given: Arguments) -> None:
    lengths = rank.row(given, "blocklengths", given["count"])
    _new_type(rank, given, None if lengths is None else sum(lengths))


def _type_struct(rank: Rank, given: Arguments) -> None:
    lengths, kinds = (rank.row(given, name, given["count"]) for name in ("blocklengths", "types"))
    sizes = [rank.size(kind) for kind in kinds or ()]
    if lengths is not None and kinds is not None and None not in sizes:
        parts = zip(lengths, sizes, strict=True)
        _add_type(rank, given, sum(n * size for n, size in parts if size is not None))


def _type_subarray(rank: Rank, given: Arguments) -> None:
    sizes = rank.row(given, "subsizes", given["ndims"])
    _new_type(rank, given, None if sizes is None else prod(sizes))


def _type_dup(rank: Rank, given: Arguments) -> None:
    _new_type(rank, given, 1)


def _type_size(rank: Rank, given: Arguments) -> None:
    size = rank.size(given["datatype"])
    if size is not None:
        rank.set(given, "size", size)


SETTERS: Mapping[str, Callable[[Rank, Arguments], None]] = {
    "comm_rank": _comm_rank,
    "comm_size": _comm_size,
    **dict.fromkeys(("comm_dup", "comm_dup_with_info"), _comm_dup),
    "comm_split": _comm_split,
    "comm_group": _comm_group,
    "comm_create": _comm_create,
    "group_size": _group_size,
    "group_rank": _group_rank,
    "group_incl": _group_incl,
    "group_excl": _group_excl,
    "cart_create": _cart_create,
    "cart_coords": _cart_coords,
    "cart_get": _cart_get,
    "cart_rank": _cart_rank,
    "cart_shift": _cart_shift,
    "cart_sub": _cart_sub,
    "dims_create": _dims_create,
    "type_contiguous": _type_contiguous,
    **dict.fromkeys(("type_vector", "type_hvector", "type_create_hvector"), _type_vector),
    **dict.fromkeys(("type_create_indexed_block", "type_create_hindexed_block"), _type_vector),
    **dict.fromkeys(("type_indexed", "type_hindexed", "type_create_hindexed"), _type_indexed),
    **dict.fromkeys(("type_struct", "type_create_struct"), _type_struct),
    "type_create_subarray": _type_subarray,
    **dict.fromkeys(("type_dup", "type_create_resized"), _type_dup),
    "type_size": _type_size,
}
"""What follows the values that a call sets, by its name after ``mpi_``."""
