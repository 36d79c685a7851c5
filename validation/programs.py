"""What a validation program is: its folder, and its ``case.yaml`` strictly read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.document import Item, parse_document

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).resolve().parent
HARNESS = FOLDER / "harness.c"
HALVES = ("open", "blind")
SUFFIXES = MappingProxyType({"fortran": ".f", "c": ".c"})
_KINDS_OF_MEMORY = ("cache", "memory")
_KEYS = ("title", "language", "entry", "sizes", "memory")


@dataclass(frozen=True, slots=True)
class Program:
    """One program: ``kernel`` is predicted, ``driver`` has its data and calls it."""

    name: str
    folder: Path
    title: str
    language: str
    entry: str
    sizes: Mapping[str, int]  # of the entry's inputs, by the names `sad analyze` lists
    memory: str  # "cache": everything touched fits in 1 MB; "memory": at least 64 MB are touched

    @property
    def kernel(self) -> Path:
        """The file with the entry and what it calls."""
        return self.folder / f"kernel{SUFFIXES[self.language]}"

    @property
    def driver(self) -> Path:
        """The file with the data and the procedures that the harness calls."""
        return self.folder / f"driver{SUFFIXES[self.language]}"

    @property
    def in_cache(self) -> bool:
        """Whether the caches hold all that a call touches."""
        return self.memory == "cache"

    @property
    def set_options(self) -> tuple[str, ...]:
        """The sizes as options of the command line: ``--set``, ``N=100``, and so on."""
        pairs = (("--set", f"{name}={value}") for name, value in self.sizes.items())
        return tuple(word for pair in pairs for word in pair)


def programs_of(half: str, root: Path = FOLDER) -> tuple[Program, ...]:
    """Return the programs of ``root/half``, by name.

    ``SadError`` SAD101: there is no such folder; otherwise as for ``read_program``.
    """
    folder = root / half
    if not folder.is_dir():
        hint = f"the halves are {' and '.join(HALVES)}"
        raise input_error("SAD101", "no such folder", Span.at(str(folder)), hint)
    return tuple(read_program(case.parent) for case in sorted(folder.glob("*/case.yaml")))


def read_program(folder: Path) -> Program:
    """Return the program in ``folder``.

    ``SadError``: no ``case.yaml``, kernel or driver (SAD101), no YAML (SAD402), an unknown or missing
    key (SAD403), a wrong kind of value (SAD404), a key twice (SAD406), a value that cannot be (SAD407).
    """
    case = folder / "case.yaml"
    try:
        text = case.read_text(encoding="utf-8")
    except FileNotFoundError:
        hint = "a validation program has case.yaml, a kernel and a driver"
        raise input_error("SAD101", "no such file", Span.at(str(case)), hint) from None
    document = parse_document(text, str(case))
    entries = document.mapping(_KEYS)
    for key in _KEYS:
        if key not in entries:
            document.fail("SAD403", f"{key} is missing", f"write {key}: and its value")
    program = Program(
        name=folder.name,
        folder=folder,
        title=entries["title"].text(),
        language=_one_of(entries["language"], tuple(SUFFIXES)),
        entry=entries["entry"].text(),
        sizes=MappingProxyType(
            {name: _size(item) for name, item in entries["sizes"].mapping().items()}
        ),
        memory=_one_of(entries["memory"], _KINDS_OF_MEMORY),
    )
    for source in (program.kernel, program.driver):
        if not source.is_file():
            hint = f"language: {program.language} means {source.name}"
            raise input_error("SAD101", "no such file", Span.at(str(source)), hint)
    return program


def _one_of(item: Item, known: tuple[str, ...]) -> str:
    value = item.text()
    if value not in known:
        item.fail("SAD407", f"{value!r} is not known", f"known: {', '.join(known)}")
    return value


def _size(item: Item) -> int:
    value = item.number()
    if value != int(value) or value < 1:
        item.fail("SAD407", f"{value:g} is no size", "write a whole number above 0")
    return int(value)
