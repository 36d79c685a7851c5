"""The operators of a PAMELA file: what lines of the program do, and for how long.

With detail ``line`` each line is an equation ``line12(p)`` with one use; with ``action`` one use per
operation, named as operations are (``mul_double(p)``), references to arrays with the stride at which
they go through the part of the array that a processor has; with ``phase`` a phase's work of one owner
is one use, and lines are parameters.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly
from sad.distribution.program import Ref
from sad.distribution.syntax import BLOCK
from sad.distribution.terms import CPU, Done, group
from sad.model.nodes import SECOND
from sad.pamela.formulas import NOWHERE, plain
from sad.pamela.tree import Apply, Equation, Remarks, Repeat, UseTerm
from sad.parallel import GRID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.distribution.plan import Plan
    from sad.distribution.program import Leaf, Place
    from sad.distribution.words import Words
    from sad.model.nodes import Line
    from sad.pamela.tree import Term

ACTION, LINE, PHASE = "action", "line", "phase"
_MOVES = ("load", "store")
_CALL = "call "


class Operators:
    """Makes operators as they are needed. ``lines`` are those of the description by place.

    ``seconds`` are times of places and ``operation`` those of operations [s]; None without a machine.
    """

    def __init__(
        self,
        plan: Plan,
        words: Words,
        detail: str,
        lines: Mapping[Place, Line],
        seconds: Mapping[Place, float] | None,
        operation: Callable[[str], float] | None,
    ) -> None:
        self._plan = plan
        self._words = words
        self._detail = detail
        self._lines = lines
        self._seconds = seconds
        self._operation = operation
        self._names: dict[tuple[Place, ...], str] = {}
        self._taken: set[str] = {"L"}
        self._basic: dict[str, tuple[str, float | None]] = {}
        self._step: str | None = None
        self.equations: list[Equation] = []

    @property
    def basic(self) -> list[tuple[str, tuple[str, ...], float | None]]:
        """The operators of single operations, with their arguments and times [s]."""
        return [
            (name, ("p", "stride") if _moves(name) else ("p",), time)
            for name, (_, time) in self._basic.items()
        ]

    def fresh(self, name: str) -> str:
        """Return a name that no equation has yet."""
        found, number = name, 2
        while found in self._taken:
            found, number = f"{name}_{number}", number + 1
        self._taken.add(found)
        return found

    def done(self, leaves: Sequence[Leaf]) -> Done | None:
        """Return what actions in a row do; None if that takes no time."""
        by_line: dict[tuple[str, int], list[Leaf]] = {}
        for leaf in leaves:
            if self._takes_time(leaf):
                by_line.setdefault((leaf.do.span.file, leaf.do.span.line), []).append(leaf)
        if not by_line:
            return None
        if self._detail == PHASE:
            amounts = [self._amount(items) for items in by_line.values()]
            return Done(amount=sum(amounts[1:], amounts[0]))
        return Done(operators=tuple(map(self._operator, by_line.values())))

    # --- times ---------------------------------------------------------------------------------------

    def _takes_time(self, leaf: Leaf) -> bool:
        place = leaf.do.place
        if place is None:
            return False
        if place[0].startswith(_CALL):
            return True
        if self._seconds is not None:
            return bool(self._seconds.get(place))
        return bool(self._lines[place].operations)

    def _calls(self, leaves: Sequence[Leaf]) -> list[str]:
        """The times of procedures without source among actions, as symbols."""
        places = [leaf.do.place for leaf in leaves if leaf.do.place is not None]
        return [f"{x[0].removeprefix(_CALL)}.seconds" for x in places if x[0].startswith(_CALL)]

    def _own(self, leaves: Sequence[Leaf]) -> str:
        """The time of actions that the program has itself, as text; empty if there is none."""
        places = [leaf.do.place for leaf in leaves if leaf.do.place in self._lines]
        if self._seconds is not None:
            found = sum(self._seconds.get(place, 0.0) for place in places if place is not None)
            return time_text(found) if found else ""
        count = seconds = 0
        for place in places:
            assert place is not None
            for key, times in self._lines[place].operations.items():
                seconds, count = (
                    (seconds + times, count) if key == SECOND else (seconds, count + times)
                )
        parts = [f"{count}*{self.step}"] * bool(count) + [f"{seconds} s"] * bool(seconds)
        return " + ".join(parts)

    @property
    def step(self) -> str:
        """The parameter for the time of an operation where no machine is named."""
        if self._step is None:
            about = "an operation; no machine is named: a stand-in, to be set"
            self._step = self._words.declared("op", "1 ns", about)
        return self._step

    def _time(self, leaves: Sequence[Leaf]) -> str:
        calls = [self._words.text(Poly.symbol(name)) for name in self._calls(leaves)]
        return " + ".join([x for x in (self._own(leaves), *calls) if x])

    def _amount(self, leaves: Sequence[Leaf]) -> Poly:
        """The time of a line as a symbol: a parameter."""
        places = _places(leaves)
        if places not in self._names:
            span = leaves[0].do.span
            name = self._words.parameter(f"t{span.line}", self._time(leaves), str(span))
            self._names[places] = name
        return self._words.symbol(self._names[places])

    # --- equations -----------------------------------------------------------------------------------

    def _operator(self, leaves: Sequence[Leaf]) -> str:
        places = _places(leaves)
        if places in self._names:
            return self._names[places]
        span = leaves[0].do.span
        name = self._names[places] = self.fresh(f"line{span.line}")
        term: Term
        if self._detail == ACTION:
            term = self._actions(leaves)
        else:
            term = UseTerm(NOWHERE, CPU, plain("p"), plain(self._time(leaves)))
        remarks = Remarks(behind=f"{span.file}:{span.line}")
        self.equations.append(Equation(name, NOWHERE, ("p",), term, remarks))
        return name

    def _actions(self, leaves: Sequence[Leaf]) -> Term:
        """One use per operation; the time of a procedure without source is one more."""
        terms: list[Term] = []
        for leaf in leaves:
            place = leaf.do.place
            if place is None or place not in self._lines:
                continue
            strides = self._strides(leaf)
            for key, times in self._lines[place].operations.items():
                name = self._basic_name(key)
                if _moves(name):
                    for number in range(times):
                        stride = strides[min(number, len(strides) - 1)] if strides else "0"
                        terms.append(Apply(NOWHERE, name, (plain("p"), plain(stride))))
                    continue
                term = Apply(NOWHERE, name, (plain("p"),))
                index = Repeat(NOWHERE, False, "i", plain("1"), plain(str(times)), None, term)
                terms.append(term if times == 1 else index)
        for symbol in self._calls(leaves):
            time = self._words.formula(Poly.symbol(symbol), leaves[0].do.span)
            terms.append(UseTerm(NOWHERE, CPU, plain("p"), time))
        return group(terms)

    def _basic_name(self, key: str) -> str:
        """The operator of an operation: without place and storage where the time is the same."""
        words = key.split(".")
        short = "_".join(words[:2] if words[0] in _MOVES else words)
        if words[0] in _MOVES and "element" in key:
            short = f"{words[0]}_{words[1]}_element"
        time = None if self._operation is None else self._operation(key)
        known = self._basic.get(short)
        if known is not None and known[1] != time:
            short = key.replace(".", "_")
        self._basic[short] = key, time
        return short

    def _strides(self, leaf: Leaf) -> list[str]:
        """How far apart the elements are that each reference goes through, innermost loop."""
        refs = list(leaf.do.reads)
        if isinstance(leaf.do.target, Ref):
            refs.append(leaf.do.target)
        return [self._words.text(self._stride(ref, leaf)) for ref in refs if ref.subscripts]

    def _stride(self, ref: Ref, leaf: Leaf) -> Poly:
        if not leaf.loops:
            return Poly.constant(0)
        name = leaf.loops[-1].index.name
        bounds = self._plan.whole.arrays[ref.array].bounds
        sides = self._plan.layout.sides.get(ref.array, (None,) * len(bounds))
        order = list(range(len(ref.subscripts)))
        if self._plan.language == "c":  # the last subscript goes fastest
            order.reverse()
        found, size = Poly.constant(0), ONE
        for number in order:
            step, side = _step(ref.subscripts[number], name), sides[number]
            if step is None or size is None:
                return self._untold(ref)
            cyclic = side is not None and side.format.kind != BLOCK
            found += size * step * (self._ranks(side.axis) if cyclic and side is not None else ONE)
            low, high = bounds[number]
            if side is not None and side.format.kind == BLOCK:
                size = size * self._words.run(side)
            else:
                size = None if high is None else size * (high - low + 1)
        return found

    def _ranks(self, axis: int) -> Poly:
        return Poly.symbol("nprocs" if self._words.axes == 1 else GRID[axis])

    def _untold(self, ref: Ref) -> Poly:
        about = (
            f"{ref.span.file}:{ref.span.line} how far apart elements of {ref.text} are is not known"
        )
        return self._words.symbol(self._words.parameter(f"stride_line{ref.span.line}", None, about))


def _step(subscript: Poly | None, name: str) -> Poly | None:
    """How far a subscript moves with an index; None if that cannot be told."""
    if subscript is None:
        return None
    if not atoms.depends_on(subscript, name):
        return Poly.constant(0)
    parts = subscript.coefficients(name)
    if len(parts) != 2 or any(atoms.depends_on(part, name) for part in parts):
        return None
    value = parts[1].as_constant
    return None if value is None else Poly.constant(abs(value))


def _moves(name: str) -> bool:
    return "_element" in name


def _places(leaves: Sequence[Leaf]) -> tuple[Place, ...]:
    return tuple(leaf.do.place for leaf in leaves if leaf.do.place is not None)


def time_text(seconds: float) -> str:
    """Return a time with its unit, to twelve digits."""
    for unit, parts in (("s", 1), ("ms", 10**3), ("us", 10**6)):
        if seconds * parts >= 1:
            return f"{float(Fraction(seconds) * parts):.12g} {unit}"
    return f"{float(Fraction(seconds) * 10**9):.12g} ns"
