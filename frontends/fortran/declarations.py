"""Declarations of squeezed text; ``ExpressionError`` where one is not as expected.

fparser2 is the referee here, too (`make oracle`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.expressions import ExpressionError, Parser
from frontends.fortran.headers import IMPLICIT_RULE, type_head, type_spec
from frontends.fortran.text import split_commas

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = re.compile(r"[A-Z][A-Z0-9_$]*\Z")
_LISTED = re.compile(r"/[A-Z][A-Z0-9_$]*/\Z|[A-Z][A-Z0-9_$]*\Z")
_IMPLICIT = re.compile(rf"IMPLICIT{IMPLICIT_RULE.pattern}(?:,{IMPLICIT_RULE.pattern})*\Z")
_SLASHES = frozenset({"/", "//"})
_LETTERS = re.compile(r"([A-Z])(?:-([A-Z]))?(?:,|\Z)")


def _unusual() -> ExpressionError:
    return ExpressionError("not one of the usual forms")


def type_declaration(text: str) -> sx.Statement:
    """Read a type statement."""
    head, rest = type_head(text)
    if "::" in rest:
        return _with_attributes(head, rest)
    parser = Parser(rest)
    entities = [_with_values(parser)]
    while parser.accept(","):
        entities.append(_with_values(parser))
    parser.end()
    return sx.TypeDeclaration(type_spec(head), (), None, tuple(entities))


def _with_values(parser: Parser) -> sx.Entity:
    """An entity; DEC's compilers had lengths of numbers and initial values between slashes, too."""
    entity = _entity(parser, lengths=True)
    if entity.length is not None and parser.token == "(":
        entity = sx.Entity(entity.name, _dimensions(parser), entity.length)
    if not parser.accept("/"):
        return entity
    return sx.Entity(entity.name, entity.dimensions, entity.length, _values(parser))


_ATTRIBUTE = re.compile(r"([A-Z]+)(\(.*\)|\[.*\])?\Z")


def _with_attributes(head: str, rest: str) -> sx.Statement:
    """Read ``attributes :: entities`` behind a type."""
    listed, _, entities = rest.partition("::")
    attributes: list[str] = []
    dimensions: tuple[sx.Node, ...] | None = None
    for part in split_commas(listed.strip(",")) if listed.strip(",") else ():
        match = _ATTRIBUTE.match(part)
        if match is None:
            raise _unusual()
        if match[1] == "DIMENSION":
            parser = Parser(match[2] or "")
            dimensions = _dimensions(parser)
            parser.end()
        attributes.append(match[1])
    parser = Parser(entities)
    found = [_initialised(parser, lengths=head.startswith("CHARACTER"))]
    while parser.accept(","):
        found.append(_initialised(parser, lengths=head.startswith("CHARACTER")))
    parser.end()
    return sx.TypeDeclaration(type_spec(head), tuple(attributes), dimensions, tuple(found))


def _initialised(parser: Parser, *, lengths: bool) -> sx.Entity:
    entity = _entity(parser, lengths=lengths)
    if not parser.accept("="):
        return entity
    parser.accept(">")
    return sx.Entity(entity.name, entity.dimensions, entity.length, (parser.expression(),))


def dimension(text: str) -> sx.Statement:
    """Read DIMENSION, and VIRTUAL, which is the same."""
    rest = text[9 if text.startswith("DIMENSION") else 7 :]
    entities = _entities(Parser(rest.removeprefix("::")))
    if any(entity.dimensions is None for entity in entities):
        raise _unusual()
    return sx.Dimensions(entities)


def common(text: str) -> sx.Statement:
    """Read COMMON."""
    parser = Parser(text[6:])
    blocks: list[tuple[str, tuple[sx.Entity, ...]]] = []
    name = ""
    if parser.token in _SLASHES:
        name = _block(parser)
    while True:
        members = [_entity(parser, lengths=False)]
        while parser.accept(","):
            if parser.token in _SLASHES:
                break
            members.append(_entity(parser, lengths=False))
        blocks.append((name, tuple(members)))
        if not parser.token:
            return sx.Common(tuple(blocks))
        name = _block(parser)


def _block(parser: Parser) -> str:
    if parser.accept("//"):
        return ""
    parser.expect("/")
    name = "" if parser.token == "/" else _name(parser)
    parser.expect("/")
    return name


def parameters(text: str) -> sx.Statement:
    """Read PARAMETER; DEC's compilers had it without parentheses."""
    parser = Parser(text[9:])
    enclosed = parser.accept("(")
    values: list[tuple[str, sx.Node]] = []
    while True:
        name = _name(parser)
        parser.expect("=")
        values.append((name, parser.expression()))
        if not parser.accept(","):
            break
    if enclosed:
        parser.expect(")")
    parser.end()
    return sx.Parameters(tuple(values))


def implicit(text: str) -> sx.Statement:
    """Read IMPLICIT NONE and IMPLICIT with letters."""
    if text.startswith(("IMPLICITNONE", "IMPLICITUNDEFINED")):
        return sx.Implicit(None)
    if text.startswith(("IMPLICITAUTOMATIC", "IMPLICITSTATIC")):
        return sx.Specification("implicit", text)
    if not _IMPLICIT.match(text):
        raise _unusual()
    rules: list[tuple[sx.TypeSpec, tuple[tuple[str, str], ...]]] = []
    for word, size, letters in IMPLICIT_RULE.findall(text[8:]):
        ranges = _LETTERS.findall(letters)
        if _LETTERS.sub("", letters):
            raise _unusual()
        spec = type_spec(word + size)
        rules.append((spec, tuple((first, last or first) for first, last in ranges)))
    return sx.Implicit(tuple(rules))


