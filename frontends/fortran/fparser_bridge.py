"""fparser2 as the grammar of one statement, and its trees to our syntax nodes.

The only way into fparser2. Statements are matched one at a time against their own class, never a
whole file: fparser2 drops a whole unit at the first error (and, in three ways, without saying so),
and matching blocks costs many times the statements themselves.
"""

# fparser2 carries no type information; everything from it is Any inside this file.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from fparser.two import Fortran2003 as F
from fparser.two.parser import ParserFactory
from fparser.two.utils import FparserException

from frontends.fortran import syntax as sx
from frontends.fortran.canonical import canonical, split_initial_values
from frontends.fortran.expressions import ExpressionError
from frontends.fortran.fparser_expressions import convert, convert_list
from frontends.fortran.headers import type_head, type_spec

if TYPE_CHECKING:
    from collections.abc import Callable

# Statement classes tried in order for each kind of statement.
_CLASSES: dict[str, tuple[str, ...]] = {
    "type": ("Type_Declaration_Stmt",),
    "implicit": ("Implicit_Stmt",),
    "parameter": ("Parameter_Stmt",),
    "dimension": ("Dimension_Stmt",),
    "common": ("Common_Stmt",),
    "equivalence": ("Equivalence_Stmt",),
    "data": ("Data_Stmt",),
    "external": ("External_Stmt",),
    "intrinsic": ("Intrinsic_Stmt",),
    "save": ("Save_Stmt",),
    "assignment": ("Assignment_Stmt",),
    "call": ("Call_Stmt",),
    "if": ("If_Stmt",),
    "use": ("Use_Stmt",),
}
_ANY = (
    "Action_Stmt",
    "Where_Construct_Stmt",
    "Masked_Elsewhere_Stmt",
    "Elsewhere_Stmt",
    "End_Where_Stmt",
    "Forall_Construct_Stmt",
    "End_Forall_Stmt",
    "Associate_Stmt",
    "End_Associate_Stmt",
    "Specification_Stmt",
    "Derived_Type_Stmt",
    "Interface_Stmt",
)


@cache
def _prepare() -> None:
    """Set up fparser2's class tables (once per process) and silence its logger."""
    ParserFactory().create(std="f2008")
    logging.getLogger("fparser").setLevel(logging.CRITICAL)


def match_statement(kind: str, text: str) -> Any:
    """Return fparser2's tree for canonical ``text``, or None if no class of the kind matches."""
    _prepare()
    for name in _CLASSES.get(kind, _ANY):
        try:
            return getattr(F, name)(text)
        except (
            FparserException,
            RecursionError,
            ValueError,
            AttributeError,
            TypeError,
            IndexError,
        ):
            continue
    return None


def parse_with_fparser(kind: str, squeezed: str) -> sx.Statement | None:
    """Parse a squeezed statement with fparser2; None if fparser2 does not accept it."""
    if kind == "type":
        return _type_statement(squeezed)
    text = canonical(kind, squeezed)
    if kind == "implicit" and not text:
        return sx.Specification("implicit", squeezed)
    tree = match_statement(kind, text)
    if tree is None:
        return None
    try:
        statement = statement_of(tree)
    except ExpressionError:
        return None
    if statement is not None:
        return statement
    name = type(tree).__name__.removesuffix("_Stmt").replace("_", " ").lower()
    if kind in ("unknown", "unmodelled", "modern"):
        return sx.Unmodelled(name, squeezed)
    return sx.Specification(name, squeezed)


def statement_of(tree: Any) -> sx.Statement | None:
    """Return fparser2's statement as a syntax node, None for a class that is kept as text.

    Raises ``ExpressionError`` for an expression that has no counterpart.
    """
    handler = _STATEMENTS.get(type(tree).__name__)
    return None if handler is None else handler(tree)


def _type_statement(squeezed: str) -> sx.Statement | None:
    head, entities = type_head(squeezed)
    initial: list[tuple[str, str]] = []
    if "/" in entities:
        kept, initial = split_initial_values(entities)
        squeezed = squeezed[: len(squeezed) - len(entities)] + kept
    tree = match_statement("type", canonical("type", squeezed))
    if tree is None:
        return None
    try:
        declaration = type_declaration(tree, type_spec(head))
        values = {entity: _data_values(text) for entity, text in initial}
    except ExpressionError:
        return None
    if not values:
        return declaration
    by_name = {entity.split("(")[0].split("*")[0]: value for entity, value in values.items()}
    entities_with_values = tuple(
        sx.Entity(item.name, item.dimensions, item.length, by_name.get(item.name, item.initial))
        for item in declaration.entities
    )
    return sx.TypeDeclaration(
        declaration.type, declaration.attributes, declaration.dimensions, entities_with_values
    )


def _data_values(text: str) -> tuple[sx.Node | sx.Repeat, ...]:
    tree = match_statement("data", f"DATA X/{text}/")
    if tree is None:
        raise ExpressionError(f"no data values: {text}")
    statement = _data(tree)
    return statement.groups[0][1]


