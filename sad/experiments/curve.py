"""Curves: quantities of one program on machines, at points.

Over 400 lines: columns, what their points share, and the values made of it change together.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sad.algebra.evaluate import Formulas, compile_polys, real
from sad.algebra.repeated import Repeated
from sad.diagnostics import SadError, argument_error
from sad.evaluation.bind_model import bind_model, run_binder
from sad.evaluation.predict import checked_numbers, values_of
from sad.evaluation.uncertainty.band import machine_factors
from sad.experiments.program import shown_point
from sad.experiments.quantity import RATE, THETA, flops_of
from sad.loading.machines import languages_of, read_machine, warn_of_other_machine
from sad.mapping.bind import cost_model_for
from sad.mapping.bound import unknown_calls
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostics
    from sad.evaluation.bind_model import RunBinder
    from sad.evaluation.model import Model
    from sad.experiments.axes import Value
    from sad.experiments.program import Program, Shape
    from sad.experiments.quantity import Part, Quantity
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion
    from sad.mapping.cost_model import CostModel

_MOST_NAMES, _MOST_UNITS = 6, 8
_LARGEST = sys.float_info.max


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A machine, and a toolchain and a cost model where they are asked for."""

    machine: Machine
    toolchain: Toolchain | None = None
    cost_model: str | None = None

    def toolchain_for(self, model: Model) -> Toolchain:
        """Return the toolchain for a program: the one asked for, or that of its language."""
        return self.toolchain or self.machine.toolchain_for(languages_of(model))


def target_of(text: str, toolchain: str | None, cost_model: str | None) -> Target:
    """Return the target of ``NAME``, ``FILE`` or ``NAME,TOOLCHAIN``; raises as ``read_machine``."""
    return Target(*read_machine(text, toolchain), cost_model)


