"""The two sides of a comparison: a folder, file, snapshot, saved description or git revision.

Files of a revision are written to a temporary folder; the work tree and its index are not touched.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from frontends.registry import SEARCHED
from sad.checks.costs.source_text import SourceText, unit_names
from sad.checks.costs.states import load_state
from sad.checks.snapshot.blocks import snapshot_blocks
from sad.checks.snapshot.format import exact_path
from sad.checks.snapshot.read import is_snapshot, read_snapshot
from sad.diagnostics import (
    Diagnostic,
    Diagnostics,
    ExitCode,
    SadError,
    Severity,
    Span,
    argument_error,
    input_error,
)
from sad.files import files_below
from sad.reading.readers import are_source_text
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

    from sad.checks.costs.record import State
    from sad.checks.costs.timing import Timing
    from sad.incremental.cache import Cache
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading

WORK_TREE = "work tree"


@record
class Request:
    """How both sides are read: ``reading.sources`` are those of a revision and of the work tree.

    ``folder`` is where relative paths start, ``cache`` that of what is known of unchanged files.
    """

    reading: Reading
    timing: Timing | None = None
    assume: tuple[str, ...] = ()
    folder: Path = Path()
    cache: Path | None = None

    @property
    def usable_cache(self) -> Path | None:
        """The cache; None where each unit has times or values of its own."""
        has_times = self.timing is not None and self.timing.machines
        return None if has_times or self.assume else self.cache


@record
class Side:
    """One side: its costs, and the messages from reading it (none for a snapshot)."""

    state: State
    diagnostics: tuple[Diagnostic, ...] = ()


@record
class Subject:
    """Sources as they are now. ``files`` are in order, ``places`` the source file of each unit.

    ``load`` gives the description: costs that come from the cache were made without one.
    """

    state: State
    diagnostics: Diagnostics
    files: tuple[str, ...]
    places: Mapping[str, str]
    load: Callable[[], Loaded]

    def side(self) -> Side:
        """Return what is needed to compare it."""
        return Side(self.state, tuple(self.diagnostics.items))


def split_revisions(text: str) -> tuple[str, str] | None:
    """Return the revisions of ``A..B`` (HEAD where one is left out); None for anything else."""
    first, dots, second = text.partition("..")
    if not dots or Path(text).exists() or second.startswith("."):
        return None
    return first or "HEAD", second or "HEAD"


@contextmanager
def opened_side(text: str, request: Request) -> Generator[Side]:
    """Yield a side by what names it: a path that exists, else a revision of git.

    Its costs can be asked for while the context lasts. Raises SAD818 for an empty name, and as
    ``read_snapshot``, ``load_state`` and ``revision_files``; ``StaleEntry`` if a file was written
    meanwhile, also when costs are asked for.
    """
    if not text:
        hint = "a revision, folder, file or snapshot; is a variable of the shell empty?"
        raise argument_error("SAD818", "a side to compare with has no name", hint)
    path = Path(text)
    if not path.exists():
        with opened_revision(text, request) as side:
            yield side
    elif path.is_file() and _starts_as_snapshot(path):
        state = snapshot_blocks(text) or read_snapshot(text)
        yield Side(state) if state.shorts is None else Side(state, (_short_of(text),))
    else:
        root = path if path.is_dir() else path.parent
        moved = replace(request, reading=replace(request.reading, sources=(text,)), folder=root)
        with opened_subject(moved, text) as subject:
            yield subject.side()


def _short_of(path: str) -> Diagnostic:
    """The warning (SAD819) that a snapshot has lost its exact part."""
    message = f"the exact part is missing: {exact_path(path)}"
    hint = (
        "only numbers of operations are compared, where the text has them; write both again with "
        "sad snapshot, or compare with a revision: --baseline REV"
    )
    return Diagnostic("SAD819", Severity.WARNING, message, Span.at(path), hint)


@contextmanager
def opened_work_tree(request: Request) -> Generator[Side]:
    """Yield the sources as they are now, as ``opened_side`` does."""
    with opened_subject(request, WORK_TREE) as subject:
        yield subject.side()


@contextmanager
def opened_subject(request: Request, label: str) -> Generator[Subject]:
    """Yield sources by way of the cache where it serves; raises as ``opened_side``."""
    reading, folder = request.reading, request.usable_cache
    if folder is not None and are_source_text(reading.sources):
        from sad.checks.cached_state import CachedUnits, cached_state  # noqa: PLC0415 - with a cache
        from sad.incremental.cache import opened  # noqa: PLC0415
        from sad.loading.describe import load_description  # noqa: PLC0415 - slow to import

        said = Diagnostics()
        with opened(folder, said) as cache:
            state = cached_state(reading, label, SourceText(request.folder), cache)
            if state is not None:
                share(state, cache)
                units = state.units
                assert isinstance(units, CachedUnits)
                yield Subject(
                    state, said, units.files, units.places, lambda: load_description(reading)
                )
                return
    source = SourceText(request.folder)
    state, loaded = load_state(
        *(reading, label, request.folder, request.timing, request.assume, request.cache)
    )
    described = loaded.description
    names = unit_names(described.units, source)
    places = {names[unit.name]: unit.file for unit in described.units}
    yield Subject(state, loaded.diagnostics, described.files, places, lambda: loaded)


def share(state: State, cache: Cache) -> None:
    """Let others find what a state from the cache needs to be compared: most is the same for them."""
    state.outlines()
    cache.store.flush()


@contextmanager
def opened_revision(revision: str, request: Request) -> Generator[Side]:
    """Yield the sources as they were at a revision, as ``opened_side`` does."""
    sources = [_relative(source, request.folder) for source in request.reading.sources]
    cache = request.usable_cache
    with revision_files(revision, request.folder, sources) as folder:
        if cache is None:
            yield _revision(revision, request, sources, folder)
            return
        from sad.checks.revision_units import revision_state  # noqa: PLC0415 - starts a process

        with revision_state(request.reading, revision, request.folder, folder, cache) as found:
            if found is None:
                yield _revision(revision, request, sources, folder)
            else:
                yield Side(*found)


def _revision(revision: str, request: Request, sources: Sequence[str], folder: Path) -> Side:
    """The sources as they were at a revision, whose files are in a folder."""
    reading = request.reading
    include = tuple(_inside(item, folder, request.folder) for item in reading.include)
    stubs = tuple(_inside(item, folder, request.folder) for item in reading.stubs)
    moved = replace(
        reading,
        sources=tuple(str(folder / source) for source in sources),
        include=include,
        stubs=stubs,
    )
    try:
        state, loaded = load_state(moved, revision, folder, request.timing, request.assume)
    except SadError as error:
        *earlier, last = placed([*error.earlier, error.diagnostic], revision, folder)
        raise SadError(last, error.exit_code, tuple(earlier)) from None
    return Side(state, tuple(placed(loaded.diagnostics.items, revision, folder)))


def placed(items: Iterable[Diagnostic], revision: str, folder: Path) -> list[Diagnostic]:
    """Return messages about files of a revision, placed as git names these: ``main:src/solve.f``."""
    source, root = SourceText(folder), folder.resolve()
    found: list[Diagnostic] = []
    for item in items:
        file = item.span.file
        if file and Path(file).resolve().is_relative_to(root):
            file = f"{revision}:{source.shown(file)}"
        message, hint = (text.replace(f"{folder}/", "") for text in (item.message, item.hint))
        span = replace(item.span, file=file)
        found.append(replace(item, span=span, message=message, hint=hint))
    return found


def _relative(path: str, folder: Path) -> str:
    return os.path.relpath(path, folder)


def _inside(item: str, place: Path, folder: Path) -> str:
    """A folder or file of the revision if it has one of that name, else as it is."""
    relative = path_there(item, place, folder)
    return item if relative is None else str(place / relative)


def path_there(item: str, place: Path, folder: Path) -> str | None:
    """Return the path from ``folder`` of what a revision has there, at ``place``, as well, or None."""
    relative = _relative(item, folder)
    return relative if Path(item).exists() and (place / relative).exists() else None


def _starts_as_snapshot(path: Path) -> bool:
    if path.suffix == ".snapshot":
        return True
    with path.open("rb") as file:
        return is_snapshot(file.read(200).decode("utf-8", "replace"))


_SUBMODULE = "160000"


@contextmanager
def revision_files(revision: str, folder: Path, sources: Sequence[str]) -> Generator[Path]:
    """Yield a folder that holds what ``folder`` held at a revision, while the context lasts.

    ``sources`` are the paths that matter, relative to ``folder``. Raises ``SadError`` SAD817: there is
    no git, no repository or no such revision, a shallow clone ends before it, a path is not in it or in
    a submodule, or git fails otherwise.
    """
    git = _Git(folder, revision)
    commit = git.commit(revision)
    prefix = git.text("rev-parse", "--show-prefix").strip()
    with TemporaryDirectory(prefix="sad-") as place:
        tree = Path(place) / "tree"
        environment = {"GIT_INDEX_FILE": str(Path(place) / "index")}
        git.text("read-tree", commit, environment=environment)
        git.check_submodules(prefix, sources, environment)
        git.text("checkout-index", "-a", "-f", f"--prefix={tree}/", environment=environment)
        inside = tree / prefix
        for source in sources:
            path = inside / source
            if not path.exists() and source != ".":
                message = f"not in revision {revision}"
                hint = "name sources that both revisions have: --source PATH"
                raise input_error("SAD817", message, Span.at(source), hint)
            if not path.exists() or (path.is_dir() and not files_below(str(path), SEARCHED)):
                message = f"no source files in revision {revision}"
                hint = "compare with a revision that has some"
                raise input_error("SAD817", message, Span.at(source), hint)
        yield inside


class _Git:
    """git in a folder. Variables that would send it elsewhere are taken away."""

    def __init__(self, folder: Path, wanted: str) -> None:
        self._folder = folder
        kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
        self._environment = {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
        if self._run(("rev-parse", "--is-inside-work-tree"), {}).stdout.strip() != b"true":
            message = f"no such path: {wanted!r}, and {folder} is in no git work tree"
            hint = "name folders, files or snapshots, or a revision inside its repository"
            raise argument_error("SAD817", message, hint)

    def commit(self, revision: str) -> str:
        """Return the commit a revision is."""
        wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        found = self._run(wanted, {})
        if found.returncode == 0:
            return found.stdout.decode().strip().rpartition("\n")[2]
        if self.text("rev-parse", "--is-shallow-repository").strip() == "true":
            message = f"revision {revision!r} is not in this shallow clone"
            hint = "get it with: git fetch --unshallow (in CI: fetch-depth: 0)"
            raise argument_error("SAD817", message, hint)
        hint = "a branch, tag or commit of this repository, or a path that exists"
        raise argument_error("SAD817", f"no such path and no such revision: {revision!r}", hint)

    def check_submodules(
        self, prefix: str, sources: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        """Raise SAD817 for a source in a submodule: its files are in another repository."""
        listed = self.text(
            "ls-files", "--stage", "-z", "--full-name", ":/", environment=environment
        )
        modules = {
            entry.partition("\t")[2] for entry in listed.split("\0") if entry.startswith(_SUBMODULE)
        }
        for source in sources:
            path = os.path.normpath(prefix + source)
            for module in sorted(modules):
                if path == module or path.startswith(f"{module}/"):
                    message = f"in the submodule {module}, whose history is elsewhere"
                    hint = f"compare in the submodule: cd {module} && sad diff ..."
                    raise input_error("SAD817", message, Span.at(source), hint)

    def text(self, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
        """Return what git prints; raises SAD817 if it fails."""
        found = self._run(arguments, environment or {})
        if found.returncode:
            reason = found.stderr.decode("utf-8", "replace").strip().splitlines()
            message = f"git {arguments[0]} failed: {reason[0] if reason else 'no reason given'}"
            raise argument_error("SAD817", message, "see what git says to it by itself")
        return found.stdout.decode("utf-8", "surrogateescape")

    def _run(
        self, arguments: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                ["git", *arguments],
                cwd=self._folder,
                env={**self._environment, **environment},
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            hint = "install git, or name two folders, files or snapshots"
            error = argument_error("SAD817", "revisions need git, which is not installed", hint)
            raise SadError(error.diagnostic, ExitCode.USAGE) from None
