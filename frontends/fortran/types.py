"""Type specifications to types and sizes in bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from frontends.fortran import syntax as sx
from frontends.fortran.intrinsics import limit_of, of_integers
from frontends.fortran.literals import number_constant
from frontends.fortran.trees import argument_value, in_order
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
_REALS = ((4, 6, 37), (8, 15, 307), (10, 18, 4931), (16, 33, 4931))
"""Kinds of reals: bytes, digits, largest power of ten."""
_COMPLEX_SIZES = {8: Type.COMPLEX, 16: Type.DOUBLE_COMPLEX}


class Named(Protocol):
    """What the resolver needs to know of a name: its constant value and its type."""

    value: sx.Node | None
    type: Type | None
    size: int | None


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
        if name == "SELECTED_CHAR_KIND":
            return {"ASCII": 1, "DEFAULT": 1, "ISO_10646": 4}.get(_text_of(arguments[0]), -1)
        if name == "SELECTED_REAL_KIND":
            given = in_order(("P", "R", "RADIX"), arguments) or [None]
            asked = [0 if item is None else self.integer(item, depth) for item in given]
            if None in asked:
                return None
            digits, power = (item or 0 for item in asked[:2])
            least = [size for size, *most in _REALS if digits <= most[0] and power <= most[1]]
            return least[0] if least else -1
        if name == "SELECTED_INT_KIND":
            digits = self.integer(argument_value(arguments[0]), depth)
            sizes = (1, 2, 4, 8, 16)
            least = [size for size in sizes if (digits or 0) <= (of_integers("range", size) or 0)]
            return None if digits is None else least[0] if least else -1
        kind, size = self._type_of(argument_value(arguments[0]), depth)
        found = None if kind is None else limit_of(name.lower(), kind, size)
        return found.value if found is not None and isinstance(found.value, int) else None

    def _type_of(self, node: sx.Node, depth: int) -> tuple[Type | None, int | None]:
        """The type and bytes of a literal, or of a name that is declared already."""
        match node:
            case sx.Number(text) if text.partition("_")[0].isdecimal() and "_" in text:
                return Type.INTEGER, self._suffix(text, depth)
            case sx.Number(text) if "_" in text:
                size = self._suffix(text, depth)
                return None if size is None else _REAL_SIZES.get(size), None
            case sx.Number(text):
                return number_constant(text).type, 4
            case sx.Truth():
                return Type.LOGICAL, 4
            case sx.String():
                return Type.CHARACTER, 1
            case sx.Prefix(_, operand) | sx.Paren(operand) | sx.Pair(operand):
                return self._type_of(operand, depth)
            case sx.Name(name):
                known = self._find(name)
                return (None, None) if known is None else (known.type, known.size)
            case _:
                return None, None

    def _suffix(self, text: str, depth: int) -> int | None:
        kind = text.partition("_")[2]
        return int(kind) if kind.isdecimal() else self.integer(sx.Name(kind), depth)


def _text_of(node: sx.Node) -> str:
    inner = argument_value(node)
    return inner.value.strip().upper() if isinstance(inner, sx.String) else ""


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
