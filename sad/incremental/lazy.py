"""What is known by name, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

Item = TypeVar("Item")


class Lazy(Mapping[str, Item]):
    """Items by name; ``make`` raises ``KeyError`` for a name that is not one of ``names``."""

    def __init__(self, names: Collection[str], make: Callable[[str], Item]) -> None:
        self._names, self._make = names, make

    def __getitem__(self, name: str) -> Item:
        """Return an item, made anew."""
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        """Yield all names."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._names)
