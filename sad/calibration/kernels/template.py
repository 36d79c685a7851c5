"""A kernel before it has a language: a small notation, read as Python; the names of its constructs.

Arrays start at 0 and their last subscript varies fastest, as in C; the Fortran writer shifts and
reverses. Declarations are separated by ``;``::

    n = 1000; double x[n], y[n]; integer k[n] cycle 1 8; in double t = 1.25; out double s;
    local double u, v

``n = 1000`` is an integer argument. An array may end with a fill pattern and its bounds. ``in`` is a
scalar argument, ``out`` one that the procedure sets, ``local`` a variable of its own; loop variables
need no declaration. What the notation adds to expressions and conditions is listed in ``writer``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.calibration.kernel import Fill, Kind, Pattern
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping


_KINDS = {kind.value: kind for kind in Kind}
_PATTERNS = {pattern.value: pattern for pattern in Pattern}
_SIZE = re.compile(r"(\w+) = (\d+)")
_IN = re.compile(r"in (\w+) (\w+) = ([-\d.e]+)")
_NAME = re.compile(r"(\w+)((?:\[[^\]]*\])*)")


@record
class Variable:
    """A declared name. ``role`` is size, in, out, array or local; ``dimensions`` as written."""

    name: str
    kind: Kind
    role: str
    dimensions: tuple[str, ...] = ()
    fill: Fill = field(default_factory=Fill)
    size: int = 0


@record
class Procedure:
    """A procedure in the notation. ``result`` is the kind of a function's value, None otherwise."""

    name: str
    data: str
    body: str
    result: Kind | None = None


@record
class Template:
    """One kernel: its procedure, and procedures it calls (by name, in the same file).

    ``fresh`` as in ``Kernel``. ``flat`` writes arrays of two dimensions as one in C, ``a[i*n + j]``.
    """

    family: str
    title: str
    data: str
    body: str
    callees: tuple[Procedure, ...] = ()
    fresh: bool = False
    flat: bool = False

    @property
    def main(self) -> Procedure:
        """The kernel's own procedure."""
        return Procedure("", self.data, self.body)


def variables(procedure: Procedure) -> dict[str, Variable]:
    """Return what a procedure declares, by name, arguments in order."""
    found: dict[str, Variable] = {}
    for item in filter(None, (part.strip() for part in procedure.data.split(";"))):
        for variable in _declared(item):
            found[variable.name] = variable
    return found


def needed(data: str, body: str) -> str:
    """Return the declarations whose names a body uses, one name in each: an argument that nobody
    uses would be work that nobody counts.
    """
    items = [part.strip() for part in data.split(";") if part.strip()]
    names = {item: next(iter(variables(Procedure("", item, "")))) for item in items}
    kept = [item for item in items if re.search(rf"\b{names[item]}\b", body)]
    sizes = " ".join(bracket for item in kept for bracket in re.findall(r"\[.*?\]", item))
    return "; ".join(
        item
        for item in items
        if item in kept or (_SIZE.fullmatch(item) and re.search(rf"\b{names[item]}\b", sizes))
    )


def size_values(declared: Mapping[str, Variable]) -> dict[str, int]:
    """Return the integer arguments with their values."""
    return {item.name: item.size for item in declared.values() if item.role == "size"}


def element_count(variable: Variable, sizes: Mapping[str, int]) -> int:
    """Return how many elements an array has at these sizes."""
    total = 1
    for dimension in variable.dimensions:
        total *= int(eval(dimension, {"__builtins__": {}}, dict(sizes)))
    return total


def _declared(item: str) -> list[Variable]:
    if match := _SIZE.fullmatch(item):
        return [Variable(match[1], Kind.INTEGER, "size", size=int(match[2]))]
    if match := _IN.fullmatch(item):
        fill = Fill(Pattern.CONSTANT, float(match[3]), float(match[3]))
        return [Variable(match[2], _KINDS[match[1]], "in", fill=fill)]
    first, _, rest = item.partition(" ")
    if first in {"local", "out"}:
        kind, _, names = rest.partition(" ")
        fill = Fill(Pattern.CONSTANT, 0.0, 0.0)
        return [
            Variable(match[1], _KINDS[kind], first, _dimensions(match[2]), fill)
            for match in _NAME.finditer(names.replace(" ", ""))
        ]
    return _arrays(_KINDS[first], rest)


def _dimensions(brackets: str) -> tuple[str, ...]:
    return tuple(brackets.strip("[]").split(",")) if brackets else ()


def _arrays(kind: Kind, text: str) -> list[Variable]:
    names, fill = text, Fill()
    for word in text.split():
        if word in _PATTERNS:
            names, _, bounds = text.partition(f" {word}")
            low, high = (
                [*map(float, bounds.split()), 0.5, 2.0][:2] if bounds.strip() else (0.5, 2.0)
            )
            fill = Fill(_PATTERNS[word], low, high)
    return [
        Variable(match[1], kind, "array", _dimensions(match[2]), fill)
        for match in _NAME.finditer(names.replace(" ", ""))
    ]


@dataclass(slots=True)
class Known:
    """What the notation says of a unit's branches and loops, by the long names of ``sad``."""

    settings: dict[str, Fraction] = field(default_factory=dict[str, Fraction])
    misses: dict[str, float] = field(default_factory=dict[str, float])


@dataclass(slots=True)
class KernelScope:
    """The inside of a construct of one unit; constructs count apart from each other, by kind."""

    unit: str
    known: Known
    path: str = ""
    counts: Counter[str] = field(default_factory=Counter[str])

    def numbered(self, kind: str) -> str:
        """Return the path of the next construct of a kind, such as ``loop1.if2``."""
        self.counts[kind] += 1
        return self.join(f"{kind}{self.counts[kind]}")

    def join(self, name: str) -> str:
        """Return the path of a construct with a name of its own, such as ``do10``."""
        return f"{self.path}.{name}" if self.path else name

    def inside(self, path: str, *, shared: bool = False) -> KernelScope:
        """Return the scope of a construct's body; ``shared`` if it goes on counting from here, as
        the body of a loop made of jumps does.
        """
        counts = self.counts if shared else Counter[str]()
        return KernelScope(self.unit, self.known, path, counts)

    def probability(self, path: str, share: Fraction, misses: float) -> None:
        """Say how often the branch at ``path`` is taken, and mispredicted."""
        self._tell(f"{self.unit}.prob@{path}", share, misses)

    def trips(self, path: str, average: Fraction, misses: float) -> None:
        """Say how often the loop at ``path`` runs per entry, and its mispredictions per entry."""
        self._tell(f"{self.unit}.trips@{path}", average, misses)

    def _tell(self, name: str, value: Fraction, misses: float) -> None:
        self.known.settings[name] = value
        if misses:
            self.known.misses[name] = misses
