"""The temporary folder of a profile: the copy that programs work in, its state after the build.

work     where commands run; the same path each time, for what the build wrote paths into
built    the state every run starts from
counts   where programs leave their counts, if they can be told to
misses   with ``--misses``: what is linked into programs
runs     with ``--keep``: the copy as each run left it
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sad.profiles.running.tree import (
    Listing,
    TreeError,
    copy_tree,
    list_tree,
    remove_tree,
)

if TYPE_CHECKING:
    from collections.abc import Callable


class Scratch:
    """A folder for the time of a ``with``; everything in it is removed at its end, unless ``keep``.

    ``keep`` must be a new or an empty folder. ``check`` is called between files and may raise.
    Raises ``TreeError`` and ``OSError``.
    """

    def __init__(self, keep: Path | None, check: Callable[[], None]) -> None:
        self._keep = keep
        self._check = check
        self._runs = 0
        self.folder = Path()

    def __enter__(self) -> Self:
        if self._keep is None:
            self.folder = Path(tempfile.mkdtemp(prefix="sad-profile-")).resolve()
        else:
            self._keep.mkdir(parents=True, exist_ok=True)
            if any(self._keep.iterdir()):
                raise TreeError("not empty", "name a new folder with --keep", str(self._keep))
            self.folder = self._keep.resolve()
        return self

    def __exit__(self, *_: object) -> None:
        if self._keep is None:
            remove_tree(self.folder)

    @property
    def work(self) -> Path:
        """The folder that commands run in."""
        return self.folder / "work"

    @property
    def counts(self) -> Path:
        """A folder for the counts of one run, empty at its start."""
        return self.folder / "counts"

    @property
    def misses(self) -> Path:
        """A folder for what is linked into programs; it is not there at first."""
        return self.folder / "misses"

    def fill(self, listing: Listing) -> None:
        """Copy what was listed into the working folder."""
        copy_tree(listing, self.work, self._check)

    def save(self) -> list[str]:
        """Make the working folder as it is now the state that runs start from.

        Returns what could not be copied.
        """
        listing = list_tree(self.work, check=self._check)
        copy_tree(listing, self.folder / "built", self._check)
        return listing.left_out

    def start_run(self) -> None:
        """Bring the working folder into the saved state, and empty the folder for counts."""
        if self._runs:
            self._put_away()
            copy_tree(list_tree(self.folder / "built", check=self._check), self.work, self._check)
        remove_tree(self.counts)
        self.counts.mkdir()
        self._runs += 1

    def _put_away(self) -> None:
        if self._keep is None:
            remove_tree(self.work)
            return
        (self.folder / "runs").mkdir(exist_ok=True)
        self.work.rename(self.folder / "runs" / str(self._runs))
