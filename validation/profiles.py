"""What only a run can tell about a program: `sad profile`, kept until a source changes."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from validation.build import Compilers
from validation.programs import FOLDER, HARNESS

if TYPE_CHECKING:
    from validation.programs import Program

CACHE = FOLDER.parent / "build" / "validation"
_CALLS = 20  # each with data of its own
_TIMEOUT_SECONDS = 300.0
_AGREEMENT = re.compile(r"its values give ([0-9.]+) % of its")


class ProfileError(Exception):
    """`sad` failed on a program; the text has the command and what it said."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The parameter file of a program, and how well it gives the run's own counts back."""

    document: Path
    agreement: float  # share of the executions whose counts the values give within 1 %, 0 to 1


def profile_of(program: Program, cache: Path = CACHE, *, fresh: bool = False) -> Profile:
    """Return the profile of ``program``, made anew if one of its files has changed or ``fresh`` is set.

    It lies in ``cache/NAME/params.yaml``.
    ``ProfileError``: the program does not compile or run, or `sad` fails.
    """
    folder = cache / program.name
    document, stamp = folder / "params.yaml", folder / "profile.json"
    digest = _digest(program)
    if not fresh and document.is_file():
        kept = _kept(stamp)
        if kept.get("sources") == digest:
            return Profile(document, float(kept["agreement"]))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as made:  # beside it, so that moving is one step
        new = Path(made) / "params.yaml"
        agreement = _measure(program, new)
        stamp.unlink(missing_ok=True)
        new.replace(document)
    stamp.write_text(json.dumps({"sources": digest, "agreement": agreement}), encoding="utf-8")
    return Profile(document, agreement)


def missing_values(program: Program, document: Path | None = None) -> tuple[str, ...]:
    """Return what the counts of ``program`` need and neither its sizes nor ``document`` give.

    ``ProfileError``: `sad` fails.
    """
    options = ("--params", str(document)) if document is not None else ()
    command = (
        *_sad("analyze", program.kernel, "--entry", program.entry),
        *program.set_options,
        *options,
        "--format",
        "json",
    )
    report = cast("dict[str, Any]", json.loads(_output(command, program.folder)))
    needed = (each for each in report["parameters"] if each["class"] != "indirect")
    return tuple(each["name"] for each in needed if each["value"] is None)


def _measure(program: Program, document: Path) -> float:
    command = (
        *_sad("profile", program.kernel.name, "--entry", program.entry),
        *program.set_options,
        *("--build", _build_line(program), "--run", f"./program count {_CALLS}"),
        *("--misses", "-o", str(document), "--quiet"),
    )
    said = _output(command, program.folder)
    found = _AGREEMENT.search(said)
    if found is None:
        raise ProfileError(f"{shlex.join(command)}\nno agreement with the run in: {said.strip()}")
    return float(found.group(1)) / 100.0


def _build_line(program: Program) -> str:
    """Return the commands for the copy that `sad profile` makes: counters in the kernel only."""
    compilers = Compilers()
    compiler = compilers.of(program.language)
    define = "-DFORTRAN " if program.language == "fortran" else ""
    return " && ".join(
        (
            f"{compiler} -O0 {{coverage}} -c {program.kernel.name} -o kernel.o",
            f"{compiler} -O0 -c {program.driver.name} -o driver.o",
            f"{compilers.c} -O2 {define}-c {shlex.quote(str(HARNESS))} -o harness.o",
            f"{compiler} {{coverage}} kernel.o driver.o harness.o -lm -o program",
        )
    )


def _digest(program: Program) -> str:
    digest = hashlib.sha256()
    for path in (program.kernel, program.driver, program.folder / "case.yaml", HARNESS):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()


def _kept(stamp: Path) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(stamp.read_text(encoding="utf-8")))
    except (OSError, ValueError):  # not there, or cut off: the profile is made again
        return {}


def _sad(*arguments: str | Path) -> tuple[str, ...]:
    return (sys.executable, "-m", "sad", *(str(argument) for argument in arguments))


def _output(command: tuple[str, ...], folder: Path) -> str:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ProfileError(
            f"{shlex.join(command)}\nnot done after {_TIMEOUT_SECONDS:g} s"
        ) from None
    if done.returncode != 0:
        raise ProfileError(f"{shlex.join(command)}\n{done.stderr.strip()}")
    return done.stdout
