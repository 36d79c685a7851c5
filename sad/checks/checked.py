"""One check, from sources to outcome.

With a cache, only what has to be compared with a snapshot is read of it, or computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.callers import changes
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.timing import check_sizes, is_alias
from sad.checks.gate import Gate
from sad.checks.revisions import opened_side, opened_subject
from sad.checks.settings.patterns import warn_of_patterns
from sad.incremental.sources import StaleEntry
from sad.records import replace

if TYPE_CHECKING:
    from sad.checks.costs.timing import Timing
    from sad.checks.outcome import Outcome
    from sad.checks.revisions import Request, Subject
    from sad.checks.settings.project import Project

_LABEL = "the sources"


def checked(request: Request, timing: Timing, project: Project, baseline: str | None) -> Outcome:
    """Check the sources by a project's rules, compared with a baseline if there is one.

    ``baseline`` names a side as ``opened_side`` reads it. Raises as that and ``load_state``.
    """
    try:
        with opened_subject(request, _LABEL) as subject:
            return _outcome(subject, request, timing, project, baseline)
    except StaleEntry:  # a file was written meanwhile: everything is read anew
        return checked(replace(request, cache=None), timing, project, baseline)


def _outcome(
    subject: Subject, request: Request, timing: Timing, project: Project, baseline: str | None
) -> Outcome:
    warn_of_patterns(project, subject.state, subject.diagnostics)
    gate = Gate(project, request.reading, subject, SourceText(request.folder))
    if baseline is None:
        return gate.outcome("", ())
    earlier = replace(timing, is_whole=False)  # a size may be new
    if any(map(is_alias, timing.sizes.items)):
        from sad.checks.costs.seconds import in_full  # noqa: PLC0415 - slow to import

        timing = in_full(timing, subject.load().description)
    with opened_side(baseline, replace(request, timing=earlier)) as side:
        check_sizes(subject.state, timing)
        gate.tell_of_baseline(side)
        return gate.outcome(side.state.label, changes(side.state, subject.state, timing, project))
