"""Write sad.toml: sources, machine and how the program runs, as the folder says."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import write_result
from sad.cli.outputs import PARAMS
from sad.diagnostics import ExitCode, Span, input_error
from sad.records import record

if TYPE_CHECKING:
    import argparse

    from sad.calibration.here import Fitting


_NAME = "sad.toml"
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument(
        "folder",
        nargs="?",
        default=".",
        metavar="FOLDER",
        help="of the program (default: this one)",
    )
    parser.add_argument("--machine", metavar="NAME|FILE", help="machine to predict for")
    parser.add_argument("--force", action="store_true", help="write over a sad.toml that is there")
    parser.add_argument("--yes", action="store_true", help="ask nothing, take what was found")


def run(args: argparse.Namespace) -> ExitCode:
    """Look at the folder, ask where that can be answered, and write the file.

    Raises SAD101 for a folder that is not there or has no source, SAD111 for settings that are.
    """
    folder = Path(args.folder)
    if not folder.is_dir():
        raise input_error("SAD101", "no such folder", Span.at(args.folder), "check the path")
    path = folder / _NAME
    if path.exists() and not args.force:
        hint = "edit it, or write it anew with sad init --force"
        raise input_error("SAD111", "exists; not overwritten", Span.at(str(path)), hint)
    found = look_at(folder)
    if not found.files:
        message = "no Fortran or C source in it"
        raise input_error(
            "SAD101", message, Span.at(args.folder), "name its folder: sad init FOLDER"
        )
    machine, why = _machine(args.machine, folder)
    entry = found.mains[0].name if len(found.mains) > 1 else ""
    values = {
        "entry": entry,
        "machine": machine,
        "build": found.build,
        "run": found.run,
        "stdin": found.stdin,
    }
    if sys.stdin.isatty() and sys.stdout.isatty() and not args.yes:
        values = _asked(values, found)
    write_result(_text(found, values, why), str(path))
    _tell(path, found, values)
    return ExitCode.SUCCESS


def _machine(named: str | None, folder: Path) -> tuple[str, str]:
    """The machine, and why this one; raises SAD401 for one that there is not."""
    from sad.calibration.here import machines_here  # noqa: PLC0415 - reads machine files

    if named is not None:
        from sad.machine.database import get_machine  # noqa: PLC0415

        get_machine(named)
        return named, ""
    fitting: list[Fitting] = machines_here([folder])
    if not fitting:
        return "", ""
    best = fitting[0]
    name = Path(best.name).name if not best.fit else best.name
    return name, best.words


def _asked(values: dict[str, str], found: Folder) -> dict[str, str]:
    """What somebody at a terminal says, where an empty answer takes what was found."""
    sys.stdout.write(f"{len(found.files)} sources: {_listed(found.files)}\n")
    questions = {
        "entry": f"main program ({', '.join(main.name for main in found.mains)})",
        "machine": "machine to predict for (sad machine list)",
        "build": "command that builds it with {coverage} (empty: gfortran or gcc with all sources)",
        "run": "command that runs it",
        "stdin": "file it reads as standard input",
    }
    answers: dict[str, str] = {}
    for key, question in questions.items():
        if key == "entry" and len(found.mains) < 2:
            answers[key] = values[key]
            continue
        known = values[key]
        answer = input(f"{question}{f' [{known}]' if known else ''}: ").strip()
        answers[key] = answer or known
    return answers


def _text(found: Folder, values: dict[str, str], why: str) -> str:
    """The settings; what is not known is a comment that shows how to say it."""
    lines = ["# What sad takes where the command line says nothing: docs/project.md"]
    sources = ", ".join(map(_quoted, found.sources))
    lines.append(f"sources = [{sources}]")
    if values["entry"]:
        others = ", ".join(main.name for main in found.mains)
        lines.append(f"entry = {_quoted(values['entry'])} # one of {others}")
    if values["machine"]:
        note = f" # {why}" if why else ""
        lines.append(f"machine = {_quoted(values['machine'])}{note}")
    lines.append(f"params = {_quoted(found.name + PARAMS)} # what runs told; sad try writes it")
    for key, note in (
        ("build", "make FFLAGS={coverage}"),
        ("run", f"./{found.name}"),
        ("stdin", f"{found.name}.in"),
    ):
        sign = "" if values[key] else "# "
        lines.append(f"{sign}{key} = {_quoted(values[key] or note)}")
    lines.append("# sizes = {N = 1000}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _tell(path: Path, found: Folder, values: dict[str, str]) -> None:
    mains = ", ".join(f"{main.name} ({main.file})" for main in found.mains[:3])
    program = f"main program {mains}" if found.mains else "no main program"
    step = "sad try" if found.mains and values["run"] else "sad analyze"
    sys.stdout.write(
        f"wrote {path}: {len(found.files)} source{'s' * (len(found.files) != 1)}, {program}\n"
        f"next: {step}\n"
    )


def _listed(files: tuple[str, ...]) -> str:
    more = f" and {len(files) - 6} more" if len(files) > 6 else ""
    return ", ".join(files[:6]) + more


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