class Curves:
    """Several quantities of one program, each on its machine; counts have none."""

    def __init__(self, program: Program, columns: Sequence[tuple[Quantity, Target | None]]) -> None:
        """Raises ``SadError`` SAD450, SAD505, SAD850 or SAD852 for a quantity it cannot give."""
        self.program = program
        self.columns = tuple(columns)
        self._prepared: WeakKeyDictionary[Shape, Prepared] = WeakKeyDictionary()
        for quantity, target in columns:
            quantity.check(program.loaded.description)
            if quantity.is_timed and target is None:
                what = "per time" if quantity.kind == RATE else "a time"
                message = f"{quantity.text} is {what} [{quantity.unit}]: it needs a machine"
                hint = "add --machine NAME, or ask for --quantity operations"
                raise argument_error("SAD850", message, hint)
        if not program.entry:
            units = [unit.name for unit in program.loaded.description.units]
            raise no_entry_error(program.label, units)
        self._told: set[Target] = set()
        places = range(len(columns))
        self._of_run = [p for p in places if not (self.is_fixed(p) or self.is_compiled(p))]

    def at(self, point: Mapping[str, Value]) -> list[Number]:
        """Return the values at a point: seconds and rates as float, counts exactly.

        Theta may be infinite or NaN, a rate NaN.

        Raises ``SadError`` SAD850 for parameters without a value, and as ``build_model``,
        ``checked_numbers`` and ``bind_model``.
        """
        quick = self.at_numbers([point[axis.name].plain for axis in self.program.axes])
        if quick is not None:
            return quick
        try:
            return [_value(quantity, terms) for (quantity, _), terms, _ in self._terms(point)]
        except SadError as error:
            raise placed(error, point) from None

    def at_numbers(self, numbers: Sequence[object]) -> list[Number] | None:
        """Return the same as ``at`` for plain numbers in the order of the axes, if that is quick.

        None where ``at`` has to be asked: see ``Program.at_numbers``.
        """
        found = self.program.at_numbers(numbers)
        prepared = None if found is None else self._prepared.get(found[0])
        if found is None or prepared is None or not prepared.is_quick:
            return None
        shape, values = found
        if not prepared.symbols <= values.keys():
            return None
        columns: Iterable[list[PlacedPart] | None] = prepared.parts
        try:
            counts = checked_numbers(prepared.formulas, values, 0.0)
            if self._of_run:
                if not prepared.repeated:
                    prepared.repeated.append(Repeated(partial(self.in_run, shape, self._of_run)))
                in_run = iter(prepared.repeated[0](_run(counts, values)))
                columns = (next(in_run) if parts is None else parts for parts in columns)
        except SadError:  # told with its point
            return None
        return [
            _value(quantity, [(counts[place], each) for place, each in parts or ()])
            for (quantity, _), parts in zip(self.columns, columns, strict=True)
        ]

    def exact_at(self, point: Mapping[str, Value]) -> list[Fraction]:
        """Return the values at a point without any rounding, but for theta; raises as ``at``."""
        try:
            return [
                _exact(quantity, [(Fraction(count), Fraction(each)) for count, each in terms])
                for (quantity, _), terms, _ in self._terms(point)
            ]
        except SadError as error:
            raise placed(error, point) from None

    def intervals_at(self, point: Mapping[str, Value]) -> list[tuple[float, float] | None]:
        """Return what the time of a run is between in nine cases of ten, by the machine's numbers.

        None for other quantities than the total, and where nothing is known; raises as ``at``.
        """
        found: list[tuple[float, float] | None] = []
        shape, _ = self.program.at(point)
        blocks = shape.model.expansion.blocks
        for (quantity, target), terms, counts in self._terms(point):
            factors = None
            if target is not None and quantity.kind == "total":
                toolchain = target.toolchain_for(self.program.model)
                cost_model = self._cost_model(target).name
                numbers = [(block, counts.get(block.count, 0)) for block in blocks]
                factors, _ = machine_factors(target.machine, toolchain, cost_model, numbers)
            total = _seconds(terms) if factors is not None else 0.0
            found.append(None if factors is None else (total * factors[0], total * factors[1]))
        return found

    def is_fixed(self, place: int) -> bool:
        """Whether each count adds the same at all points: it does not if it depends on the run."""
        quantity, target = self.columns[place]
        return not quantity.is_timed or target is None or not self._cost_model(target).of_run

    def is_compiled(self, place: int) -> bool:
        """Whether the times of a column come from object code, matched anew for each run."""
        target = self.columns[place][1]
        return not self.is_fixed(place) and target is not None and self._cost_model(target).compiles

    def _cost_model(self, target: Target) -> CostModel:
        return cost_model_for(target.toolchain_for(self.program.model), target.cost_model)

    def in_run(
        self, shape: Shape, columns: Iterable[int], known: Mapping[Any, Any]
    ) -> list[list[PlacedPart]]:
        """Return the parts of columns in a run.

        ``known`` are its counts by place, as floats, and values by symbol; these may be arrays of
        points.
        """
        prepared, model = self.prepared(shape), shape.model
        blocks = {name: known[place] for name, place in prepared.blocks}
        bounds: dict[Target, BoundExpansion] = {}
        found: list[list[PlacedPart]] = []
        for quantity, target in (self.columns[place] for place in columns):
            assert target is not None
            if target not in prepared.binders:
                toolchain = target.toolchain_for(model)
                self._warn(target, toolchain)
                kind = self._cost_model(target)
                prepared.binders[target] = run_binder(model, target.machine, toolchain, kind)
            if target not in bounds:
                bounds[target] = prepared.binders[target](blocks, known)
            found.append(_placed_in(prepared.place_of, quantity.parts(model, bounds[target])))
        return found

    def _warn(self, target: Target, toolchain: Toolchain) -> Diagnostics | None:
        """Warn of another machine than this one; what is told of a target is told once."""
        if target in self._told:
            return None
        self._told.add(target)
        warn_of_other_machine(target.machine, toolchain, self.program.diagnostics)
        return self.program.diagnostics

    def bound(self, model: Model, target: Target) -> BoundExpansion:
        """Return the program on a machine, for the values of ``model``."""
        toolchain = target.toolchain_for(model)
        return bind_model(
            *(model, target.machine, toolchain, target.cost_model),
            *(self.program.compile_options, self._warn(target, toolchain)),
        )

    def _terms(
        self, point: Mapping[str, Value]
    ) -> Iterable[tuple[Asked, Terms, Mapping[Poly, Number]]]:
        """Each column with its terms, and the values of counts."""
        shape, model = self.program.at(point)
        prepared = self.prepared(shape)
        counts = _counts(prepared, model)
        own = dict(zip(prepared.place_of, counts, strict=True))
        run = _run(counts, model.values) if self._of_run else {}
        in_run = iter(self.in_run(shape, self._of_run, run))
        bounds: dict[Target, BoundExpansion] = {}
        for place, ((quantity, target), fixed) in enumerate(
            zip(self.columns, prepared.parts, strict=True)
        ):
            if fixed is not None:
                parts = fixed
            elif place in self._of_run:
                parts = next(in_run)
            else:
                assert target is not None
                if target not in bounds:
                    numbers = {block.id: own[block.count] for block in model.expansion.blocks}
                    model.computed.update(numbers)  # binding would compile them anew
                    bounds[target] = self.bound(model, target)
                parts = _placed_in(prepared.place_of, quantity.parts(model, bounds[target]))
            yield (quantity, target), _terms(parts, counts, model), own

    def prepared(self, shape: Shape) -> Prepared:
        """Return what points of a shape share."""
        known = self._prepared.get(shape)
        if known is not None:
            return known
        model = shape.model
        bounds: dict[Target | None, BoundExpansion] = {}
        fixed: list[list[Part] | None] = []
        for place, (quantity, target) in enumerate(self.columns):
            if not self.is_fixed(place):
                fixed.append(None)
                continue
            if target is not None and target not in bounds:
                bounds[target] = self.bound(model, target)
            fixed.append(quantity.parts(model, bounds.get(target)))
        polys = [poly for parts in fixed for poly, _ in parts or ()]
        if None in fixed:
            polys.extend(block.count for block in model.expansion.blocks)
            polys.extend(model.expansion.externals.values())
            if any(quantity.kind == RATE for quantity, _ in self.columns):
                polys.append(flops_of(model.expansion.blocks))
        place_of = {poly: place for place, poly in enumerate(dict.fromkeys(polys))}
        formulas = compile_polys(tuple(place_of))
        blocks = model.expansion.blocks if None in fixed else ()
        calls = None in fixed and bool(unknown_calls(model.expansion))
        compiled = any(self.is_compiled(place) for place in range(len(self.columns)))
        found = Prepared(
            *(place_of, formulas),
            tuple(None if parts is None else _placed_in(place_of, parts) for parts in fixed),
            tuple((block.id, place_of[block.count]) for block in blocks),
            not (calls or compiled or any(isinstance(e, str) for p in fixed for _, e in p or ())),
            frozenset(formulas.symbols),
        )
        self._prepared[shape] = found
        return found


