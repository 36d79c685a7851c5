"""What a function does with each variable: assigns it, takes its address, walks with it.

A variable's address *escapes* where it goes anywhere but straight into a call: then pointers may
change the variable. A pointer *leaks* where its value does, and *walks* where arithmetic or comparison
is done with it.

Over 400 lines: what is done with pointers is one walk over the syntax.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c import library
from frontends.c.bind import FunctionInfo, HandedOn, Meeting
from frontends.c.patterns import (
    is_allocation,
    is_null,
    member_path,
    named_functions,
    reached_from,
)
from frontends.c.reading.attributes import LATER
from frontends.c.scope import Kind
from frontends.c.types import (
    Array,
    Function,
    Pointer,
    Record,
    Scalar,
    is_plain_integer,
    member,
    member_names,
    members_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.bind import Path
    from frontends.c.scope import Entity
    from frontends.c.types import CType


_STATEMENTS = (
    *(c_ast.Compound, c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile),
    *(c_ast.Label, c_ast.Case, c_ast.Default),
)


def note_usage(info: FunctionInfo) -> None:
    """Note in its entities what a function does with its variables."""
    usage = _Usage(info)
    usage.visit(info.node.body)
    usage.finish()


class _Usage:
    def __init__(self, info: FunctionInfo) -> None:
        self._info = info
        self._unused: set[int] = set()
        """Calls whose value is dropped, or a pointer that is only tested for null."""

    def _entity(self, node: c_ast.Node) -> Entity | None:
        return self._info.entities.get(id(node))

    def visit(self, node: c_ast.Node) -> None:
        """Visit a statement, or an expression whose value may go anywhere."""
        if isinstance(node, _STATEMENTS):
            self._unused.update(id(item) for item in node)
        match node:
            case c_ast.Decl():
                self._declaration(node)
            case c_ast.Typedef() | c_ast.Typename():
                pass
            case c_ast.ID():
                self._loose(node)
            case c_ast.UnaryOp():
                self._unary(node)
            case c_ast.BinaryOp():
                self._binary(node)
            case c_ast.Assignment():
                self._assignment(node)
            case c_ast.ArrayRef():
                self._pointer(node.name, subscript=True)
                self.visit(node.subscript)
            case c_ast.StructRef() if isinstance(self._type_of(node), Array):
                self._address(node, escapes=True)  # its value is where it is
            case c_ast.StructRef():
                self._member(node)
            case c_ast.FuncCall():
                self._call(node)
            case c_ast.TernaryOp() | c_ast.If() | c_ast.While() | c_ast.DoWhile():
                self._test(node.cond)
                for item in node:
                    if item is not node.cond:
                        self.visit(item)
            case c_ast.NamedInitializer(expr=value):
                self.visit(value)
            case _:
                for item in node:
                    self.visit(item)

    def _declaration(self, node: c_ast.Decl) -> None:
        entity = self._info.declared.get(id(node))
        if node.init is not None:
            self._fall(entity, node.init)
            self._assigned(entity, node.init)
            if not self._chosen(entity, node.init):
                self.visit(node.init)

    def _loose(self, node: c_ast.ID) -> None:
        """An identifier whose value may go anywhere."""
        entity = self._entity(node)
        if entity is not None:
            _let_go(entity)
            if entity.kind is Kind.FUNCTION:
                self._info.unclear = True
                self._info.loose.add(entity.name)

    def _unary(self, node: c_ast.UnaryOp) -> None:
        inner = node.expr
        match node.op:
            case "*":
                self._pointer(inner, subscript=False)
                self._whole(inner)
            case "&":
                self._address(inner, escapes=True)
            case "!":
                self._test(inner)
            case "sizeof" | "_Alignof":
                pass
            case "++" | "--" | "p++" | "p--":
                if "-" in node.op:
                    self._fall(self._entity(inner), inner)
                self._stepped(inner)
            case _:
                self.visit(inner)

    def _whole(self, node: c_ast.Node) -> None:
        """Note that all of a structure is used."""
        entity = self._entity(node)
        record = None if entity is None else _record_of(entity.type)
        if entity is not None and record is not None:
            for path in members_of(record, is_plain_integer):
                self._info.members.setdefault(entity, {})[path] = None

    def _stepped(self, target: c_ast.Node) -> None:
        self._target(target)
        match target:
            case c_ast.ID():
                entity = self._entity(target)
                if entity is not None:
                    entity.walks = True
            case _:
                pass

    def _target(self, target: c_ast.Node) -> None:
        """Visit what is assigned to."""
        if isinstance(target, c_ast.ID):
            entity = self._entity(target)
            if entity is not None:
                entity.assigned += 1
        else:
            self._store(target)

    def _store(self, target: c_ast.Node) -> None:
        """Visit an assigned place that is no plain variable."""
        self.visit(target)
        root = target
        while not isinstance(root, c_ast.ID):
            match root:
                case c_ast.ArrayRef(name=inner) | c_ast.StructRef(name=inner):
                    root = inner
                case c_ast.UnaryOp(expr=inner) | c_ast.Cast(expr=inner):
                    root = inner
                case c_ast.BinaryOp(left=left, right=right):
                    root = right if isinstance(left, c_ast.Constant) else left
                case _:
                    return
        entity = self._entity(root)
        if entity is not None:
            entity.stored = True

    def _assigned(self, entity: Entity | None, value: c_ast.Node) -> None:
        if entity is not None:
            entity.assigned += 1
            if is_allocation(value):
                entity.allocated += 1

    @staticmethod
    def _fall(entity: Entity | None, value: c_ast.Node) -> None:
        """Note a variable that is set to, or raised by, what may be negative."""
        plain = isinstance(value, c_ast.Constant) and "int" in value.type
        if entity is not None and not plain:
            entity.falls = True

    def _assignment(self, node: c_ast.Assignment) -> None:
        if isinstance(node.lvalue, c_ast.ID):
            falls = node.op not in ("=", "+=")
            self._fall(self._entity(node.lvalue), node.lvalue if falls else node.rvalue)
        target = self._entity(node.lvalue)
        if node.op == "=" and self._chosen(target, node.rvalue):
            self._assigned(target, node.rvalue)
            return
        if node.op in ("+=", "-="):
            self._stepped(node.lvalue)
        elif isinstance(node.lvalue, c_ast.ID):
            self._assigned(self._entity(node.lvalue), node.rvalue)
        else:
            self._store(node.lvalue)
        if not self._function_kept(node):
            self.visit(node.rvalue)

    def _chosen(self, entity: Entity | None, value: c_ast.Node) -> bool:
        """Note functions that a local pointer is set to; return whether it is that."""
        if entity is None or not _is_function_pointer(entity):
            return False
        found = named_functions(value)
        functions = [] if found is None else [self._entity(node) for node in found]
        if entity.functions is None or found is None:
            entity.functions = None
            return False
        for node, function in zip(found, functions, strict=True):
            if function is None or function.kind is not Kind.FUNCTION:
                entity.functions = None
                return False
            entity.functions[function.name] = node
            self._info.loose.add(function.name)
        self._conditions(value)
        return True

    def _conditions(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.TernaryOp(cond=condition, iftrue=left, iffalse=right):
                self._test(condition)
                self._conditions(left)
                self._conditions(right)
            case c_ast.UnaryOp(expr=inner) | c_ast.Cast(expr=inner):
                self._conditions(inner)
            case _:
                pass

    def finish(self) -> None:
        """Note where functions go whose pointers are passed on."""
        for entity in self._info.locals:
            if entity.functions is None or (entity.functions and not entity.chooses):
                self._info.unclear = True
        for item in list(self._info.passes):
            for node in (item.entity.functions or {}).values() if not item.path else ():
                function = self._entity(node)
                if function is not None:
                    self._info.handed.append(HandedOn(item.callee, item.position, function, ()))

    def _function_kept(self, node: c_ast.Assignment) -> bool:
        """Note ``pointer = function``; return whether it is that."""
        name = node.rvalue
        while isinstance(name, c_ast.UnaryOp) and name.op == "&":
            name = name.expr
        function = self._entity(name)
        if function is None or function.kind is not Kind.FUNCTION or node.op != "=":
            return False
        match node.lvalue:
            case c_ast.StructRef(field=member):
                key = member.name
            case c_ast.ID(name=variable):
                key = variable
            case _:
                return False
        self._info.targets.setdefault(key, set()).add(function.name)
        self._info.loose.add(function.name)
        return True

    def _binary(self, node: c_ast.BinaryOp) -> None:
        match node.op:
            case "&&" | "||":
                self._test(node.left)
                self._test(node.right)
            case "==" | "!=" if is_null(node.left) or is_null(node.right):
                self._test(node.left)
                self._test(node.right)
            case "<" | ">" | "<=" | ">=" | "==" | "!=" | "-":
                for side in (node.left, node.right):
                    self._compared(side)
            case _:
                self.visit(node.left)
                self.visit(node.right)

    def _compared(self, node: c_ast.Node) -> None:
        """A pointer compared or subtracted: its value counts, but goes nowhere."""
        match node:
            case c_ast.ID():
                entity = self._entity(node)
                if entity is not None and isinstance(entity.type, Pointer):
                    entity.walks = True
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                self._compared(left)
                self._compared(right)
            case c_ast.UnaryOp(op="&", expr=inner):
                self._address(inner, escapes=False)
            case _:
                self.visit(node)

    def _test(self, node: c_ast.Node) -> None:
        """A pointer tested for null goes nowhere."""
        if isinstance(node, c_ast.ID):
            self._entity(node)
        else:
            self._unused.add(id(node))
            self.visit(node)

    def _pointer(self, node: c_ast.Node, *, subscript: bool) -> None:
        """Visit a pointer that is dereferenced here."""
        match node:
            case c_ast.ID():
                entity = self._entity(node)
                if entity is not None:
                    entity.subscripted |= subscript
                    entity.dereferenced |= not subscript
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                pointer, offset = (left, right) if not _is_number(left) else (right, left)
                self._pointer(pointer, subscript=True)
                self._offset(offset)
            case c_ast.ArrayRef(name=name, subscript=inner):
                self._pointer(name, subscript=True)
                self.visit(inner)
            case c_ast.StructRef():
                self._member(node)
            case c_ast.Cast(expr=inner):
                self.visit(inner)
            case _:
                self.visit(node)

    def _offset(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.ID):
            entity = self._entity(node)
            if entity is not None and isinstance(entity.type, Pointer | Array):
                entity.subscripted = True
        else:
            self.visit(node)

    def _address(self, node: c_ast.Node, *, escapes: bool) -> None:
        """Visit what an address is taken of."""
        match node:
            case c_ast.ID():
                entity = self._entity(node)
                if entity is not None:
                    entity.handed = True
                    entity.escapes |= escapes
            case c_ast.ArrayRef(name=name, subscript=subscript):
                self.visit(subscript)
                self._address_of_base(name, escapes=escapes, subscript=True)
            case c_ast.StructRef(name=name, field=field):
                self._member(node)
                if escapes:
                    self._info.escaped.add(field.name)
                    self._let_go_of_union(name)
                self._address_of_base(name, escapes=escapes, subscript=False)
            case _:
                self.visit(node)

    def _let_go_of_union(self, node: c_ast.Node) -> None:
        """Note that a pointer leads into a union around a member: to what all its members share."""
        kind = self._type_of(node)
        record = None if kind is None else _record_of(kind)
        if record is not None and record.union:
            self._info.escaped.update(member_names(record))
            root = node
            while isinstance(root, c_ast.StructRef | c_ast.ArrayRef):
                root = root.name
            entity = self._entity(root)
            if entity is not None and not isinstance(entity.type, Pointer):
                entity.volatile = True  # what is stored as another type is not followed

    def _address_of_base(self, node: c_ast.Node, *, escapes: bool, subscript: bool) -> None:
        """Visit what an element or member is a part of; ``&p->n`` alone makes no array of ``p``."""
        if isinstance(node, c_ast.ID):
            entity = self._entity(node)
            if entity is not None:
                entity.subscripted |= isinstance(entity.type, Array) or (
                    subscript and isinstance(entity.type, Pointer)
                )
                entity.handed |= not isinstance(entity.type, Pointer)
                if escapes:
                    _let_go(entity)
                    entity.escapes |= isinstance(entity.type, Record)
        elif isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
            self._address(node, escapes=escapes)
        else:
            self.visit(node)

    def _type_of(self, node: c_ast.Node) -> CType | None:
        """The type of a variable, an element or a member; None of anything else."""
        match node:
            case c_ast.ID():
                entity = self._entity(node)
                return None if entity is None else entity.type
            case c_ast.ArrayRef(name=name) | c_ast.UnaryOp(op="*", expr=name):
                kind = self._type_of(name)
                if isinstance(kind, Array):
                    return kind.of
                return kind.to if isinstance(kind, Pointer) else None
            case c_ast.StructRef(name=name, field=field):
                kind = self._type_of(name)
                record = None if kind is None else _record_of(kind)
                found = None if record is None else member(record, field.name)
                return found[-1].type if found else None
            case _:
                return None

    def _member(self, node: c_ast.StructRef) -> None:
        root = member_path(node)
        if root is None:
            self._pointer(node.name, subscript=False)
            return
        name, path = root
        entity = self._entity(name)
        if entity is not None:
            entity.dereferenced = True
            self._info.members.setdefault(entity, {})[path] = None

    def _call(self, node: c_ast.FuncCall) -> None:
        callee = node.name.name if isinstance(node.name, c_ast.ID) else ""
        if callee == "__sad_label__" and node.args is not None:
            self._info.labels += [
                item.name for item in node.args.exprs if isinstance(item, c_ast.ID)
            ]
            return
        if callee == LATER and node.args is not None:
            self._later(node.args.exprs)
            return
        expected: tuple[CType, ...] = ()
        if isinstance(node.name, c_ast.ID):
            entity = self._entity(node.name)
            self._info.calls[callee] = None
            if entity is not None and isinstance(entity.type, Function):
                expected = entity.type.parameters or ()
        else:
            self._pointer(node.name, subscript=False)
        arguments = list(node.args.exprs) if node.args is not None else []
        self._overlaps(callee, arguments)
        self._given_back(callee, arguments, is_unused=id(node) in self._unused)
        for position, argument in enumerate(arguments):
            kind = expected[position] if position < len(expected) else None
            if isinstance(kind, Pointer) and kind.reads:
                entity = self._only_read(argument)
                if entity is not None:
                    self._info.handed.append(HandedOn(callee, position, entity, (), reads=True))
                    entity.passed |= isinstance(kind.to, Record)  # members are found by address
                    continue
            self._argument(argument, callee, position)

    def _given_back(self, callee: str, arguments: list[c_ast.Node], *, is_unused: bool) -> None:
        """Note the argument that a function of the library gives back a pointer into."""
        position = library.GIVES_BACK.get(callee)
        if position is None or position >= len(arguments):
            return
        node = arguments[position]
        while isinstance(node, c_ast.Cast):
            node = node.expr
        if callee in library.NUMBERS and (len(arguments) < 2 or is_null(arguments[1])):
            return
        if is_unused and callee not in library.STORES_POINTERS:
            return
        found = reached_from(node)
        entity = None if found is None else self._entity(found[0])
        if found is not None and entity is not None and entity.is_variable:
            _let_go(entity)
            self._info.escaped.update(found[1][-1:])

    def _overlaps(self, callee: str, arguments: list[c_ast.Node]) -> None:
        """Note the arguments of a call that may lead to one place, as far as the call tells."""
        roots = [self._root(argument) for argument in arguments]
        for position, root in enumerate(roots):
            if root is None:
                continue
            entity = root[0]
            self._info.passes.append(HandedOn(callee, position, entity, root[1]))
            if entity.kind is Kind.GLOBAL:
                self._info.meeting.append(Meeting(callee, position, position, entity, entity))
            for before, other in enumerate(roots[:position]):
                if other is not None and _may_be_one(root, other):
                    self._info.meeting.append(Meeting(callee, before, position, other[0], entity))
                    if root[1] == other[1]:
                        continue
                    for number, path in ((position, root[1]), (before, other[1])):
                        if self._is_own_address(arguments[number]):  # and its structure is passed
                            self._info.escaped.update(path)

    def _root(self, node: c_ast.Node) -> tuple[Entity, Path] | None:
        """The variable and members that an argument by reference starts from."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        is_address = isinstance(node, c_ast.UnaryOp) and node.op == "&"
        found = reached_from(node)
        entity = None if found is None else self._entity(found[0])
        if entity is None or found is None or not entity.is_variable:
            return None
        pointed = isinstance(entity.type, Pointer | Array | Record)
        return (entity, found[1]) if is_address or pointed else None

    def _is_own_address(self, node: c_ast.Node) -> bool:
        """Whether an argument may be where a member is, not its value or what that leads to."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        if isinstance(node, c_ast.BinaryOp) and node.op in "+-":
            node = node.left
        is_address = isinstance(node, c_ast.UnaryOp) and node.op == "&"
        inner = node.expr if isinstance(node, c_ast.UnaryOp) and is_address else node
        place = inner
        while isinstance(place, c_ast.ArrayRef):
            place = place.name
        kind = self._type_of(place)
        if isinstance(kind, Pointer):
            return is_address and place is inner
        return is_address or not isinstance(kind, Scalar)

    def _later(self, items: Sequence[c_ast.Node]) -> None:
        """What runs when a variable's block is left may change the variable at any time."""
        if isinstance(items[0], c_ast.ID):
            self._info.starts.add(items[0].name)
            self._entity(items[0])
        for item in items[1:]:
            self._address(item.expr if isinstance(item, c_ast.UnaryOp) else item, escapes=True)
            entity = self._entity(item.expr) if isinstance(item, c_ast.UnaryOp) else None
            if entity is not None:
                entity.volatile = True

    def _only_read(self, node: c_ast.Node) -> Entity | None:
        """The scalar whose address, or the array that, is an argument for a pointer to const."""
        if isinstance(node, c_ast.UnaryOp) and node.op == "&":
            entity = self._entity(node.expr)
            is_scalar = entity is not None and isinstance(entity.type, Scalar)
            return entity if entity is not None and is_scalar and not entity.constant else None
        entity = self._entity(node)
        return entity if entity is not None and isinstance(entity.type, Array) else None

    def _function(self, node: c_ast.Node, callee: str, position: int) -> None:
        """Note a function that is an argument, with or without ``&`` before its name."""
        while isinstance(node, c_ast.UnaryOp) and node.op == "&":
            node = node.expr
        entity = self._entity(node) if isinstance(node, c_ast.ID) else None
        if entity is not None and entity.kind is Kind.FUNCTION:
            self._info.handed.append(HandedOn(callee, position, entity, ()))

    def _argument(self, node: c_ast.Node, callee: str, position: int) -> None:
        while isinstance(node, c_ast.Cast):
            node = node.expr
        self._function(node, callee, position)
        root = reached_from(node)
        if root is not None:
            name, path = root
            entity = self._entity(name)
            if entity is not None and (
                _record_of(entity.type) is not None or _is_address(node, entity)
            ):
                self._info.handed.append(HandedOn(callee, position, entity, path))
        match node:
            case c_ast.ID():
                entity = self._entity(node)
                if entity is not None and isinstance(entity.type, Pointer | Array):
                    entity.passed = True
            case c_ast.UnaryOp(op="&", expr=inner):
                self._address(inner, escapes=False)
            case c_ast.StructRef():
                self._member(node)
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                for side in (left, right):
                    self._offset(side)
                    entity = self._entity(side)
                    if entity is not None and isinstance(entity.type, Pointer | Array):
                        entity.passed = True
            case _:
                self.visit(node)


