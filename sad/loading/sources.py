"""Source files to IR."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from frontends.c.reading.flags import check_options
from frontends.registry import SourceOptions, read_program, read_standard_input
from sad.diagnostics import SadError

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.ir.program import Program
    from sad.loading.options import Reading


def read_sources(reading: Reading, diagnostics: Diagnostics) -> Program:
    """Return the sources as IR.

    Raises ``SadError`` if nothing at all could be read, and for options that contradict each other.
    """
    options = SourceOptions(
        reading.include, reading.defines, reading.cpp, reading.compile_commands, reading.texts
    )
    check_options(options)
    if reading.sources == ("-",):
        return read_standard_input(sys.stdin.read(), reading.language, options, diagnostics)
    program = read_program(list(reading.sources), options, diagnostics)
    if not program.files:
        *earlier, last = diagnostics.items
        raise SadError(last, earlier=tuple(earlier))
    return program
