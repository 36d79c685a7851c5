"""Values that go from one iteration of a loop to the next, and what vector code makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.register_values import Value

CARRIED = "each iteration needs the result of the one before"
_FREE = frozenset({"phi", "select"})
_SUMS = frozenset({"add", "sub"})
_LARGEST = frozenset({"max", "min"})
_BITS = frozenset({"iand", "ior", "ieor"})
_REALS = (Type.REAL, Type.DOUBLE, Type.QUAD, Type.COMPLEX, Type.DOUBLE_COMPLEX)


def reduction_of(
    carried: Iterable[tuple[Value, tuple[Value, ...]]],
    region: Region,
    users: Mapping[int, list[Value]],
    stored: frozenset[int],
) -> tuple[bool, str]:
    """Return whether a loop sums up reals (or the like), and why it cannot be vector code, if so.

    ``users`` are the live values that need a value, by its identity; ``stored`` the values that the
    loop stores.
    """
    reals = False
    for phi, back in carried:
        if phi.region is not region or not phi.live or phi.induction:
            continue
        cycle = _cycle(phi, back, region)
        if not cycle:
            if _only_kept(phi, region, users):
                continue
            return reals, CARRIED  # gcc 13 can shift the previous iteration's values along
        if any(_joins_two(value, phi, cycle) for value in cycle):
            return reals, CARRIED
        kinds = {value.kind for value in cycle if value is not phi} - _FREE
        one = kinds <= _SUMS or (len(kinds) == 1 and kinds <= (_LARGEST | _BITS | {"mul"}))
        inside = {id(value) for value in cycle}
        others = any(
            id(user) not in inside and user.region is region and not _only_kept(user, region, users)
            for value in cycle
            for user in users.get(id(value), ())
        )
        if not one or others or not stored.isdisjoint(inside):
            return reals, CARRIED
        reals = reals or phi.type in _REALS
    return reals, ""


def _joins_two(value: Value, phi: Value, cycle: list[Value]) -> bool:
    """Whether a value is one of two different updates, depending on a condition."""
    if value is phi or value.kind not in _FREE:
        return False
    updates = [item for item in value.operands if item is not phi and item in cycle]
    return len(dict.fromkeys(updates)) > 1


def _only_kept(user: Value, region: Region, users: Mapping[int, list[Value]]) -> bool:
    """Whether a value at the header just keeps another one until the loop is left."""
    return user.kind == "phi" and not any(
        other.region is region and other is not user for other in users.get(id(user), ())
    )


def _cycle(phi: Value, back: tuple[Value, ...], region: Region) -> list[Value]:
    """The values on ways from a value at the header round the loop to itself."""
    reaches: dict[int, bool] = {id(phi): True}
    found: list[Value] = [phi]
    stack: list[tuple[Value, bool]] = [(value, False) for value in back]
    while stack:
        value, done = stack.pop()
        if done:
            if any(reaches.get(id(item), False) for item in value.operands):
                reaches[id(value)] = True
                found.append(value)
        elif id(value) not in reaches and value.region is region:
            reaches[id(value)] = False
            stack.append((value, True))
            stack.extend((item, False) for item in value.operands)
    return found if any(reaches.get(id(value), False) for value in back) else []
