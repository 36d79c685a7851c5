"""Which files of a program have which modules, and names that several of its procedures have."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from frontends.fortran.procedure_pointers import targets_in
from sad.diagnostics import Diagnostics, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from frontends.fortran.modules import UnitsOfFile
    from frontends.fortran.reader import Parsed
    from sad.ir.program import Inclusion

    _Kept = tuple[dict[str, str], frozenset[str], dict[str, int], dict[str, tuple[str, ...]]]
    Loaded = tuple[UnitsOfFile, list[Inclusion]]

_MODULE = re.compile(
    rb"^[ \t]*module[ \t]+(?!procedure\b)([a-z]\w*)[ \t]*(?:!.*)?\r?$", re.I | re.M
)
_SUBMODULE = re.compile(
    rb"^[ \t]*submodule[ \t]*\([ \t]*([a-z]\w*)[^)\n]*\)[ \t]*([a-z]\w*)", re.I | re.M
)
_PROCEDURE = re.compile(
    rb"^(?![ \t]*end\b)[ \t]*(?:[a-z][\w \t()=*,]*[ \t)])?"
    rb"(?:subroutine|function|module[ \t]+procedure)[ \t]+([a-z]\w*)",
    re.I | re.M,
)
_INTERFACE = re.compile(
    rb"^[ \t]*(?:abstract[ \t]+)?interface\b.*?^[ \t]*end[ \t]*interface\b", re.I | re.M | re.S
)


_EXTENDS = re.compile(rb"\bextends[ \t]*\([ \t]*([a-z]\w*)", re.I)
_WORDS = b"subroutine", b"function", b"procedure"


@dataclass(slots=True)
class ModuleFiles:
    """Files by the modules in them, submodules as ``ANCESTOR.NAME``.

    ``repeated`` are names of several procedures with hosts. ``extended`` tells how many types extend
    one of a name, ``targets`` what procedure pointers may have. ``parsed`` are files that were read:
    what is sent, and shown, is what follows from the files' texts without reading them.
    """

    files: dict[str, str] = field(default_factory=dict[str, str])
    repeated: frozenset[str] = frozenset()
    extended: dict[str, int] = field(default_factory=dict[str, int])
    targets: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    twice: list[tuple[str, str, str]] = field(
        default_factory=list[tuple[str, str, str]], repr=False
    )
    parsed: dict[str, Parsed] = field(default_factory=dict[str, "Parsed"], repr=False)
    _loaded: dict[str, Loaded] = field(default_factory=dict[str, "Loaded"], repr=False)
    _loading: set[str] = field(default_factory=set[str], repr=False)

    def __getstate__(self) -> _Kept:
        return self.files, self.repeated, self.extended, self.targets

    def __setstate__(self, state: _Kept) -> None:
        self.files, self.repeated, self.extended, self.targets = state
        self.twice, self.parsed, self._loaded, self._loading = [], {}, {}, set()

    def has(self, path: str) -> bool:
        """Whether a file has a module."""
        return path in self.files.values()

    def units(
        self, module: str, read: Callable[[str], Loaded]
    ) -> tuple[UnitsOfFile | None, list[Inclusion]]:
        """Return the units of the file that has a module, and what that includes."""
        path = self.files[module]
        if path in self._loading:
            return None, []  # modules that use each other: no program
        known = self._loaded.get(path)
        if known is None:
            self._loading.add(path)
            known = self._loaded[path] = read(path)
            self._loading.discard(path)
        return known

    def tell(self, diagnostics: Diagnostics) -> None:
        """Report modules that several files have."""
        for name, first, second in self.twice:
            hint = f"the first is in {first}; give one of the two files"
            message = f"a second module {name}"
            diagnostics.error("SAD116", message, Span.at(second), hint)


def module_files(texts: Mapping[str, bytes]) -> ModuleFiles:
    """Look for modules in Fortran files, given with their paths."""
    found = ModuleFiles()
    procedures: Counter[bytes] = Counter()
    extended: Counter[bytes] = Counter()
    for path, text in texts.items():
        lower = text.lower()  # most files have none of the words, which is quick to see
        patterns = (_MODULE, _SUBMODULE) if b"module" in lower else ()
        for match in (match for pattern in patterns for match in pattern.finditer(lower)):
            name = b".".join(match.groups()).decode().upper()
            if name in found.files and found.files[name] != path:
                found.twice.append((name, found.files[name], path))
            found.files.setdefault(name, path)
        if b"extends" in lower:
            extended.update(match[1].upper() for match in _EXTENDS.finditer(lower))
        procedures.update(_procedures(lower))
    found.repeated = frozenset(name.decode() for name, times in procedures.items() if times > 1)
    found.targets = targets_in(
        texts, frozenset(name.decode() for name, times in procedures.items() if times == 1)
    )
    found.extended = {name.decode(): times for name, times in sorted(extended.items())}
    return found


def _procedures(text: bytes) -> Iterator[bytes]:
    """Yield the names of procedures in a text, in capitals, but for those in interfaces."""
    plain = _INTERFACE.sub(b"", text) if b"interface" in text else text
    lines = {plain.rfind(b"\n", 0, at) + 1 for word in _WORDS for at in _places(word, plain)}
    for start in lines:
        match = _PROCEDURE.match(plain, start)
        if match is not None:
            yield match[1].upper()


def _places(word: bytes, text: bytes) -> Iterator[int]:
    """Yield where a word begins."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)
