"""Type specifications to types and sizes in bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from frontends.fortran import syntax as sx
from sad.ir.expr import Type
from sad.ir.fold import truncated_quotient

if TYPE_CHECKING:
    from collections.abc import Callable

    from frontends.fortran.symbols import Table
    from sad.diagnostics import Diagnostics, Span

DEFAULT_IMPLICIT: dict[str, tuple[Type, int]] = {
    letter: (Type.INTEGER, 4) if letter in "IJKLMN" else (Type.REAL, 4)
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ$_"
}
_PLAIN: dict[str, tuple[Type, int]] = {
    "INTEGER": (Type.INTEGER, 4),
    "REAL": (Type.REAL, 4),
    "DOUBLEPRECISION": (Type.DOUBLE, 8),
    "COMPLEX": (Type.COMPLEX, 8),
    "DOUBLECOMPLEX": (Type.DOUBLE_COMPLEX, 16),
    "LOGICAL": (Type.LOGICAL, 4),
    "CHARACTER": (Type.CHARACTER, 1),
    "BYTE": (Type.INTEGER, 1),
    "TYPE": (Type.DERIVED, 0),
}
_REAL_SIZES = {4: Type.REAL, 8: Type.DOUBLE, 10: Type.QUAD, 16: Type.QUAD}
_COMPLEX_SIZES = {8: Type.COMPLEX, 16: Type.DOUBLE_COMPLEX}


class Named(Protocol):
    """What the resolver needs to know of a name: its constant value and its type."""

    value: sx.Node | None
    type: Type | None


class TypeResolver:
    """Resolves type specifications; named constants are looked up with ``find``."""

    def __init__(
        self, find: Callable[[str], Named | None], diagnostics: Diagnostics, span: Span
    ) -> None:
        self._find = find
        self._diagnostics = diagnostics
        self._span = span

    def resolve(self, spec: sx.TypeSpec) -> tuple[Type, int | None]:
        """Return the type and size in bytes; the size is None for an assumed length."""
        kind, size = _PLAIN[spec.base]
        if spec.size is None:
            return kind, size
        if isinstance(spec.size, sx.Star):
            return kind, None
        number = self.integer(spec.size)
        if kind is Type.CHARACTER:
            return kind, number
        if number is None:
            return self._unknown_kind(kind, spec.size)
        if kind is Type.REAL:
            return _REAL_SIZES.get(number, Type.REAL), number
        if kind is Type.COMPLEX:
            # COMPLEX*16 counts both parts, COMPLEX(KIND=8) one; sizes of 8 are read as F77 does.
            bytes_ = 2 * number if spec.kind and number < 16 else number
            return _COMPLEX_SIZES.get(bytes_, Type.DOUBLE_COMPLEX), bytes_
        return kind, number

    def _unknown_kind(self, kind: Type, size: sx.Node) -> tuple[Type, int]:
        wide = {Type.REAL: (Type.DOUBLE, 8), Type.COMPLEX: (Type.DOUBLE_COMPLEX, 16)}.get(kind)
        if wide is None:
            return kind, 4
        name = size.name if isinstance(size, sx.Name) else "of the declaration"
        self._diagnostics.warning(
            "SAD211",
            f"kind {name} is not known here; taken as double precision",
            self._span,
            "give the file that defines it, too",
        )
        return wide

    def integer(self, node: sx.Node, depth: int = 0) -> int | None:
        """Return the value of an integer constant expression, or None."""
        match node:
            case sx.Number(text):
                digits = text.split("_")[0]
                return int(digits) if digits.isdecimal() else None
            case sx.Paren(operand):
                return self.integer(operand, depth)
            case sx.Name(name) if depth < 20:
                found = self._find(name)
                if found is None or found.value is None:
                    return None
                return self.integer(found.value, depth + 1)
            case sx.Prefix("-", operand):
                value = self.integer(operand, depth)
                return None if value is None else -value
            case sx.Infix(operator, left, right):
                first, second = self.integer(left, depth), self.integer(right, depth)
                return None if first is None or second is None else _apply(operator, first, second)
            case sx.Apply(sx.Name(name), arguments):
                return self._kind_function(name, arguments, depth)
            case _:
                return None

    def _kind_function(self, name: str, arguments: tuple[sx.Node, ...], depth: int) -> int | None:
        if name == "KIND" and len(arguments) == 1:
            match arguments[0]:
                case sx.Number(text):
                    return 8 if "D" in text else 4
                case _:
                    return None
        first = arguments[0] if arguments else None
        value = first.value if isinstance(first, sx.Keyword) else first
        digits = self.integer(value, depth) if value is not None else None
        if digits is None:
            return None
        if name == "SELECTED_REAL_KIND":
            return 4 if digits <= 6 else 8 if digits <= 15 else 16
        if name == "SELECTED_INT_KIND":
            return 1 if digits <= 2 else 2 if digits <= 4 else 4 if digits <= 9 else 8
        return None


def _apply(operator: str, left: int, right: int) -> int | None:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" if right:
            return truncated_quotient(left, right)
        case "**" if 0 <= right <= 64:
            return left**right
        case _:
            return None


def with_constants(node: sx.Node, table: Table, depth: int = 0) -> sx.Node:
    """Return an expression with the values of named constants put in: it means the same anywhere."""
    match node:
        case sx.Name(name):
            entry = table.find(name)
            if entry is None or entry.value is None or depth > 20:
                return node
            if isinstance(entry.value, sx.Array):
                return node
            return with_constants(entry.value, entry.home or table, depth + 1)
        case sx.Infix(operator, left, right):
            first, second = (with_constants(item, table, depth) for item in (left, right))
            return sx.Infix(operator, first, second)
        case sx.Prefix(operator, operand):
            return sx.Prefix(operator, with_constants(operand, table, depth))
        case sx.Paren(operand):
            return sx.Paren(with_constants(operand, table, depth))
        case sx.Triplet(first, last, step):
            parts = (
                None if item is None else with_constants(item, table, depth)
                for item in (first, last, step)
            )
            return sx.Triplet(*parts)
        case sx.Apply(base, arguments):
            return sx.Apply(base, tuple(with_constants(item, table, depth) for item in arguments))
        case sx.Array(items):
            return sx.Array(tuple(with_constants(item, table, depth) for item in items))
        case sx.Keyword(name, value):
            return sx.Keyword(name, with_constants(value, table, depth))
        case _:
            return node
