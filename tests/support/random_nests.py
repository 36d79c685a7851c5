"""Random loop nests: mixed steps, clamps, divisions, blocks, and conditions of every kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.nests import Loop, Nest

if TYPE_CHECKING:
    import random

SIZES: tuple[str, ...] = ("n", "m")
DIVISOR = "b"
"""A parameter that is never 0: the length of blocks, and what is divided by."""
_VARIABLES = "ijkl"


def random_values(rng: random.Random, least: int, most: int) -> dict[str, int]:
    """Return sizes in a range, and a divisor of either sign."""
    divisor = rng.choice([-3, -2, -1, 1, 2, 3, 4, 5])
    return {DIVISOR: divisor, **{name: rng.randint(least, most) for name in SIZES}}


def random_nest(rng: random.Random) -> Nest:
    """Return a nest of depth 1 to 4 over the parameters ``n``, ``m`` and ``b``."""
    sizes = list(SIZES[: rng.randint(1, 2)])
    loops: list[Loop] = []
    for name in _VARIABLES[: rng.choice([1, 2, 2, 2, 3, 3, 3, 4])]:
        outer = [loop.name for loop in loops]
        loops += [_loop(rng, name, sizes, outer)] if rng.random() > 0.06 else _blocks(rng, name)
    variables = [loop.name for loop in loops]
    guards: list[str] = []
    if rng.random() < 0.5:
        guards.append(_condition(rng, variables, sizes))
        if rng.random() < 0.3:
            guards.append(_condition(rng, variables, sizes))
    body = "1"
    if rng.random() < 0.2:
        body = f"{rng.randint(1, 3)}*{rng.choice(variables)} + {rng.randint(0, 3)}"
    if rng.random() < 0.1:
        body = f"({body})*{_clamp(rng, variables, sizes)}"
    return Nest(tuple(loops), tuple(guards), body)


def _loop(rng: random.Random, name: str, sizes: list[str], outer: list[str]) -> Loop:
    step = rng.choice([1] * 8 + [2, 2, 3, -1])
    first, last = _bound(rng, sizes, outer, 0.5), _bound(rng, sizes, outer, 1.0)
    if rng.random() < 0.02:
        return Loop(name, first, last, DIVISOR)
    if step == 1 and rng.random() < 0.15:
        first = f"max({first}, {_bound(rng, sizes, outer, 0.5)})"
    if step > 0 and rng.random() < 0.15:
        last = f"min({last}, {_bound(rng, sizes, outer, 1.0)})"
    if rng.random() < 0.04:
        last = f"max({last}, {_bound(rng, sizes, outer, 1.0)})"
    if rng.random() < 0.08:
        last = f"quot({rng.choice(sizes + outer)}, {rng.choice([2, 2, 3])})"
    if step < 0:
        first, last = last, first
    return Loop(name, first, last, str(step))


def _blocks(rng: random.Random, name: str) -> list[Loop]:
    """A loop in blocks: of one length, and now and then of a length a little off."""
    length = rng.choice([DIVISOR, DIVISOR, "2", "3"])
    end = rng.choice([1, 1, 1, 1, 0, 2])
    return [
        Loop(f"{name}{name}", "1", "n", length),
        Loop(name, f"{name}{name}", f"min({name}{name} + {length} - {end}, n)"),
    ]


def _bound(rng: random.Random, sizes: list[str], outer: list[str], share: float) -> str:
    """A small form; ``share`` is how often it starts with a variable."""
    names = sizes + outer
    text = rng.choice(names) if rng.random() < share else str(rng.randint(1, 3))
    if rng.random() < 0.4:
        text += f" {rng.choice('+-')} {rng.randint(1, 3)}"
    if rng.random() < 0.2:
        text += f" {rng.choice('+-')} {rng.choice(names)}"
    return f"2*{text}" if rng.random() < 0.08 else text


def _clamp(rng: random.Random, variables: list[str], sizes: list[str]) -> str:
    return f"max(0, {_form(rng, variables, sizes)})"


def _form(rng: random.Random, variables: list[str], sizes: list[str]) -> str:
    text = rng.choice(variables)
    if rng.random() < 0.5:
        text += f" {rng.choice('+-')} {rng.choice(variables + sizes)}"
    if rng.random() < 0.4:
        text += f" {rng.choice('+-')} {rng.randint(1, 4)}"
    return text


def _condition(rng: random.Random, variables: list[str], sizes: list[str], depth: int = 0) -> str:
    kind = rng.random()
    if depth < 2 and kind < 0.12:
        return f"not ({_condition(rng, variables, sizes, depth + 1)})"
    if depth < 2 and kind < 0.27:
        word = rng.choice(["and", "and", "or"])
        left = _condition(rng, variables, sizes, depth + 1)
        return f"({left} {word} {_condition(rng, variables, sizes, depth + 1)})"
    form = _form(rng, variables, sizes)
    if kind < 0.47:
        number = rng.choice([2, 2, 3, 4, 2, 2, 3, 4, DIVISOR])
        return f"mod({form}, {number}) {rng.choice(['==', '==', '!=', '<='])} {rng.randint(0, 2)}"
    if kind < 0.53:
        number = rng.choice([2, 3, 2, 3, DIVISOR])
        return f"quot({form}, {number})*{number} == {form}"
    if kind < 0.58:
        return f"quot({form}, {rng.choice([2, 3])}) < {rng.choice(variables + sizes)}"
    if kind < 0.64:
        word = rng.choice(["max", "min"])
        return f"{word}({form}, {rng.choice(sizes)}) <= {_form(rng, variables, sizes)}"
    other = rng.choice(variables + sizes) if rng.random() < 0.8 else str(rng.randint(1, 4))
    return f"{form} {rng.choice(['<', '<=', '==', '==', '!=', '>', '>='])} {other}"
