"""What a run depends on: every file it opens, and all it asks about others.

Python reports every file that is opened, whoever opens it, so none can be forgotten. Of each is kept
when and how large it was then; at the end, what it holds, if it is still the same file.
"""

from __future__ import annotations

import os
import stat
import sys
import sysconfig
import time
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any

import frontends
import machine_db
from sad import asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.asked import Question, Stamp

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_JUST_NOW = 50_000_000  # ns; a clock's tick is below: two changes within one could look like one
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn")
_OF_SYSTEM = ("/dev/", "/proc/", "/sys/")
_NO_MATTER = ("/dev/null", "/dev/urandom", "/proc/", "/sys/")
"""What decides how many processes are used and how long they may run, and on no result."""
_CODE = (".py", ".pyc", ".pth", *EXTENSION_SUFFIXES)
_WORKER = "sad.workers.serve"
"""Processes that analyse what this one has looked at."""
_BESIDE = ("socket.connect", "os.chdir", "builtins.input")


class Watch:
    """From ``begin`` to ``end`` of this process's only run.

    ``spoiled`` says why the run cannot be repeated, and is empty if it can; ``written`` are the files
    written, by the paths they have in the end. ``cache`` is a folder that may be listed.
    """

    def __init__(self, cache: Path) -> None:
        self._cache = str(cache)
        self.spoiled = ""
        self.written: list[str] = []
        self._answers: dict[Question, str] = {}
        self._stamps: dict[str, Stamp] = {}
        self._listed: set[str] = set()
        self._own = _own_folders()
        self._handlers: dict[str, Callable[..., None]] = {
            "open": self._opened,
            "os.listdir": self._scanned,
            "os.scandir": self._scanned,
            "os.rename": self._renamed,
            **dict.fromkeys(_STARTS, self._started),
            **dict.fromkeys(_BESIDE, self._left),
        }

    def begin(self) -> None:
        """Watch from now on."""
        asked.listen(self._heard)
        handlers = self._handlers

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            handler = handlers.get(event)
            if handler is not None:
                handler(*arguments)

        sys.addaudithook(hook)

    def end(self) -> list[Question]:
        """Return all questions whose answers the result depends on."""
        self._handlers.clear()
        below = [question[1] for question in self._answers if question[0] == "below"]
        for folder in self._listed:
            if not any(Path(folder).is_relative_to(start) for start in below):
                self.spoil(f"{folder} is listed")
        return [*self._answers, *(("bytes", path) for path in self._stamps)]

    def still_holds(self) -> bool:
        """Whether all is as the run found it, so that what is there now is what it has seen."""
        for path, before in self._stamps.items():
            if asked.stamp(path) != before:
                self.spoil(f"{path} has changed")
        for question, before in self._answers.items():
            if asked.answer(question) != before:
                self.spoil(f"{question[1]} has changed")
        return not self.spoiled

    def spoil(self, reason: str) -> None:
        """Tell that the run cannot be repeated."""
        self.spoiled = self.spoiled or reason

    # --- what is heard -------------------------------------------------------------------------------

    def _heard(self, question: Question, answer: str) -> None:
        if self._answers.setdefault(question, answer) != answer:
            self.spoil(f"{question[1]} has changed")

    def _opened(self, path: object, _mode: object, flags: object) -> None:
        name = _name(path)
        if name is None or name in sys.path or (name.startswith(self._own) and _is_code(name)):
            return
        if name.startswith(_OF_SYSTEM):
            if "/fd/" in name or not name.startswith(_NO_MATTER):
                self.spoil(f"{name} is no file")
            return
        if isinstance(flags, int) and flags & _WRITES:
            self.written.append(os.path.realpath(name))
            return
        found = asked.stamp(name)
        before = self._stamps.setdefault(name, found)
        if before != found:
            self.spoil(f"{name} has changed")
        elif found and not _is_steady(found):
            self.spoil(f"{name} may be changing")

    def _scanned(self, path: object = ".") -> None:
        name = _name(path) or "."
        is_own = name == self._cache or f"{name}/".startswith(self._own)
        if not is_own and name not in sys.path:
            self._listed.add(name)

    def _renamed(self, before: object, after: object, *_: object) -> None:
        source, target = os.path.realpath(_name(before) or "."), _name(after) or "."
        target = os.path.realpath(target)
        self.written = [target if path == source else path for path in self.written]

    def _started(self, *what: object) -> None:
        if _WORKER not in repr(what[1:2]):
            self.spoil(f"{what[0] if what else 'a process'} is run")

    def _left(self, *_: object) -> None:
        self.spoil("more than files matters")


def _name(path: Any) -> str | None:
    """The path of a file; None for a number, which stands for one that was opened before."""
    return None if isinstance(path, int) else os.fsdecode(path)


def _is_code(name: str) -> bool:
    """Whether a file in one of the tool's own folders is the tool's; sources may be there as well."""
    return name.endswith(_CODE) or f"{os.sep}__pycache__{os.sep}" in name


def _own_folders() -> tuple[str, ...]:
    """Folders whose code belongs to the tool and its libraries, which the key tells apart."""
    own = [Path(__file__).parents[1], *(Path(p.__path__[0]) for p in (frontends, machine_db))]
    paths = sysconfig.get_paths()
    named = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    more = [sys.pycache_prefix] if sys.pycache_prefix else []
    return tuple(os.path.join(folder, "") for folder in (*map(str, own), *named, *more))


def _is_steady(found: Stamp) -> bool:
    """Whether the next change will show in the stamp, and what is read is what stays there."""
    modified, changed, *_, mode = found
    is_kept = stat.S_ISREG(mode) or stat.S_ISDIR(mode)
    return is_kept and max(modified, changed) < time.time_ns() - _JUST_NOW
