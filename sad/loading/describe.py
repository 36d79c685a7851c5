"""Sources to a description, with what was said while it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics, argument_error
from sad.reading.saved import is_saved, read_saved
from sad.records import record

if TYPE_CHECKING:
    from sad.analysis.unit import ProgramAnalysis
    from sad.loading.means import Means
    from sad.model.nodes import Description
    from sad.reading.options import Reading


@record
class Loaded:
    """A description and what was said while it was made; ``analysis`` is None of a saved one."""

    description: Description
    diagnostics: Diagnostics
    analysis: ProgramAnalysis | None = None


def load_description(
    reading: Reading,
    *,
    with_work: bool = False,
    with_guesses: bool = True,
    means: Means | None = None,
) -> Loaded:
    """Return the description of sources; ``with_work`` adds what compiled code does.

    Without ``with_guesses`` values by heuristics may be left out, which nothing but defaults needs.

    ``means`` are what may be used; nothing is, with work, and where only an analysis of the whole
    program serves. A description that was made with them comes without ``analysis``.
    Raises as ``read_sources``, ``read_saved`` and ``collect_stubs``, and SAD509 or SAD601 for options
    that would change a saved description.
    """
    diagnostics = Diagnostics()
    if is_saved(reading.sources):
        return Loaded(_saved(reading), diagnostics)
    if means is not None and not means.is_alone and not with_work:
        from sad.loading.by_units import description_by_units  # noqa: PLC0415

        description = description_by_units(reading, means, diagnostics, with_guesses=with_guesses)
        if description is not None:
            return Loaded(description, diagnostics)
    # Loads the readers of source and all of the analysis, which a saved description does not need.
    from sad.loading.from_sources import described_sources  # noqa: PLC0415

    return described_sources(reading, diagnostics, with_work=with_work, with_guesses=with_guesses)


def _saved(reading: Reading) -> Description:
    if reading.stubs:
        hint = "give it where the description is made: sad dump --description --stub ..."
        raise argument_error("SAD601", "--stub does not change a saved description", hint)
    if reading.inputs:
        hint = "give it where the description is made: sad dump --description --input ..."
        raise argument_error("SAD509", "--input does not change a saved description", hint)
    return read_saved(reading.sources[0])
