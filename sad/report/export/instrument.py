"""What to watch in a run, as lists that other tools read.

gcov-lines  ``FILE:LINE``, one a line: the lines whose counts settle the parameters
tau         a selective-instrumentation file of TAU (its User's Guide, "Selectively Profiling an
            Application"): routines to include, and the routines whose loops are timed
scorep      a filter file of Score-P (its User Manual, "Filtering"): all regions out but these

Lines that start with # are comments in all three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from sad.model.nodes import Description

MARK = "# sad params export"


def gcov_lines(lines: Sequence[tuple[str, int]], entry: str, path_of: Callable[[str], str]) -> str:
    """Return the lines to count; ``path_of`` says what a file is called."""
    head = f"{MARK}: lines whose counts settle the parameters of {entry}\n"
    return head + "".join(f"{path_of(file)}:{line}\n" for file, line in lines)


def tau_selection(routines: Sequence[Routine], entry: str) -> str:
    """Return a selective-instrumentation file of TAU.

    # stands for any characters in a routine's name. TAU knows a C function by its whole prototype,
    and a Fortran routine by its name in the case its parser keeps, so both are named. Files are
    named without folders, as TAU compares them when no folder is given.
    """
    parts = [f"{MARK}: the routines of {entry} that have parameters, and those they call"]
    names = dict.fromkeys(name for item in routines for name in _tau_names(item))
    parts += ["BEGIN_INCLUDE_LIST", *map(_tau_entry, names), "END_INCLUDE_LIST"]
    files = dict.fromkeys(_base(item.file) for item in routines)
    parts += ["BEGIN_FILE_INCLUDE_LIST", *files, "END_FILE_INCLUDE_LIST"]
    loops = [
        f'loops file="{_base(item.file)}" routine="{name}"'
        for item in routines
        if item.loops
        for name in _tau_names(item)
    ]
    parts += ["BEGIN_INSTRUMENT_SECTION", *dict.fromkeys(loops), "END_INSTRUMENT_SECTION"]
    return "".join(f"{part}\n" for part in parts)


def _tau_names(routine: Routine) -> Iterator[str]:
    if routine.language == "c":
        yield f"#{routine.name}(#"
    else:
        yield from dict.fromkeys((routine.name.upper(), routine.name.lower()))


def _tau_entry(name: str) -> str:
    """A name in a list; one that starts with the wildcard would be a comment without quotes."""
    return f'"{name}"' if name.startswith("#") else name


def _base(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def scorep_filter(routines: Sequence[Routine], entry: str) -> str:
    """Return a filter file of Score-P.

    A Fortran routine is named as the source has it and, ``MANGLED``, as gfortran's linker has it: in
    lower case with an underscore, the main program ``MAIN__``. Blanks, # and the wildcards of
    patterns do not occur in the names of either language.
    """
    shown: list[str] = []
    mangled: list[str] = []
    for item in routines:
        if item.language == "c":
            shown.append(item.name)
        else:
            shown += [item.name.upper(), item.name.lower()]
            mangled.append("MAIN__" if item.is_program else f"{item.name.lower()}_")
    parts = [
        f"{MARK}: the routines of {entry} that have parameters, and those they call",
        "SCOREP_REGION_NAMES_BEGIN",
        "  EXCLUDE *",
        *(f"  INCLUDE {name}" for name in dict.fromkeys(shown)),
        *(f"  INCLUDE MANGLED {name}" for name in dict.fromkeys(mangled)),
        "SCOREP_REGION_NAMES_END",
    ]
    return "".join(f"{part}\n" for part in parts)


# Where a program must be watched to settle its parameters: the routines.


@record
class Routine:
    """A routine to watch: ``name`` as the source spells it, ``loops`` whether loops in it matter."""

    name: str
    file: str
    language: str
    is_program: bool
    loops: bool


def routines_to_watch(
    description: Description, wanted: Collection[str], reached: Collection[str]
) -> list[Routine]:
    """Return the routines that have wanted parameters and those that they call, in source order.

    Only those that are ``reached`` (names of units). How often a callee is visited for each visit of
    its caller tells a parameter where a loop or a branch does little else than call it.
    """
    names = set(wanted)
    units = [
        unit for unit in description.units if unit.name in set(reached) and unit.kind != "stub"
    ]
    own = [unit for unit in units if any(item.symbol in names for item in unit.parameters)]
    called = {name.lower() for unit in own for name in unit.calls}
    found = [unit for unit in units if unit in own or unit.entry.lower() in called]
    order = {file: number for number, file in enumerate(description.files)}
    found.sort(key=lambda unit: (order.get(unit.file, len(order)), unit.line))
    routines = (
        Routine(unit.entry, unit.file, unit.language, unit.kind == "program", loops=unit in own)
        for unit in found
    )
    return list(dict.fromkeys(routines))
