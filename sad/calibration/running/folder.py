"""The folder a calibration works in: one at a time, and only what belongs to it is ever removed."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import shutil
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from sad.calibration.running.compiler import Compiler

_MARK = "sad-calibration"
_HINT = "name a folder with --work-dir that is new, empty or from an earlier calibration"


@contextlib.contextmanager
def work_folder(path: Path, *, remove: bool) -> Generator[Path]:
    """Take a folder for this calibration alone.

    ``remove`` takes it away at the end, unless an error leaves times in it to go on from. Otherwise
    compiled programs stay.
    Raises SAD436 if it cannot be made, holds something else, or is in use.
    """
    shown, path = path, path.absolute()
    mark = path / _MARK
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not mark.exists() and any(path.iterdir()):
            message = f"{shown}: this folder holds something else"
            raise argument_error("SAD436", message, _HINT)
        lock = mark.open("a", encoding="utf-8")
    except OSError as error:
        message = f"{shown}: cannot be worked in: {error.strerror}"
        raise argument_error("SAD436", message, _HINT) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            hint = "wait for it, or name another folder with --work-dir"
            message = f"{shown}: another calibration works here"
            raise argument_error("SAD436", message, hint) from None
        done = False
        try:
            yield path
            done = True
        finally:
            journals = list(path.glob("*/journal.jsonl"))
            if remove and (done or not journals):
                shutil.rmtree(path)
            elif done:  # what is complete is not to be taken for today's times another day
                for journal in journals:
                    journal.unlink()


def part(folder: Path, compiler: Compiler, flags: str, what: str) -> Path:
    """Return the subfolder of a compiler, its version, flags and ``what`` else results rest on."""
    key = json.dumps([compiler.words, compiler.version, flags, what])
    return folder / hashlib.sha256(key.encode()).hexdigest()[:16]
