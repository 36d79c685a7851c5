"""Roles and sums over ranks against ranks one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ONE, Poly
from sad.algebra.text import formula
from sad.parallel import GRID
from sad.report.comm_view import CommView
from sad.spmd.over_ranks import is_closed, over_ranks
from sad.spmd.patterns import pattern_of
from sad.spmd.rank_classes import equivalent_ranks, role_name, roles_of, shown_ranks, sums_of
from sad.symbols import NPROCS, RANK
from tests.spmd.loaded import SOURCES, corpus_program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.evaluate import Number
    from sad.spmd.program import Spmd
    from sad.spmd.rank_classes import Role

COUNTS = (1, 2, 3, 4, 6, 8, 9, 16)


def _points(program: Spmd, nprocs: int, symbols: frozenset[str]) -> Iterator[dict[str, Number]]:
    values = {name: 7 + place for place, name in enumerate(sorted(symbols))}
    for rank in range(nprocs):
        yield {**values, **program.point(nprocs), RANK: rank}


@pytest.mark.parametrize("source", SOURCES)
def test_sums_over_ranks_are_sums_over_ranks(source: str):
    program = corpus_program(source)
    closed = 0
    for poly in sums_of(program).formulas():
        found = over_ranks(poly, program.dimensions)
        if not is_closed(found):
            continue
        closed += 1
        for nprocs in COUNTS:
            points = list(_points(program, nprocs, atoms.free_symbols(poly) - {RANK}))
            wanted = sum(evaluate(poly, point) for point in points)
            assert evaluate(found, points[0]) == wanted, (formula(poly), nprocs)
    assert closed


@pytest.mark.parametrize("source", SOURCES)
def test_each_rank_has_one_role_and_does_what_it_says(source: str):
    program = corpus_program(source)
    roles = roles_of(program)
    if roles is None:
        pytest.skip("no roles in formulas")
    sums = sums_of(program).formulas()
    symbols = frozenset[str]().union(*map(atoms.free_symbols, sums)) - {RANK}
    symbols |= {name for role in roles for guard in role.guards for name in _free(guard)}
    looked = 0
    for nprocs in (16, 36):
        points = list(_points(program, nprocs, symbols - {RANK}))
        assert sum(evaluate(role.number, points[0]) for role in roles) == nprocs
        for point in points:
            mine = [role for role in roles if role.guards and _plays(role.guards, point)]
            assert len(mine) <= 1
            looked += len(mine)
            for role in roles if len(roles) == 1 else mine:
                for one, other in zip(role.sums.formulas(), sums, strict=True):
                    assert evaluate(one, point) == evaluate(other, point)
    assert looked or len(roles) == 1


def _free(poly: Poly) -> frozenset[str]:
    return atoms.free_symbols(poly)


def _plays(guards: tuple[Poly, ...], point: dict[str, Number]) -> bool:
    return bool(evaluate(atoms.pieces_of([(guards, ONE)]), point))


def _roles(source: str) -> list[Role]:
    found = roles_of(corpus_program(source))
    assert found is not None
    return found


def test_a_row_has_ends_and_an_interior():
    roles = {role.name: formula(role.number) for role in _roles("heat1d/source.f")}
    assert roles == {
        "interior": "max(0, nprocs - 2)",
        "first": "[nprocs >= 2]",
        "last": "[nprocs >= 2]",
    }


def test_a_plane_has_corners_edges_and_an_interior():
    roles = _roles("heat2d/source.c")
    assert [role.name for role in roles] == ["interior", "edge", "edge", "corner"]
    point = {NPROCS: 20, "px": 5, "py": 4}
    numbers = [evaluate(role.number, point) for role in roles]
    assert numbers == [6, 4, 6, 4]


def test_even_and_odd_ranks_of_a_ring():
    roles = {role.name: formula(role.number) for role in _roles("ring/source.f")}
    assert roles == {"even": "floor((nprocs + 1)/2)", "odd": "floor(nprocs/2)"}


def test_roles_in_numbers():
    program = corpus_program("heat1d/source.f", n=8, nsteps=10, nprocs=4)
    groups = [(item.name, item.ranks) for item in equivalent_ranks(program, 4)]
    assert groups == [("ends", (0, 3)), ("interior", (1, 2))]


def test_names_of_sets_of_ranks():
    assert role_name([0], (4,)) == "first"
    assert role_name([3], (4,)) == "last"
    assert role_name([0, 2], (4,)) == "even"
    assert role_name([2, 4], (7,)) == "even, interior"
    assert role_name([0, 1], (4,)) == ""
    assert role_name([0, 2, 6, 8], (3, 3)) == "corner"
    assert role_name([4], (3, 3)) == "interior"
    assert role_name([4, 10, 12, 14, 16, 22], (3, 3, 3)) == "face"
    assert shown_ranks([0, 1, 2, 5]) == "0-2, 5"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (
            "heat1d/source.f",
            {"all", "all, root 0", "rank - 1, if there is one", "rank + 1, if there is one"},
        ),
        (
            "nonblk/source.c",
            {"all, root 0", "ring, rank + 1 (mod nprocs)", "ring, rank - 1 (mod nprocs)"},
        ),
        ("farmst/source.f", {"all, root 0", "rank 0 (root)", "any source"}),
        ("wavefr/source.f", {"all", "all, root 0", "rank - 1", "rank + 1"}),
    ],
)
def test_partners_in_words(source: str, wanted: set[str]):
    program = corpus_program(source)
    text = CommView(program).formula
    found = {pattern_of(site, text) for site in program.sites}
    assert found - {""} == wanted


def test_neighbours_in_a_grid_in_words():
    program = corpus_program("heat2d/source.f")
    text = CommView(program).formula
    found = {pattern_of(site, text) for site in program.sites if site.sends}
    steps = ("rank - py", "rank + py", "rank - 1", "rank + 1")
    assert found == {f"grid neighbour {step}, if there is one" for step in steps}
    assert program.dimensions == 2
    assert {side for side in GRID if side in program.used} == {"px", "py"}
