"""What was measured: counts of one run, per file and line, or values of a parameter by themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping


class Way(NamedTuple):
    """How often control left a conditional jump one way; ``falls_through`` to the code behind it."""

    times: int
    falls_through: bool


class Condition(NamedTuple):
    """How often a condition was true and false, with where it begins in its line [columns from 1]."""

    column: int
    end_line: int
    end_column: int
    true: int
    false: int


class Segment(NamedTuple):
    """From here to the next segment, code ran ``times`` times; None where there is no code."""

    line: int
    column: int
    times: int | None


class BranchCount(NamedTuple):
    """A branch of compiled code: how often it went each way it went, and how well it was predicted.

    ``simulated`` of its executions were predicted by a simulated predictor, ``misses`` of these wrong.
    """

    ways: tuple[int, ...]
    simulated: int
    misses: int


@record
class LineCount:
    """What was counted on one line.

    ``ways`` are the ways out of the line's conditional jumps, in the compiler's order (gcov, lcov);
    ``conditions`` the line's conditions by column (LLVM). Both are empty if nothing is known.
    """

    count: int
    ways: tuple[Way, ...] = ()
    conditions: tuple[Condition, ...] = ()


@record
class FunctionCount:
    """How often a function was called. ``name`` is the linker's, ``line`` that of its header."""

    name: str
    line: int
    count: int


@dataclass(slots=True)
class FileCounts:
    """The counts of one source file. ``segments`` are sorted by position; empty if not known.

    ``branches`` are those of compiled code by line, in no order. ``parts`` are, by function, the counts
    of lines of which several functions have code, as those of a file that is included more than once.
    ``text`` is the source as it was measured, if the profile has it. ``document`` names the translation
    unit that all of it is of, if that is known; of a file in several ``copies`` are its counts in each.
    LLVM has ``copies`` of functions, by their names.
    """

    lines: dict[int, LineCount] = field(default_factory=dict[int, LineCount])
    functions: list[FunctionCount] = field(default_factory=list[FunctionCount])
    segments: list[Segment] = field(default_factory=list[Segment])
    branches: dict[int, list[BranchCount]] = field(default_factory=dict[int, "list[BranchCount]"])
    parts: dict[str, dict[int, LineCount]] = field(
        default_factory=dict[str, "dict[int, LineCount]"]
    )
    text: list[str] = field(default_factory=list[str])
    document: str = ""
    copies: dict[str, FileCounts] = field(default_factory=dict[str, "FileCounts"])


@dataclass(slots=True)
class Profile:
    """One run (or several added up): counts by source file, named as the tool names the files.

    ``tool`` is ``gcov``, ``llvm-cov``, ``lcov`` or ``csv``; ``path`` what was read. ``at`` are the
    values the run had, by name, as written; ``folder`` is where relative file names start, if known.
    ``has_branches`` is whether the run's branches were watched, so that none on a line means something.
    """

    tool: str
    path: str
    files: dict[str, FileCounts]
    at: Mapping[str, str]
    folder: str | None = None
    has_branches: bool = False


@record
class Sample:
    """One measured value of a parameter: ``taken / reached``, with the sizes of its run.

    ``reached`` is 1 for a value that is no ratio of counts. ``run`` names where it was measured.
    """

    at: Mapping[str, float]
    taken: float
    reached: float
    run: str

    @property
    def value(self) -> float:
        """The value itself."""
        return self.taken / self.reached


@record
class Measured:
    """A parameter, by the name given, and its value in each run; ``path`` is what was read."""

    name: str
    samples: tuple[Sample, ...]
    path: str
