"""The temporary folder of a profile: the copy that programs work in, its state after the build.

work     where commands run; the same path each time, for what the build wrote paths into
built    the state every run starts from
counts   where programs leave their counts, if they can be told to
misses   with ``--misses``: what is linked into programs
runs     with ``--keep``: the copy as each run left it

Links to places inside the folder become links inside the copy; what links outside the folder lead to
is copied. What cannot be copied (pipes, sockets, files that may not be read, links outside that lead
to nothing or to a folder this one is part of) is left out and listed.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import stat
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable


SKIPPED = (
    *(".git", ".hg", ".svn", ".bzr", "node_modules", "__pycache__", ".tox", ".nox"),
    *(".venv", ".cache", ".*_cache", ".idea", ".vscode", "*.gcda", "*.profraw"),
)
_VIRTUAL_ENVIRONMENT = "pyvenv.cfg"


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


class TreeError(Exception):
    """The folder cannot be copied, or not to ``target``. ``hint`` says what to do."""

    def __init__(self, message: str, hint: str, target: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.target = target


class Limits(NamedTuple):
    """The largest folder that is copied: size of its files [1e6 bytes], and number of entries."""

    megabytes: float
    entries: int


DEFAULT_LIMITS = Limits(500, 20_000)


class _Base(NamedTuple):
    """A folder that is copied (its real path), and where in the copy."""

    source: str
    target: str


@dataclass(slots=True)
class Listing:
    """What to copy, with paths in the copy: folders, files and where they are, links and targets."""

    folders: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    files: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    links: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    left_out: list[str] = field(default_factory=list[str])
    size: int = 0


def list_tree(
    root: Path,
    exclude: tuple[str, ...] = (),
    limits: Limits | None = None,
    check: Callable[[], None] = lambda: None,
) -> Listing:
    """Return what a copy of ``root`` consists of; raise ``TreeError``, soon if it is too large.

    ``exclude`` are patterns for names, or for paths from ``root``, as those of ``fnmatch``.
    """
    found = _Scan(exclude, limits, check)
    real = os.path.realpath(root)
    if not os.path.isdir(real):
        raise TreeError("not a folder", "name the folder that --build and --run work in")
    found.folder(real, "", (_Base(real, ""),))
    return found.listing


def copy_tree(listing: Listing, target: Path, check: Callable[[], None] = lambda: None) -> None:
    """Copy what was listed to ``target``, which must not exist; all of it can be written there.

    Times of change are kept: ``make`` looks at them. Files that cannot be read are added to
    ``left_out``. Raises ``OSError`` if the copy cannot be written.
    """
    target.mkdir()
    for name, _ in listing.folders:
        (target / name).mkdir()
    for name, source in listing.files:
        check()
        try:
            with open(source, "rb"):
                pass
        except OSError:
            listing.left_out.append(name)
            continue
        shutil.copy2(source, target / name)
        _make_writable(target / name)
    for name, text in listing.links:
        (target / name).symlink_to(text)
    for name, source in reversed(listing.folders):
        shutil.copystat(source, target / name)
        _make_writable(target / name)


def remove_tree(folder: Path) -> None:
    """Remove a folder whatever it holds, also where a program took the right to write away."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError:
        for place, folders, _ in os.walk(folder):
            for path in (place, *(os.path.join(place, name) for name in folders)):
                if not os.path.islink(path):
                    _make_writable(path)
        shutil.rmtree(folder, ignore_errors=True)


def _make_writable(path: str | Path) -> None:
    mode = stat.S_IMODE(os.stat(path).st_mode)
    wanted = mode | stat.S_IRUSR | stat.S_IWUSR
    if os.path.isdir(path):
        wanted |= stat.S_IXUSR
    if wanted != mode:
        os.chmod(path, wanted)


class _Scan:
    def __init__(
        self, exclude: tuple[str, ...], limits: Limits | None, check: Callable[[], None]
    ) -> None:
        self._exclude = exclude
        self._limits = limits
        self._check = check
        self.listing = Listing()

    def folder(self, source: str, target: str, bases: tuple[_Base, ...]) -> None:
        """List a folder that stands at ``target`` in the copy, inside the folders ``bases``."""
        self._check()
        try:
            entries = sorted(os.scandir(source), key=lambda entry: entry.name)
        except OSError:
            self.listing.left_out.append(target or ".")
            return
        for entry in entries:
            name = os.path.join(target, entry.name)
            if self._is_excluded(entry, name):
                continue
            if entry.is_symlink():
                self._link(entry.path, name, bases)
            elif entry.is_dir(follow_symlinks=False):
                self._add(self.listing.folders, name, entry.path)
                self.folder(entry.path, name, bases)
            elif entry.is_file(follow_symlinks=False):
                self._add(self.listing.files, name, entry.path, entry.stat().st_size)
            else:
                self.listing.left_out.append(name)

    def _is_excluded(self, entry: os.DirEntry[str], name: str) -> bool:
        if any(
            fnmatch.fnmatchcase(entry.name, pattern) or fnmatch.fnmatchcase(name, pattern)
            for pattern in self._exclude
        ):
            return True
        marker = os.path.join(entry.path, _VIRTUAL_ENVIRONMENT)
        return bool(self._exclude) and entry.is_dir() and os.path.exists(marker)

    def _link(self, path: str, name: str, bases: tuple[_Base, ...]) -> None:
        real = os.path.realpath(path)
        for base in reversed(bases):
            if _is_within(real, base.source):
                there = os.path.join(base.target, os.path.relpath(real, base.source))
                text = os.path.relpath(there, os.path.dirname(name) or ".")
                self._add(self.listing.links, name, text)
                return
        if os.path.isfile(real):
            self._add(self.listing.files, name, real, os.path.getsize(real))
        elif os.path.isdir(real) and not any(_is_within(base.source, real) for base in bases):
            self._add(self.listing.folders, name, real)
            self.folder(real, name, (*bases, _Base(real, name)))
        else:
            self.listing.left_out.append(name)

    def _add(self, where: list[tuple[str, str]], name: str, source: str, size: int = 0) -> None:
        found = self.listing
        where.append((name, source))
        found.size += size
        if self._limits is None:
            return
        hint = "name a smaller folder with --workdir, leave parts out with --exclude, or raise "
        if found.size > self._limits.megabytes * 1e6:
            message = f"more than {self._limits.megabytes:g} MB to copy (reached at {name})"
            raise TreeError(message, f"{hint}--copy-limit")
        if len(found.folders) + len(found.files) + len(found.links) > self._limits.entries:
            message = f"more than {self._limits.entries} files to copy (reached at {name})"
            raise TreeError(message, f"{hint}--copy-files")


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
