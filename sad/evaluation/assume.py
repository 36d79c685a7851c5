"""Assumptions a user may make about a whole program, put into its description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly, total
from sad.evaluation.specialised import with_formulas
from sad.model.walks.specialise import specialise
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.model.expand import Expansion
    from sad.model.nodes import Description
    from sad.model.parameters import Parameter

NO_ERROR_EXITS, NO_ZEROS, NEAR_INDICES = "no-error-exits", "no-zeros", "near-indices"
SENTENCES = {
    NO_ERROR_EXITS: "no error exit is taken",
    NO_ZEROS: "no real number that is tested for zero is zero",
    NEAR_INDICES: "index arrays lead from each element to one near it",
}
"""What each assumption says."""


@record
class Assumed:
    """A probability an assumption decides, the value it gets, and which assumption."""

    parameter: Parameter
    value: int
    assumption: str


def assume(
    description: Description, assumptions: Collection[str], given: Collection[str]
) -> tuple[Description, tuple[Assumed, ...]]:
    """Return the description under assumptions, and the probabilities these decide.

    ``given`` are names the user sets, in lower case: these stay as they are. Tests for zero whose
    meaning is known stay, too: whether what a call hands over is zero may follow (``without_zeros``).
    """
    parameters = [item for unit in description.units for item in unit.parameters]
    found: dict[str, Assumed] = {}
    for item in parameters:
        if item.symbol.lower() in given:
            continue
        for name, value in ((NO_ERROR_EXITS, item.without_errors), (NO_ZEROS, item.without_zeros)):
            if name in assumptions and value is not None:
                found.setdefault(item.symbol, Assumed(item, value, name))
    kept = frozenset(item.symbol for item in parameters if item.symbol.lower() in given)
    for name in (NO_ERROR_EXITS, NO_ZEROS):
        decided = _decided(found.values(), name)
        description = specialise(description, decided, kept, by_probability=name == NO_ERROR_EXITS)
    return description, tuple(found.values())


def without_zeros(
    expansion: Expansion, assumed: tuple[Assumed, ...], given: Collection[str]
) -> tuple[Expansion, tuple[Assumed, ...]]:
    """Return the counts with the tests for zero decided that are left once calls are followed.

    Those that hold or fail by what is in ``given``, symbols the user sets, stay as they are, and are
    no longer among what is assumed.
    """
    counts = [block.count for block in expansion.blocks]
    guards = map(atoms.definition, atoms.atoms_inside(counts))
    known = {
        atom.name
        for atom in guards
        if isinstance(atom, atoms.Guard) and atoms.free_symbols(atom.meaning) <= set(given)
    }
    left = tuple(
        item
        for item in assumed
        if item.assumption != NO_ZEROS or item.parameter.symbol not in known
    )
    decided = _decided(left, NO_ZEROS)
    return with_formulas(expansion, decided, by_probability=True) if decided else expansion, left


def assumptions_of(
    plain: Expansion, under: Expansion, assumed: Collection[Assumed]
) -> dict[int, tuple[str, ...]]:
    """Return the assumptions that changed blocks' counts, by the blocks' identities.

    ``plain`` are the counts without them. Where a count does not name what was decided, because a
    loop's trip count followed from it, all that was assumed counts.
    """
    by_symbol = {item.parameter.symbol: item.assumption for item in assumed}
    everything = tuple(dict.fromkeys(by_symbol.values()))
    before: dict[int, list[Poly]] = {}
    for block in plain.blocks:
        before.setdefault(id(block.block), []).append(block.count)
    now: dict[int, list[Poly]] = {}
    for block in under.blocks:
        now.setdefault(id(block.block), []).append(block.count)
    found: dict[int, tuple[str, ...]] = {}
    for block, counts in now.items():
        old = before.get(block, [])
        if counts != old:
            named = atoms.free_symbols(total(old)) | {
                atom.name
                for atom in map(atoms.definition, atoms.atoms_inside(old))
                if isinstance(atom, atoms.Guard)
            }
            mine = {by_symbol[symbol] for symbol in named & by_symbol.keys()}
            found[block] = tuple(name for name in everything if name in mine) or everything
    return found


def _decided(assumed: Collection[Assumed], assumption: str) -> dict[str, Poly]:
    return {
        item.parameter.symbol: Poly.constant(item.value)
        for item in assumed
        if item.assumption == assumption
    }
