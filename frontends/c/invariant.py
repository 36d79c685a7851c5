"""Whether statements leave values alone: what makes a ``for`` a counted loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, may_meet
from sad.ir.walk import bodies, function_calls, walk
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.ir.program import Symbol


@mutable
class Changed:
    """What statements may change: the names they write, and what these share memory with.

    ``passed`` are names that go to calls as they are; ``calls`` says whether there are calls,
    ``opaque`` whether anything is not modelled.
    """

    names: set[str] = field(default_factory=set[str])
    groups: set[str] = field(default_factory=set[str])
    memories: set[str] = field(default_factory=set[str])
    passed: set[str] = field(default_factory=set[str])
    calls: bool = False
    opaque: bool = False

    def write(self, name: str, symbols: Mapping[str, Symbol]) -> None:
        """Add a name that is written."""
        self.names.add(name)
        symbol = symbols.get(name)
        if symbol is not None and symbol.shares is not None:
            self.groups.add(symbol.shares)
        if symbol is not None and symbol.memory is not None:
            self.memories.add(symbol.memory)

    def join(self, other: Changed) -> None:
        """Add what others change, which is not to be used after that."""
        self.names = _joined(self.names, other.names)
        self.groups = _joined(self.groups, other.groups)
        self.memories = _joined(self.memories, other.memories)
        self.passed = _joined(self.passed, other.passed)
        self.calls |= other.calls
        self.opaque |= other.opaque

    def leaves(self, values: Iterable[ex.Expr], symbols: Mapping[str, Symbol]) -> bool:
        """Return whether no variable is changed that ``values`` are made of."""
        names: set[str] = set()
        for value in values:
            for node in walk(value):
                match node:
                    case ex.Variable(name=name) | ex.Element(array=name):
                        names.add(name)
                    case ex.FunctionCall() | ex.OpaqueExpr():
                        return False
                    case _:
                        pass
        known = [symbols[name] for name in names if name in symbols]
        classes = {symbol.memory for symbol in known}
        groups = {symbol.shares for symbol in known if symbol.shares is not None}
        for name in list(names):
            symbol = symbols.get(name)
            names.update(symbol.reached if symbol is not None else ())
        if self.opaque or not names.isdisjoint(self.names) or not names.isdisjoint(self.passed):
            return False
        if not groups.isdisjoint(self.groups):
            return False
        if any(may_meet(memory, item) for memory in self.memories for item in classes):
            return False
        return not (self.calls and any(_is_exposed(symbols.get(name)) for name in names))


def _joined(first: set[str], second: set[str]) -> set[str]:
    """The union, made in the larger of two sets: of nested loops each name is moved a few times."""
    if len(first) < len(second):
        first, second = second, first
    first |= second
    return first


class Changes:
    """What statements of one function change; loops in loops are looked at once.

    ``symbols`` are those of the function so far.
    """

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self._symbols = symbols
        self._known: dict[int, tuple[st.Stmt, Changed]] = {}

    def keep(self, loop: st.Stmt, changed: Changed) -> None:
        """Remember what the body and counter of a loop change, until what is around is asked for."""
        _add_calls(loop, changed)
        self._known[id(loop)] = loop, changed

    def of(self, body: Sequence[st.Stmt]) -> Changed:
        """Return what ``body`` changes."""
        found = Changed()
        pending = list(body)
        while pending:
            statement = pending.pop()
            kept = self._known.pop(id(statement), None)
            if kept is not None:
                found.join(kept[1])
                continue
            found.opaque |= isinstance(statement, st.Opaque)
            for name in _written(statement):
                found.write(name, self._symbols)
            _add_calls(statement, found)
            for inner in bodies(statement):
                pending.extend(inner)
        return found


def _is_exposed(symbol: Symbol | None) -> bool:
    """Whether a called function could change a variable without getting it as an argument."""
    if symbol is None:
        return True
    shared = symbol.memory is not None or bool(symbol.dimensions) or bool(symbol.reached)
    return symbol.storage is Storage.COMMON or shared


def _written(statement: st.Stmt) -> Iterable[str]:
    match statement:
        case st.Assign(target=ex.Variable(name=name) | ex.Element(array=name)):
            yield name
        case st.CountedLoop(variable=variable):
            yield variable.name
        case st.InputOutput(results=results):
            for item in results:
                if isinstance(item, ex.Variable):
                    yield item.name
                elif isinstance(item, ex.Element):
                    yield item.array
        case _:
            return


def _add_calls(statement: st.Stmt, found: Changed) -> None:
    """Add the calls of a statement: what they get as it is, they may change."""
    calls: list[tuple[ex.Expr, ...]] = []
    if isinstance(statement, st.CallStatement):
        calls.append((*statement.arguments, *statement.hidden))
    calls += [(*item.arguments, *item.hidden) for item in function_calls(statement)]
    found.calls |= bool(calls)
    for arguments in calls:
        for argument in arguments:
            if isinstance(argument, ex.Variable):
                found.passed.add(argument.name)
            elif isinstance(argument, ex.Element):
                found.passed.add(argument.array)