def names(kind: str) -> Callable[[str], sx.Statement]:
    """Return the reader of EXTERNAL, INTRINSIC or SAVE."""
    listed = _LISTED if kind == "save" else _NAME

    def frame(text: str) -> sx.Statement:
        rest = text[len(kind) :].removeprefix("::")
        if not rest and kind == "save":
            return sx.NameList(kind, ())
        items = tuple(rest.split(","))
        if not all(listed.match(item) for item in items):
            raise _unusual()
        return sx.NameList(kind, items)

    return frame


def data(text: str) -> sx.Statement:
    """Read DATA."""
    parser = Parser(text[4:])
    groups: list[tuple[tuple[sx.Node, ...], tuple[sx.Node | sx.Repeat, ...]]] = []
    while parser.token:
        objects = [_object(parser)]
        while parser.accept(","):
            objects.append(_object(parser))
        parser.expect("/")
        groups.append((tuple(objects), _values(parser)))
        parser.accept(",")
    if not groups:
        raise _unusual()
    return sx.Data(tuple(groups))


def equivalence(text: str) -> sx.Statement:
    """Read EQUIVALENCE."""
    parser = Parser(text[11:])
    groups: list[tuple[sx.Node, ...]] = []
    while not groups or parser.accept(","):
        parser.expect("(")
        objects = [parser.target()]
        while parser.accept(","):
            objects.append(parser.target())
        parser.expect(")")
        groups.append(tuple(objects))
    parser.end()
    return sx.Equivalence(tuple(groups))


def _values(parser: Parser) -> tuple[sx.Node | sx.Repeat, ...]:
    """Values of DATA with the slash that ends them."""
    values = [_value(parser)]
    while parser.accept(","):
        values.append(_value(parser))
    parser.expect("/")
    return tuple(values)


def _object(parser: Parser) -> sx.Node:
    node = parser.primary() if parser.token == "(" else parser.target()
    if isinstance(node, sx.Name | sx.Implied):
        return node
    base = node
    while isinstance(base, sx.Apply):  # of an element a substring
        base = base.base
    if isinstance(base, sx.Name):
        return node
    raise _unusual()


def _value(parser: Parser) -> sx.Node | sx.Repeat:
    value = _constant(parser)
    if not parser.accept("*"):
        return value
    if not isinstance(value, sx.Name | sx.Number):
        raise _unusual()
    return sx.Repeat(value, _constant(parser))


def _constant(parser: Parser) -> sx.Node:
    sign = parser.take() if parser.token in ("+", "-") else ""
    first = parser.token[:1]
    if first.isdigit() or (first == "." and parser.token[1:2].isdigit()):
        number = sx.Number(parser.take())
        return sx.Prefix(sign, number) if sign else number
    node = parser.primary()
    allowed = (sx.Name,) if sign else (sx.String, sx.Truth, sx.Name, sx.Apply, sx.Pair, sx.Boz)
    if not isinstance(node, allowed):
        raise _unusual()
    return sx.Prefix(sign, node) if sign else node


def _entities(parser: Parser, *, lengths: bool = False) -> tuple[sx.Entity, ...]:
    entities = [_entity(parser, lengths=lengths)]
    while parser.accept(","):
        entities.append(_entity(parser, lengths=lengths))
    parser.end()
    return tuple(entities)


def _entity(parser: Parser, *, lengths: bool) -> sx.Entity:
    name = _name(parser)
    dimensions = _dimensions(parser) if parser.token == "(" else None
    if parser.token == "[":  # a coarray: this image's part is counted like any other array
        while parser.take() not in ("]", ""):
            pass
    if not lengths or not parser.accept("*"):
        return sx.Entity(name, dimensions)
    if parser.accept("("):
        if parser.accept("*"):
            parser.expect(")")
            return sx.Entity(name, dimensions, sx.Star(None))
        length = parser.expression()
        parser.expect(")")
        return sx.Entity(name, dimensions, length)
    if not parser.token.isdecimal():
        raise _unusual()
    return sx.Entity(name, dimensions, sx.Number(parser.take()))


def _dimensions(parser: Parser) -> tuple[sx.Node, ...]:
    parser.take()
    dimensions = [_dimension(parser)]
    while parser.accept(","):
        dimensions.append(_dimension(parser))
    parser.expect(")")
    return tuple(dimensions)


def _dimension(parser: Parser) -> sx.Node:
    if parser.accept(":"):
        return sx.Triplet(None, None, None)
    first = _extent(parser)
    if isinstance(first, sx.Star) or not parser.accept(":"):
        return first
    if parser.token in (",", ")"):
        return sx.Triplet(first, None, None)
    return sx.Triplet(first, _extent(parser), None)


def _extent(parser: Parser) -> sx.Node:
    if not parser.accept("*"):
        return parser.expression()
    if parser.token != ")":  # only the last dimension has no known end
        raise _unusual()
    return sx.Star(None)


def _name(parser: Parser) -> str:
    name = parser.take()
    if not _NAME.match(name):
        raise _unusual()
    return name
