"""Predicted iterations and bytes of a nest against those that running it shows."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.poly import ONE
from sad.distribution.counts import divided_by, executions
from sad.distribution.distributable import Distributable, message_times
from sad.distribution.distributed import Distributed, outer_rows
from sad.distribution.phases import Sending
from sad.distribution.program import Loop, When
from sad.distribution.syntax import parse_distributions
from sad.distribution.volumes import volume
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.reading.options import Reading
from tests.distribution.nests import Owning, events

if TYPE_CHECKING:
    from sad.algebra.domains import Index
    from sad.distribution.counts import Grid
    from sad.distribution.messages import Need
    from sad.distribution.rows import Rows
    from tests.distribution.nests import Assign, Element, Event, Nest

    At = tuple[Rows, Grid]
    Place = tuple[int, ...]


@lru_cache(maxsize=64)
def distributable(text: str, machine: str = "paragon", language: str = "fortran") -> Distributable:
    """Return a program from its text on a machine."""
    name = "nest.c" if language == "c" else "nest.f90" if "END DO" in text else "nest.f"
    loaded = load_description(Reading((name,), texts={name: text}))
    chosen = chosen_machine(machine, None)
    assert chosen is not None
    return Distributable(loaded, chosen, message_times(chosen[0], None))


def check(
    nest: Nest,
    formats: dict[str, tuple[str, ...]],
    n: int,
    ranks: tuple[int, ...],
    *,
    reordered: bool = False,
) -> int:
    """Compare a nest under distributions with running it; return how many messages were compared.

    ``reordered`` nests have loops that are split in two: what they read is written before in the
    same loop.
    """
    program = Distributed(
        distributable(nest.fortran()),
        parse_distributions(f"{name}({','.join(row)})" for name, row in formats.items()),
    )
    bounds = {
        name: tuple(_bounds(item, n) for item in nest.arrays[name].split(",")) for name in formats
    }
    owning = Owning(formats, bounds, ranks)
    happened = events(nest, n)
    given = dict.fromkeys((*program.parameters, "nprocs"), np.array([float(n)]))
    points, grid, _ = program.placed(given, ranks)
    at = points, grid
    _check_counts(nest, program, happened, owning, at)
    seen: set[tuple[int, str]] = set()
    compared = 0
    for part in program.parts:
        if isinstance(part, Sending):
            assert part.message.reduction is None
            compared += 1
            for need in part.message.needs:
                seen.add((need.leaf.do.span.line, _shown(need)))
            _check_message(nest, program, part, happened, owning, at, reordered=reordered)
    _check_complete(nest, program, happened, owning, seen)
    return compared


def _bounds(text: str, n: int) -> tuple[int, int]:
    low, _, high = text.rpartition(":")
    return int(eval(low or "1", {"N": n})), int(eval(high, {"N": n}))


def _executing(event: Event, owning: Owning) -> list[tuple[int, ...]]:
    return [rank for rank in owning.everyone() if owning.has(rank, event.written)]


def _check_counts(
    nest: Nest, program: Distributed, happened: list[Event], owning: Owning, at: At
) -> None:
    points, grid = at
    for leaf in program.program.leaves:
        statement = nest.lines.get(leaf.do.span.line)
        if statement is None or leaf.do.target is None:
            continue
        indices = [loop.index for loop in leaf.loops]
        found = executions(points, indices, ONE, program.owners.of(leaf), grid)
        found = np.broadcast_to(found, (1, *owning.ranks))[0]
        really = np.zeros(owning.ranks)
        for event in happened:
            if event.statement is statement:
                for rank in _executing(event, owning):
                    really[rank] += 1
        assert np.array_equal(found, really), (nest.fortran(), owning, leaf.do.span, found, really)


def _shown(need: Need) -> str:
    return str(need.ref.subscripts) + need.ref.array


def _place(need: Need, statement: Assign, nest: Nest) -> int:
    """Which of a statement's reads a need is: by the order of equal ones."""
    leaf = need.leaf
    refs = list(dict.fromkeys(leaf.do.reads))
    texts = list(dict.fromkeys(statement.reads))
    names = [access for access in texts if access != statement.target or len(refs) == len(texts)]
    return statement.reads.index(names[refs.index(need.ref)])


