"""What a reader is, and what it returns: a model, and what was said while it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.unit import ProgramAnalysis
    from sad.diagnostics import Diagnostics
    from sad.lowering.build import Origin
    from sad.model.nodes import Description
    from sad.reading.options import Reading


@record
class Loaded:
    """A description and what was said while it was made.

    ``analysis`` is that of the whole program; None where there was none. ``origins`` tell, by the
    identity of a block, where in the analysis it is from.
    """

    description: Description
    diagnostics: Diagnostics
    analysis: ProgramAnalysis | None = None
    origins: Mapping[int, Origin] = field(default_factory=dict[int, "Origin"])


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