def type_declaration(tree: Any, spec: sx.TypeSpec) -> sx.TypeDeclaration:
    """Return the node of fparser2's Type_Declaration_Stmt, its type read as ``spec``."""
    _, attributes, entities = tree.items
    names: list[str] = []
    dimensions: tuple[sx.Node, ...] | None = None
    for attribute in attributes.items if attributes is not None else ():
        if type(attribute).__name__ == "Dimension_Attr_Spec":
            dimensions = _shape(attribute.items[1])
        names.append(str(attribute).split("(")[0].upper())
    return sx.TypeDeclaration(
        spec, tuple(names), dimensions, tuple(_entity(item) for item in entities.items)
    )


def _shape(node: Any) -> tuple[sx.Node, ...]:
    """Dimensions of a declaration; an assumed size is a trailing ``*`` or ``lower:*``."""
    if type(node).__name__ == "Assumed_Size_Spec":
        leading, lower = node.items
        last: sx.Node = sx.Star(None)
        if lower is not None:
            last = sx.Triplet(convert(lower), sx.Star(None), None)
        return (*convert_list(leading), last)
    return convert_list(node)


def _entity(item: Any) -> sx.Entity:
    if type(item).__name__ == "Name":
        return sx.Entity(str(item).upper())
    if type(item).__name__ in ("Entity_Decl",):
        name, shape, length, initial = item.items
        value = (convert(initial.items[1]),) if initial is not None else ()
        return sx.Entity(
            str(name).upper(),
            _shape(shape) if shape is not None else None,
            convert(length) if length is not None else None,
            value,
        )
    name, shape = item.items[0], item.items[1]
    return sx.Entity(str(name).upper(), _shape(shape) if shape is not None else None)


def _dimension(tree: Any) -> sx.Statement:
    return sx.Dimensions(
        tuple(sx.Entity(str(name).upper(), _shape(shape)) for name, shape in tree.items[0])
    )


def _common(tree: Any) -> sx.Statement:
    return sx.Common(
        tuple(
            (
                "" if name is None else str(name).upper(),
                tuple(_entity(item) for item in members.items),
            )
            for name, members in tree.items[0]
        )
    )


def _equivalence(tree: Any) -> sx.Statement:
    groups = tree.items[1]
    return sx.Equivalence(
        tuple((convert(group.items[0]), *convert_list(group.items[1])) for group in groups.items)
    )


def _parameters(tree: Any) -> sx.Statement:
    pairs = tree.items[1]
    return sx.Parameters(
        tuple((str(pair.items[0]).upper(), convert(pair.items[1])) for pair in pairs.items)
    )


def _data(tree: Any) -> sx.Data:
    groups: list[tuple[tuple[sx.Node, ...], tuple[sx.Node | sx.Repeat, ...]]] = []
    for item in tree.items:
        objects, values = item.items
        groups.append((convert_list(objects), tuple(_data_value(value) for value in values.items)))
    return sx.Data(tuple(groups))


def _data_value(node: Any) -> sx.Node | sx.Repeat:
    if type(node).__name__ == "Data_Stmt_Value":
        count, value = node.items
        return sx.Repeat(convert(count), convert(value))
    return convert(node)


def _implicit(tree: Any) -> sx.Statement:
    rules = tree.items[0]
    if isinstance(rules, str):
        return sx.Implicit(None)
    return sx.Implicit(
        tuple(
            (
                type_spec(str(rule.items[0]).upper().replace(" ", "")),
                tuple(
                    (
                        str(letters.items[0]).upper(),
                        str(letters.items[1] or letters.items[0]).upper(),
                    )
                    for letters in rule.items[1].items
                ),
            )
            for rule in rules.items
        )
    )


def _names(kind: str) -> Callable[[Any], sx.Statement]:
    def handler(tree: Any) -> sx.Statement:
        listed = tree.items[1]
        items = listed.items if listed is not None else ()
        return sx.NameList(kind, tuple(str(item).upper().replace(" ", "") for item in items))

    return handler


def _assignment(tree: Any) -> sx.Statement:
    return sx.Assignment(convert(tree.items[0]), convert(tree.items[2]))


def _call(tree: Any) -> sx.Statement:
    name = convert(tree.items[0])
    if not isinstance(name, sx.Name):
        raise ExpressionError("a call of a component")
    return sx.Call(name.name, convert_list(tree.items[1]))


def _if(tree: Any) -> sx.Statement:
    action = tree.items[1]
    handler = _STATEMENTS.get(type(action).__name__)
    if handler is None:
        raise ExpressionError(f"IF with {type(action).__name__}")
    return sx.LogicalIf(convert(tree.items[0]), handler(action))


_STATEMENTS: dict[str, Callable[[Any], sx.Statement]] = {
    "Dimension_Stmt": _dimension,
    "Common_Stmt": _common,
    "Equivalence_Stmt": _equivalence,
    "Parameter_Stmt": _parameters,
    "Data_Stmt": _data,
    "Implicit_Stmt": _implicit,
    "External_Stmt": _names("external"),
    "Intrinsic_Stmt": _names("intrinsic"),
    "Save_Stmt": _names("save"),
    "Assignment_Stmt": _assignment,
    "Call_Stmt": _call,
    "If_Stmt": _if,
}
