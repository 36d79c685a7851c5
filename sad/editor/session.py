"""The files that are open in an editor, their analyses, and the one thread that makes these."""

from __future__ import annotations

import asyncio
import gc
import threading
import traceback
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from sad.diagnostics import Diagnostic, SadError, Severity, Span
from sad.editor.options import Options
from sad.editor.places import ProtocolPlaces, carried
from sad.editor.records import Analysis, Note, Request, analysed_path
from sad.gc_policy import collector_paused
from sad.large_stack import run_deep
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.editor.analyst import Analyst
    from sad.loading.means import Means


DELAY = 0.3
"""Seconds without a further change before a changed text is analysed."""
Result = TypeVar("Result")


@dataclass(slots=True)
class Document:
    """One open file. ``shown`` is the last analysis of a text that could be read, made of ``lines``.

    ``latest`` is the last analysis whatever it found, ``values`` what was set in this session, and
    ``ready`` is set while ``latest`` is one of the present text, options and values.
    """

    uri: str
    path: str
    version: int | None
    places: ProtocolPlaces
    text: str
    latest: Analysis | None = None
    shown: Analysis | None = None
    lines: list[str] = field(default_factory=list[str])
    values: dict[str, str] = field(default_factory=dict[str, str])
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def current(self, notes: tuple[Note, ...]) -> list[Note]:
        """Return notes of ``shown`` at the lines they have in the present text."""
        place = carried(self.lines, self.places.lines)
        moved = ((note, place(note.line)) for note in notes)
        return [replace(note, line=line) for note, line in moved if line is not None]


class Session:
    """Open files by URI. ``publish`` is called with a file and whether it changed without an edit.

    ``means`` are what analyses may use.
    """

    def __init__(self, publish: Callable[[Document, bool], None], means: Means) -> None:
        self._means = means
        self.options = Options()
        self.documents: dict[str, Document] = {}
        self._publish = publish
        self._worker = Worker()
        self._analyst: Analyst | None = None

    def warm_up(self) -> None:
        """Load the analysis, so that the first file does not wait for that."""
        self._worker.submit(self._fresh)

    def open(
        self, uri: str, path: str, language: str, version: int, text: str, places: ProtocolPlaces
    ) -> None:
        """Take up a file and analyse it."""
        document = Document(uri, analysed_path(path, language), version, places, text)
        self.documents[uri] = document
        self._schedule(document, 0.0, silent=True)
        self._schedule_others(document, 0.0)

    def change(self, uri: str, version: int | None, text: str, places: ProtocolPlaces) -> None:
        """Take over a file's new text, and analyse it when it has rested."""
        document = self.documents[uri]
        document.version, document.text, document.places = version, text, places
        self._schedule(document, DELAY, silent=True)
        self._schedule_others(document, DELAY)

    def close(self, uri: str) -> None:
        """Forget a file."""
        document = self.documents.pop(uri, None)
        if document is not None and document.task is not None:
            document.task.cancel()

    def refresh(self) -> None:
        """Analyse everything anew: options, or files beside the open ones, have changed."""
        self._analyst = None
        for document in self.documents.values():
            self._schedule(document, 0.0, silent=False)

    async def settled(self, uri: str) -> Document | None:
        """Return a file once its present text is analysed; None if it is not open."""
        document = self.documents.get(uri)
        if document is not None:
            await document.ready.wait()
        return document

    async def set_value(self, document: Document, name: str, value: str | None) -> str:
        """Give a parameter a value in this session, or take it back; return what is wrong with it."""
        values = {known: text for known, text in document.values.items() if known != name}
        if value is not None:
            values[name] = value
            request = self._request(document, values)
            trial = await asyncio.wrap_future(self._worker.submit(lambda: self._run(request)))
            if trial.refused is not None:
                return trial.refused.message
            names = None if trial.view is None else trial.view.model.names
            if names is not None and names.find(name) is None and not names.is_input(name):
                return f"nothing depends on {name!r}: {names.suggestion(name)}"
        document.values = values
        self._schedule(document, 0.0, silent=False)
        await document.ready.wait()
        return ""

    async def explain(self, document: Document, line: int, word: str) -> str:
        """Return what is known of a line of the present text (from 1) and of a name in it."""
        shown = document.shown
        view = shown.view if shown is not None else None
        before = carried(document.places.lines, document.lines)(line)
        if shown is None or view is None or before is None:
            return ""

        def text() -> str:
            from sad.editor.analyst import explain_at  # noqa: PLC0415 - heavy

            return explain_at(view, shown.path, before, word)

        return await asyncio.wrap_future(self._worker.submit(text, urgent=True))

    def stop(self) -> None:
        """Wait for nothing any more."""
        for uri in tuple(self.documents):
            self.close(uri)

    # --- analysing -----------------------------------------------------------------------------------

    def _schedule_others(self, changed: Document, delay: float) -> None:
        """Files of one program say things about each other."""
        if self.options.program:
            for document in self.documents.values():
                if document is not changed:
                    self._schedule(document, delay, silent=False)

    def _schedule(self, document: Document, delay: float, *, silent: bool) -> None:
        """Analyse a file after a delay, in place of what was to be done for it."""
        if document.task is not None:
            document.task.cancel()
        document.ready.clear()
        document.task = asyncio.get_running_loop().create_task(
            self._analyse(document, delay, silent=silent)
        )

    async def _analyse(self, document: Document, delay: float, *, silent: bool) -> None:
        if delay:
            await asyncio.sleep(delay)
        request = self._request(document, document.values)
        try:
            analysis = await asyncio.wrap_future(self._worker.submit(lambda: self._run(request)))
        except Exception as error:  # noqa: BLE001 - the editor keeps its server whatever happens
            analysis = _failed(document.path, error)
        document.latest = analysis
        if analysis.view is not None or document.shown is None:
            document.shown, document.lines = analysis, document.places.lines
        document.ready.set()
        self._publish(document, not silent)

    def _request(self, document: Document, values: Mapping[str, str]) -> Request:
        texts = {item.path: item.text for item in self.documents.values()}
        return Request(document.path, texts, self.options, dict(values))

    # --- in the worker's thread, where loading the analysis holds up nobody ------------------------

    def _run(self, request: Request) -> Analysis:
        return self._fresh().analyse(request)

    def _fresh(self) -> Analyst:
        """The analyst, a new one after ``refresh``."""
        from sad.editor.analyst import Analyst  # noqa: PLC0415 - heavy

        if self._analyst is None:
            self._analyst = Analyst(self._means)
        return self._analyst


