"""How parameters and loop indices are named, and the only maker of sympy symbols.

Names built here are stable: they come from unit names, labels and ordinals, never from line numbers,
so an edit elsewhere in the file keeps them.
"""

from __future__ import annotations

UNDEFINED = "undefined@"
"""What a variable holds that nobody may read: a member of no structure."""
INDEX_MARK = "@"
"""First character of a loop index inside formulas; parameters never start with it."""

NPROCS = "nprocs"
"""The number of processes a message-passing program runs on, the same in every unit."""
RANK = "rank"
"""The number of the process that runs a message-passing program, 0 to ``nprocs - 1``."""
NTHREADS = "nthreads"
"""The number of threads of each team of OpenMP, the same in every unit."""
CALLERS = "calling_threads"
"""How many threads of a team come to a call together; bound at each call of a unit that shares work."""
THREAD = f"{INDEX_MARK}thread"
"""The number of a thread in its team, 0 to ``nthreads - 1``: an index."""
THREADS_LOOP = "threads"
"""The name, with a number, of a loop over the threads of a team, of which each does another part."""


def input_name(unit: str, variable: str) -> str:
    """Return the name of a unit's input variable, for instance ``DGEMM.M``."""
    return f"{unit}.{variable}"


def site_name(unit: str, kind: str, path: str) -> str:
    """Return the name of a parameter that belongs to a construct: ``MD1.trips@do20.goto22``."""
    return f"{unit}.{kind}@{path}"


def is_unresolved(symbol: str) -> bool:
    """Whether a symbol is a parameter of a construct, which only a run can tell (``site_name``)."""
    return "@" in symbol and not symbol.startswith(INDEX_MARK)


def index_name(unit: str, path: str) -> str:
    """Return the name of a loop's index."""
    return f"{INDEX_MARK}{unit}:{path}"


def call_name(unit: str) -> str:
    """Return the name of the number of a unit's call in a run of the program, from 0."""
    return f"{unit}.number of the call"


_SAVED = "saved"


def saved_block(unit: str, variable: str) -> str:
    """Return the name of the block of a variable that the entries of one unit share."""
    return f"{_SAVED}:{unit}:{variable}"


def is_saved(name: str) -> bool:
    """Whether a COMMON variable's name is that of one in a ``saved_block``."""
    return name.startswith(f"/{_SAVED}:")


def common_name(block: str, place: str) -> str:
    """Return the name of a COMMON variable by its place, the same in every unit."""
    return f"/{block}/{place}"


_SECONDS = " [s]"


def seconds_name(unit: str, variable: str) -> str:
    """Return the name of an input that is a time [s]: a real number, not below 0."""
    return f"{unit}.{variable}{_SECONDS}"


def is_real(symbol: str) -> bool:
    """Whether a symbol stands for a real number; all others stand for whole ones in closed forms."""
    return symbol.endswith(_SECONDS)


def dimension_of(variable: str | None) -> int | None:
    """Return which dimension of an array statement a loop of the reader's own runs over, from 1.

    None for loops whose variable the source names.
    """
    stem, made, number = (variable or "").partition("$")
    return int(number) if made and stem == "I" and number.isdigit() else None
