"""What a command wrote, kept under digests of all it was made from.

An unchanged run writes it again, and loads nothing of the analysis. Served are Fortran sources; what
they include is kept with the answer and looked for again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from frontends.registry import is_c, source_files
from sad.diagnostics import Diagnostics, ExitCode
from sad.files import digest
from sad.incremental.entries import diagnostic_from_json, diagnostic_to_json
from sad.ir.program import USED
from sad.reading.readers import are_source_text
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.diagnostics import Diagnostic
    from sad.incremental.fingerprint import Files
    from sad.incremental.store import Store
    from sad.reading.options import Reading

Json = Any

_OF_THIS_RUN = ("SAD111", "SAD114", "SAD115", "SAD880")
"""Messages about full disks, processes that were killed, time limits and the cache itself."""


@record
class Answer:
    """What a command wrote, an item for each output, its messages and its exit code."""

    texts: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    code: ExitCode


@record
class Question:
    """One command: ``key`` stands for its options and for what its files hold now."""

    key: str
    sources: tuple[str, ...]
    reading: Reading
    files: Files

    def answer(self, store: Store) -> Answer | None:
        """Return what was written before; None if there is none, or includes changed."""
        found = store.get("answer", self.key)
        if found is None:
            return None
        included, texts, said, code = found
        if included and not self._are_still(included):
            return None
        return Answer(tuple(texts), tuple(map(diagnostic_from_json, said)), ExitCode(code))

    def _are_still(self, included: Json) -> bool:
        from frontends.fortran.preprocess import find_include  # noqa: PLC0415 - slow to import

        return all(
            find_include(name, asked_in, self.reading.include) == path
            and (path is None or self.files.digest(path) == text)
            for name, asked_in, path, text in included
        )

    def keep(self, answer: Answer, store: Store) -> None:
        """Keep an answer, if all sources were read one by one and no file has changed meanwhile."""
        files = self.files
        if any(item.code in _OF_THIS_RUN for item in answer.diagnostics):
            return
        if not files.included.keys() >= set(self.sources) or not files.are_as_read():
            return
        rows = {
            tuple(row): row
            for path in self.sources
            for row in files.included[path]
            if not row[0].startswith(
                USED
            )  # modules are in the sources, whose digests are in the key
        }
        said = [diagnostic_to_json(item) for item in answer.diagnostics]
        store.put("answer", self.key, [list(rows.values()), answer.texts, said, answer.code])


def question_of(
    options: str, reading: Reading, others: Iterable[str], files: Files
) -> Question | None:
    """Return the question that a command asks; None if more may matter than is looked at here.

    That is with C, standard input, no source text, declared inputs, and files that cannot be read.
    ``options`` stands for all that decides what is written besides files, ``others`` are files that are
    read besides the sources.
    """
    if reading.inputs or reading.texts or reading.cpp:
        return None
    if "-" in reading.sources or not are_source_text(reading.sources):
        return None
    said = Diagnostics()
    sources = tuple(source_files(reading.sources, said))
    if said.items or any(map(is_c, sources)):
        return None
    paths = [*others, *filter(os.path.isfile, reading.stubs), *sources]
    digests = [files.digest(path) for path in paths]
    if not all(digests):
        return None
    key = digest("answer", os.getcwd(), options, repr(reading), *paths, *digests)
    return Question(key, sources, reading, files)
