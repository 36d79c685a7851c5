"""What a reader is, and what it returns: a model, and what was said while it was made."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sad.analysis.unit import ProgramAnalysis
    from sad.diagnostics import Diagnostics
    from sad.ir.program import Program
    from sad.lowering.build import Origin
    from sad.lowering.drafts import Linked
    from sad.model.nodes import Description
    from sad.reading.options import Reading


class Source:
    """The source that a description was made of, read and analysed as a whole once that is asked for.

    ``analyse`` returns the analysis, and by the identity of a block where in it that is from.
    """

    def __init__(
        self,
        read: Callable[[], Linked],
        analyse: Callable[[Linked], tuple[ProgramAnalysis, Mapping[int, Origin]]],
    ) -> None:
        self._read, self._analyse = read, analyse

    @cached_property
    def linked(self) -> Linked:
        """What is read, once."""
        return self._read()

    @cached_property
    def analysed(self) -> tuple[ProgramAnalysis, Mapping[int, Origin]]:
        """What the analysis finds, once."""
        return self._analyse(self.linked)


@record
class Loaded:
    """A description and what was said while it was made.

    ``source`` is what it was made of; None where that is no source text. Long runs of it are kept in
    the ``cache``, a folder, if there is one.
    """

    description: Description
    diagnostics: Diagnostics
    source: Source | None = None
    cache: Path | None = None

    @property
    def program(self) -> Program | None:
        """The statements of the whole program, read now if they have to be; None without source."""
        return None if self.source is None else self.source.linked.program

    @property
    def analysis(self) -> ProgramAnalysis | None:
        """The analysis of the whole program, made now if it has to be; None without source."""
        return None if self.source is None else self.source.analysed[0]

    @property
    def origins(self) -> Mapping[int, Origin]:
        """Where in the analysis blocks are from, by their identity."""
        return {} if self.source is None else self.source.analysed[1]


@record
class Wanted:
    """What a model has to have that costs time to find: what compiled code does (``work``), and values
    by heuristics (``guesses``), which nothing but defaults needs. Others may leave it out. What code of
    a library does may be wanted ``later``, unit by unit.
    """

    work: bool = False
    guesses: bool = True
    later: bool = False


@record
class ModelReader:
    """A way of making a model of files; ``name`` is what messages call such a file.

    ``accepts`` is told the sources as they are named and looks at no more than it has to. ``read``
    raises ``SadError`` where nothing can be read, and reports the rest to the diagnostics it is given.
    """

    name: str
    accepts: Callable[[tuple[str, ...]], bool]
    read: Callable[[Reading, Diagnostics, Wanted], Loaded]


def check_no_options(reading: Reading, what: str, hint: str) -> None:
    """Raise SAD601 or SAD509 for options about source given with what is none.

    ``hint`` says what to do; ``{}`` in it stands for the option.
    """
    for code, option, values in (
        ("SAD601", "--stub", reading.stubs),
        ("SAD509", "--input", reading.inputs),
    ):
        if values:
            message = f"{option} does not change a {what}"
            raise argument_error(code, message, hint.format(option))
