"""Which files of a program have which modules, and names that several of its procedures have."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from frontends.fortran.procedure_pointers import targets_in
from sad.diagnostics import Diagnostics, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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


@dataclass(slots=True)
class ModuleFiles:
    """Files by the modules in them, submodules as ``ANCESTOR.NAME``.

    ``repeated`` are names of several procedures with hosts. ``extended`` tells how many types extend
    one of a name, ``targets`` what procedure pointers may have. ``parsed`` are files that were read.
    """

    files: dict[str, str] = field(default_factory=dict[str, str])
    repeated: frozenset[str] = frozenset()
    extended: dict[str, int] = field(default_factory=dict[str, int])
    targets: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    twice: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    parsed: dict[str, Parsed] = field(default_factory=dict[str, "Parsed"])
    _loaded: dict[str, Loaded] = field(default_factory=dict[str, "Loaded"])
    _loading: set[str] = field(default_factory=set[str])

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
        for match in (*_MODULE.finditer(text), *_SUBMODULE.finditer(text)):
            name = b".".join(match.groups()).decode().upper()
            if name in found.files and found.files[name] != path:
                found.twice.append((name, found.files[name], path))
            found.files.setdefault(name, path)
        extended.update(match[1].upper() for match in _EXTENDS.finditer(text))
        plain = _INTERFACE.sub(b"", text)
        procedures.update(match[1].upper() for match in _PROCEDURE.finditer(plain))
    found.repeated = frozenset(name.decode() for name, times in procedures.items() if times > 1)
    found.targets = targets_in(
        texts, frozenset(name.decode() for name, times in procedures.items() if times == 1)
    )
    found.extended = {name.decode(): times for name, times in sorted(extended.items())}
    return found
