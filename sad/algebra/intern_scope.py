"""Forgets formulas: the tables of atoms, and all that remembers what was computed with them.

The tables only grow, and a library of a million lines has millions of atoms of which each unit needs
its own. Who goes through units one by one and keeps few formulas of theirs can forget now and then.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sad.algebra.poly import Poly


MOST_ALIVE = 100_000
"""Atoms that are kept from one unit to the next, with what was computed: units are often alike."""


class Mark:
    """A moment. Formulas that were made before may be used afterwards, others not once forgotten."""

    def __init__(self) -> None:
        self._tables = atoms.tables()
        self._size = len(self._tables[0])

    @property
    def made_since(self) -> int:
        """How many atoms were made since."""
        return len(self._tables[0]) - self._size

    def forget(self, held: Iterable[Poly] = ()) -> None:
        """Forget all atoms that were made since but for those in formulas that are held.

        Nobody may hold other formulas that were made since.
        """
        kept = atoms.atoms_inside(held)
        for table in self._tables:
            again: list[tuple[str, Any]] = []
            while len(table) > self._size:
                item = table.popitem()  # the last one that was put in
                if item[0] in kept:
                    again.append(item)
            table.update(reversed(again))
        for clear in _remembering():
            clear()


def _remembering() -> Iterator[Callable[[], None]]:
    """What clears the caches of functions that compute formulas."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sad.algebra."):
            found: dict[str, Any] = vars(module)
            yield from (item.cache_clear for item in found.values() if hasattr(item, "cache_clear"))
