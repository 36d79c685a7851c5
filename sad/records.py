"""Records that nothing changes once they are made: what nodes, places and statements are.

The type checker, which every commit passes, holds them to be frozen. At run time they are plain: a
frozen dataclass sets each of its fields by a call of ``object.__setattr__``, which makes one of four
fields take four times as long, and reading source makes millions of them.

A dataclass compiles its methods when it is made, and a run that makes hundreds of classes has
instances of few of them. So what makes, compares, hashes and shows a record is compiled when it is
first needed, also of one that may change.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Record]) -> type[Record]:
    """Make a class a dataclass with slots, equal and hashed by its fields, and not to be changed."""
    return _made_later(cls, _METHODS)


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[Record]) -> type[Record]:
    """Make a class a dataclass with slots, equal by its fields, and not hashed: it may be changed."""
    made = _made_later(cls, {name: code for name, code in _METHODS.items() if name != "__hash__"})
    if "__eq__" not in cls.__dict__:
        setattr(made, "__hash__", None)  # noqa: B010 - as Python does beside an equality
    return made


def _made_later(
    cls: type[Record], methods: Mapping[str, Callable[[type[Any]], str]]
) -> type[Record]:
    own, types = cls.__dict__, cls.__annotations__
    # A dataclass searches the text of each type for ClassVar and the like; no record has them.
    cls.__annotations__ = dict.fromkeys(types, object)
    made = dataclass(slots=True, init=False, eq=False, repr=False)(cls)
    made.__annotations__ = types
    for name, code in methods.items():
        if own.get(name) is None:  # Python puts None for the hash beside an equality of one's own
            setattr(made, name, _compiled_later(made, name, code))
    return made


def _compiled_later(cls: type[Any], name: str, code: Callable[[type[Any]], str]) -> Any:
    """A method that puts what is compiled from a text in its own place when it is first called."""

    def first(self: Any, *others: Any, **named: Any) -> Any:
        found: dict[str, Any] = {}
        exec(code(cls), {"_fields": {item.name: item for item in fields(cls)}}, found)
        method = found[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(self, *others, **named)

    return first


def _made(cls: type[Any]) -> str:
    given, body = ["self"], ["pass"]
    for item in fields(cls):
        name, own = item.name, f"_fields[{item.name!r}]"
        has_factory = item.default_factory is not MISSING
        value = f"{own}.default_factory()" if has_factory else f"{own}.default"
        if not item.init:
            value = value if has_factory or item.default is not MISSING else ""
        elif has_factory:
            given.append(f"{name}=_fields")  # stands for what is not given
            value = f"{value} if {name} is _fields else {name}"
        else:
            given.append(name if item.default is MISSING else f"{name}={value}")
            value = name
        if value:
            body.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    return f"def __init__({', '.join(given)}):\n " + "\n ".join(body)


def _equal(cls: type[Any]) -> str:
    compared = [item for item in fields(cls) if item.compare]
    return (
        "def __eq__(self, other):\n"
        " if other.__class__ is not self.__class__: return NotImplemented\n"
        f" return {_tuple('self', compared)} == {_tuple('other', compared)}"
    )


def _hash(cls: type[Any]) -> str:
    hashed = [item for item in fields(cls) if (item.compare if item.hash is None else item.hash)]
    return f"def __hash__(self): return hash({_tuple('self', hashed)})"


def _shown(cls: type[Any]) -> str:
    parts = ", ".join(f"{item.name}={{self.{item.name}!r}}" for item in fields(cls) if item.repr)
    return f"def __repr__(self): return f'{{self.__class__.__qualname__}}({parts})'"


def _tuple(name: str, of: list[Field[Any]]) -> str:
    return f"({''.join(f'{name}.{item.name},' for item in of)})"


_METHODS = {"__init__": _made, "__eq__": _equal, "__hash__": _hash, "__repr__": _shown}