def _check_message(
    nest: Nest,
    program: Distributed,
    part: Sending,
    happened: list[Event],
    owning: Owning,
    at: At,
    *,
    reordered: bool,
) -> None:
    points, grid = at
    message = part.message
    loops = [item.index for item in part.around if isinstance(item, Loop)]
    rows, _ = outer_rows(points, part.around, program.polys[message])
    found = volume(message.needs, program.layout, rows, grid)
    really: dict[Place, dict[Place, set[Element]]] = defaultdict(lambda: defaultdict(set))
    for need in message.needs:
        statement = nest.lines[need.leaf.do.span.line]
        place = _place(need, statement, nest)
        written: dict[Place, set[Element]] = defaultdict(set)
        mine = [event for event in happened if event.statement is statement]
        top = mine[0].loops[: message.level + 1] if mine else ()
        for event in happened:
            if event.loops[: len(top)] != top and event.statement is not statement:
                continue
            key = event.values[: message.level]
            if event.statement is statement:
                element = event.read[place]
                for rank in _executing(event, owning):
                    if not owning.has(rank, element):
                        assert reordered or element not in written[key], (nest.fortran(), element)
                        really[key][rank].add(element)
            written[key].add(event.written)
    exact = all(_is_exact(need) for need in message.needs)
    for key, ranks in really.items():
        row = _row(rows, loops, key)
        for rank in owning.everyone():
            count, real = found.remote[(row, *rank)], len(ranks[rank])
            what = (nest.fortran(), owning, _shown(message.needs[0]), key, rank, count, real)
            assert count == real if exact else count >= real, what


def _is_exact(need: Need) -> bool:
    """Whether the bytes of a need are exact, not only an upper bound.

    They are if each subscript and each condition runs over one loop by itself, no two of either over
    the same one, no loop's range depends on another one's, and nothing is left out by a branch.
    """
    inner = [loop.index for loop in need.inner]
    for places in (need.ref.subscripts, tuple(item.place for item in need.conditions)):
        used: list[str] = []
        for place in places:
            names = [x.name for x in inner if place and atoms.depends_on(place, x.name)]
            if len(names) > 1 or (place and names and divided_by(place, names[0]) is None):
                return False
            used += names
        if len(used) != len(set(used)):
            return False
    bounds = [bound for index in inner for bound in (index.first, index.last)]
    if any(atoms.depends_on(bound, other.name) for bound in bounds for other in inner):
        return False
    around = need.leaf.around
    first = around.index(need.inner[0]) if need.inner else len(around)
    return not any(isinstance(item, When) for item in around[first:])


def _row(rows: Rows, loops: list[Index], key: Place) -> int:
    """The row of a run of the loops around a message; loops that make no difference are not in it."""
    for row in range(rows.size):
        values = [rows.values.get(index.name) for index in loops]
        if all(v is None or v[row] == k for v, k in zip(values, key, strict=True)):
            return row
    raise AssertionError((key, [index.name for index in loops]))


def _check_complete(
    nest: Nest,
    program: Distributed,
    happened: list[Event],
    owning: Owning,
    seen: set[tuple[int, str]],
) -> None:
    """What no message brings must be local."""
    for leaf in program.program.leaves:
        statement = nest.lines.get(leaf.do.span.line)
        if statement is None or leaf.do.target is None:
            continue
        refs, texts = list(dict.fromkeys(leaf.do.reads)), list(dict.fromkeys(statement.reads))
        names = [item for item in texts if item != statement.target or len(refs) == len(texts)]
        for ref, access in zip(refs, names, strict=True):
            if (leaf.do.span.line, str(ref.subscripts) + ref.array) in seen:
                continue
            place = statement.reads.index(access)
            for event in happened:
                if event.statement is statement:
                    for rank in _executing(event, owning):
                        assert owning.has(rank, event.read[place]), (nest.fortran(), access, rank)
