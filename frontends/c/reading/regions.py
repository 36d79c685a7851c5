"""A C file to regions of preprocessed text, in the built-in way or with a command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.c.reading.find import BUNDLED, Finder
from frontends.c.reading.flags import CPP_HINT
from frontends.c.reading.preprocess import Preprocessor, Region
from sad.diagnostics import Span, argument_error

if TYPE_CHECKING:
    from frontends.c.reading.flags import Flags
    from sad.diagnostics import Diagnostics


def preprocessed(
    text: str, path: str, flags: Flags, cpp: str | None, diagnostics: Diagnostics
) -> list[Region]:
    """Return the regions of ``text``, the content of the file ``path``."""
    if cpp is not None:
        return preprocess_with(cpp, text, path, flags, diagnostics)
    finder = Finder(flags.include_paths, flags.quote_paths)
    preprocessor = Preprocessor(finder, diagnostics, flags.parameters)
    preprocessor.predefine(flags.standard)
    for name, value in flags.macros:
        if value is None:
            preprocessor.undefine(name)
        else:
            preprocessor.define(name, value)
    return preprocessor.run(text, path, flags.before)


# Preprocessing with a command of the user's: ``cpp``, ``gcc -E`` and the like.
#
# Our own declarations of the standard library come before the system's, which fill the gaps. A
# header that is nowhere is reported and stands in empty, so that the rest is read.

_MARKER = re.compile(
    r"^#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+\"((?:[^\"\\\n]|\\.)*)\"[^\n]*)?\n", re.M
)
_MESSAGE = re.compile(r"^(.+?):(\d+):(?:(\d+):)? (fatal error|error): (.*)$", re.MULTILINE)
_MISSING = re.compile(r"'?([^':]+?)'?(?: file not found|: No such file or directory)")
_MAX_MISSING = 50


def preprocess_with(
    command: str, text: str, path: str, flags: Flags, diagnostics: Diagnostics
) -> list[Region]:
    """Return the regions of a file preprocessed by ``command``; ``text`` if it is not on disk.

    Raises ``SadError`` SAD112 if the command cannot be run.
    """
    words = shlex.split(command)
    if not words:
        raise argument_error("SAD112", "--cpp: no command", CPP_HINT)
    if "-E" not in words and not os.path.basename(words[0]).split("-")[-1].startswith("cpp"):
        words.append("-E")
    words += [f"-I{folder}" for folder in flags.include_paths]
    words += [f"-iquote{folder}" for folder in flags.quote_paths]
    words += [f"-isystem{BUNDLED}"]
    words += [f"-U{name}" if value is None else f"-D{name}={value}" for name, value in flags.macros]
    words += [part for name in flags.before for part in ("-include", name)]
    if flags.standard:
        words.append(f"-std={flags.standard}")
    on_disk = os.path.isfile(path)
    out = errors = ""
    words += [path] if on_disk else ["-xc", "-"]
    with tempfile.TemporaryDirectory() as empty:
        for _ in range(_MAX_MISSING):
            out, errors = _run([*words, f"-idirafter{empty}"], None if on_disk else text, command)
            if not _missing(errors, empty, flags, diagnostics):
                break
    _report(errors, diagnostics)
    return regions_of(out, path if on_disk else "<stdin>", path)


def _run(words: list[str], text: str | None, command: str) -> tuple[str, str]:
    try:
        done = subprocess.run(
            words,
            input=None if text is None else text.encode("latin-1", "replace"),
            stdin=subprocess.DEVNULL if text is None else None,
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except OSError as error:
        reason = error.strerror or "it does not start"
        raise argument_error("SAD112", f"--cpp {command}: {reason}", CPP_HINT) from None
    out, errors = done.stdout.decode("latin-1"), done.stderr.decode("latin-1")
    if done.returncode and not _MESSAGE.search(errors):
        reason = errors.strip().splitlines()[-1] if errors.strip() else "it fails"
        raise argument_error("SAD112", f"--cpp {command}: {reason}", CPP_HINT)
    return out, errors


def _missing(errors: str, empty: str, flags: Flags, diagnostics: Diagnostics) -> bool:
    """Report a header that was not found and put an empty one in its place."""
    for message in _MESSAGE.finditer(errors):
        found = _MISSING.search(message[5])
        if message[4] != "fatal error" or not found:
            continue
        stub = Path(empty, found[1])
        if stub.exists() or not stub.resolve().is_relative_to(Path(empty).resolve()):
            return False
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.touch()
        folders = ", ".join((*flags.include_paths, "the system's"))
        diagnostics.error(
            "SAD107",
            f"include file not found: {found[1]}",
            Span.at(message[1], int(message[2])),
            f"searched {folders}; add -I DIR",
        )
        return True
    return False


def _report(errors: str, diagnostics: Diagnostics) -> None:
    for path, line, _, _, message in (found.groups() for found in _MESSAGE.finditer(errors)):
        hint = "said by the command of --cpp"
        diagnostics.error("SAD108", message, Span.at(path, int(line)), hint)


def regions_of(text: str, name: str, path: str) -> list[Region]:
    """Return the regions of preprocessed text with line markers; ``name`` is the main file's."""
    regions: list[Region] = []
    file, line, start = path, 1, 0

    def close(end: int) -> None:
        part = text[start:end]
        if part and not part.isspace():
            regions.append(Region(file, line, part, file != path and not file.endswith(".c")))

    for match in _MARKER.finditer(text):
        close(match.start())
        start, line = match.end(), int(match[1])
        if match[2] is not None:
            file = path if match[2] == name else match[2]
    close(len(text))
    return regions
