"""What a side of a comparison is: a folder, a file, a snapshot, a saved description or a revision."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import load_state
from sad.checks.snapshot.exact import exact_path
from sad.checks.snapshot.read import is_snapshot, read_snapshot
from sad.diagnostics import Diagnostic, SadError, Severity, Span, argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.checks.costs.record import State
    from sad.checks.costs.timing import Timing
    from sad.reading.options import Reading

WORK_TREE = "work tree"


@record
class Request:
    """How both sides are read: ``reading.sources`` are those of a revision and of the work tree.

    ``folder`` is where relative paths start.
    """

    reading: Reading
    timing: Timing | None = None
    assume: tuple[str, ...] = ()
    folder: Path = Path()


@record
class Side:
    """One side: its costs, and what was said while it was read (nothing of a snapshot)."""

    state: State
    diagnostics: tuple[Diagnostic, ...] = ()


def split_revisions(text: str) -> tuple[str, str] | None:
    """Return the revisions of ``A..B`` (HEAD where one is left out); None for anything else."""
    first, dots, second = text.partition("..")
    if not dots or Path(text).exists() or second.startswith("."):
        return None
    return first or "HEAD", second or "HEAD"


def load_side(text: str, request: Request) -> Side:
    """Return a side by what names it: a path that exists, else a revision of git.

    Raises SAD818 for an empty name, and as ``read_snapshot``, ``load_state`` and ``revision_files``.
    """
    if not text:
        hint = "a revision, folder, file or snapshot; is a variable of the shell empty?"
        raise argument_error("SAD818", "a side to compare with has no name", hint)
    path = Path(text)
    if not path.exists():
        return load_revision(text, request)
    if path.is_file() and _starts_as_snapshot(path):
        state = read_snapshot(text)
        return Side(state) if state.shorts is None else Side(state, (_short_of(text),))
    root = path if path.is_dir() else path.parent
    return _loaded(replace(request.reading, sources=(text,)), text, root, request)


def _short_of(path: str) -> Diagnostic:
    """The warning (SAD819) that a snapshot has lost its exact part."""
    message = f"the exact part is missing: {exact_path(path)}"
    hint = (
        "only numbers of operations are compared, where the text has them; write both again with "
        "sad snapshot, or compare with a revision: --baseline REV"
    )
    return Diagnostic("SAD819", Severity.WARNING, message, Span.at(path), hint)


def load_work_tree(request: Request) -> Side:
    """Return the sources as they are now."""
    return _loaded(request.reading, WORK_TREE, request.folder, request)


def load_revision(revision: str, request: Request) -> Side:
    """Return the sources as they were at a revision; raises as ``revision_files``."""
    reading = request.reading
    sources = [_relative(source, request.folder) for source in reading.sources]
    from sad.checks.sides.revisions import revision_files  # noqa: PLC0415 - slow to import

    with revision_files(revision, request.folder, sources) as folder:
        include = tuple(_inside(item, folder, request.folder) for item in reading.include)
        stubs = tuple(_inside(item, folder, request.folder) for item in reading.stubs)
        moved = replace(
            reading,
            sources=tuple(str(folder / source) for source in sources),
            include=include,
            stubs=stubs,
        )
        try:
            side = _loaded(moved, revision, folder, request)
        except SadError as error:
            *earlier, last = _placed([*error.earlier, error.diagnostic], revision, folder)
            raise SadError(last, error.exit_code, tuple(earlier)) from None
        items = _placed(side.diagnostics, revision, folder)
        return Side(side.state, tuple(items))


def _placed(items: Iterable[Diagnostic], revision: str, folder: Path) -> list[Diagnostic]:
    """Messages about files of a revision, placed as git names these: ``main:src/solve.f``."""
    source = SourceText(folder)
    found: list[Diagnostic] = []
    for item in items:
        shown = source.shown(item.span.file)
        file = item.span.file if shown == item.span.file else f"{revision}:{shown}"
        message, hint = (text.replace(f"{folder}/", "") for text in (item.message, item.hint))
        placed = replace(item, span=replace(item.span, file=file), message=message, hint=hint)
        found.append(placed)
    return found


def _loaded(reading: Reading, label: str, root: Path, request: Request) -> Side:
    state, loaded = load_state(reading, label, root, request.timing, request.assume)
    return Side(state, tuple(loaded.diagnostics.items))


def _relative(path: str, folder: Path) -> str:
    return os.path.relpath(path, folder)


def _inside(item: str, place: Path, folder: Path) -> str:
    """A folder or file of the revision if it has one of that name, else as it is."""
    if not Path(item).exists():
        return item
    there = place / _relative(item, folder)
    return str(there) if there.exists() else item


def _starts_as_snapshot(path: Path) -> bool:
    if path.suffix == ".snapshot":
        return True
    with path.open("rb") as file:
        return is_snapshot(file.read(200).decode("utf-8", "replace"))
