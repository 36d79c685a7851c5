"""Numbers of machine files with where they come from: ``2.5`` or ``{value, source, uncertainty}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.document import Item

_FIELDS = ("value", "source", "uncertainty")


@record
class MachineValue:
    """A number with where it comes from. ``uncertainty`` is relative, one standard deviation."""

    value: float
    source: str = ""
    uncertainty: float | None = None


def read_value(item: Item, *, positive: bool = False, beside: tuple[str, ...] = ()) -> MachineValue:
    """Return a plain number, or ``{value, source, uncertainty}``; never negative (SAD407).

    ``beside`` are other keys that may stand there.
    """
    number = positive_number if positive else number_not_negative
    if not item.is_mapping:
        return MachineValue(number(item))
    entries = item.mapping((*_FIELDS, *beside))
    if "value" not in entries:
        item.fail("SAD403", "the key value is missing", "value: is the number itself")
    source = entries["source"].text() if "source" in entries else ""
    uncertainty = None
    if "uncertainty" in entries:
        uncertainty = number_not_negative(entries["uncertainty"])
    return MachineValue(number(entries["value"]), source, uncertainty)


def number_not_negative(item: Item) -> float:
    """Return a finite number of zero or more (SAD404, SAD407)."""
    value = item.number()
    if not 0 <= value < float("inf"):
        item.fail("SAD407", f"{value:g} cannot be", "a finite number, zero or more, is expected")
    return value


def positive_number(item: Item) -> float:
    """Return a finite number above zero (SAD404, SAD407)."""
    value = number_not_negative(item)
    if value == 0:
        item.fail("SAD407", "zero cannot be", "more than zero is expected")
    return value


def require(item: Item, entries: Mapping[str, Item], keys: Iterable[str]) -> None:
    """Fail with SAD403 if one of ``keys`` is not among the entries of ``item``."""
    needed = list(keys)
    for key in needed:
        if key not in entries:
            item.fail("SAD403", f"the key {key} is missing", f"it needs {', '.join(needed)}")


def one_of(item: Item, allowed: Iterable[str]) -> str:
    """Return a word of ``allowed``; another one is SAD407."""
    word = item.text()
    known = list(allowed)
    if word not in known:
        item.fail("SAD407", f"{word!r} is not known", f"one of {', '.join(known)}")
    return word
