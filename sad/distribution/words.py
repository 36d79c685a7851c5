"""What things of a program are called in a PAMELA file: parameters, indices, processors, owners."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.algebra.text import formula
from sad.diagnostics import input_error
from sad.distribution.syntax import BLOCK
from sad.model.parameters import Kind
from sad.pamela.formulas import NOWHERE, CannotWrite, FormulaWriter, plain
from sad.pamela.tree import Parameter, Remarks
from sad.parallel import GRID
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.diagnostics import SadError, Span
    from sad.distribution.layout import Side
    from sad.distribution.owners import Conditions
    from sad.distribution.plan import Plan
    from sad.distribution.program import Loop
    from sad.pamela.tree import Formula

_KEPT = (
    "L p P px py pz op startup per_byte cpu seq par if else use delay skip prob param and or not"
)
_NO_LETTER = re.compile(r"\W+")


class Words:
    """Names in one file, each of one thing: also where they differ in case only.

    ``given`` are values by symbol, as text. ``parameters`` are declared in the
    order of their first use.
    """

    def __init__(self, plan: Plan, given: Mapping[str, str]) -> None:
        self._plan = plan
        self._given = given
        self._taken = {word.lower() for word in _KEPT.split()}
        self._names: dict[str, str] = {}
        self._runs: dict[Side, str] = {}
        self._labels = {loop.index.name: loop.label for leaf in plan.leaves for loop in leaf.loops}
        self._open: dict[Poly, str] = {}
        self._found: list[Parameter] = []
        self._sizes: list[Parameter] = []
        self._blocks: list[Parameter] = []
        self._writer = FormulaWriter(self._name)
        self.axes = plan.layout.axes

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What has to be declared: the program's parameters, processors, runs of blocks."""
        sides = [self.side(axis) for axis in range(self.axes)]
        remarks = Remarks(
            behind="processors" if self.axes == 1 else "sides of the grid of processors"
        )
        ranks = [Parameter(name, NOWHERE, None, remarks) for name in sides]
        if self.axes > 1:
            every = plain(" * ".join(sides))
            ranks.append(Parameter("P", NOWHERE, every, Remarks(behind="processors")))
        return (*self._sizes, *ranks, *self._blocks, *self._found)

    def fresh(self, stem: str) -> str:
        """Return a name that nothing has yet."""
        base = _NO_LETTER.sub("_", stem).strip("_") or "x"
        if base[0].isdigit():
            base = f"x{base}"
        name, number = base, 2
        while name.lower() in self._taken:
            name, number = f"{base}_{number}", number + 1
        self._taken.add(name.lower())
        return name

    def declared(self, name: str, value: str | None, about: str) -> str:
        """Declare a parameter of a name that is kept for it, and return the name."""
        formula = None if value is None else plain(value)
        self._found.append(Parameter(name, NOWHERE, formula, Remarks(behind=about)))
        return name

    def parameter(self, stem: str, value: str | None, about: str) -> str:
        """Declare a parameter with a value, or one that has to be set, and return its name."""
        return self.declared(self.fresh(stem), value, about)

    def symbol(self, name: str) -> Poly:
        """Return a name of the file as a symbol of formulas."""
        self._names[f"${name}"] = name
        return Poly.symbol(f"${name}")

    def _name(self, symbol: str) -> str:
        if symbol == "nprocs":
            return "P"
        if symbol in GRID:
            return symbol.upper()
        if symbol not in self._names:
            if symbol.startswith(INDEX_MARK):
                self._names[symbol] = self.fresh(
                    self._labels.get(symbol, symbol.rpartition(":")[2])
                )
            else:
                self._names[symbol] = self._declare(symbol)
        return self._names[symbol]

    def _declare(self, symbol: str) -> str:
        names = self._plan.names
        label, known = names.label(symbol), names.parameters.get(symbol)
        about = label if known is None else f"{known.span.file}:{known.span.line} {label}"
        if known is not None and known.reason:
            about += f": {known.reason}"
        value = self._given.get(symbol)
        if value is not None and symbol in self._plan.extern_seconds:
            value = f"({value})*1 s"
        name = self.fresh(label)
        formula = None if value is None else plain(value)
        self._sizes.append(Parameter(name, NOWHERE, formula, Remarks(behind=about)))
        return name

    # --- formulas ------------------------------------------------------------------------------------

    def text(self, poly: Poly) -> str:
        """Return the text of a formula; raises ``CannotWrite``."""
        return self._writer.poly(poly)

    def formula(self, poly: Poly, place: Span) -> Formula:
        """Return a formula, or a parameter without value for one that cannot be written.

        Raises SAD974 if that depends on the index of a loop.
        """
        try:
            return self._writer.formula(poly)
        except CannotWrite as error:
            if any(symbol.startswith(INDEX_MARK) for symbol in atoms.free_symbols(poly)):
                raise _no_words(error, place) from None
            if poly not in self._open:
                about = f"{place.file}:{place.line} {formula(poly, self._plan.symbols)}"
                self._open[poly] = self.parameter(f"count_line{place.line}", None, about)
            return plain(self._open[poly])

    def condition(self, weight: Poly, place: Span) -> str:
        """Return a weight that is 1 or 0 as a condition; raises SAD974."""
        try:
            return self._writer.condition_of(weight)
        except CannotWrite as error:
            raise _no_words(error, place) from None

    def is_condition(self, weight: Poly) -> bool:
        """Whether a weight is 1 or 0."""
        return self._writer.is_condition(weight)

    def is_probability(self, weight: Poly) -> bool:
        """Whether a weight is made of probabilities."""
        known = self._plan.names.parameters
        kinds = [known[x].kind for x in atoms.free_symbols(weight) if x in known]
        return Kind.PROBABILITY in kinds or _is_share(weight)

    def index(self, loop: Loop) -> str:
        """Return the name of a loop's index."""
        return self._name(loop.index.name)

    # --- processors ----------------------------------------------------------------------------------

    def side(self, axis: int) -> str:
        """Return the parameter for the number of processors along a side of the grid."""
        return "P" if self.axes == 1 else GRID[axis].upper()

    def rank(self, axis: int) -> str:
        """Return the index over processors along a side."""
        return "p" if self.axes == 1 else GRID[axis]

    def member(self, places: Iterable[str]) -> str:
        """Return which processor is at a place of the grid."""
        first, *others = places
        for axis, place in enumerate(others, 1):
            before = first if first.isalnum() else f"({first})"
            first = place if first == "0" else f"{before}*{self.side(axis)} + {place}"
        return first

    def owner(self, conditions: Conditions, place: Span) -> tuple[str | None, ...]:
        """Return where on the grid the processor is that carries something out; None: everywhere."""
        found: list[str | None] = [None] * self.axes
        for item in conditions:
            found[item.side.axis] = self.place(item.side, item.place, place)
        return tuple(found)

    def place(self, side: Side, position: Poly, place: Span) -> str:
        """Return along a side of the grid who has a position: ``floor(j/B)``, ``j % P``."""
        shifted = position - atoms.min_of(side.extent.first)
        ranks = self.side(side.axis)
        if not shifted:
            return "0"
        try:
            text = self._writer.operand(shifted)
            if side.format.kind == BLOCK:
                return f"floor({text}/{self._run(side)})"
            if (side.format.size or 1) > 1:
                return f"floor({text}/{side.format.size}) % {ranks}"
        except CannotWrite as error:
            raise _no_words(error, place) from None
        return f"{text} % {ranks}"

    def run(self, side: Side) -> Poly:
        """Return how many positions of a side in blocks one processor has, as a symbol."""
        size = side.format.size
        return self.symbol(self._run(side)) if size is None else Poly.constant(size)

    def _run(self, side: Side) -> str:
        if side.format.size is not None:
            return str(side.format.size)
        if side not in self._runs:
            name = self._runs[side] = self.fresh("B")
            length = atoms.max_of(side.extent.last) - atoms.min_of(side.extent.first) + 1
            value = plain(f"ceil({self._writer.operand(length)}/{self.side(side.axis)})")
            remarks = Remarks(behind="elements of a block")
            self._blocks.append(Parameter(name, NOWHERE, value, remarks))
        return self._runs[side]


def _is_share(weight: Poly) -> bool:
    number = weight.as_constant
    return number is not None and 0 <= number <= 1


def _no_words(error: CannotWrite, place: Span) -> SadError:
    message = f"a formula of the program cannot be written in PAMELA: {error}"
    hint = "sad scale --distribute predicts times without a model"
    return input_error("SAD974", message, place, hint)
