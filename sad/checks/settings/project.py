"""The settings of a project: ``sad.toml``, or ``[tool.sad]`` in ``pyproject.toml``.

Strict: an unknown key or a value of another type is an error with its line. Paths in the file are
relative to its folder; what is kept here is relative to the current folder.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.contracts.clauses import read_contract, value_text
from sad.checks.settings.find import find_file
from sad.diagnostics import ExitCode, SadError, Span, input_error
from sad.files import no_pipe
from sad.profiles.settings import Origin, Setting, Settings
from sad.reading.options import macros
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from sad.checks.contracts.clauses import Contract
    from sad.checks.settings.toml_text import Entry

SNAPSHOT = "sad.snapshot"
FORBID = ("order", "leading", "any", "none")
"""From what a change may not do to what it may: see ``rules``."""
_KEYS = (
    *("sources", "include", "define", "stubs", "entry", "build", "run", "stdin", "files"),
    *("machine", "machines", "toolchain", "sizes", "params", "assume"),
    *("snapshot", "units", "loops", "check", "contract"),
)
_PERCENT = re.compile(r"(\d+(?:\.\d+)?) ?%")


@record
class Limits:
    """What may become dearer; None where this table does not say.

    ``forbid`` is one of ``FORBID``, ``max_increase`` a share: 0.05 for 5 %.
    """

    forbid: str | None = None
    max_increase: float | None = None


@record
class Check:
    """``[check]``: limits for all units and by pattern of names, and the least coverage [percent]."""

    limits: Limits = field(default_factory=Limits)
    units: Mapping[str, Limits] = field(default_factory=dict[str, Limits])
    min_coverage: float | None = None

    @property
    def limits_changes(self) -> bool:
        """Whether changes are limited, so that a baseline is required."""
        every = (self.limits, *self.units.values())
        return any(
            item.forbid not in (None, "none") or item.max_increase is not None for item in every
        )

    def of_unit(self, name: str) -> Limits:
        """Return the limits of one unit: its own name goes before patterns, later ones first."""
        found = self.limits
        patterns = [pattern for pattern in self.units if fnmatchcase(name.lower(), pattern.lower())]
        for pattern in sorted(patterns, key=lambda item: item.lower() == name.lower()):
            own = self.units[pattern]
            found = Limits(
                found.forbid if own.forbid is None else own.forbid,
                found.max_increase if own.max_increase is None else own.max_increase,
            )
        return found


@record
class Pattern:
    """A pattern of names of units, or of loops, under a key of the settings."""

    key: str
    text: str
    span: Span


@record
class Project:
    """The settings of a project; ``file`` is empty where there is none.

    ``sizes`` are given values, ``units`` and ``loops`` patterns of ``UNIT`` and ``UNIT.LOOP`` that
    are compared and kept (docs/ci.md); all units where there are none. ``patterns`` are all patterns
    with where they stand. ``is_whole`` says whether all sources are looked at, not some that are
    named instead. ``entry`` is the unit to start from, ``params`` a file of values, ``build`` and
    ``run`` how the program is built and run, ``stdin`` what it reads, ``files`` names of other files
    that it opens, with their paths (``NAME=PATH``). ``places`` are where keys stand; that of
    ``machine`` is under ``machines``.
    """

    file: str = ""
    sources: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    toolchain: str | None = None
    sizes: Settings = field(default_factory=Settings)
    assume: tuple[str, ...] = ()
    snapshot: str = SNAPSHOT
    units: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()
    check: Check = field(default_factory=Check)
    contracts: tuple[Contract, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    is_whole: bool = True
    entry: str | None = None
    params: str | None = None
    build: str | None = None
    run: str | None = None
    stdin: str | None = None
    files: tuple[str, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict[str, Span])

    def has_unit(self, name: str) -> bool:
        """Whether a unit is compared and kept."""
        return not self.units or _matches(name, self.units)

    def has_loop(self, unit: str, loop: str) -> bool:
        """Whether a loop is kept beside its unit."""
        return _matches(f"{unit}.{loop}", self.loops)


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name.lower(), pattern.lower()) for pattern in patterns)


def find_project(start: Path | None = None) -> Project:
    """Return the settings that ``find_file`` finds from ``start`` (the current folder).

    Raises as ``read_project``.
    """
    found = find_file(start or Path.cwd())
    return Project() if found is None else read_project(found)


def read_project(path: Path) -> Project:
    """Return the settings of a file.

    Raises ``SadError``: SAD101 or SAD106 (it cannot be read), SAD830 (no TOML), SAD831 (unknown key),
    SAD832 (a value that cannot be), SAD108 (a macro that is none),
    SAD601 (stubs that are not there).
    """
    shown = os.path.relpath(path)
    try:
        text = Path(no_pipe(str(path))).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise input_error("SAD101", "no such file", Span.at(shown), "check the path") from None
    except OSError as error:
        reason = error.strerror or "read error"
        hint = "check the permissions"
        raise input_error("SAD106", f"cannot be read: {reason}", Span.at(shown), hint) from None
    except UnicodeDecodeError:
        hint = "save the file as UTF-8"
        raise input_error("SAD830", "no valid TOML: not UTF-8", Span.at(shown), hint) from None
    from sad.checks.settings.toml_text import parse_toml  # noqa: PLC0415 - not every check has a file

    root = parse_toml(text, shown)
    if path.name == "pyproject.toml":
        root = root.inner("tool", "sad")
    elif "tool" in root.table():
        hint = "in this file tables stand without tool.sad: [check], not [tool.sad.check]"
        root.table()["tool"].fail("SAD831", "unknown key", hint)
    return _project(root, os.path.relpath(path.parent))


@contextmanager
def said_at(span: Span | None) -> Generator[None]:
    """Place errors about arguments, raised inside, in the settings they are from; None is nowhere."""
    try:
        yield
    except SadError as error:
        found = moved(error, span)
        if found is error:
            raise
        raise found from None


def moved(error: SadError, span: Span | None) -> SadError:
    """Return an error about arguments as one about settings at ``span``; others as they are."""
    if span is None or error.exit_code is not ExitCode.USAGE:
        return error
    item = replace(error.diagnostic, span=span)
    return SadError(item, ExitCode.BAD_INPUT, error.earlier)


def percent(text: str) -> float | None:
    """Return ``5%`` as 0.05; None if it is no such text."""
    match = _PERCENT.fullmatch(text.strip())
    return None if match is None else float(match[1]) / 100


def _project(root: Entry, folder: str) -> Project:
    entries = root.table(_KEYS)
    if "machine" in entries and "machines" in entries:
        entries["machine"].fail("SAD832", "machine and machines", "keep one of the two")
    machines = entries.get("machine") or entries.get("machines")

    def texts(name: str) -> tuple[str, ...]:
        return entries[name].texts() if name in entries else ()

    def paths(name: str) -> tuple[str, ...]:
        return tuple(_joined(folder, text) for text in texts(name))

    def text(name: str) -> str | None:
        return entries[name].text() if name in entries else None

    def path(name: str) -> str | None:
        return _joined(folder, entries[name].text()) if name in entries else None

    stubs = tuple(_file_or_name(folder, text) for text in texts("stubs"))
    if stubs:
        from sad.stubs.library import check_names  # noqa: PLC0415 - slow to import

        with said_at(entries["stubs"].span):
            check_names(stubs)
    if "define" in entries:
        with said_at(entries["define"].span):
            macros(texts("define"))
    return Project(
        root.file,
        paths("sources"),
        paths("include"),
        texts("define"),
        stubs,
        tuple(_file_or_name(folder, text) for text in machines.texts()) if machines else (),
        text("toolchain"),
        _sizes(entries.get("sizes")),
        _assumptions(entries["assume"]) if "assume" in entries else (),
        path("snapshot") or _joined(folder, SNAPSHOT),
        texts("units"),
        texts("loops"),
        _check(entries["check"]) if "check" in entries else Check(),
        tuple(read_contract(item) for item in entries["contract"].table().values())
        if "contract" in entries
        else (),
        tuple(_patterns(entries)),
        entry=text("entry"),
        params=path("params"),
        build=text("build"),
        run=text("run"),
        stdin=path("stdin"),
        files=tuple(_opened(folder, text) for text in texts("files")),
        places={"machines" if k == "machine" else k: item.span for k, item in entries.items()},
    )


def _opened(folder: str, text: str) -> str:
    """A file that the program opens, as ``--file`` has it: a path is relative to the settings."""
    name, _, path = text.partition("=")
    return f"{name}={_joined(folder, path or name)}"


def _assumptions(entry: Entry) -> tuple[str, ...]:
    from sad.evaluation.assume import SENTENCES  # noqa: PLC0415 - slow to import

    return tuple(item.one_of(SENTENCES) for item in entry.items())


def _patterns(entries: Mapping[str, Entry]) -> Iterator[Pattern]:
    for key in ("units", "loops"):
        if key in entries:
            yield from (Pattern(key, text, entries[key].span) for text in entries[key].texts())
    if "check" in entries:
        check = entries["check"].table()
        for name, item in check["unit"].table().items() if "unit" in check else ():
            yield Pattern("check.unit", name, item.span)


def _joined(folder: str, text: str) -> str:
    return os.path.normpath(Path(folder) / text)


def _file_or_name(folder: str, text: str) -> str:
    """A file of that name if it exists, else the name of a database."""
    path = _joined(folder, text)
    return path if Path(path).is_file() else text


def _sizes(entry: Entry | None) -> Settings:
    settings = Settings()
    for name, item in entry.table().items() if entry is not None else ():
        settings.add(Setting(name, value_text(item), Origin.USER, item.span))
    return settings


def _check(entry: Entry) -> Check:
    items = entry.table(("forbid", "max_increase", "min_coverage", "unit"))
    units = items["unit"].table() if "unit" in items else {}
    coverage = items.get("min_coverage")
    return Check(
        _limits(items),
        {name: _limits(item.table(("forbid", "max_increase"))) for name, item in units.items()},
        None if coverage is None else coverage.number(0, 100),
    )


def _limits(items: Mapping[str, Entry]) -> Limits:
    forbid, increase = items.get("forbid"), items.get("max_increase")
    share = None
    if increase is not None:
        share = percent(increase.value) if isinstance(increase.value, str) else None
        if share is None:
            increase.fail("SAD832", f"{increase.value!r} is no percentage", 'for instance "5%"')
    return Limits(None if forbid is None else forbid.one_of(FORBID), share)
