"""Show what the cache holds, or clear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import write_result
from sad.diagnostics import ExitCode

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from sad.incremental.folder import CachedVersion


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="where it is, how large, and what is in it")
    clear = actions.add_parser("clear", help="remove all of it, or what was not used for long")
    clear.add_argument(
        "--older-than",
        type=int,
        metavar="DAYS",
        help="only what was not used for more than DAYS days",
    )
    for action in (show, clear):
        action.add_argument(
            "--cache", metavar="DIR", help="its folder (default: as of other commands)"
        )
        action.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    from pathlib import Path  # noqa: PLC0415

    from sad.incremental import folder as cache  # noqa: PLC0415 - digests the tool
    from sad.incremental.folder import cleared_text, shown_json, shown_text  # noqa: PLC0415

    folder: Path = Path(args.cache) if args.cache else cache.cache_folder()
    if args.action == "clear":
        freed = cache.clear(folder, args.older_than)
        write_result(cleared_text(str(folder), freed, args.format), None)
        return ExitCode.SUCCESS
    parts: list[CachedVersion] = cache.parts(folder)
    shown = shown_json if args.format == "json" else shown_text
    write_result(shown(str(folder), cache.most_bytes(), parts, cache.recorder_bytes(folder)), None)
    return ExitCode.SUCCESS
