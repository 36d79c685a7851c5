"""Which counters a compiler has, and where they leave their counts."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.running.commands import COVERAGE, Command, CommandError, placeholders, words_of
from sad.profiles.running.process import run_commands
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.profiles.counts import Profile
    from sad.profiles.running.commands import Step
    from sad.profiles.running.scratch import Scratch


_CLANG = r"clang(?:\+\+)?"
_COMPILER = re.compile(
    rf"(?P<prefix>(?:[\w.]+-)*)(?P<name>{_CLANG}|gcc|g\+\+|gfortran|cc|c\+\+|f95|f77)"
    r"(?P<suffix>-[\d.]+)?"
)
_MARK = b"__llvm_covmap"  # the section of a program that LLVM's counters were compiled into
_OWN = ("GCOV_PREFIX", "GCOV_PREFIX_STRIP", "LLVM_PROFILE_FILE", "OLDPWD")


def compiler_of(steps: Sequence[Step]) -> str:
    """Return the compiler that gets ``{coverage}``; empty if a build file chooses it.

    A step's compiler is the first word that names one: ``gfortran-12``, ``CC=clang``. Raises
    ``CommandError`` if clang and another one are used: their counters differ.
    """
    found = [_compiler(step) for step in steps if COVERAGE in placeholders([step])]
    if len({kind_of(name) for name in found}) > 1:
        hint = "give --coverage-tool gcov or llvm; the other compiler gets options of your own"
        raise CommandError("{coverage} is used with clang and with another compiler", hint)
    return next((name for name in found if name), "")


def kind_of(compiler: str) -> str:
    """Return the kind of a compiler's counters: ``llvm`` for clang, else ``gcov``."""
    match = _COMPILER.fullmatch(PurePath(compiler).name)
    return "llvm" if match and re.fullmatch(_CLANG, match["name"]) else "gcov"


def tool_of(compiler: str, tool: str) -> str:
    """Return the program of a compiler's own version: ``gcov-12`` for ``gfortran-12``.

    ``tool`` is its plain name, which is returned if no better one is installed.
    """
    match = _COMPILER.fullmatch(PurePath(compiler).name)
    prefix, suffix = (match["prefix"], match["suffix"] or "") if match else ("", "")
    names = [f"{prefix}{tool}{suffix}", f"{tool}{suffix}", tool]
    place = shutil.which(compiler) if compiler else None
    if place is not None and kind_of(compiler) == "llvm":
        names.insert(0, str(Path(place).resolve().parent / tool))
    return next((name for name in names if shutil.which(name)), tool)


def _compiler(step: Step) -> str:
    for word in words_of(step):
        text = "".join(piece.text for piece in word)
        for first in (text.split()[:1], text.partition("=")[2].split()[:1]):
            if first and _COMPILER.fullmatch(PurePath(first[0]).name):
                return first[0]
    return ""


def counting_environment(scratch: Scratch, around: Mapping[str, str]) -> dict[str, str]:
    """Return the environment in which programs leave their counts in the scratch folder.

    With GCOV_PREFIX, objects that were compiled elsewhere and copied along leave them here, too.
    """
    kept = {name: value for name, value in around.items() if name not in _OWN}
    return {
        **kept,
        "GCOV_PREFIX": str(scratch.counts),
        "LLVM_PROFILE_FILE": str(scratch.counts / "%p-%m.profraw"),
        "SAD_MISSES": str(scratch.counts),
    }


def gcov_counts(scratch: Scratch, origin: Path) -> Path | None:
    """Put the run's ``.gcda`` files beside their ``.gcno`` files; return the folder, None if none.

    ``origin`` is the folder that was copied.
    """
    for start in (scratch.work, origin):
        left = scratch.counts / start.relative_to(start.anchor)
        for path in left.rglob("*.gcda") if left.is_dir() else ():
            target = scratch.work / path.relative_to(left)
            if target.with_suffix(".gcno").is_file():
                shutil.move(path, target)
    return scratch.work if any(scratch.work.rglob("*.gcda")) else None


def llvm_counts(scratch: Scratch, compiler: str, check: Callable[[], None]) -> Path | None:
    """Return a file with the run's counts as JSON, made with the installed LLVM; None if none.

    Raises ``SadError`` SAD736 if LLVM's tools are missing or cannot read the counts.
    """
    raw = sorted(scratch.counts.rglob("*.profraw"))
    programs = [path for path in _files(scratch.work) if os.access(path, os.X_OK) and _marked(path)]
    if not raw or not programs:
        return None
    merged, exported = scratch.counts / "counts.profdata", scratch.counts / "counts.json"
    names = (str(path) for path in raw)
    profdata, cov = tool_of(compiler, "llvm-profdata"), tool_of(compiler, "llvm-cov")
    _llvm((profdata, "merge", "-sparse", "-o", str(merged), *names), None, scratch, check)
    first, *others = (str(path) for path in programs)
    objects = [word for name in others for word in ("-object", name)]
    export = (cov, "export", f"-instr-profile={merged}", first, *objects)
    _llvm(export, exported, scratch, check)
    return exported


def missing_counts_hint(scratch: Scratch, tool: str) -> str:
    """Return the likely reason why a run left no counts."""
    if tool == "gcov":
        compiled = any(scratch.work.rglob("*.gcno"))
    else:
        compiled = any(_marked(path) for path in _files(scratch.work))
    if compiled:
        return (
            "the program was not started, it was killed, it ended with _exit or abort, or it was "
            "linked without {coverage}"
        )
    return (
        "put {coverage} among the compiler's options in --build, and compile everything there: "
        "objects that were there before were copied along"
    )


def with_names_of(profile: Profile, work: Path, origin: Path) -> Profile:
    """Return the profile with the names that its files have in the folder that was copied."""
    start = Path(profile.folder) if profile.folder else work
    files = {}
    for name, counts in profile.files.items():
        path = os.path.normpath(start / name)
        inside = path.startswith(f"{work}{os.sep}")
        files[os.path.relpath(path, work) if inside else path] = counts
    return replace(profile, files=files, folder=str(origin))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _marked(path: Path) -> bool:
    overlap, before = len(_MARK) - 1, b""
    with path.open("rb") as file:
        if file.read(4) not in (b"\x7fELF", b"\xcf\xfa\xed\xfe"):
            return False
        while data := file.read(1 << 20):
            if _MARK in before + data:
                return True
            before = data[-overlap:]
    return False


def _llvm(
    words: tuple[str, ...], output: Path | None, scratch: Scratch, check: Callable[[], None]
) -> None:
    program, place = words[0], Span.at("<arguments>")
    if shutil.which(program) is None:
        hint = "install LLVM's tools, those of clang's version"
        raise input_error("SAD736", f"no program {program}", place, hint)
    redirections = ((">", str(output)),) if output else ()
    command = Command(words, (), redirections)
    outcome = run_commands([command], scratch.counts, os.environ, None, check)
    if not outcome.succeeded:
        lines = "\n    ".join(outcome.last_lines(5)) or "it printed nothing"
        raise input_error("SAD736", f"{program}: {outcome.text}", place, lines)
