"""Structures with initialisers, copied and reached through pointers, and pointers to functions.

The interpreter does not know memory by members, so programs with them are compared with gcov only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from tests.oracle.c_programs.expressions import Scope

_PLACES = ("pairs[1].low", "one.low", "to_one->low", "local.low", "by_address->low")
_COPIES = ("pairs[0] = pairs[1];", "local = one;", "one = pairs[n & 1];", "*by_address = one;")


def declarations(rng: random.Random) -> tuple[str, ...]:
    """Return what a file declares."""
    return (
        "struct pair { int low; unsigned high; };",
        "typedef int (*step)(int, int);",
        f"static struct pair pairs[3] = {{{{1, {rng.randint(0, 4)}}}, {{2, 5}}, {{.high = 2}}}};",
        f"static struct pair one = {{{rng.randint(0, 3)}, 3}}, *to_one = &one;",
    )


def variables(rng: random.Random, seed: int) -> tuple[str, ...]:
    """Return what the top function declares: structures, and ``by``, which points to a function."""
    first = "struct pair local = {2, 3}, *by_address = &pairs[2];"
    if rng.random() < 0.5:
        return first, f"step by = {rng.choice(['n > 2', 'm'])} ? f{seed} : h{seed};"
    table = f"static const step all[2] = {{f{seed}, h{seed}}};"
    return first, table, "step by = all[n & 1];"


def widen(scope: Scope, rng: random.Random) -> None:
    """Let statements use the structures."""
    places = rng.sample(_PLACES, 2)
    scope.readable += places
    scope.settable += places
    scope.addresses += ["&local.low", "&b.cols"]
    scope.copies += _COPIES
