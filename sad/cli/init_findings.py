"""What a folder says about its program: sources, main programs, a Makefile's build, what runs read."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from sad.records import record

MOST_NAMED = 12
"""Files that are named one by one; of more their folder is."""
_SKIPPED = frozenset(("build", "dist", "node_modules", "target", "venv"))
_FORTRAN_MAIN = re.compile(r"^(?:\d{1,5}|\s)*program\s+([a-z]\w*)\s*(?:!.*)?$", re.I | re.M)
_C_MAIN = re.compile(r"^[^\S\n]*(?:int\s+|void\s+)?main\s*\([^;{]*\)\s*\{", re.M)
_FLAGS = re.compile(r"\$[({](FFLAGS|FCFLAGS|F77FLAGS|CFLAGS)[)}]")
_COMPILER = re.compile(r"^\s*(FC|F77|CC)\s*[:?]?=\s*(\S+)", re.M)
_TARGET = re.compile(r"^(?:run|test|check):[^\n]*\n(?:\t[^\n]*\n)*?\t@?(\./[^\n;|&]+)$", re.M)
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_INPUTS = (".in", ".inp", ".dat")
_CHARACTERS = 200_000  # of a source that are looked at for a main program


@record
class Main:
    """A main program: its name, as ``entry`` takes it, and its file."""

    name: str
    file: str


@record
class Folder:
    """What was found; paths are relative to the folder. ``build``, ``run`` and ``stdin`` are empty
    where nothing obvious says them.
    """

    sources: tuple[str, ...]
    files: tuple[str, ...]
    mains: tuple[Main, ...]
    build: str = ""
    run: str = ""
    stdin: str = ""

    @property
    def name(self) -> str:
        """What the program is called: after its main program's file, or its first source."""
        first = self.mains[0].file if self.mains else self.files[0]
        return Path(first).stem


def look_at(folder: Path) -> Folder:
    """Return what the folder says; without sources there are no ``files``."""
    files = tuple(_source_files(folder))
    mains = tuple(main for name in files for main in _mains(folder, name))
    found = Folder(_sources(files), files, mains)
    if not files:
        return found
    build, run = _of_makefile(folder)
    stdin = ""
    if run:
        run, _, stdin = (part.strip() for part in run.partition("<"))
    elif len(mains) == 1:
        run = f"./{found.name}"
    if not stdin:
        named = [f"{found.name}{suffix}" for suffix in _INPUTS]
        stdin = next((name for name in named if (folder / name).is_file()), "")
    return Folder(found.sources, files, mains, build, run, stdin)


def _source_files(folder: Path) -> list[str]:
    from frontends.registry import READERS  # noqa: PLC0415

    suffixes = READERS.keys() - {".h"}
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(x for x in folders if x not in _SKIPPED and not x.startswith("."))
        here = Path(place).relative_to(folder)
        found += [
            (here / name).as_posix() for name in sorted(names) if Path(name).suffix in suffixes
        ]
    return found


def _sources(files: tuple[str, ...]) -> tuple[str, ...]:
    """A few files by name, else the folders they are in."""
    if len(files) <= MOST_NAMED:
        return files
    tops = dict.fromkeys(name.partition("/")[0] if "/" in name else "." for name in files)
    return (".",) if "." in tops else tuple(tops)


def _mains(folder: Path, name: str) -> list[Main]:
    try:
        with open(folder / name, encoding="utf-8", errors="replace") as file:
            text = file.read(_CHARACTERS)
    except OSError:
        return []
    if name.endswith(".c"):
        return [Main("main", name)] if _C_MAIN.search(text) else []
    return [Main(match[1].upper(), name) for match in _FORTRAN_MAIN.finditer(text)]


def _of_makefile(folder: Path) -> tuple[str, str]:
    """How ``make`` builds with flags of one's own, and what its target ``run`` runs, if it says so."""
    path = next((folder / name for name in _MAKEFILES if (folder / name).is_file()), None)
    if path is None:
        return "", ""
    text = path.read_text(encoding="utf-8", errors="replace").rstrip("\n") + "\n"
    flags = dict.fromkeys(match[1] for match in _FLAGS.finditer(text))
    if not flags:
        return "", ""
    usual = {"FC": "gfortran", "F77": "gfortran", "CC": "gcc"}
    others = [
        f"{variable}={usual[variable]}"
        for variable, program in _COMPILER.findall(text)
        if shutil.which(program) is None
    ]
    options = " ".join([*others, *(f"{name}={{coverage}}" for name in flags)])
    target = _TARGET.search(text)
    return f"make -B {options}", target[1].strip() if target is not None else ""
