"""Roles: classes of equivalent ranks, from the conditions on the rank, and their names."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero, constraint
from sad.algebra.evaluate import evaluate
from sad.algebra.feasible import infeasible
from sad.algebra.poly import ONE, ZERO, Poly
from sad.parallel import GRID
from sad.records import fields, record
from sad.spmd.over_ranks import is_closed, over_ranks
from sad.spmd.simplify_messages import MessageSimplifier, rank_facts
from sad.spmd.tallies import added
from sad.spmd.traffic import traffic_by_rank
from sad.symbols import INDEX_MARK, NPROCS, RANK, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sad.algebra.evaluate import Number
    from sad.spmd.program import Spmd


_MOST_GUARDS, _MOST_ROLES = 7, 12
_SIDE = {1: (64,), 2: (8, 8), 3: (4, 4, 4)}
_SAMPLES = (5040, 10)  # sizes: one that many numbers divide, and one with less than a rank each


@record
class Sums:
    """What a rank passes in all, as formulas: messages and bytes out and in, collectives."""

    sent: Poly
    sent_bytes: Poly
    received: Poly
    received_bytes: Poly
    collectives: Poly
    moved_bytes: Poly

    def formulas(self) -> list[Poly]:
        """Return all of them, in order."""
        return [getattr(self, item.name) for item in fields(self)]


@record
class Role:
    """Ranks that do alike: ``guards`` (each >= 0) tell which, ``number`` how many these are."""

    name: str
    guards: tuple[Poly, ...]
    number: Poly
    sums: Sums


def sums_of(program: Spmd) -> Sums:
    """Return what a rank passes in all, over the sites."""
    found = [ZERO] * 6
    for site in program.sites:
        if site.sends or site.receives:
            at = 0 if site.sends else 2
            parts = (site.number, site.nbytes)
        elif site.is_collective:
            at, parts = 4, (site.calls, site.nbytes)
        else:
            continue
        found[at : at + 2] = [one + other for one, other in zip(found[at:], parts, strict=False)]
    return Sums(*found)


def roles_of(program: Spmd) -> list[Role] | None:
    """Return the roles for any number of processes, None where conditions do not tell them apart.

    Roles are those that there are with many processes; with few, one rank may play several.
    """
    sums = sums_of(program)
    formulas = sums.formulas()
    guards = _guards(formulas)
    if len(guards) > _MOST_GUARDS:
        return None
    simplifier = MessageSimplifier([*formulas, *guards])
    found: list[Role] = []
    for chosen in _combinations(guards):
        where = atoms.pieces_of([(chosen, ONE)])
        number = simplifier.poly(over_ranks(simplifier.poly(where), program.dimensions))
        if not is_closed(number):
            return None
        samples = [_sampled(where, program.dimensions, size) for size in _SAMPLES]
        known = [ranks for ranks in samples if ranks is not None]
        if not known:
            return None
        ranks = next((ranks for ranks in known if ranks), None)
        if ranks is None:
            continue
        inside = MessageSimplifier([*formulas, *guards], (), chosen)
        shown = Sums(*map(inside.poly, formulas))
        found.append(Role(role_name(ranks, _SIDE[program.dimensions]), chosen, number, shown))
    found = _merged(found)
    return found if len(found) <= _MOST_ROLES else None


def _merged(roles: Sequence[Role]) -> list[Role]:
    """Roles of one name that do the same as one: the corners of a grid, for instance."""
    found: dict[object, Role] = {}
    for number, role in enumerate(roles):
        key = (role.name, *role.sums.formulas()) if role.name else number
        known = found.get(key)
        if known is None:
            found[key] = role
        else:
            found[key] = Role(role.name, (), known.number + role.number, role.sums)
    return list(found.values())


def _guards(formulas: Iterable[Poly]) -> list[Poly]:
    """The conditions on the rank in formulas, each once: one and its opposite are the same."""
    found: dict[Poly, None] = {}
    stack, seen = list(formulas), set[str]()
    while stack:
        for name in sorted(atoms.atoms_of(stack.pop()) - seen):
            seen.add(name)
            atom = atoms.definition(name)
            if atom is None:
                continue
            stack.extend(atoms.operands(atom))
            if not isinstance(atom, atoms.Pieces):
                continue
            for guard in (guard for guards, _ in atom.pieces for guard in guards):
                symbols = atoms.free_symbols(guard)
                within = any(symbol.startswith(INDEX_MARK) for symbol in symbols)
                if any(map(is_unresolved, symbols)):
                    continue  # nobody can tell on which ranks it holds
                if RANK in symbols and not within and -guard - 1 not in found:
                    found[guard] = None
    return list(found)


def _combinations(guards: Sequence[Poly]) -> Iterator[tuple[Poly, ...]]:
    """The ways in which guards hold or do not that no proof excludes."""
    facts = rank_facts(guards)
    remainders = MessageSimplifier(guards)

    def extend(done: tuple[Poly, ...], rest: Sequence[Poly]) -> Iterator[tuple[Poly, ...]]:
        if not rest:
            yield done
            return
        for guard in (rest[0], -rest[0] - 1):
            chosen = (*done, guard)
            known = facts | {constraint(item.terms) for item in chosen}
            if not infeasible(frozenset(known)) and not remainders.holds(-guard - 1):
                yield from extend(chosen, rest[1:])

    yield from extend((), guards)


def _sampled(where: Poly, dimensions: int, size: int) -> list[int] | None:
    """The ranks of many processes for which a condition holds; None if it cannot be evaluated."""
    sides = _SIDE[dimensions]
    nprocs = 1
    for side in sides:
        nprocs *= side
    values: dict[str, Number] = dict.fromkeys(atoms.free_symbols(where), size)
    values |= {NPROCS: nprocs, **dict(zip(GRID, sides, strict=False))}
    found: list[int] = []
    for rank in range(nprocs):
        try:
            if evaluate(where, {**values, RANK: rank}):
                found.append(rank)
        except ZeroDivisionError:
            return None
    return found


def without_implied(guards: Sequence[Poly]) -> list[Poly]:
    """Return guards without those that others imply on every rank, for people to read."""
    facts = rank_facts(guards)
    kept = list(guards)
    for guard in guards:
        others = [item for item in kept if item is not guard]
        known = facts | {at_least_zero(item) for item in others}
        if infeasible(frozenset(known | {at_least_zero(-guard - 1)})):
            kept = others
    return kept


def role_name(ranks: Sequence[int], sides: Sequence[int]) -> str:
    """Return the name of a set of ranks on a grid of the given sides; one side for no grid.

    Empty if the set is none of those that have a name.
    """
    nprocs = prod(sides)
    chosen = set(ranks)
    if len(chosen) == nprocs:
        return "all"
    if len(sides) > 1:
        return _in_grid(chosen, sides)
    simple = {
        "first": {0},
        "last": {nprocs - 1},
        "interior": set(range(1, nprocs - 1)),
        "all but the first": set(range(1, nprocs)),
        "all but the last": set(range(nprocs - 1)),
        "ends": {0, nprocs - 1},
        "even": set(range(0, nprocs, 2)),
        "odd": set(range(1, nprocs, 2)),
    }
    for name, wanted in simple.items():
        if chosen == wanted:
            return name
    for name in ("even", "odd"):
        for inner in ("interior", "all but the first", "all but the last"):
            if chosen == simple[name] & simple[inner]:
                return f"{name}, {inner}"
    return ""


def _in_grid(chosen: set[int], sides: Sequence[int]) -> str:
    """Corner, edge, face or interior: by how many sides have no further place."""
    kinds = {_borders(_places(rank, sides), sides) for rank in chosen}
    if len(kinds) != 1:
        return ""
    at_border = kinds.pop()
    if at_border == 0:
        return "interior"
    if at_border == len(sides):
        return "corner"
    return "face" if len(sides) == 3 and at_border == 1 else "edge"


def _places(rank: int, sides: Sequence[int]) -> tuple[int, ...]:
    found: list[int] = []
    for side in reversed(sides):
        rank, place = divmod(rank, side)
        found.append(place)
    return tuple(reversed(found))


def _borders(places: Sequence[int], sides: Sequence[int]) -> int:
    """Along how many sides a place is the first or the last."""
    return sum(place in (0, side - 1) for place, side in zip(places, sides, strict=True))


def shown_ranks(ranks: Sequence[int], most: int = 6) -> str:
    """Return ranks as text: ``0``, ``1-6``, ``0, 2, 4, 6``; long lists are cut."""
    spans: list[tuple[int, int]] = []
    for rank in ranks:
        if spans and spans[-1][1] == rank - 1:
            spans[-1] = spans[-1][0], rank
        else:
            spans.append((rank, rank))
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in spans]
    return ", ".join(shown[:most]) + (", ..." if len(shown) > most else "")


@record
class EquivalentRanks:
    """Ranks with equal numbers, in the order of ``Sums``; None where a value is not given."""

    name: str
    ranks: tuple[int, ...]
    numbers: tuple[Number | None, ...]


def sums_by_rank(program: Spmd, nprocs: int) -> list[tuple[Number | None, ...]]:
    """Return what each rank passes in all, in the order of ``Sums``; raises as ``traffic_by_rank``."""
    found: list[tuple[Number | None, ...]] = []
    for row in traffic_by_rank(program, nprocs):
        pairs = list(zip(program.sites, row, strict=True))
        whole = added(traffic for _, traffic in pairs)
        of_all = added(traffic for site, traffic in pairs if site.is_collective)
        found.append(
            (
                *(whole.sent, whole.sent_bytes, whole.posted, whole.posted_bytes),
                *(of_all.calls, of_all.moved_bytes),
            )
        )
    return found


def equivalent_ranks(program: Spmd, nprocs: int) -> list[EquivalentRanks]:
    """Return the ranks by what they pass in all; raises as ``traffic_by_rank``."""
    rows = sums_by_rank(program, nprocs)
    found: dict[tuple[Number | None, ...], list[int]] = {}
    for rank, row in enumerate(rows):
        found.setdefault(tuple(row), []).append(rank)
    sides: tuple[int, ...] = (nprocs,)
    if program.dimensions > 1:
        point = program.point(nprocs)
        sides = tuple(int(point[side]) for side in GRID[: program.dimensions])
    return [
        EquivalentRanks(role_name(ranks, sides), tuple(ranks), key) for key, ranks in found.items()
    ]
