"""The language server: what the protocol asks for, answered from a session."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from sad.diagnostics import Diagnostic, SadError, Span, input_error
from sad.editor import answers
from sad.editor.options import SECTION, Options, checked, options_of
from sad.editor.places import ProtocolPlaces
from sad.editor.session import Document, Session
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.loading.means import Means


class Server:
    """One editor's connection. ``settings`` are the lowest of its settings, from a file.

    ``means`` are what analyses may use.
    """

    def __init__(self, settings: Mapping[str, Any], means: Means) -> None:
        # texts come whole: pygls takes form feeds for line ends, which would misplace partial edits
        kind = lsp.TextDocumentSyncKind.Full
        self.connection = LanguageServer("sad", tool_version(), kind, max_workers=1)
        self.is_stopping = False
        self._layers: list[Mapping[str, Any]] = [settings, {}, {}]
        self._session = Session(self._publish, means)
        self._told: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._register()
        self._register_questions()

    # --- documents and settings ------------------------------------------------------------------

    def _register(self) -> None:
        feature = self.connection.feature

        @feature(lsp.INITIALIZE)
        def initialize(params: lsp.InitializeParams) -> None:
            root = to_fs_path(params.root_uri) if params.root_uri else params.root_path
            folders = params.workspace_folders
            if root is None and folders:
                root = to_fs_path(folders[0].uri)
            if root is not None:
                with contextlib.suppress(OSError):
                    os.chdir(root)
            self._layer(1, params.initialization_options)

        @feature(lsp.INITIALIZED)
        def initialized(_params: lsp.InitializedParams) -> None:
            self._session.warm_up()
            self._configure()
            self._pull()

        @feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
        def did_change_configuration(params: lsp.DidChangeConfigurationParams) -> None:
            settings: Any = cast("Any", params).settings  # whatever the editor has
            if (
                isinstance(settings, dict) and SECTION in settings
            ):  # other sections are other tools'
                self._layer(2, {SECTION: cast("dict[str, Any]", settings)[SECTION]})
                self._configure()
            self._pull()

        @feature(lsp.TEXT_DOCUMENT_DID_OPEN)
        def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
            item = params.text_document
            path = to_fs_path(item.uri) or item.uri
            places = self._places(item.text)
            self._session.open(item.uri, path, item.language_id, item.version, item.text, places)

        @feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
        def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
            uri = params.text_document.uri
            text = self.connection.workspace.get_text_document(uri).source
            self._session.change(uri, params.text_document.version, text, self._places(text))

        @feature(lsp.TEXT_DOCUMENT_DID_SAVE)
        def did_save(_params: lsp.DidSaveTextDocumentParams) -> None:
            self._configure()  # sad.toml, or what a file includes, may be what was saved

        @feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
        def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
            uri = params.text_document.uri
            self._session.close(uri)
            self.connection.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

        @feature(lsp.SHUTDOWN)
        def shutdown(_params: None) -> None:
            self.is_stopping = True
            self._session.stop()

        _ = (initialize, initialized, did_change_configuration, did_open, did_change)
        _ = (did_save, did_close, shutdown)

    def _layer(self, number: int, value: object) -> None:
        try:
            self._layers[number] = checked(value, "<settings>")
        except SadError as error:
            self._tell(error.diagnostic)

    def _configure(self) -> None:
        """Put the settings together and analyse with them."""
        settings: dict[str, Any] = {}
        for layer in self._layers:
            settings.update(layer)
        try:
            self._session.options = options_of(settings, Path.cwd())
        except SadError as error:
            self._session.options = Options()
            self._tell(error.diagnostic)
        self._session.refresh()

    def _pull(self) -> None:
        """Ask the editor for its configuration, if it can be asked."""
        workspace = self.connection.client_capabilities.workspace
        if workspace is None or not workspace.configuration:
            return

        async def ask() -> None:
            items = [lsp.ConfigurationItem(section=SECTION)]
            found = await self.connection.workspace_configuration_async(
                lsp.ConfigurationParams(items)
            )
            if found and found[0]:
                self._layer(2, found[0])
                self._configure()

        self._start(ask())

    def _start(self, work: Any) -> None:
        """Run something beside; what the editor answers with an error is no error here."""

        async def quietly() -> None:
            with contextlib.suppress(Exception):
                await work

        task = asyncio.get_running_loop().create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _places(self, text: str) -> ProtocolPlaces:
        return ProtocolPlaces(text, self.connection.workspace.position_codec.client_num_units)

    # --- questions ---------------------------------------------------------------------------------

    def _register_questions(self) -> None:
        feature, command = self.connection.feature, self.connection.command

        @feature(lsp.TEXT_DOCUMENT_CODE_LENS)
        async def code_lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
            document = await self._session.settled(params.text_document.uri)
            return answers.code_lenses(document) if document is not None else []

        @feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
        async def inlay_hint(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
            document = await self._session.settled(params.text_document.uri)
            return answers.inlay_hints(document, params.range) if document is not None else []

        @feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
        async def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
            document = await self._session.settled(params.text_document.uri)
            return answers.code_actions(document, params.range) if document is not None else []

        @feature(lsp.TEXT_DOCUMENT_HOVER)
        async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
            document = await self._session.settled(params.text_document.uri)
            if document is None:
                return None
            word = document.places.word(params.position)
            text = await self._session.explain(document, params.position.line + 1, word)
            content = lsp.MarkupContent(lsp.MarkupKind.Markdown, f"```text\n{text}\n```")
            return lsp.Hover(content) if text else None

        @command(answers.SET)
        async def set_value(*arguments: Any) -> str | None:
            uri, name, value = (*arguments, None, None, None)[:3]
            document = await self._session.settled(str(uri))
            if document is None or name is None:
                return None
            given = None if value is None else str(value)
            wrong = await self._session.set_value(document, str(name), given)
            if wrong:
                self._show(lsp.MessageType.Error, f"sad: {wrong}")
            return wrong or None

        @command(answers.EXPLAIN)
        async def explain(*arguments: Any) -> str | None:
            uri, line = (*arguments, None, None)[:2]
            document = await self._session.settled(str(uri))
            if document is None or not isinstance(line, int):
                return None
            text = await self._session.explain(document, line, "")
            if text:
                self._show(lsp.MessageType.Info, text)
            return text or None

        _ = (code_lens, inlay_hint, code_action, hover, set_value, explain)

    # --- telling -------------------------------------------------------------------------------------

    def _publish(self, document: Document, changed_without_edit: bool) -> None:
        self.connection.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                document.uri, answers.diagnostics(document), document.version
            )
        )
        workspace = self.connection.client_capabilities.workspace
        if not changed_without_edit or workspace is None or self.is_stopping:
            return
        if workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self._start(self.connection.workspace_code_lens_refresh_async(None))
        if workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self._start(self.connection.workspace_inlay_hint_refresh_async(None))

    def _tell(self, item: Diagnostic) -> None:
        """Show a message that belongs to no open file, once."""
        place = "" if item.span.file.startswith("<") else f"{item.span}: "
        text = f"sad: {place}{item.message} [{item.code}]" + (
            f" ({item.hint})" if item.hint else ""
        )
        if text not in self._told:
            self._told.add(text)
            self._show(lsp.MessageType.Error, text)

    def _show(self, kind: lsp.MessageType, text: str) -> None:
        self.connection.window_show_message(lsp.ShowMessageParams(kind, text))


def serve(settings: Mapping[str, Any], means: Means) -> bool:
    """Talk over standard input and output until the editor leaves; return whether it said so before.

    Only the protocol gets these two: whatever else reads finds nothing, and writes to stderr. Raises
    SAD871 for what is no message of the protocol.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # errors are answers of the protocol
    server = Server(settings, means)
    stdin, stdout = _own(sys.stdin.buffer, "rb"), _own(sys.stdout.buffer, "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    server.connection.start_io(cast("BinaryIO", CheckedInput(stdin)), stdout)
    return server.is_stopping


def _own(stream: BinaryIO, mode: str) -> Any:
    """A stream of our own for the same file."""
    return os.fdopen(os.dup(stream.fileno()), mode)


# What an editor sends, checked before the protocol's library reads it.
#
# The library takes a header it does not know for one to skip, and any length for one to make room for:
# a wrong one would leave both sides waiting, or ask for more memory than there is.

MOST_BYTES = 256 * 1024 * 1024
"""The longest message that is read; source files are far smaller."""
_LONGEST_HEADER = 4096
_AT_ONCE = 1024 * 1024
_SHOWN = 60
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?\n", re.IGNORECASE)


class CheckedInput:
    """A stream of messages, each a header with the length of what follows, [bytes].

    Raises SAD871 for headers without a length that can be, and where the stream ends in a message.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._length: int | None = None

    def readline(self) -> bytes:
        """Return the next line of a header, lengths as the library expects them; empty at the end."""
        line = self._stream.readline(_LONGEST_HEADER)
        if not line:
            return line
        if not line.endswith(b"\n"):
            raise _error(f"the header {_shown(line)} is too long or not complete")
        if not line.strip():
            if self._length is None:
                raise _error("a message without Content-Length")
            return b"\r\n"
        if not line.lower().startswith(b"content-length"):
            return line
        match = _LENGTH.fullmatch(line)
        number = 0 if match is None else int(match[1])
        if not number:
            raise _error(f"the header {_shown(line)} is no length of a message")
        if number > MOST_BYTES:
            most = MOST_BYTES // (1024 * 1024)
            raise _error(f"the header {_shown(line)} asks for more than {most} MiB")
        self._length = number
        return b"Content-Length: %d\r\n" % number

    def read(self, size: int) -> bytes:
        """Return a message of ``size`` bytes, for which there is room only as they come."""
        self._length = None
        parts: list[bytes] = []
        left = size
        while left:
            part = self._stream.read(min(left, _AT_ONCE))
            if not part:
                raise _error(f"the input ends {left} bytes before the end of a message of {size}")
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


def _shown(line: bytes) -> str:
    text = line[:_SHOWN].decode("ascii", "backslashreplace").strip()
    return repr(text + ("..." if len(line) > _SHOWN else ""))


def _error(message: str) -> SadError:
    hint = "the editor does not speak the language server protocol, or something else writes to it"
    return input_error("SAD871", message, Span.at("<stdin>"), hint)