def _may_be_one(root: tuple[Entity, Path], other: tuple[Entity, Path]) -> bool:
    """Whether two arguments may lead to one place: parts of a variable, or a pointer that moves."""
    (entity, path), (second, second_path) = root, other
    if entity is second:
        shorter = min(len(path), len(second_path))
        return path[:shorter] == second_path[:shorter] or _has_union(entity.type)
    if path or second_path:
        return False
    return _leads_anywhere(entity) or _leads_anywhere(second)


def _has_union(kind: CType) -> bool:
    """Whether there is a union in a structure, or in one that a pointer leads to."""
    inner = kind.to if isinstance(kind, Pointer) else kind
    while isinstance(inner, Array):
        inner = inner.of
    if not isinstance(inner, Record):
        return False
    parts = (item.type for item in (inner.members or {}).values())
    return inner.union or any(_has_union(part) for part in parts if not isinstance(part, Pointer))


def _leads_anywhere(entity: Entity) -> bool:
    """Whether a variable is a pointer that is no parameter as it came in."""
    return isinstance(entity.type, Pointer) and entity.kind is not Kind.PARAMETER


def _let_go(entity: Entity) -> None:
    """Note that the address of what a name leads to goes somewhere."""
    if isinstance(entity.type, Pointer):
        entity.leaks = True
    elif isinstance(entity.type, Array):
        entity.escapes = True


def _is_function_pointer(entity: Entity) -> bool:
    """Whether it is a pointer to functions of the function's own."""
    kind = entity.type
    return entity.kind is Kind.LOCAL and isinstance(kind, Pointer) and isinstance(kind.to, Function)


def _is_number(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant)


def _is_address(node: c_ast.Node, entity: Entity) -> bool:
    return not isinstance(node, c_ast.ID) or isinstance(entity.type, Pointer | Array)


def _record_of(kind: CType) -> Record | None:
    inner = kind.to if isinstance(kind, Pointer) else kind
    return inner if isinstance(inner, Record) else None
