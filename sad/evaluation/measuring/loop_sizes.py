"""Quantities that loops run over, as a program derives them from its sizes: cells per side, blocks.

A trip count that only a run can tell often is a simple function of such a quantity, and none of the
sizes it is made of: of ``floor(L/R)`` cells, say. The formulas of the counts have them as atoms.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.kinds import Floor, Group, Max, Not, Trunc, operands
from sad.algebra.poly import ZERO, Poly
from sad.algebra.text import formula
from sad.diagnostics import argument_error
from sad.expr.numbers import evaluate_expression
from sad.expr.parse import as_factor
from sad.expr.tree import ExpressionError
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.evaluation.names import Names
    from sad.model.parameters import Parameter
    from sad.profiles.counts import Sample
    from sad.profiles.fitting.fit import Fit


_MOST = 3  # a fit looks at a few sizes only
_MOST_FORMS = 100
_WORD = re.compile(r"[A-Za-z_$][\w$]*(?:[.@][\w$]+)*")


@record
class LoopSize:
    """A quantity as an expression over sizes, whose shown names are ``sizes``."""

    text: str
    sizes: frozenset[str]


def loop_sizes(counts: Iterable[Poly], names: Names) -> tuple[LoopSize, ...]:
    """Return the rounded and bounded quantities in ``counts`` that follow from sizes, most used first.

    They are not checked to be expressions: what has other operations has no value later.
    """
    found: Counter[Poly] = Counter()
    for count in counts:
        found.update(_quantities(count))
    labels = {symbol: names.label(symbol) for symbol in names.parameters}
    ranked: list[tuple[int, LoopSize]] = []
    for poly, times in found.items():
        symbols = atoms.free_symbols(poly)
        if symbols <= labels.keys() and not atoms.has_unresolved(poly):
            size = LoopSize(formula(poly, labels), frozenset(labels[item] for item in symbols))
            ranked.append((times, size))
    ranked.sort(key=lambda item: (-item[0], len(item[1].text), item[1].text))
    return tuple(size for _, size in ranked[:_MOST_FORMS])


def limit_of(parameter: Parameter, names: Names) -> LoopSize | None:
    """Return how often the bounds of a loop that may be left early let it run; None if that is open."""
    if parameter.limit is None or atoms.has_unresolved(parameter.limit):
        return None
    labels = {symbol: names.label(symbol) for symbol in atoms.free_symbols(parameter.limit)}
    return LoopSize(formula(parameter.limit, labels), frozenset(labels.values()))


def is_value_of(quantity: LoopSize, samples: Sequence[Sample]) -> bool:
    """Whether each sample's value is that of ``quantity`` at its sizes."""
    return _values(quantity.text, samples) == tuple(sample.value for sample in samples)


def _quantities(count: Poly) -> set[Poly]:
    found: set[Poly] = set()
    for symbol in atoms.atoms_of(count):
        atom = atoms.definition(symbol)
        if isinstance(atom, Group | Not):
            for inner in operands(atom):
                found |= _quantities(inner)
        elif isinstance(atom, Max) and len(atom.arguments) == 2 and ZERO in atom.arguments:
            found.update(argument for argument in atom.arguments if argument != ZERO)
        elif isinstance(atom, Floor | Trunc):
            found.add(Poly.symbol(symbol))
    return found


@record
class Derived:
    """Quantities with their values in each sample, by stand-in names; ``own`` are other sizes."""

    columns: Mapping[str, Sequence[float]]
    texts: Mapping[str, str]
    own: tuple[str, ...]

    def written_out(self, result: Fit) -> Fit:
        """Return a fit over stand-in names with these replaced."""
        return replace(
            result,
            text=self._replaced(result.text),
            sd_text=self._replaced(result.sd_text),
            model=self._replaced(result.model),
            note=self._replaced(result.note),
        )

    def _replaced(self, text: str) -> str:
        for name, meaning in self.texts.items():
            text = re.sub(rf"\b{name}\b", lambda _, meaning=meaning: meaning, text)
        return text


def derive(
    quantities: Sequence[LoopSize], samples: Sequence[Sample], own: Sequence[str]
) -> Derived | None:
    """Return the quantities that differ between ``samples`` and are not sizes themselves.

    Sizes that are always equal to a quantity, or of which it is made with others, are left out of
    ``own``. Quantities of nothing but sizes that stand in others are left out. None if none is left.
    """
    columns_of_own = {name: tuple(sample.at[name] for sample in samples) for name in own}
    columns: dict[str, tuple[float, ...]] = {}
    texts: dict[str, str] = {}
    inside: set[tuple[float, ...]] = set()
    replaced: set[tuple[float, ...]] = set()
    for quantity in quantities:
        sizes = {columns_of_own[name] for name in quantity.sizes if name in columns_of_own}
        if quantity.text in columns_of_own or sizes <= inside:
            continue
        values = _values(quantity.text, samples)
        if values is None or len(set(values)) == 1 or values in columns.values():
            continue
        name = f"quantity{len(columns) + 1}"
        columns[name] = values
        texts[name] = as_factor(quantity.text)
        inside |= sizes
        replaced |= {values} | (sizes if len(sizes) > 1 else set())
        if len(columns) == _MOST:
            break
    if not columns:
        return None
    left = {values: name for name, values in reversed(columns_of_own.items())}
    for values in replaced:
        left.pop(values, None)
    return Derived(columns, texts, tuple(name for name in own if name in left.values()))


def _values(text: str, samples: Sequence[Sample]) -> tuple[float, ...] | None:
    """Return the values of an expression; None if it has none, or one that no loop runs."""
    found: list[float] = []
    for sample in samples:

        def lookup(name: str, at: Mapping[str, float] = sample.at) -> Number:
            value = at[name]
            return int(value) if value == int(value) else value

        try:
            value = evaluate_expression(text, lookup)
        except (ExpressionError, KeyError):
            return None
        if value <= 0:
            return None
        found.append(float(value))
    return tuple(found)


def check_given(runs: Iterable[Mapping[str, str]], names: Names, own: Collection[str]) -> None:
    """Refuse a name that the program does not have and that no value uses.

    ``runs`` are the values of each run by name, ``own`` names that people use in a parameter file. A
    name of one's own stands if values of the run use it, or if it is all that tells runs apart and is
    not nearly one of the program's. Raises ``SadError`` SAD715.
    """
    owned = {name.lower() for name in own}
    for at in runs:
        used = {word.lower() for text in at.values() for word in _WORD.findall(text)} | owned
        known = [name for name in at if names.find(name) is not None or names.is_input(name)]
        for name in at:
            if name in known or name.lower() in used:
                continue
            if known or names.close(name) is not None:
                message = f"the program has no size {name!r}, and no value uses it"
                raise argument_error("SAD715", message, names.suggestion(name))
