"""One check, from sources to outcome.

With a cache, only what has to be compared with a snapshot is read of it, or computed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.checks.cached_state import CachedUnits, cached_state
from sad.checks.callers import changes
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import load_state
from sad.checks.costs.timing import check_sizes, is_alias
from sad.checks.gate import Gate, Subject, subject_of
from sad.checks.revisions import opened_side, share
from sad.checks.settings.patterns import warn_of_patterns
from sad.incremental.sources import StaleEntry

if TYPE_CHECKING:
    from sad.checks.costs.timing import Timing
    from sad.checks.outcome import Outcome
    from sad.checks.revisions import Request
    from sad.checks.settings.project import Project
    from sad.incremental.cache import Cache
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading

_LABEL = "the sources"


def checked(
    request: Request, timing: Timing, project: Project, baseline: str | None, cache: Cache | None
) -> Outcome:
    """Check the sources by a project's rules, compared with a baseline if there is one.

    ``baseline`` names a side as ``load_side`` reads it, ``cache`` holds what is known of
    unchanged files. Raises as ``load_side`` and ``load_state``.
    """
    source = SourceText(request.folder)
    if cache is not None:
        try:
            subject = cached_subject(request.reading, project, source, _LABEL, cache)
            if subject is not None:
                return _outcome(subject, request, timing, project, baseline, cache)
        except StaleEntry:
            pass  # a file was written meanwhile: everything is read anew
    folder = None if cache is None else cache.store.folder
    state, loaded = load_state(
        *(request.reading, _LABEL, request.folder, timing, project.assume), cache=folder
    )
    subject = subject_of(state, loaded, source)
    return _outcome(subject, request, timing, project, baseline)


def _outcome(
    subject: Subject,
    request: Request,
    timing: Timing,
    project: Project,
    baseline: str | None,
    cache: Cache | None = None,
) -> Outcome:
    warn_of_patterns(project, subject.state, subject.diagnostics)
    gate = Gate(project, request.reading, subject, SourceText(request.folder))
    if baseline is None:
        return gate.outcome("", ())
    earlier = replace(timing, is_whole=False)  # a size may be new
    if any(map(is_alias, timing.sizes.items)):
        from sad.checks.costs.seconds import in_full  # noqa: PLC0415 - slow to import

        timing = in_full(timing, subject.load().description)
    if cache is not None:
        share(subject.state, cache)
    folder = None if cache is None else cache.store.folder
    with opened_side(baseline, replace(request, timing=earlier, cache=folder)) as side:
        check_sizes(subject.state, timing)
        gate.tell_of_baseline(side)
        return gate.outcome(side.state.label, changes(side.state, subject.state, timing, project))


def cached_subject(
    reading: Reading, project: Project, source: SourceText, label: str, cache: Cache
) -> Subject | None:
    """Return the subject of a check by way of the cache; None where it does not serve.

    It does not where there are machines or assumptions, nor as ``load_incremental`` says. Raises as
    that, and SAD816 as ``load_state``.
    """
    if project.machines or project.assume:
        return None
    state = cached_state(reading, label, source, cache)
    if state is None:
        return None
    units = state.units
    assert isinstance(units, CachedUnits)

    def load() -> Loaded:
        from sad.loading.describe import load_description  # noqa: PLC0415 - slow to import

        return load_description(reading)

    return Subject(state, cache.diagnostics, units.files, units.places, load)
