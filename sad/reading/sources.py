"""Source files to IR."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_fortran, read_program, read_standard_input
from sad.analysis.messages.packing import with_packing
from sad.diagnostics import SadError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.diagnostics import Diagnostics
    from sad.ir.program import Program, SourceFile
    from sad.reading.options import Reading

    ReadOne = Callable[[str, SourceOptions, Diagnostics], SourceFile]


def read_sources(
    reading: Reading, diagnostics: Diagnostics, read_one: ReadOne = read_fortran
) -> Program:
    """Return the sources as IR; ``read_one`` reads a file that is not C.

    Raises ``SadError`` if nothing at all could be read, and for options that contradict each other.
    """
    options = source_options(reading)
    if reading.sources == ("-",):
        found = read_standard_input(sys.stdin.read(), reading.language, options, diagnostics)
        return with_packing(found)
    program = read_program(list(reading.sources), options, diagnostics, read_one)
    if not program.files:
        *earlier, last = diagnostics.items
        raise SadError(last, earlier=tuple(earlier))
    return with_packing(program)


def source_options(reading: Reading) -> SourceOptions:
    """Return the options of frontends; raises for options that contradict each other."""
    options = SourceOptions(
        reading.include, reading.defines, reading.cpp, reading.compile_commands, reading.texts
    )
    if reading.compile_commands is not None or reading.cpp is not None:
        from frontends.c.reading.flags import check_options  # noqa: PLC0415

        check_options(options)
    return options
