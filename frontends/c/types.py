"""C types: what sizes, arithmetic and member access need to know (LP64 sizes)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.ir.expr import Type
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pycparser import c_ast

POINTER_BYTES = 8
UNKNOWN_WIDTH = -1
"""The width of a bit-field that cannot be worked out [bits]."""
_DEEPEST = 3


@record
class Scalar:
    """An arithmetic type. ``size`` in bytes; ``truth`` marks ``_Bool``."""

    kind: Type
    size: int
    signed: bool = True
    truth: bool = False

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer type."""
        return self.kind is Type.INTEGER


@record
class Void:
    """No value."""


@record
class Unknown:
    """A type that could not be worked out: expressions of it are not modelled."""


@record
class Pointer:
    """A pointer; ``reads`` marks one to const."""

    to: CType
    reads: bool = field(default=False, compare=False)


@record
class Array:
    """An array. ``length`` is None where it is not constant; ``extent`` is then its expression."""

    of: CType
    length: int | None
    extent: c_ast.Node | None = field(default=None, compare=False)


@record
class Function:
    """A function; ``parameters`` is None without a prototype."""

    result: CType
    parameters: tuple[CType, ...] | None
    variadic: bool = False


@record
class Member:
    """A member of a structure: its type, its offset [bytes], its width if it is a bit-field."""

    type: CType
    offset: int
    bits: int | None = None


@dataclass(eq=False, slots=True)
class Record:
    """A structure or union; ``members`` is None until it is defined.

    ``size`` and ``align`` [bytes] are its own then; the size is None where it is not known.
    """

    tag: str
    union: bool
    members: dict[str, Member] | None = None
    size: int | None = None
    align: int = 1


Field = tuple[str, "CType", int | None]
"""A member as it is declared: its name (empty if it only takes room), type and width in bits."""

CType = Scalar | Void | Unknown | Pointer | Array | Function | Record

VOID = Void()
UNKNOWN = Unknown()
BOOL = Scalar(Type.INTEGER, 1, signed=False, truth=True)
CHAR = Scalar(Type.INTEGER, 1)
SHORT = Scalar(Type.INTEGER, 2)
INT = Scalar(Type.INTEGER, 4)
UNSIGNED = Scalar(Type.INTEGER, 4, signed=False)
LONG = Scalar(Type.INTEGER, 8)
SIZE = Scalar(Type.INTEGER, 8, signed=False)
FLOAT = Scalar(Type.REAL, 4)
DOUBLE = Scalar(Type.DOUBLE, 8)
QUAD = Scalar(Type.QUAD, 16)
COMPLEX_FLOAT = Scalar(Type.COMPLEX, 8)
COMPLEX_DOUBLE = Scalar(Type.DOUBLE_COMPLEX, 16)

_INTEGERS = {
    "char": 1, "short": 2, "int": 4, "long": 8, "__int128": 16,
}  # fmt: skip


def arithmetic_type(words: list[str]) -> Scalar | None:
    """Return the type that words like ``unsigned long int`` name; None if they name none."""
    names = set(words)
    if "_Bool" in names:
        return BOOL
    if "_Complex" in names:
        return COMPLEX_FLOAT if "float" in names else COMPLEX_DOUBLE
    if "float" in names:
        return FLOAT
    if "double" in names:
        return QUAD if "long" in names else DOUBLE
    signed = "unsigned" not in names
    for name in ("char", "short", "long", "__int128"):
        if name in names:
            return Scalar(Type.INTEGER, _INTEGERS[name], signed)
    if names <= {"int", "signed", "unsigned"} and names:
        return Scalar(Type.INTEGER, 4, signed)
    return None


def size_of(kind: CType) -> int | None:
    """Return the size of a type [bytes]; None if it is not constant."""
    match kind:
        case Scalar(size=size):
            return size
        case Pointer():
            return POINTER_BYTES
        case Array(of=of, length=length):
            inner = size_of(of)
            return None if inner is None or length is None else inner * length
        case Record(members=members, size=size) if members is not None:
            return size
        case Void() | Function():
            return 1
        case _:
            return None


def alignment(kind: CType) -> int:
    """Return the alignment of a type [bytes]."""
    match kind:
        case Scalar(kind=number, size=size):
            return size // 2 if number in (Type.COMPLEX, Type.DOUBLE_COMPLEX) else size
        case Pointer():
            return POINTER_BYTES
        case Array(of=of):
            return alignment(of)
        case Record(align=align):
            return align
        case _:
            return 1


