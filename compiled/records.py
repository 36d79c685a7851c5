"""Records and dataclasses as plain classes, their methods written out.

mypyc makes a class of C fields of a plain class. A decorator that it does not know makes it an ordinary
Python class, slower than in Python; of a dataclass it takes the fields but lets Python's own methods
set them.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

LATE = "from sad.records import FieldsLater"
"""What a module with written-out classes imports."""


BOTH = "int | float"
"""What is written for a float where an integer may come as well."""


class _Field(NamedTuple):
    name: str
    annotation: str
    default: str | None
    factory: str | None
    init: bool
    compare: bool
    hash: bool
    repr: bool


class Class(NamedTuple):
    """A class to be written out: where its fields are set, and what they are."""

    node: ast.ClassDef
    fields: list[_Field]
    has_equality: bool
    has_hash: bool


def class_of(node: ast.ClassDef) -> Class | None:
    """Return what is to be written out of a class; None if it is no record or plain dataclass."""
    for decorator in node.decorator_list:
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        options = decorator.keywords if isinstance(decorator, ast.Call) else []
        given = {item.arg: ast.literal_eval(item.value) for item in options}
        match name:
            case ast.Name("record"):
                return Class(node, _fields(node), has_equality=True, has_hash=True)
            case ast.Name("dataclass"):
                equal = given.get("eq", True)
                return Class(node, _fields(node), equal, equal and given.get("frozen", False))
            case _:
                pass
    return None


def _fields(node: ast.ClassDef) -> list[_Field]:
    return [
        _field(item, item.target.id)
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]


def _field(item: ast.AnnAssign, name: str) -> _Field:
    said: dict[str, str] = {}
    match item.value:
        case None:
            pass
        case ast.Call(func=ast.Name("field"), keywords=keywords):
            said = {str(word.arg): ast.unparse(word.value) for word in keywords}
        case value:
            said["default"] = ast.unparse(value)
    compare = said.get("compare") != "False"
    return _Field(
        name,
        re.sub(r"\bfloat\b", BOTH, ast.unparse(item.annotation)),
        said.get("default"),
        said.get("default_factory"),
        said.get("init") != "False",
        compare,
        compare if "hash" not in said else said["hash"] != "False",
        said.get("repr") != "False",
    )


def methods(found: Class) -> list[str]:
    """Return the lines that say what Python would have made of a record."""
    name, fields = found.node.name, found.fields
    own = {item.name for item in found.node.body if isinstance(item, ast.FunctionDef)}
    given = [item for item in fields if item.init]
    lines = _init(fields, with_more="__post_init__" in own)
    if found.has_equality and "__eq__" not in own:
        equal = [f"self.{item.name} == other.{item.name}" for item in fields if item.compare]
        lines += [
            "def __eq__(self, other: object) -> bool:",
            f"    if not isinstance(other, {name}):",
            "        return False",
            f"    return {' and '.join(equal) or 'True'}",
        ]
    if found.has_hash and "__hash__" not in own:
        hashed = _tuple("self.{}", [item for item in fields if item.hash])
        lines += ["def __hash__(self) -> int:", f"    return hash({hashed})"]
    if "__repr__" not in own:
        shown = ", ".join(f"{item.name}={{self.{item.name}!r}}" for item in fields if item.repr)
        lines += ["def __repr__(self) -> str:", f'    return f"{name}({shown})"']
    if "__reduce__" not in own:
        lines += [
            "def __reduce__(self) -> tuple[object, ...]:",
            f"    return ({name}, {_tuple('self.{}', given)})",
        ]
    literals = ", ".join(f"Literal[{item.name!r}]" for item in given) or "()"
    late = ", ".join(f"({item.name!r}, {item.init}, {item.compare})" for item in fields)
    return [
        *lines,
        f"__match_args__: ClassVar[tuple[{literals}]] = {_tuple('{!r}', given)}",
        f"__dataclass_fields__: ClassVar[Any] = FieldsLater({late})",
    ]


def _init(fields: list[_Field], *, with_more: bool) -> list[str]:
    given, body = ["self"], list[str]()
    for item in fields:
        name, value = item.name, item.name
        if not item.init:
            value = item.default if item.factory is None else f"({item.factory})()"
        elif item.factory is not None:
            given.append(f"{name}: ({item.annotation}) | None = None")
            value = f"({item.factory})() if {name} is None else {name}"
        else:
            default = "" if item.default is None else f" = {item.default}"
            given.append(f"{name}: {item.annotation}{default}")
        if value is not None:
            body.append(f"    self.{name} = {value}")
    if with_more:
        body.append("    self.__post_init__()")
    return [f"def __init__({', '.join(given)}) -> None:", *(body or ["    pass"])]


def _tuple(form: str, fields: list[_Field]) -> str:
    return f"({''.join(form.format(item.name) + ', ' for item in fields)})"