Asked = tuple["Quantity", "Target | None"]
PlacedPart = tuple[int, Any]
"""A part with the place of its count."""


@record
class Prepared:
    """What points of one shape share: counts with their places, and formulas for them.

    ``parts`` are None for columns that depend on the run; ``blocks`` are the places of blocks' counts
    by id, if there are such columns. ``is_quick`` is whether no column needs a compiler or the time of
    an unknown call. ``symbols`` are what the formulas need.
    """

    place_of: Mapping[Poly, int]
    formulas: Formulas
    parts: tuple[list[PlacedPart] | None, ...]
    blocks: tuple[tuple[str, int], ...]
    is_quick: bool
    symbols: frozenset[str]
    binders: dict[Target, RunBinder] = field(default_factory=dict["Target", "RunBinder"])
    repeated: list[Repeated] = field(default_factory=list["Repeated"])


def _placed_in(place_of: Mapping[Poly, int], parts: Iterable[Part]) -> list[PlacedPart]:
    return [(place_of[poly], each) for poly, each in parts]


def _counts(prepared: Prepared, model: Model) -> list[Number]:
    """The counts at a point; what the values leave without effect needs no value."""
    if prepared.symbols <= model.values.keys():
        return checked_numbers(prepared.formulas, model.values)
    found = values_of(model, {poly: poly for poly in prepared.place_of})
    counts = [number for number in found.values() if number is not None]
    if len(counts) < len(found):
        need_values(model, prepared.symbols & model.needed)
        need_values(model, prepared.symbols)
    return counts