def lay_out(
    record: Record, fields: list[Field], *, most: int | None = None, least: int = 1
) -> None:
    """Lay out the members of a structure or union as the System V ABI of x86-64 does.

    ``most`` is the greatest alignment of a member where they are packed, ``least`` the least of all
    [bytes]. A bit-field crosses no boundary of its type but in packed structures; one without a name
    only takes room.
    """
    record.members = members = {}
    bit = end = 0
    known = True
    for name, kind, bits in fields:
        size, step = size_of(kind), alignment(kind)
        if isinstance(kind, Array) and size is None and kind.extent is None:
            size = 0  # a flexible array member
        known = known and size is not None and bits != UNKNOWN_WIDTH
        size, step = size or 0, min(step, most or step)
        if record.union:
            bit = 0
        if bits is None or bits < 0:
            offset = -(-bit // (step * 8)) * step
            bit = (offset + size) * 8
        else:
            if not bits or (
                most != 1 and bit // (size * 8 or 8) != (bit + bits - 1) // (size * 8 or 8)
            ):
                bit = -(-bit // (step * 8)) * step * 8
            offset = bit // 8 // step * step
            bit += bits
        end = max(end, -(-bit // 8))
        if name:
            members[name] = Member(kind, offset, bits)
            least = max(least, step)
    record.align = least
    record.size = -(-end // least) * least if known else None


def decayed(kind: CType) -> CType:
    """Return the type of a value: arrays and functions become pointers."""
    match kind:
        case Array(of=of):
            return Pointer(of)
        case Function():
            return Pointer(kind)
        case _:
            return kind


def of_bits(kind: CType, bits: int | None) -> CType:
    """Return the type of a member's value: of a bit-field that fits into ``int`` it is ``int``."""
    if bits is None or not isinstance(kind, Scalar) or kind.truth:
        return kind
    return INT if bits < INT.size * 8 else kind


def promoted(kind: CType) -> CType:
    """Return the type after integer promotion (C17 6.3.1.1)."""
    if isinstance(kind, Scalar) and kind.is_integer and kind.size < INT.size:
        return INT
    return kind


_RANK = (Type.INTEGER, Type.REAL, Type.DOUBLE, Type.QUAD)
_COMPLEX = {Type.COMPLEX: Type.REAL, Type.DOUBLE_COMPLEX: Type.DOUBLE}


def common_type(left: CType, right: CType) -> CType:
    """Return the type of an operation on two arithmetic operands (C17 6.3.1.8)."""
    if not isinstance(left, Scalar) or not isinstance(right, Scalar):
        return UNKNOWN
    if left.kind in _COMPLEX or right.kind in _COMPLEX:
        parts = [_COMPLEX.get(item.kind, item.kind) for item in (left, right)]
        wide = max(parts, key=_RANK.index)
        return COMPLEX_FLOAT if wide in (Type.INTEGER, Type.REAL) else COMPLEX_DOUBLE
    if not (left.is_integer and right.is_integer):
        return max(left, right, key=lambda item: _RANK.index(item.kind))
    first, second = promoted(left), promoted(right)
    assert isinstance(first, Scalar)
    assert isinstance(second, Scalar)
    size = max(first.size, second.size)
    unsigned = any(item.size == size and not item.signed for item in (first, second))
    return Scalar(Type.INTEGER, size, signed=not unsigned)


def member(record: Record, name: str) -> list[Member] | None:
    """Return the member of that name, after the unnamed structures it lies in."""
    for key, item in (record.members or {}).items():
        if key == name:
            return [item]
        if key.startswith(".") and isinstance(item.type, Record):
            inner = member(item.type, name)
            if inner is not None:
                return [item, *inner]
    return None


def has_bits(record: Record) -> bool:
    """Whether a structure or union has bit-fields, itself or in what it is made of."""
    for item in (record.members or {}).values():
        inner = item.type
        while isinstance(inner, Array):
            inner = inner.of
        if item.bits is not None or (isinstance(inner, Record) and has_bits(inner)):
            return True
    return False


def member_names(record: Record) -> Iterator[str]:
    """Yield the names of all members, those of structures in it included."""
    for name, item in (record.members or {}).items():
        yield name
        inner = item.type
        while isinstance(inner, Array):
            inner = inner.of
        if isinstance(inner, Record):
            yield from member_names(inner)


def members_of(
    record: Record, takes: Callable[[Member], bool], before: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield the paths of a structure's members that are taken, those of structures in it included."""
    for name, item in (record.members or {}).items():
        if isinstance(item.type, Record) and len(before) < _DEEPEST:
            yield from members_of(item.type, takes, (*before, name))
        elif takes(item) and not record.union and not name.startswith("."):
            yield (*before, name)


def is_plain(item: Member, elements: int = 0) -> bool:
    """Whether a member is a number, a pointer to data, or an array of at most so many numbers."""
    kind = item.type
    if isinstance(kind, Array):
        return isinstance(kind.of, Scalar) and 0 < (kind.length or 0) <= elements
    is_pointer = isinstance(kind, Pointer) and not isinstance(kind.to, Function)
    return is_pointer or (isinstance(kind, Scalar) and item.bits is None)


def is_plain_integer(item: Member) -> bool:
    """Whether a member is an integer of its own."""
    return isinstance(item.type, Scalar) and item.type.is_integer and item.bits is None
