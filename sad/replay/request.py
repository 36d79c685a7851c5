"""Which runs can be repeated, and a key of all they are asked: words, folder, surroundings."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from sad.asked import digest
from sad.version import installed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_COMMANDS = frozenset(
    ("analyze", "annotate", "compare", "dump", "explain", "export", "params", "scale", "sweep")
)
_VARIABLES = frozenset(
    (
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLORTERM",
        "COLUMNS",
        "FORCE_COLOR",
        "GCOV",
        "HOME",
        "LANG",
        "LANGUAGE",
        "LINES",
        "NO_COLOR",
        "PATH",
        "SOURCE_DATE_EPOCH",
        "TERM",
        "TZ",
        "XDG_CONFIG_HOME",
    )
)
_PREFIXES = ("LC_", "MPL", "OPENBLAS_", "PYTHON", "SAD_")
_FOLDER, _NONE = "--cache", "--no-cache"


def cache_for(arguments: Sequence[str]) -> Path | None:
    """Return the folder in which the answer may be; None if the run is not one to be repeated.

    Not repeated are commands that run programs or measure, and what comes from standard input.
    """
    if not arguments or arguments[0] not in _COMMANDS or "-" in arguments:
        return None
    from pathlib import Path  # noqa: PLC0415 - not every command needs these

    from sad.incremental.folder import cache_folder  # noqa: PLC0415

    named: str | None = None
    words = iter(arguments[1:])
    for word in words:
        option, equals, value = word.partition("=")
        if option == _FOLDER and named is None:
            named = value if equals else next(words, "")
            if not named:
                return None
        elif len(option) > 2 and (_FOLDER.startswith(option) or _NONE.startswith(option)):
            return None  # without a cache, or written in a way that argparse has to read
    return Path(named) if named is not None else cache_folder()


def key_of(arguments: Sequence[str]) -> str:
    """Return a digest of what the run is asked, and of what beside files decides on the answer."""
    surroundings = [
        f"{name}={value}"
        for name, value in sorted(os.environ.items())
        if name in _VARIABLES or name.startswith(_PREFIXES)
    ]
    out, err = sys.stdout, sys.stderr
    is_live = out.isatty()
    terminal = [
        str(is_live),
        _size() if is_live else "",
        *(f"{stream.encoding} {stream.errors}" for stream in (out, err)),
    ]
    flags = [sys.executable, str(sys.flags), *installed()]
    parts = (list(arguments), [os.getcwd()], surroundings, terminal, flags)
    return digest(*(digest(*part) for part in parts))


def _size() -> str:
    try:
        return str(os.get_terminal_size(1))
    except OSError:
        return ""
