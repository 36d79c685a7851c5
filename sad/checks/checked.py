"""One check from sources to outcome: by way of the cache where it serves, else from scratch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.cached.check import cached_subject, changes_since
from sad.checks.compare.changes import compare
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import load_state, tracked
from sad.checks.costs.timing import check_sizes, is_alias
from sad.checks.gate import Gate
from sad.checks.settings.patterns import warn_of_patterns
from sad.checks.sides.side import load_side
from sad.checks.subject import subject_of
from sad.incremental.sources import StaleEntry

if TYPE_CHECKING:
    from sad.checks.costs.timing import Timing
    from sad.checks.outcome import Outcome
    from sad.checks.settings.project import Project
    from sad.checks.sides.side import Request
    from sad.checks.subject import Subject
    from sad.incremental.cache import Cache

_LABEL = "the sources"


def checked(
    request: Request, timing: Timing, project: Project, baseline: str | None, cache: Cache | None
) -> Outcome:
    """Return what a project's rules say of its sources, compared with a baseline if there is one.

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
    state, loaded = load_state(request.reading, _LABEL, request.folder, timing, project.assume)
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
    if cache is not None and Path(baseline).is_file():
        changes = changes_since(baseline, subject.state, project, timing)
        if changes is not None:
            return gate.outcome(baseline, changes)
    earlier = replace(timing, is_whole=False)  # a size may be new
    side = load_side(baseline, replace(request, timing=earlier))
    if any(map(is_alias, timing.sizes.items)):
        from sad.checks.costs.seconds import in_full  # noqa: PLC0415 - slow to import

        timing = in_full(timing, subject.load().description)
    check_sizes(subject.state, timing)
    gate.tell_of_baseline(side)
    old, new = tracked(side.state, project), tracked(subject.state, project)
    return gate.outcome(old.label, compare(old, new, timing))
