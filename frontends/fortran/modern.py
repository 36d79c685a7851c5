"""Statements of Fortran 90 and later (squeezed text) to syntax nodes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.expressions import ExpressionError, Parser, parse_expression
from frontends.fortran.statements import assignment
from frontends.fortran.text import closing, split_commas

if TYPE_CHECKING:
    from collections.abc import Callable

_ATTRIBUTE = re.compile(
    r"(ALLOCATABLE|OPTIONAL|TARGET|INTENT\(\w+\)|POINTER|VOLATILE|ASYNCHRONOUS|PROTECTED|VALUE)"
    r"(?:::)?(.*)$"
)
_BEFORE_ALLOCATION = re.compile(r"[A-Z]\w*(?:\([^()]*\))?::")
_IMAGES = re.compile(r"(?<=[\w)])\[.*\]\Z")
_OPTION = re.compile(r"(STAT|ERRMSG|SOURCE|MOLD)=(?!=)(.*)$")
_TRIPLET = re.compile(r"([A-Z]\w*)=(?!=)(.*)$")
_TYPE_BEFORE = re.compile(r"INTEGER(?:\([^()]*\))?::")


def statement(text: str) -> sx.Statement:
    """Read one of the statements below; raise ``ExpressionError`` if it is not as expected."""
    for word, read in _READERS:
        if text.startswith(word) and (word.endswith("(") or "=>" not in text):
            return read(text)
    return _pointer_assignment(text)


def _pointer_assignment(text: str) -> sx.Statement:
    at = text.find("=>")
    if at < 0:
        raise ExpressionError("no statement of this form is known")
    parser = Parser(text[:at])
    target = parser.target()
    parser.end()
    return sx.PointerAssignment(target, parse_expression(text[at + 2 :]))


def _allocation(text: str) -> sx.Statement:
    keyword, _, rest = text.partition("(")
    if not rest.endswith(")"):
        raise ExpressionError("a parenthesis is not closed")
    rest = rest[:-1]
    before = _BEFORE_ALLOCATION.match(rest)
    items: list[sx.Node] = []
    options: list[tuple[str, sx.Node]] = []
    if before is not None:
        options.append(("TYPE", sx.Name(before[0].rstrip(":"))))
        rest = rest[before.end() :]
    for part in split_commas(rest):
        option = _OPTION.match(part)
        if option is not None:
            options.append((option[1], parse_expression(option[2])))
            continue
        parser = Parser(_IMAGES.sub("", part))
        items.append(parser.target())
        parser.end()
    return sx.Allocation(keyword.lower(), tuple(items), tuple(options))


def _masked(text: str, start: int) -> tuple[str, sx.Statement | None]:
    """The text in the parenthesis at ``start``, and the assignment behind it if there is one."""
    end = closing(text, start)
    if end < 0:
        raise ExpressionError("a parenthesis is not closed")
    rest = text[end + 1 :]
    return text[start + 1 : end], _assignment(rest) if rest else None


def _assignment(text: str) -> sx.Statement:
    return _pointer_assignment(text) if "=>" in text else assignment(text)


def _where(text: str) -> sx.Statement:
    inner, action = _masked(text, 5)
    return sx.Where(parse_expression(inner), action)


def _else_where(text: str) -> sx.Statement:
    if text[9:10] != "(":
        return sx.ElseWhere(None)
    return sx.ElseWhere(parse_expression(text[10 : closing(text, 9)]))


def _forall(text: str) -> sx.Statement:
    inner, action = _masked(text, 6)
    inner = _TYPE_BEFORE.sub("", inner, count=1)
    indices: list[tuple[str, sx.Triplet]] = []
    mask: sx.Node | None = None
    for part in split_commas(inner):
        found = _TRIPLET.match(part)
        bounds = None if found is None else Parser(f"({found[2]})")
        if found is None or bounds is None:
            mask = parse_expression(part)
            continue
        bounds.expect("(")
        (triplet,) = bounds.arguments()
        if not isinstance(triplet, sx.Triplet):
            raise ExpressionError("an index without bounds")
        indices.append((found[1], triplet))
    return sx.Forall(tuple(indices), mask, action)


def _pairs(text: str) -> list[tuple[str, sx.Node]]:
    found: list[tuple[str, sx.Node]] = []
    for part in split_commas(text):
        name, arrow, node = part.partition("=>")
        if not arrow or not name.isidentifier():
            raise ExpressionError("name => selector expected")
        found.append((name, parse_expression(node)))
    return found


def _associate(text: str) -> sx.Statement:
    return sx.Associate(tuple(_pairs(text[10 : closing(text, 9)])))


def _select_type(text: str) -> sx.Statement:
    inner = text[11 : closing(text, 10)]
    if "=>" in inner:
        ((name, node),) = _pairs(inner)
        return sx.SelectType(name, node)
    return sx.SelectType(None, parse_expression(inner))


def _guard(text: str) -> sx.Statement:
    if text.startswith("CLASSDEFAULT"):
        return sx.TypeGuard("default", None)
    at = text.index("(")
    return sx.TypeGuard(text[:at].lower(), text[at + 1 : closing(text, at)])


def _end(kind: str) -> Callable[[str], sx.Statement]:
    return lambda _text: sx.EndConstruct(kind)


_READERS: tuple[tuple[str, Callable[[str], sx.Statement]], ...] = (
    ("ALLOCATE(", _allocation),
    ("DEALLOCATE(", _allocation),
    ("NULLIFY(", _allocation),
    ("WHERE(", _where),
    ("ELSEWHERE", _else_where),
    ("FORALL(", _forall),
    ("ASSOCIATE(", _associate),
    ("SELECTTYPE(", _select_type),
    ("TYPEIS(", _guard),
    ("CLASSIS(", _guard),
    ("CLASSDEFAULT", _guard),
    ("ENDWHERE", _end("where")),
    ("ENDFORALL", _end("forall")),
    ("ENDASSOCIATE", _end("associate")),
)


def attribute(text: str) -> sx.Statement:
    """Read a statement that gives names an attribute; other words are kept as text."""
    match = _ATTRIBUTE.match(text)
    if match is None:
        return sx.Specification("attribute", text)
    if text.startswith("POINTER("):
        return sx.Specification("cray pointer", text)
    entities: list[sx.Entity] = []
    for part in split_commas(match[2]):
        parser = Parser(part)
        node = parser.target()
        parser.end()
        if isinstance(node, sx.Name):
            entities.append(sx.Entity(node.name))
        elif isinstance(node, sx.Apply) and isinstance(node.base, sx.Name):
            entities.append(sx.Entity(node.base.name, node.arguments))
        else:
            raise ExpressionError("a name expected")
    return sx.Attribute(match[1].partition("(")[0], tuple(entities))
