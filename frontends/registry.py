"""Which frontend reads which file, and whole programs from lists of paths."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Diagnostics, SadError, Severity, Span, input_error
from sad.files import files_below
from sad.ir.program import Program, SourceFile, UnitKind
from sad.progress import steps
from sad.records import field, record, replace

if TYPE_CHECKING:
    from frontends.fortran.module_files import ModuleFiles
    from sad.ir.program import Unit


@record
class SourceOptions:
    """Options every frontend understands, and those of C.

    ``defines`` are macros; None is the value of ``-D NAME`` without one: 1 in Fortran, and in C a
    parameter that keeps its name. ``cpp`` is a command that preprocesses C in place of the built-in
    way; ``compile_commands`` is a file that says how each C file is compiled. ``texts`` are read in
    place of the files of those paths, as an editor holds them before they are saved. ``modules`` are
    those of the Fortran files that are read together (``with_modules``).
    """

    include_paths: Sequence[str] = ()
    defines: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    cpp: str | None = None
    compile_commands: str | None = None
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    modules: ModuleFiles | None = field(default=None, compare=False)


Reader = Callable[[str, str, SourceOptions, Diagnostics], SourceFile]
"""(text or empty, path, options, diagnostics) -> IR; the file is read if no text is given."""


def _fortran(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    from frontends.fortran.reader import ReadOptions, read_file, read_text  # noqa: PLC0415

    defines = {name: "1" if value is None else value for name, value in options.defines.items()}
    own = ReadOptions(options.include_paths, defines, modules=options.modules, texts=options.texts)
    return read_text(text, path, own, diagnostics) if text else read_file(path, own, diagnostics)


def _c(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    from frontends.c.reader import read_text  # noqa: PLC0415

    return read_text(text, path, options, diagnostics)


def _loop(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    from frontends.loop.reader import read_loop  # noqa: PLC0415

    return read_loop(text, path, options, diagnostics)


_FORTRAN_SUFFIXES = ["f", "for", "ftn", "f77", "f90", "f95", "f03", "f08"]
READERS: dict[str, Reader] = {
    f".{suffix}": _fortran for name in _FORTRAN_SUFFIXES for suffix in (name, name.upper())
}
READERS.update({".c": _c, ".h": _c, ".loop": _loop})
SEARCHED = READERS.keys() - {".h"}
"""Suffixes of what is read of a folder: headers are read where they are included."""
LANGUAGES: dict[str, str] = {"fortran": ".f", "f77": ".f", "f90": ".f90", "c": ".c"}
"""``--language`` names for standard input, and the suffix each stands for."""

CPLUSPLUS = frozenset({".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".cu"})
"""Suffixes of C++, which is refused: read as C, it would give wrong counts at best."""


def source_files(paths: Sequence[str], diagnostics: Diagnostics) -> list[str]:
    """Return the files to read: directories are searched, unknown suffixes reported (SAD105)."""
    files: list[str] = []
    for path in paths:
        place = Path(path)
        if not path:
            hint = "is a variable of the shell empty?"
            diagnostics.error("SAD101", "a source without a name", Span.at("<arguments>"), hint)
        elif os.path.isdir(path):  # Path.is_dir() raises if the name is too long
            found = files_below(str(place), SEARCHED)
            if not found:
                hint = f"known suffixes: {' '.join(sorted(READERS))}"
                diagnostics.error(
                    "SAD102", "no source files in this directory", Span.at(path), hint
                )
            files.extend(found)
        elif place.suffix in CPLUSPLUS:
            hint = "give the C or Fortran parts; of C++ there is no model"
            diagnostics.error("SAD214", "this is C++, which is not read", Span.at(path), hint)
        elif place.suffix in READERS or not os.path.exists(path):
            files.append(path)
        else:
            hint = f"known suffixes: {' '.join(sorted(READERS))}"
            what = f"unknown suffix {place.suffix!r}" if place.suffix else "no suffix"
            diagnostics.error("SAD105", f"{what}: which language is this?", Span.at(path), hint)
    return files


def with_modules(paths: Sequence[str], options: SourceOptions) -> SourceOptions:
    """Return options that know which of some files have the modules that the others use."""
    texts = {path: _text(path, options) for path in paths if not is_c(path)}
    if not any(_MAY_HAVE_MODULES.search(b"\n" + text.lower()) for text in texts.values()):
        return options
    from frontends.fortran.module_files import module_files  # noqa: PLC0415 - few have any

    found = module_files(texts)
    return replace(options, modules=found)


_MAY_HAVE_MODULES = re.compile(rb"\n[ \t]*(?:module|contains)\b")  # a third of the time of ``^``


def _text(path: str, options: SourceOptions) -> bytes:
    """What a file holds; nothing if it cannot be read, which its reader says."""
    if path in options.texts:
        return options.texts[path].encode()
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):
        return b""


def read_fortran(path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    """Return the IR of one Fortran file; raise ``SadError`` if it cannot be read at all."""
    reader = READERS.get(Path(path).suffix, _fortran)
    return reader(options.texts.get(path, ""), path, options, diagnostics)


def read_program(
    paths: Sequence[str],
    options: SourceOptions,
    diagnostics: Diagnostics,
    read_one: Callable[[str, SourceOptions, Diagnostics], SourceFile] = read_fortran,
) -> Program:
    """Read files to one program. A file that cannot be read is reported and left out.

    ``read_one`` reads a file that is read by itself: any that is not C.
    """
    files: list[SourceFile] = []
    said = len(diagnostics.items)
    found = source_files(paths, diagnostics)
    options = with_modules(found, options)
    if options.modules is not None:
        options.modules.tell(diagnostics)
    together = _c_files([path for path in found if is_c(path)], options, diagnostics)
    for path in steps("reading", found, len(found)):
        if is_c(path):
            files.extend(item for item in together if item.path == path)
            continue
        try:
            files.append(read_one(path, options, diagnostics))
        except SadError as error:
            diagnostics.items.append(error.diagnostic)
        except RecursionError:
            hint = "split the expression, or take inner blocks out into a subroutine"
            diagnostics.error("SAD109", "nested too deeply to be read", Span.at(path), hint)
    if files:
        others = diagnostics.items[said:]
        diagnostics.items[said:] = [_of_folder(item, paths) for item in others]
    program = Program(share_blocks(files), names_across_languages(files))
    _check_names(program, diagnostics)
    return program


def _of_folder(item: Diagnostic, named: Sequence[str]) -> Diagnostic:
    """A file without any text that nobody named is nothing to stop at: a warning is enough."""
    if item.code != "SAD104" or item.span.file in named:
        return item
    return replace(item, severity=Severity.WARNING, hint="it has no units; restore or delete it")


def is_c(path: str) -> bool:
    """Whether a file is read as C, together with all others that are."""
    return os.path.splitext(path)[1] in (".c", ".h")


def _c_files(
    paths: Sequence[str], options: SourceOptions, diagnostics: Diagnostics
) -> tuple[SourceFile, ...]:
    """Read C files together: what one does with its arguments and globals matters in the others."""
    if not paths:
        return ()
    from frontends.c.reader import read_files  # noqa: PLC0415

    return read_files(paths, options, diagnostics)


def read_standard_input(
    text: str, language: str, options: SourceOptions, diagnostics: Diagnostics
) -> Program:
    """Read a program given as text."""
    suffix = LANGUAGES[language]
    if not text.strip():
        raise input_error("SAD104", "empty file", Span.at("<stdin>"), "nothing came in")
    path = f"<stdin>{suffix}"
    return Program((READERS[suffix](text, path, options, diagnostics),))


def _check_names(program: Program, diagnostics: Diagnostics) -> None:
    """Two main programs in a file are an error, in a folder there may be many; of two procedures with
    one name the first is meant.
    """
    mains: dict[str, Unit] = {}
    seen: dict[str, Unit] = {}
    for unit in program.units:
        if unit.kind is UnitKind.PROGRAM:
            if mains:
                first = next(iter(mains.values()))
                place = f"{first.span.file}:{first.span.line}"
                hint = f"the first is {first.name} at {place}; --entry NAME starts at one of them"
                same = unit.span.file in mains
                tell = diagnostics.error if same else diagnostics.warning
                tell("SAD207", "a second main program", unit.span, hint)
            mains.setdefault(unit.span.file, unit)
        elif unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION) and unit.host is None:
            first = seen.setdefault(unit.name, unit)
            if first is not unit:
                hint = f"calls mean the one at {first.span.file}:{first.span.line}"
                message = f"{unit.name} is defined twice"
                diagnostics.warning("SAD208", message, unit.span, hint)


# What Fortran and C call each other's procedures and COMMON blocks.
#
# Fortran compilers on Unix give a procedure ``DGEMM`` the name ``dgemm_``; C code calls and defines
# such names, and has COMMON blocks as structures of such names. (gfortran, ifort, flang; f2c and g77
# add a second underscore where the name has one.)


def names_across_languages(files: Sequence[SourceFile]) -> dict[str, str]:
    """Return further names of procedures: what the other language calls them, and their own name."""
    procedures: dict[bool, dict[str, None]] = {True: {}, False: {}}
    for file in files:
        for unit in file.units:
            if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION) and unit.host is None:
                procedures[file.case_sensitive][unit.name] = None
    c_names, fortran_names = procedures[True], procedures[False]
    aliases: dict[str, str] = {}
    for name in fortran_names:
        for alias in _mangled(name):
            if alias not in c_names:
                aliases[alias] = name
    for name in c_names:
        own = name.rstrip("_").upper()
        if name in _mangled(own) and own not in fortran_names:
            aliases[own] = name
    return aliases


def share_blocks(files: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Return the files with C's globals ``name_`` placed in Fortran's COMMON blocks ``NAME``."""
    blocks = {
        symbol.block
        for file in files
        if not file.case_sensitive
        for unit in file.units
        for symbol in unit.symbols.values()
        if symbol.block
    }
    wanted = {alias: block for block in blocks for alias in _mangled(block)}
    return tuple(
        replace(file, units=tuple(_placed(unit, wanted) for unit in file.units))
        if wanted and file.case_sensitive
        else file
        for file in files
    )


def _placed(unit: Unit, wanted: Mapping[str, str]) -> Unit:
    moved = {
        name: replace(symbol, block=wanted[symbol.block])
        for name, symbol in unit.symbols.items()
        if symbol.block is not None and symbol.block in wanted
    }
    return replace(unit, symbols={**unit.symbols, **moved}) if moved else unit


def _mangled(name: str) -> tuple[str, ...]:
    """The linker's names of a Fortran procedure."""
    plain = name.lower() + "_"
    return (plain, plain + "_") if "_" in name else (plain,)
