"""What formulas call to go through the activations of functions that call themselves.

A walk is a table: each different activation (its function and inputs, a tuple) with what it gives and
those it starts, with how often; under None those still to be looked at, under () the first. Exported
Python files carry these functions, so each of them stands alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def walk_from(first: tuple[Any, ...]) -> dict[Any, Any]:
    """Return a walk that has seen nothing yet."""
    return {None: [first], (): first}


def walk_on(walk: dict[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield each activation of a walk once; what it starts comes later.

    Raises ``OverflowError`` past a million.
    """
    pending = walk[None]
    while pending:
        state = pending.pop()
        if state not in walk:
            if len(walk) > 1_000_000:
                message = "a recursion has more than a million different calls, or does not end"
                raise OverflowError(message)
            walk[state] = [0, {}]
            yield state


def walk_gives(walk: dict[Any, Any], state: tuple[Any, ...], value: Any) -> None:
    """Let an activation give something more."""
    walk[state][0] = walk[state][0] + value


def walk_starts(
    walk: dict[Any, Any], state: tuple[Any, ...], weight: Any, other: tuple[Any, ...]
) -> None:
    """Let an activation start another one ``weight`` times; what is no number makes all of it none."""
    if any(item != item for item in (weight, *other)):  # noqa: PLR0124
        walk[state][0] = walk[state][0] + 0 * sum((weight, *other[1:]))
        return
    started = walk[state][1]
    started[other] = started.get(other, 0) + weight
    walk[None].append(other)


def walk_total(walk: dict[Any, Any]) -> Any:
    """Return what the first activation gives with all it starts.

    Raises ``OverflowError`` for a recursion that comes back to where it was, and for a number of more
    than 300 digits.
    """
    values: dict[Any, Any] = {}
    begun: set[Any] = set()
    stack = [walk[()]]
    while stack:
        state = stack[-1]
        if state in values:
            stack.pop()
            continue
        value, started = walk[state]
        left = [other for other in started if other not in values]
        if left and state in begun:
            message = "a recursion does not end"
            raise OverflowError(message)
        if left:
            begun.add(state)
            stack.extend(left)
            continue
        for other, weight in started.items():
            value = value + weight * values[other]
        if isinstance(value, int) and value.bit_length() > 1024:
            message = "a recursion has more calls than a number can say"
            raise OverflowError(message)
        values[state] = value
    return values[walk[()]]
