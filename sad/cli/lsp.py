"""A language server: counts, times and what is unresolved, in an editor, over stdin and stdout."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from sad.cli.means import add_cache_arguments, means_of
from sad.diagnostics import ExitCode
from sad.extras import need

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument(
        "--settings",
        metavar="FILE",
        help="JSON file with the settings an editor can send as initializationOptions",
    )
    add_cache_arguments(parser)
    parser.set_defaults(deep=False)  # each analysis gets its own large stack


def run(args: argparse.Namespace) -> ExitCode:
    """Serve until the editor leaves; raise SAD870, SAD871 for what is sent, SAD854 without pygls."""
    from sad.editor.options import read_settings  # noqa: PLC0415 - heavy

    settings = read_settings(args.settings) if args.settings is not None else {}
    for module in ("lsprotocol.types", "pygls.lsp.server"):
        need(module, "the language server", "lsp")
    from sad.editor.server import serve  # noqa: PLC0415 - heavy

    gc.enable()  # a server lives long; it is off only while something is analysed
    return ExitCode.SUCCESS if serve(settings, means_of(args)) else ExitCode.CHECK_FAILED
