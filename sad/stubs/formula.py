"""Expressions of a stub as exact counts: polynomials over the arguments, conditions as 0 or 1."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.expr.exact import Counts, Exact, without_repeats
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError, Name
from sad.ir.expr import Type
from sad.symbols import input_name, site_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.document import Item
    from sad.expr.tree import Expr
    from sad.stubs.schema import Stub, StubArgument

_HINT = "for instance M*N*K or (M if LEFT else N)"
_MORE = "docs/expressions.md tells what expressions may contain"


class Formulas(Counts):
    """Evaluates the expressions of one stub.

    ``conditions`` collects the names of the probabilities that stand for its conditions where these
    turn out not to be known, with their texts; ``parameters`` the names in ``seconds`` that are no
    arguments, by symbol, ``open_counts`` those in ``calls``, which ``operations`` may use.
    """

    def __init__(self, stub: Stub) -> None:
        super().__init__(self._name, owner=stub.name)
        self.stub = stub
        self.conditions: dict[str, str] = {}
        self.parameters: dict[str, Item] = {}
        self.open_counts: dict[str, Item] = {}
        self._known: dict[str, Exact] = {}
        self._busy: list[str] = []
        self._free: Item | None = None

    def count(self, item: Item) -> Poly:
        """Return a count; raise ``SadError`` SAD602 if the expression is none."""
        tree = parse_item(item)
        try:
            return without_repeats(self.number_of(tree))
        except ExpressionError as error:
            fail(item, error)

    def time(self, item: Item) -> Poly:
        """Return a time [s]; names that are no arguments become parameters ``STUB.name``."""
        self._free = item
        try:
            return self.count(item)
        finally:
            self._free = None

    def calls(self) -> dict[str, Poly]:
        """Return how often each procedure that is passed is called."""
        found: dict[str, Poly] = {}
        for name, item in self.stub.calls.items():
            known = set(self.parameters)
            found[name] = self.time(item)
            for symbol in self.parameters.keys() - known:
                self.open_counts[symbol] = self.parameters.pop(symbol)
        return found

    def check(self, name: str) -> None:
        """Evaluate a named value; raise ``SadError`` SAD602 if it is none."""
        self._name(name)

    def index(self, name: str) -> str:
        """Names are the same in any case."""
        return name.upper()

    def check_index(self, name: str) -> None:
        """An index is no argument."""
        super().check_index(name)
        if self.index(name) in {argument.name for argument in self.stub.inputs}:
            message = f"the index {name} means something else already"
            raise ExpressionError(message, "choose another name")

    def weight(self, node: Expr, meaning: Poly) -> Poly:
        """A condition as a factor. Where a value in it is not known, it is a named probability."""
        text = " ".join(node.text.split())
        named = self.stub.where.get(node.name.upper()) if isinstance(node, Name) else None
        if isinstance(node, Name) and named is not None:
            place, text = node.name.upper(), named.text().strip()
        else:
            known = [name for name, said in self.conditions.items() if said == text]
            if known:
                return atoms.guard_of(known[0], meaning)
            place = f"case{1 + sum('@case' in name for name in self.conditions)}"
        name = site_name(self.stub.name, "prob", place)
        self.conditions.setdefault(name, text)
        return atoms.guard_of(name, meaning)

    def _name(self, name: str) -> Exact:
        key = name.upper()
        where = self.stub.where.get(key)
        if where is not None:
            return self._defined(key, where)
        found = [item for item in self.stub.inputs if item.name == key]
        if found:
            return _argument(self.stub, found[0])
        symbol = input_name(self.stub.name, name)
        if symbol in self.open_counts:
            return Exact(Poly.symbol(symbol))
        if self._free is None:
            raise unknown_name(name, [*(a.name for a in self.stub.inputs), *self.stub.where])
        self.parameters.setdefault(symbol, self._free)
        return Exact(Poly.symbol(symbol))

    def _defined(self, key: str, item: Item) -> Exact:
        """A named value; names in it that are no arguments are errors even inside ``seconds``."""
        if key in self._known:
            return self._known[key]
        if key in self._busy:
            raise ExpressionError(f"{key} depends on itself")
        free, bound = self._free, self.bound
        self._busy.append(key)
        self._free, self.bound = None, {}
        try:
            self._known[key] = self.value(parse_item(item))
            return self._known[key]
        except ExpressionError as error:
            fail(item, error)
        finally:
            self._free, self.bound = free, bound
            self._busy.pop()


def parse_item(item: Item) -> Expr:
    """Return the tree of an expression; raise ``SadError`` SAD602 if it is none."""
    text = item.text().strip()
    try:
        return parse(text)
    except ExpressionError as error:
        item.fail("SAD602", f"{text!r} is no expression: {error}", error.hint or _HINT)


def fail(item: Item, error: ExpressionError) -> NoReturn:
    """Raise ``SadError`` SAD602 about an expression."""
    item.fail("SAD602", f"{item.text().strip()!r}: {error}", error.hint or _MORE)


def unknown_name(name: str, known: Iterable[str]) -> ExpressionError:
    """Return the error about a name that means nothing."""
    names = list(known)
    close = get_close_matches(name.upper(), names, 1)
    listed = f"known: {', '.join(names)}" if names else "the stub has no arguments"
    message = f"there is no {name}"
    return ExpressionError(message, f"did you mean {close[0]}?" if close else listed)


def _argument(stub: Stub, argument: StubArgument) -> Exact:
    """What an argument stands for."""
    symbol = Poly.symbol(input_name(stub.name, argument.name))
    if argument.is_array:
        raise ExpressionError(f"{argument.name} is an array: its elements are not known")
    match argument.type:
        case Type.INTEGER:
            return Exact(symbol)
        case Type.LOGICAL:
            return Exact(symbol, is_truth=True)
        case Type.CHARACTER:
            return Exact(symbol, length=argument.length)
        case _:
            return Exact(symbol, is_real=True)


def check_expressions(stub: Stub) -> None:
    """Raise ``SadError`` SAD602 at the first expression of a stub that is none."""
    formulas = Formulas(stub)
    for key in stub.where:
        formulas.check(key)
    formulas.calls()
    for item in stub.operations.values():
        formulas.count(item)
    if stub.seconds is not None:
        formulas.time(stub.seconds)
