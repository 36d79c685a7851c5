"""A C file to regions of preprocessed text, in the built-in way or with a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.reading.external import preprocess_with
from frontends.c.reading.find import Finder
from frontends.c.reading.preprocess import Preprocessor, Region

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
