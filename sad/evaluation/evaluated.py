"""Counts that were found by running a program's slice at the values given."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.evaluation.model import used_symbols
from sad.evaluation.predict import block_counts
from sad.mapping.bound import unknown_calls
from sad.profiles.settings import Origin
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from sad.evaluation.model import Model
    from sad.model.expand import BlockCount, Expansion
    from sad.model.nodes import UnitDescription
    from sad.slicing.evaluation import Evaluation, Obstacle
    from sad.slicing.watched import Watched

_MOST_UNITS = 4


def _is_better_run(model: Model, block: BlockCount, run: Evaluation) -> bool:
    """Whether a block's own count rests on a default, or on assumptions that the run did not need."""
    origins = (model.origins.get(symbol) for symbol in model.rests_on(block))
    return Origin.DEFAULT in origins or bool(model.assumptions_of(block) and not run.assumed)


@record
class Evaluated:
    """Counts of blocks at the values given, by block id, where the formula has no value.

    ``externals`` are numbers of calls of procedures that are not in the program, by name. ``loops`` is
    how many loops the blocks are in, ``steps`` how many blocks and calls were run to find them,
    ``obstacles`` what stood in the way of the rest. ``assumed`` are assumptions that counts rest on,
    by block id. ``run`` names the run that was measured, if the counts are from one and not evaluated.
    ``limit`` says which limit of the run was reached, if one was, ``watched`` what values were that
    decide how often a line runs.
    """

    counts: Mapping[str, int | Fraction]
    externals: Mapping[str, int | Fraction]
    loops: int
    steps: int
    obstacles: tuple[Obstacle, ...]
    assumed: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    run: str = ""
    limit: str = ""
    watched: tuple[Watched, ...] = ()


@record
class Counted:
    """What a run of the slice counted.

    ``blocks`` has, by the identity of a block, its place in the program and the count there; blocks of
    one place share it. ``calls`` are how often units are called that have no source, by description
    name, ``externals`` the same for procedures of which nothing is known. ``sums`` has counts that
    others tell, by place: a number, and the counts of places, each times a number.
    """

    blocks: Mapping[int, tuple[Hashable, int | None]]
    calls: Mapping[str, int | None]
    externals: Mapping[str, int | None]
    run: Evaluation
    sums: Mapping[Hashable, tuple[int, tuple[tuple[Hashable, int], ...]]] = field(
        default_factory=dict["Hashable", "tuple[int, tuple[tuple[Hashable, int], ...]]"]
    )


def with_evaluated(model: Model, counted: Counted) -> Model:
    """Return the model with counts where its own are open.

    Counts that the formulas give must agree: if one does not, nothing is taken. They need not where
    the formulas hold only if calls return, and the program ends in one: then the run is right.
    """
    run = counted.run
    may_end = ends_early(model)
    own = {
        block.id: None if _is_better_run(model, block, run) else count
        for block, count in zip(
            model.expansion.blocks,
            (block_counts(model)[item.id] for item in model.expansion.blocks),
            strict=True,
        )
    }
    places: dict[Hashable, list[BlockCount]] = {}
    totals: dict[Hashable, int] = {}
    for block in model.expansion.blocks:
        place, count = counted.blocks.get(id(block.block), (None, None))
        if count is not None:
            places.setdefault(place, []).append(block)
            totals[place] = count
    counts: dict[str, int] = {}
    assumed: dict[str, tuple[str, ...]] = {}
    loops: set[tuple[str, str]] = set()
    for place, blocks in places.items():
        left = totals[place]
        is_open = False
        for block in blocks:
            value = own[block.id]
            if value is None or may_end:
                counts[block.id] = 0
                loops.update((block.unit.name, loop.id) for loop in block.loops)
                is_open = True
            else:
                left -= int(value)
        if is_open:
            first = next(block.id for block in blocks if own[block.id] is None or may_end)
            counts[first] = left
            names = [*run.assumed]
            for block in blocks:
                names += model.assumptions_of(block) if block.id not in counts else ()
            assumed.update((block.id, tuple(dict.fromkeys(names))) for block in blocks)
        contradicts = left < 0 if is_open else left != 0
        if (
            contradicts
            and not model.assumed
            and all(model.is_exact(item.count) for item in blocks if own[item.id] is not None)
        ):
            return replace(model, evaluated=_contradicted(blocks[0], totals[place], run))
    for block in model.expansion.blocks:
        calls = counted.calls.get(block.unit.name)
        if own[block.id] is None and calls is not None:
            times = times_in_unit(block.count, model.expansion.activations.get(block.unit.name))
            if times is not None:
                counts[block.id] = calls * times
                assumed[block.id] = run.assumed
    externals = {name: number for name, number in counted.externals.items() if number is not None}
    assumed = {block: names for block, names in assumed.items() if names and block in counts}
    found = Evaluated(
        *(counts, externals, len(loops), run.steps, run.obstacles, assumed),
        limit=run.limit,
        watched=run.watched,
    )
    before = model.evaluated
    if before is not None:  # counts of a run that was measured stay
        found = replace(
            found,
            counts={**found.counts, **before.counts},
            externals={**found.externals, **before.externals},
            run=before.run,
        )
    return replace(model, evaluated=found)


