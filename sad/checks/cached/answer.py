"""A check of what was checked before: what it wrote is kept under all that it was made from.

Nothing of the analysis is loaded to find it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frontends.registry import is_c, source_files
from sad.checks.snapshot.exact import exact_path
from sad.diagnostics import Diagnostics, ExitCode
from sad.incremental.inclusions import inclusions_key, known_inclusions
from sad.incremental.said import diagnostic_from_json, diagnostic_to_json
from sad.incremental.tool import digest
from sad.records import record

if TYPE_CHECKING:
    from sad.checks.settings.project import Project
    from sad.diagnostics import Diagnostic
    from sad.incremental.cache import Cache
    from sad.reading.options import Reading

Json = Any

_WHOLE = ("contract.seconds", "min-coverage")
"""Rules that look at machines, or at all statements."""
_NOTE = "SAD880"
"""A note about the cache itself."""


@record
class Answer:
    """What a check wrote, an item for each output, what it said and returned; rules it looked at."""

    texts: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    code: ExitCode
    rules: tuple[str, ...] = ()


@record
class Question:
    """One check: ``asked`` stands for what is asked of sources as they are now.

    ``included`` is the key of what these include.
    """

    asked: str
    included: str
    reading: Reading
    cache: Cache

    def answer(self) -> Answer | None:
        """Return what the check said before; None if it was not asked, or not answered."""
        place = self._place()
        found = None if place is None else self.cache.store.get("answer", place)
        if found is None:
            return None
        texts, said, code = found
        return Answer(tuple(texts), tuple(map(diagnostic_from_json, said)), ExitCode(code))

    def keep(self, answer: Answer) -> None:
        """Keep the answer to the question, unless something changed since it was asked."""
        notes = any(item.code == _NOTE for item in answer.diagnostics)
        if notes or any(rule in _WHOLE for rule in answer.rules):
            return
        place = self._place()
        if place is None or not self.cache.files.are_as_read():
            return
        said = [diagnostic_to_json(item) for item in answer.diagnostics]
        self.cache.store.put("answer", place, [answer.texts, said, answer.code])

    def _place(self) -> str | None:
        included = known_inclusions(self.included, self.reading, self.cache)
        return None if included is None else digest("answer", self.asked, repr(included))


def question_of(
    project: Project, reading: Reading, baseline: str | None, form: str, cache: Cache
) -> Question | None:
    """Return the question that a check asks; None if more may matter than is looked at here.

    That is where there are machines or assumptions, C, standard input, a saved description, or a
    baseline that is no snapshot. ``form`` stands for all that decides what is written.
    """
    if project.machines or project.assume or reading.inputs or reading.texts:
        return None
    if baseline is None or not _is_snapshot(baseline):
        return None
    if any(name == "-" or name.endswith(".json") for name in reading.sources):
        return None
    said = Diagnostics()
    sources = source_files(reading.sources, said)
    if said.items or any(map(is_c, sources)):
        return None
    others = filter(os.path.isfile, (exact_path(baseline), *reading.stubs))
    files = [baseline, *others, *sources]
    digests = [cache.files.digest(path) for path in files]
    if not all(digests):
        return None
    parts = [os.getcwd(), form, repr(project), repr(reading), baseline, *digests]
    included = inclusions_key(reading, sources, cache.files)
    return Question(digest(*parts, *sources), included, reading, cache)


def _is_snapshot(path: str) -> bool:
    return os.path.isfile(path) and Path(path).suffix == ".snapshot"
