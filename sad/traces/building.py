"""Libraries in C, compiled with the user's compiler and kept in the cache: recorders, and engines."""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from sad.calibration.running.outside import Outside, version_of
from sad.diagnostics import SadError
from sad.files import digest
from sad.incremental.folder import COMPILED, cache_folder, others_write
from sad.simulation.columns import ENGINES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OUTSIDE = Outside(
    "SAD664", "install an MPI, such as Debian's openmpi-bin and libopenmpi-dev, or give --compiler"
)
_FLAGS = ("-O2", "-shared", "-fPIC")


def built(
    texts: Mapping[str, str], words: Sequence[str], name: str, more: Sequence[str], command: str
) -> Path:
    """Return a library of these sources, built if this compiler has not built it before.

    ``words`` are those of the compiler, ``more`` are put behind the sources; messages name ``command``.
    Raises SAD664 if the compiler fails.
    """
    path = shutil.which(words[0]) or words[0]
    key = digest(
        os.path.realpath(path), version_of([*words]), *words, *more, *texts, *texts.values()
    )
    library = cache_folder() / COMPILED / key / name
    if library.exists():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent) as made:
        for file, text in texts.items():
            (Path(made) / file).write_text(text, encoding="utf-8")
        sources = [file for file in texts if file.endswith(".c")]
        OUTSIDE.run([*words, *_FLAGS, *sources, "-o", "made.so", *more], Path(made), command)
        (Path(made) / "made.so").replace(library)
    return library


@cache
def engine() -> ctypes.CDLL | None:
    """Return the compiled engines of ranks and threads; None without a C compiler that works."""
    folder = files("sad.simulation")
    texts = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in ENGINES}
    try:
        words = OUTSIDE.words(os.environ.get("CC") or "cc", "CC")
        library = built(texts, words, "engine.so", ("-ffp-contract=off", "-lm"), words[0])
        if others_write(library) or others_write(library.parent):
            return None
        found = ctypes.CDLL(str(library))
    except (SadError, OSError):
        return None
    found.sad_flow.restype = found.sad_serve.restype = ctypes.c_int
    return found