def _run(counts: Iterable[Number], values: Mapping[str, Number]) -> dict[int | str, Number]:
    """What is known of a run, as ``Curves.in_run`` takes it."""
    try:
        return {**dict(enumerate(map(float, counts))), **values}
    except OverflowError:
        message = "with the values given, a count is too large"
        raise argument_error("SAD503", message, "give smaller values") from None


Terms = list[tuple["Number", float]]
"""Numbers of something that happens, and what each adds."""


def _terms(parts: Iterable[PlacedPart], counts: Sequence[Number], model: Model) -> Terms:
    """Terms with the times of unknown calls put in; no time is needed for what is not called."""
    found: Terms = []
    for place, each in parts:
        if not isinstance(each, str):
            found.append((counts[place], each))
        elif counts[place]:
            need_values(model, (each,))
            found.append((counts[place], float(model.values[each])))
    return found


def _value(quantity: Quantity, terms: Terms) -> Number:
    if quantity.kind == THETA:
        return _theta(terms)
    if quantity.kind == RATE:
        (flops, _), *times = terms
        seconds = _seconds(times)
        return float(flops) / seconds if seconds else math.nan
    return _seconds(terms) if quantity.is_timed else _count(terms)


def _exact(quantity: Quantity, terms: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """A value without rounding, but for theta; a rate of what takes no time is 0."""
    if quantity.kind == THETA:
        return Fraction(max(-_LARGEST, _theta([(count, float(each)) for count, each in terms])))
    products = [count * each for count, each in terms]
    if quantity.kind == RATE:
        seconds = sum(products[1:], Fraction(0))
        return products[0] / seconds if seconds else Fraction(0)
    return sum(products, Fraction(0))


def _theta(terms: Terms) -> float:
    """Theta of omega and phi; NaN where nothing takes time, as its curve has a gap there."""
    from sad.contention.bound import theta  # noqa: PLC0415 - seldom needed

    omega, phi = (float(count) * each for count, each in terms)
    found = theta(omega, phi)
    return math.nan if found is None else found


def _seconds(terms: Terms) -> float:
    """Added up in the order of the program, as a prediction does."""
    return sum((real(count) * each for count, each in terms), 0.0)


def _count(terms: Terms) -> Number:
    found = sum(count * each for count, each in terms)
    return int(found) if isinstance(found, Fraction) and found.denominator == 1 else found


def need_values(model: Model, symbols: Iterable[str]) -> None:
    """Raise ``SadError`` SAD850 if a symbol has no value, naming all that have none."""
    missing = {symbol for symbol in symbols if symbol not in model.values}
    if not missing:
        return
    order = [*model.symbols, *sorted(missing)]
    names = [
        model.names.aliases.get(symbol) or model.names.label(symbol)
        for symbol in dict.fromkeys(order)
        if symbol in missing
    ]
    shown = ", ".join(names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    hint = " ".join(f"--set {name}=..." for name in names[:_MOST_NAMES])
    message = f"no value for {shown}{more}"
    hint = (
        f"give them: {hint}, or a file: --params FILE; guesses of branches: --defaults heuristics"
    )
    raise argument_error("SAD850", message, hint)


def no_entry_error(what: str, units: Sequence[str]) -> SadError:
    """Return the error (SAD850) about units each by themselves, which have no time together."""
    message = f"{what} has no main program, and several units nobody calls"
    hint = f"choose where to start: --entry UNIT; units: {', '.join(units[:_MOST_UNITS])}"
    return argument_error("SAD850", message, hint)


def placed(error: SadError, point: Mapping[str, Value]) -> SadError:
    """Return an error about values with the point at which it is one."""
    if not point or error.diagnostic.code not in ("SAD502", "SAD503"):
        return error
    message = f"{error.diagnostic.message} (at {shown_point(point)})"
    return SadError(replace(error.diagnostic, message=message), error.exit_code, error.earlier)
