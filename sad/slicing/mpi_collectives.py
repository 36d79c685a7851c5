"""Collective calls of one rank while a slice runs: their bytes, and the data they bring."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from sad.analysis.messages.constants import OPERATIONS
from sad.analysis.messages.kinds import COLLECTIVES, Amount
from sad.slicing.mpi_places import Passed
from sad.slicing.runtime import Unknown, i32, i64
from sad.slicing.world import Sent

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping

    from sad.slicing.mpi_places import Arguments
    from sad.slicing.mpi_run import Rank
    from sad.slicing.world import Group

_SUM, _PROD, _MAX, _MIN = (OPERATIONS[f"MPI_{name}"] for name in ("SUM", "PROD", "MAX", "MIN"))
_REDUCTIONS: Mapping[int, Callable[[Any], Any]] = {_SUM: sum, _PROD: prod, _MAX: max, _MIN: min}


def collective(
    rank: Rank, name: str, given: Arguments, times: int, record: Counter[Passed]
) -> None:
    """Record a call, and set what it brings."""
    group, kind = rank.group(given), COLLECTIVES[name]
    in_place = given["sendbuf"] == "MPI_IN_PLACE"
    amount = kind.instead if kind.instead is not None and in_place else kind.amount
    root = given["root"]
    known = -1 if root is None else None
    if group is not None and isinstance(root, int):
        inside = 0 <= root < len(group.members)
        known = group.members[root] if inside else rank.world.nprocs + abs(root)
    number = None if group is None else group.number
    size = None if group is None else len(group.members)
    record[Passed(known, None, number, size, _amount(rank, given, amount, size))] += times
    if rank.follows and kind.amount is not Amount.NONE:
        _exchange(rank, name.removeprefix("i"), given, group, in_place=in_place)


def _amount(rank: Rank, given: Arguments, amount: Amount, ranks: int | None) -> int | None:
    received = "recvtype" if "recvtype" in given else "datatype"
    match amount:
        case Amount.NONE:
            return 0
        case Amount.COUNT:
            return rank.bytes(given, "count", "datatype")
        case Amount.SENT | Amount.SENT_TO_ALL:
            found = rank.bytes(given, "sendcount", "sendtype")
        case Amount.RECEIVED | Amount.RECEIVED_BY_ALL:
            found = rank.bytes(given, "recvcount", received)
        case Amount.SENT_SUM:
            return _summed(rank, given, ("sendcounts", "sendtype"), ranks)
        case Amount.RECEIVED_SUM:
            return _summed(rank, given, ("recvcounts", received), ranks)
    if amount in (Amount.SENT_TO_ALL, Amount.RECEIVED_BY_ALL):
        return None if found is None or ranks is None else found * ranks
    return found


def _summed(rank: Rank, given: Arguments, names: tuple[str, str], ranks: int | None) -> int | None:
    row, size = rank.row(given, names[0], ranks), rank.size(given[names[1]])
    return None if row is None or size is None else sum(row) * size


def _exchange(
    rank: Rank, name: str, given: Arguments, group: Group | None, *, in_place: bool
) -> None:
    """Set what a rank has after a collective call, where that is followed."""
    source = target = "buffer" if name == "bcast" else "recvbuf"
    if name != "bcast" and not in_place:
        source = "sendbuf"
    gathers = name in ("gather", "allgather")
    count, kind = ("sendcount", "sendtype") if gathers else ("count", "datatype")
    found = rank.brought(group, rank.packed(given, (source, count, kind), 0))
    if found is None or group is None or given[target].__class__ is not tuple:
        rank.lose_data(given, target)
        return
    rows = [found[member] for member in group.members]
    root = given["root"]
    inside = isinstance(root, int) and 0 <= root < len(rows)
    if name in ("reduce", "gather") and inside and group.members[root] != rank.number:
        given[target] = None  # the root alone gets something
        return
    if name == "bcast":
        rank.unpack(given, target, rows[root] if inside else None)
    elif name == "allreduce" or (name == "reduce" and inside):
        rank.unpack(given, target, _reduced(rows, given["op"]))
    elif (name == "allgather" or (name == "gather" and inside)) and not in_place:
        same = len({(row.kind, len(row.values)) for row in rows}) == 1
        values = [value for row in rows for value in row.values]
        rank.unpack(given, target, Sent(0, rows[0].kind, values) if same else None)
    else:
        rank.lose_data(given, target)


def _reduced(rows: list[Sent], operation: Any) -> Sent | None:
    """The result of a reduction; None where it is not known, or depends on the order."""
    kinds = {(row.kind, len(row.values)) for row in rows}
    chosen = _REDUCTIONS.get(operation) if operation.__class__ is int else None
    if len(kinds) != 1 or chosen is None:
        return None
    kind = rows[0].kind
    if not kind.startswith("integer") and operation not in (_MAX, _MIN):
        return None
    values: list[Any] = []
    for items in zip(*(row.values for row in rows), strict=True):
        unknown = next((item for item in items if item.__class__ is Unknown), None)
        value = chosen(items) if unknown is None else unknown
        values.append(i64(value) if kind == "integer8" else i32(value))
    return Sent(0, kind, values)
