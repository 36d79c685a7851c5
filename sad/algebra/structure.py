"""What atoms are made of: formulas, names and numbers in the fields of their records.

What only has to reach everything inside an atom (renaming, substitution, saving) does so by its fields,
so that a new kind of atom needs no line there.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

from sad.algebra.poly import Poly
from sad.records import fields, is_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Json = Any
Part = TypeVar("Part")


def formulas(part: object) -> Iterator[Poly]:
    """Yield the formulas in a record, in the order of its fields."""
    if isinstance(part, Poly):
        yield part
    else:
        for item in _inside(part):
            yield from formulas(item)


def names(part: object) -> Iterator[str]:
    """Yield the names in a record, in the order of its fields."""
    if isinstance(part, str):
        yield part
    else:
        for item in _inside(part):
            yield from names(item)


def mapped(part: Part, poly: Callable[[Poly], Poly], name: Callable[[str], str] = str) -> Part:
    """Return a record with all formulas and names in it changed."""
    return _mapped(part, poly, name)


def with_formulas(part: Part, values: Iterable[Poly]) -> Part:
    """Return a record with other formulas, in the order in which ``formulas`` yields them."""
    given = iter(values)
    return _mapped(part, lambda _: next(given), str)


def encoded(part: object, poly: Callable[[Poly], Json]) -> Json:
    """Return a record as JSON: a list of its fields; the items themselves of a single field of many."""
    if isinstance(part, Poly):
        return poly(part)
    if isinstance(part, str | int):
        return part
    inside = _inside(part)
    if is_record(part) and len(inside) == 1 and isinstance(inside[0], tuple):
        inside = _inside(inside[0])
    return [encoded(item, poly) for item in inside]


def decoded(kind: type[Part], value: Json, poly: Callable[[Json], Poly]) -> Part:
    """Return the record of a kind that ``encoded`` has written."""
    return _decoder(kind)(value, poly)


def _inside(part: Any) -> tuple[Any, ...]:
    if isinstance(part, tuple):
        return part  # pyright: ignore[reportUnknownVariableType]
    if isinstance(part, str | int):
        return ()
    return tuple(getattr(part, item) for item in _field_names(part.__class__))


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind))


def _mapped(part: Any, poly: Callable[[Poly], Poly], name: Callable[[str], str]) -> Any:
    if isinstance(part, Poly):
        return poly(part)
    if isinstance(part, str):
        return name(part)
    if isinstance(part, int):
        return part
    inside = [_mapped(item, poly, name) for item in _inside(part)]
    return tuple(inside) if isinstance(part, tuple) else type(part)(*inside)


@cache
def _decoder(kind: Any) -> Callable[[Json, Callable[[Json], Poly]], Any]:
    """A function that reads a value of a type back."""
    if kind is Poly:
        return lambda value, poly: poly(value)
    if kind in (str, int):
        return lambda value, _: _plain(kind, value)
    if get_origin(kind) is tuple:
        first, *others = get_args(kind)
        if others == [...]:
            each = _decoder(first)
            return lambda value, poly: tuple([each(item, poly) for item in value])
        return _joined(tuple, [_decoder(item) for item in (first, *others)])
    hints = get_type_hints(kind, localns={"Poly": Poly})
    readers = [_decoder(hints[name]) for name in _field_names(kind)]
    if len(readers) == 1 and get_origin(next(iter(hints.values()))) is tuple:
        (only,) = readers
        return lambda value, poly: kind(only(value, poly))
    return _joined(lambda items: kind(*items), readers)


def _plain(kind: type[Any], value: Any) -> Any:
    """A name or number, also where it was read as the formula that it is."""
    if isinstance(value, Poly):
        value = value.as_symbol if kind is str else value.as_integer
    if not isinstance(value, kind):
        raise TypeError(value)
    return value


def _joined(
    make: Callable[[list[Any]], Any], readers: list[Callable[[Json, Callable[[Json], Poly]], Any]]
) -> Callable[[Json, Callable[[Json], Poly]], Any]:
    return lambda value, poly: make(
        [read(item, poly) for read, item in zip(readers, value, strict=True)]
    )