def _contradicted(block: BlockCount, counted: int, run: Evaluation) -> Evaluated:
    """Nothing of a run, as it does not count what the formulas give: one of the two is wrong."""
    from sad.slicing.evaluation import Obstacle  # noqa: PLC0415 - never where all is right

    line = block.block.lines[0].span
    why = (
        f"a run counts {counted}, its formula has another number: one is wrong, please report this"
    )
    obstacle = Obstacle(line, why, f"{line.file}:{line.line}")
    return Evaluated({}, {}, 0, run.steps, (obstacle,))


def concrete(model: Model) -> Model:
    """Return the model with the counts that were evaluated as numbers in place of their formulas.

    It holds at the values given only.
    """
    found = model.evaluated
    if found is None:
        return model
    expansion = model.expansion
    blocks = [
        replace(block, count=Poly.constant(found.counts[block.id]))
        if block.id in found.counts
        else block
        for block in expansion.blocks
    ]
    externals = {
        name: Poly.constant(found.externals[name]) if name in found.externals else count
        for name, count in expansion.externals.items()
    }
    expansion = replace(expansion, blocks=blocks, externals=externals)
    used = used_symbols(expansion) | {call.symbol for call in unknown_calls(expansion)}
    assuming = {id(block.block): model.assumptions_of(block) for block in model.expansion.blocks}
    return replace(model, expansion=expansion, used=used, assuming=assuming, evaluated=None)


def ends_early(model: Model) -> bool:
    """Whether counts rest on calls returning that may end the program."""
    return bool(ending_units(model.expansion))


def ending_units(expansion: Expansion) -> tuple[UnitDescription, ...]:
    """Return the units whose calls are taken to return although they may end the program."""
    entry = expansion.entry
    return tuple(
        unit
        for unit in expansion.description.units
        if unit.stops_at is not None
        and (entry is None or unit.name != entry.name)
        and expansion.activations.get(unit.name)
    )


def returning(expansion: Expansion) -> str:
    """Return what counts assume of calls that may end the program; empty if there are none."""
    units = ending_units(expansion)
    if not units:
        return ""
    names = ", ".join(unit.name for unit in units[:_MOST_UNITS])
    if len(units) > _MOST_UNITS:
        names += f" and {len(units) - _MOST_UNITS} more"
    return f"calls return: no STOP is reached inside {names}"


def times_in_unit(count: Poly, activations: Poly | None) -> int | None:
    """How often a block runs in each call of its unit, where that is one number."""
    if activations is None or not activations:
        return None
    monomial = next(iter(activations.terms))
    ratio = Fraction(count.terms.get(monomial, 0), count.den)
    ratio /= Fraction(activations.terms[monomial], activations.den)
    is_multiple = ratio.denominator == 1 and count == activations * Poly.constant(int(ratio))
    return int(ratio) if is_multiple else None
