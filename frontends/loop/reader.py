"""The frontend for LOOP programs: they are read as the C they become."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from frontends.loop.write import write
from sad.diagnostics import Span, input_error
from sad.files import no_pipe
from sad.records import replace

if TYPE_CHECKING:
    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics
    from sad.ir.program import SourceFile


def read_loop(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    """Return the IR of a LOOP program; raises ``SadError``: SAD101 (not read), and as ``write``."""
    from frontends.c.reader import read_text  # noqa: PLC0415 - heavy

    options = replace(options, defines={**options.defines, "LOOP_READ": "1"})
    return read_text(write(text or file_text(path), path).text, path, options, diagnostics)


def file_text(path: str) -> str:
    """Return the text of a program; raises SAD101."""
    try:
        return Path(no_pipe(path)).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise input_error("SAD101", f"cannot read {path}: {reason}", Span.at(path)) from None
