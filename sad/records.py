"""Records that nothing changes once they are made: what nodes, places and statements are.

The type checker, which every commit passes, holds them to be frozen. At run time they are plain: a
frozen dataclass sets each of its fields by a call of ``object.__setattr__``, which makes one of four
fields take four times as long, and reading source makes millions of them.

A dataclass compiles its methods when it is made, and a run that makes hundreds of classes has
instances of few of them. So what makes, compares, hashes and shows a record is compiled when it is
first needed, also of one that may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Record = TypeVar("Record")
_MISSING: Any = object()
_NOT_COPIED = ("__dict__", "__weakref__")


class Field(NamedTuple):
    """A field of a record, as ``dataclasses`` have it."""

    default: Any = _MISSING
    default_factory: Any = _MISSING
    init: bool = True
    repr: bool = True
    compare: bool = True
    hash: bool | None = None
    name: str = ""


def field(**given: Any) -> Any:
    """Return a field, given what ``Field`` has."""
    return Field(**given)


def fields(record: Any) -> tuple[Any, ...]:
    """Return the fields of a record, of any other dataclass, or of a class of them."""
    if hasattr(record, "__record_fields__"):
        return record.__record_fields__
    import dataclasses  # noqa: PLC0415 - takes long to load

    return dataclasses.fields(record)


def is_record(item: object) -> bool:
    """Return whether an object is a record or any other dataclass, or a class of them."""
    return hasattr(item, "__record_fields__") or hasattr(item, "__dataclass_fields__")


def replace(record: Record, /, **changes: Any) -> Record:
    """Return a record with other values of some fields."""
    for item in fields(record):
        if item.init and item.name not in changes:
            changes[item.name] = getattr(record, item.name)
    return type(record)(**changes)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Record]) -> type[Record]:
    """Make a class with slots, its objects equal and hashed by their fields, and not to be changed."""
    return _made_later(cls, _METHODS)


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[Record]) -> type[Record]:
    """Make a class with slots, its objects equal by their fields, and not hashed: they may change."""
    made = _made_later(cls, {name: code for name, code in _METHODS.items() if name != "__hash__"})
    if "__eq__" not in cls.__dict__:
        setattr(made, "__hash__", None)  # noqa: B010 - as Python does beside an equality
    return made


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def plain(cls: type[Record]) -> type[Record]:
    """Make a class with slots, its objects equal to nothing but themselves."""
    return _made_later(cls, {name: _METHODS[name] for name in ("__init__", "__repr__")})


def _made_later(
    cls: type[Record], methods: Mapping[str, Callable[[type[Any]], str]]
) -> type[Record]:
    found: dict[str, Field] = {}
    slots: set[str] = set()
    for base in reversed(cls.__mro__[1:]):
        found |= {item.name: item for item in base.__dict__.get("__record_fields__", ())}
        slots.update(base.__dict__.get("__slots__", ()))
    own = {name: value for name, value in cls.__dict__.items() if name not in _NOT_COPIED}
    types = own.get("__annotations__", {})
    for name in types:
        found[name] = _field_of(own.pop(name, _MISSING))._replace(name=name)
    own["__slots__"] = tuple(name for name in types if name not in slots)
    own["__match_args__"] = tuple(name for name, item in found.items() if item.init)
    own["__record_fields__"] = tuple(found.values())
    own["__dataclass_fields__"] = _DATACLASS_FIELDS
    made = type(cls)(cls.__name__, cls.__bases__, own)
    made.__qualname__ = cls.__qualname__
    for name, code in methods.items():
        if own.get(name) is None:  # Python puts None for the hash beside an equality of one's own
            setattr(made, name, _compiled_later(made, name, code))
    return made


def _field_of(value: Any) -> Field:
    """What a class has beside the type of a field; ``dataclasses.field`` may have made it."""
    if isinstance(value, Field):
        return value
    if type(value).__module__ != "dataclasses":
        return Field(value)
    from dataclasses import MISSING  # noqa: PLC0415 - as below

    given = {name: getattr(value, name) for name in Field._fields[:-1]}
    return Field(**{name: item for name, item in given.items() if item is not MISSING})


class _DataclassFields:
    """What the functions of ``dataclasses`` ask a class for, made when they do."""

    def __get__(self, _: object, cls: type[Any]) -> dict[str, Any]:
        import dataclasses  # noqa: PLC0415 - takes long to load, and is seldom asked

        made: dict[str, Any] = {}
        for item in fields(cls):
            given = item._asdict().items()
            given = {key: value for key, value in given if key != "name" and value is not _MISSING}
            made[item.name] = dataclasses.field(**given)
        own = type(cls.__name__, (), {"__annotations__": dict.fromkeys(made, object), **made})
        own = dataclasses.dataclass(init=False, repr=False, eq=False)(own)
        found = getattr(own, "__dataclass_fields__")  # noqa: B009 - typed for objects only
        setattr(cls, "__dataclass_fields__", found)  # noqa: B010 - made once
        return found


_DATACLASS_FIELDS = _DataclassFields()


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
        has_factory = item.default_factory is not _MISSING
        value = f"{own}.default_factory()" if has_factory else f"{own}.default"
        if not item.init:
            value = value if has_factory or item.default is not _MISSING else ""
        elif has_factory:
            given.append(f"{name}=_fields")  # stands for what is not given
            value = f"{value} if {name} is _fields else {name}"
        else:
            given.append(name if item.default is _MISSING else f"{name}={value}")
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


def _tuple(name: str, of: list[Field]) -> str:
    return f"({''.join(f'{name}.{item.name},' for item in of)})"


_METHODS = {"__init__": _made, "__eq__": _equal, "__hash__": _hash, "__repr__": _shown}
