"""Settled formulas have the values of those they were made of, on every rank."""

from __future__ import annotations

import random

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ONE, Poly
from sad.algebra.text import formula
from sad.model.expand import default_entry, expand
from sad.parallel import GRID
from sad.spmd.grid_sides import balanced
from sad.spmd.program import site_of
from sad.spmd.simplify_messages import MessageSimplifier, formulas_of
from sad.symbols import INDEX_MARK, NPROCS, RANK
from tests.spmd.loaded import SOURCES, corpus_program, described

PROCESSES = (1, 2, 3, 4, 6, 8)


def _points(symbols: frozenset[str], nprocs: int, draw: random.Random):
    dimensions = 1 + max((k for k, side in enumerate(GRID) if side in symbols), default=0)
    sides = dict(zip(GRID, balanced(nprocs, dimensions), strict=False))
    values = {name: draw.randint(1, 9) for name in sorted(symbols)}
    for rank in range(nprocs):
        yield values | sides | {NPROCS: nprocs, RANK: rank}


@pytest.mark.parametrize("source", SOURCES)
def test_settled_messages_of_the_corpus_have_the_same_values(source: str):
    description = described(source)
    messages = expand(description, default_entry(description)).messages
    simplifier = MessageSimplifier([poly for item in messages for poly in formulas_of(item)])
    draw = random.Random(source)
    compared = 0
    for before in messages:
        after = simplifier.message(before)
        raw, simplified = site_of(before), site_of(after)
        pairs = [
            (raw.calls, simplified.calls),
            (raw.number, simplified.number),
            (raw.nbytes, simplified.nbytes),
        ]
        pairs += zip(before.message.formulas(), after.message.formulas(), strict=True)
        for one, other in pairs:
            symbols = atoms.free_symbols(one) | atoms.free_symbols(other)
            if any(name.startswith(INDEX_MARK) for name in symbols):
                continue
            for nprocs in PROCESSES:
                for point in _points(symbols, nprocs, draw):
                    try:
                        wanted = evaluate(one, point)
                    except ZeroDivisionError:
                        continue
                    assert evaluate(other, point) == wanted, (before.id, formula(one), point)
                    compared += 1
    assert compared > 10 * len(PROCESSES)


def test_neighbours_on_a_plane_are_conditions_on_the_rank_alone():
    program = corpus_program("heat2d/source.f")
    present = {
        formula(site.message.present)
        for site in program.sites
        if site.message.routine == "mpi_sendrecv"
    }
    assert present == {
        "[rank >= py]",
        "[nprocs > py + rank]",
        "[mod(rank, py) >= 1]",
        "[py >= 2 + mod(rank, py)]",
    }


def test_ranks_of_a_ring_are_somebody():
    program = corpus_program("ring/source.f")
    assert all(site.message.present == ONE for site in program.sites)


def test_a_handle_of_a_derived_type_decides_its_guards():
    n = Poly.symbol("n")
    handle = n * 8 + 10**12
    derived = atoms.pieces_of([((handle - 5 * 10**11,), handle - 10**12)])
    predefined = atoms.pieces_of([((Poly.constant(100) - handle,), Poly.constant(4))])
    assert MessageSimplifier([derived]).poly(derived) == n * 8
    assert MessageSimplifier([predefined]).poly(predefined) == Poly.constant(0)


def test_a_case_that_divides_by_zero_elsewhere_is_not_made():
    nprocs = Poly.symbol(NPROCS)
    parity = atoms.mod_of(nprocs, Poly.constant(2))
    odd = atoms.pieces_of([((parity - 1,), Poly.constant(1))])
    rows = atoms.trunc_quotient(nprocs, Poly.constant(2) - odd)
    poly = atoms.trunc_quotient(Poly.symbol("n"), rows)
    simplified = MessageSimplifier([poly]).poly(poly)
    for count in range(1, 9):
        values = {"n": 24, NPROCS: count}
        assert evaluate(simplified, values) == evaluate(poly, values)