def _failed(path: str, error: Exception) -> Analysis:
    """What is said when the analysis itself fails: one message, the rest is kept."""
    if isinstance(error, SadError):
        return Analysis(path, messages=(*error.earlier, error.diagnostic))
    if isinstance(error, RecursionError):
        message, code = "nested too deeply to be analysed", "SAD109"
        hint = "split long expressions, or take inner blocks out into subroutines"
    else:
        traceback.print_exception(error)  # the protocol does not use stderr
        message, code = f"internal error: {error!r}", "internal"
        hint = "please report it with the smallest source file that shows it"
    return Analysis(
        path, messages=(Diagnostic(code, Severity.ERROR, message, Span.at(path), hint),)
    )


class Worker:
    """Runs tasks one after the other; a task that is cancelled before its turn never starts.

    The thread does not keep the process alive: a client that leaves does not wait for a result.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._changed = threading.Condition()
        threading.Thread(target=self._run, name="analysis", daemon=True).start()

    def submit(self, task: Callable[[], Result], *, urgent: bool = False) -> Future[Result]:
        """Return what will hold the task's result; an urgent one goes before all that wait."""
        future: Future[Result] = Future()
        with self._changed:
            if urgent:
                self._waiting.appendleft((task, future))
            else:
                self._waiting.append((task, future))
            self._changed.notify()
        return future

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                task, future = self._waiting.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                with collector_paused():
                    result = run_deep(task)
            except BaseException as error:  # noqa: BLE001 - whoever waits for the result gets it
                future.set_exception(error)
            else:
                future.set_result(result)
            del task, future
            gc.collect()  # the collector is off while a task runs
