"""A real editor's side: pygls's client, with ``sad lsp`` as its server in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine
    from pathlib import Path

WHOLE = lsp.Range(lsp.Position(0, 0), lsp.Position(9999, 0))
PATIENCE = 90
"""Seconds that nothing may take, on however busy a computer."""


@dataclass
class Editor:
    """An editor with files open, and what the server has told it."""

    root: Path
    client: LanguageClient = field(default_factory=lambda: LanguageClient("test", "1"))
    published: asyncio.Queue[lsp.PublishDiagnosticsParams] = field(default_factory=asyncio.Queue)
    shown: list[str] = field(default_factory=list)
    refreshed: list[str] = field(default_factory=list)
    configuration: Any = None
    encoding: str = ""

    def open(self, name: str, text: str, language: str) -> str:
        """Open a file with a text that is on no disk; return its URI."""
        uri = (self.root / name).as_uri()
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, version: int, text: str) -> None:
        which = lsp.VersionedTextDocumentIdentifier(version, uri)
        changes = [lsp.TextDocumentContentChangeWholeDocument(text)]
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(which, changes))

    async def lenses(self, uri: str) -> dict[int, str]:
        """Return the lenses by line, from 1."""
        found = await self.client.text_document_code_lens_async(lsp.CodeLensParams(_which(uri)))
        return {item.range.start.line + 1: item.command.title for item in found or ()}

    async def hints(self, uri: str, wanted: lsp.Range = WHOLE) -> dict[int, str]:
        """Return the inlay hints by line, from 1."""
        found = await self.client.text_document_inlay_hint_async(
            lsp.InlayHintParams(_which(uri), wanted)
        )
        return {item.position.line + 1: str(item.label) for item in found or ()}

    async def hover(self, uri: str, line: int, character: int) -> str:
        where = lsp.Position(line - 1, character)
        found = await self.client.text_document_hover_async(lsp.HoverParams(_which(uri), where))
        return "" if found is None else found.contents.value

    async def actions(self, uri: str, line: int) -> dict[str, lsp.Command]:
        where = lsp.Range(lsp.Position(line - 1, 0), lsp.Position(line - 1, 0))
        found = await self.client.text_document_code_action_async(
            lsp.CodeActionParams(_which(uri), where, lsp.CodeActionContext([]))
        )
        return {item.title: item.command for item in found or ()}

    async def run(self, command: str, *arguments: Any) -> Any:
        return await self.client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command, list(arguments))
        )

    async def diagnostics(self, uri: str, version: int) -> list[lsp.Diagnostic]:
        """Return the next diagnostics of one version of a file; others are passed over."""
        while True:
            item = await asyncio.wait_for(self.published.get(), PATIENCE)
            if (item.uri, item.version) == (uri, version):
                return list(item.diagnostics)


def _action(value: Any, _: Any) -> lsp.CodeAction:
    """An action as the server sends it: lsprotocol takes each that has a command for one."""
    command = lsp.Command(**value["command"])
    return lsp.CodeAction(value["title"], command=command)


def _which(uri: str) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)


CAN_REFRESH = lsp.ClientCapabilities(
    workspace=lsp.WorkspaceClientCapabilities(
        code_lens=lsp.CodeLensWorkspaceClientCapabilities(refresh_support=True),
        inlay_hint=lsp.InlayHintWorkspaceClientCapabilities(refresh_support=True),
        configuration=True,
    )
)


@contextlib.asynccontextmanager
async def editing(
    root: Path,
    options: Any = None,
    capabilities: lsp.ClientCapabilities | None = None,
    *,
    arguments: tuple[str, ...] = (),
    configuration: Any = None,
) -> AsyncGenerator[Editor]:
    """Start the server, and end it as the protocol says: exit code 0, and nothing on stderr."""
    editor = Editor(root, configuration=configuration)
    client = editor.client
    converter = client.protocol._converter
    converter.register_structure_hook(Union[lsp.Command, lsp.CodeAction], _action)  # noqa: UP007 - as it is called there

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params: lsp.PublishDiagnosticsParams) -> None:
        editor.published.put_nowait(params)

    @client.feature(lsp.WINDOW_SHOW_MESSAGE)
    def shown(params: lsp.ShowMessageParams) -> None:
        editor.shown.append(params.message)

    @client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
    def lenses(params: None) -> None:
        editor.refreshed.append("lenses")

    @client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)
    def hints(params: None) -> None:
        editor.refreshed.append("hints")

    @client.feature(lsp.WORKSPACE_CONFIGURATION)
    def configured(params: lsp.ConfigurationParams) -> list[Any]:
        return [editor.configuration for _ in params.items]

    await client.start_io(sys.executable, "-m", "sad", "lsp", *arguments, cwd=root)
    server = client._server
    found = await client.initialize_async(
        lsp.InitializeParams(
            capabilities or lsp.ClientCapabilities(),
            root_uri=root.as_uri(),
            initialization_options=options,
        )
    )
    editor.encoding = found.capabilities.position_encoding
    client.initialized(lsp.InitializedParams())
    try:
        yield editor
        started = time.perf_counter()
        await client.shutdown_async(None)
        assert time.perf_counter() - started < 10  # whatever is still analysed
        client.exit(None)
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 0
        assert await server.stderr.read() == b""
    finally:
        if server.returncode is None:
            server.kill()
        await client.stop()


def session(work: Coroutine[Any, Any, None]) -> None:
    """Run a session to its end."""
    asyncio.run(asyncio.wait_for(work, PATIENCE))
