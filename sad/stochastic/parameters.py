"""Names with values in model files, and the numbers of a file: expressions over these names."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, did_you_mean
from sad.expr.numbers import fraction_of, value_of
from sad.expr.parse import check, parse
from sad.expr.tree import ExpressionError, free_names
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sad.algebra.runtime import Number
    from sad.document import Item

    Lookup = Callable[[str], Number]

_NAME = re.compile(r"[A-Za-z_]\w*")
_HINT = "a number, or arithmetic over the names under parameters"
_LARGEST_WHOLE = 10**9
_SMALLEST, _LARGEST = 1e-60, 1e60  # products of a few of them are numbers, too
NULL = "tag:yaml.org,2002:null"


@record
class Parameters:
    """The names under ``parameters``, in order; one without a value has to be set."""

    items: Mapping[str, Item]

    def values(self, given: Mapping[str, str], *, exact: bool = False) -> Mapping[str, Number]:
        """Return the value of every name, ``given`` texts in place of the file's.

        If ``exact``, decimal numbers are taken as they are written: as fractions.
        Raises ``SadError``: SAD501 (no such name), SAD502 (no value in a given text), SAD980 (in the
        file: no expression, no value).
        """
        for name in given:
            if name not in self.items:
                hint = did_you_mean(name, self.items, f"there are: {', '.join(self.items)}")
                hint = hint if self.items else "the model has no parameters"
                raise argument_error("SAD501", f"the model has no parameter {name}", hint)
        found: dict[str, Number] = {}
        busy: list[str] = []

        def value(name: str) -> Number:
            if name in found:
                return found[name]
            if name not in self.items:
                raise unknown(name, self.items)
            if name in busy:
                raise ExpressionError(f"{name} needs its own value")
            busy.append(name)
            found[name] = _given(name, given[name], value, exact) if name in given else own(name)
            busy.pop()
            return found[name]

        def own(name: str) -> Number:
            item = self.items[name]
            if item.node.tag == NULL:
                item.fail("SAD980", "it has no value", f"give one: --set {name}=...")
            return _value(item, value, exact)

        return {name: value(name) for name in self.items}


def read_parameters(item: Item | None) -> Parameters:
    """Return the names of a mapping; SAD404 for one that is no name."""
    entries = {} if item is None else item.mapping()
    for name, entry in entries.items():
        if not _NAME.fullmatch(name):
            entry.fail("SAD404", f"{name!r} is no name", "letters, digits and _")
        if entry.is_mapping or entry.is_sequence:
            entry.fail("SAD404", "a number or an expression is expected here", _HINT)
    return Parameters(entries)


def unknown(name: str, known: Collection[str]) -> ExpressionError:
    """Return the error about a name without a meaning."""
    listed = f"known: {', '.join(known)}" if known else "the file has no parameters"
    return ExpressionError(f"there is no {name}", did_you_mean(name, known, listed))


def _given(name: str, text: str, lookup: Lookup, exact: bool) -> Number:
    try:
        tree = parse(text)
        check(tree)
        return fraction_of(tree, lookup) if exact else value_of(tree, lookup)
    except ExpressionError as error:
        message = f"{name}={text}: {error}"
        raise argument_error("SAD502", message, error.hint or "a number is expected") from None


def _value(item: Item, lookup: Lookup, exact: bool) -> Number:
    text = item.text().strip()
    try:
        tree = parse(text)
        check(tree)
        found = fraction_of(tree, lookup) if exact else value_of(tree, lookup)
    except ExpressionError as error:
        item.fail("SAD980", f"{text!r}: {error}", error.hint or _HINT)
    if isinstance(found, float) and not math.isfinite(found):
        item.fail("SAD980", f"{text!r} is {found}", "a finite number is expected")
    return found


def number(item: Item, values: Mapping[str, Number], *, exact: bool = False) -> Number:
    """Return the value of an expression in a file; raises SAD980 if it has none.

    If ``exact``, decimal numbers are taken as they are written.
    """

    def lookup(name: str) -> Number:
        if name not in values:
            raise unknown(name, values)
        return values[name]

    return _value(item, lookup, exact)


def check_expression(item: Item, names: Collection[str]) -> None:
    """Raise SAD980 for what is no expression over the names, whatever their values are."""
    text = item.text().strip()
    try:
        tree = parse(text)
        check(tree)
        for node in free_names(tree):
            if node.name not in names:
                raise unknown(node.name, names)
    except ExpressionError as error:
        item.fail("SAD980", f"{text!r}: {error}", error.hint or _HINT)


def above_zero(item: Item, values: Mapping[str, Number], what: str) -> float:
    """Return a number above 0; raises SAD981, ``what`` naming it, and as ``number``."""
    found = number(item, values)
    if found <= 0:
        item.fail("SAD981", f"{what} of {shown(found)}", "a number above 0 is expected")
    if not _SMALLEST <= found <= _LARGEST:
        hint = f"a number from {_SMALLEST:g} to {_LARGEST:g} is expected"
        item.fail("SAD981", f"{what} of {float(found):.4g}", hint)
    return float(found)


def not_below_zero(item: Item, values: Mapping[str, Number], what: str) -> float:
    """Return a number of 0 or more; raises as ``above_zero``."""
    found = number(item, values)
    if found < 0:
        item.fail("SAD981", f"{what} of {shown(found)}", "a number of 0 or more is expected")
    return float(found)


def whole(item: Item, values: Mapping[str, Number], what: str, least: int = 1) -> int:
    """Return a whole number of ``least`` or more; raises as ``above_zero``."""
    found = number(item, values)
    if found != math.floor(found) or not least <= found <= _LARGEST_WHOLE:
        hint = f"a whole number from {least} to {_LARGEST_WHOLE:,} is expected"
        item.fail("SAD981", f"{what}: {shown(found)}", hint)
    return int(found)


def chance(item: Item, values: Mapping[str, Number]) -> float:
    """Return a probability; raises SAD981 for a number outside 0 to 1, and as ``number``."""
    found = number(item, values)
    if not 0 <= found <= 1:
        item.fail("SAD981", f"a probability of {shown(found)}", "a number from 0 to 1 is expected")
    return float(found)


def shown(value: Number) -> str:
    """Return a number as messages and headings have it."""
    if isinstance(value, Fraction):
        return str(value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)
