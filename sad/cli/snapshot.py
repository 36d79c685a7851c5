"""Costs of all units as a text file to keep beside the source, so that changes show in reviews."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import finish, write_result
from sad.cli.means import add_cache_arguments, cache_of
from sad.cli.project import (
    add_project_arguments,
    project_folder,
    project_of,
    reading_of_project,
    timing_of_project,
)
from sad.diagnostics import Diagnostics, ExitCode, Span

if TYPE_CHECKING:
    import argparse

    from sad.checks.settings.project import Project
    from sad.reading.options import Reading

_MOST_NAMES = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_project_arguments(parser)
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="file to write; - for stdout (default: as sad.toml says, else sad.snapshot)",
    )
    add_cache_arguments(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the snapshot; none is written where a source could not be read."""
    from sad.checks.cached_state import cached_snapshot  # noqa: PLC0415
    from sad.checks.snapshot.blocks import names_in  # noqa: PLC0415

    project = project_of(args)
    reading, diagnostics, text = reading_of_project(args, project), Diagnostics(), None
    cache = cache_of(args)
    if cache is not None:
        text = cached_snapshot(reading, project, project_folder(project), cache, diagnostics)
    if text is None:
        text = _as_a_whole(reading, project, diagnostics, cache)
    names = names_in(text)
    if args.sources and not args.output:
        _warn_of_others(project.snapshot, names, diagnostics)
    code = finish(diagnostics, strict=args.strict)
    if code is ExitCode.SUCCESS:
        from sad.checks.snapshot.format import exact_path, packed  # noqa: PLC0415
        from sad.checks.snapshot.people import people_text  # noqa: PLC0415

        output = args.output or project.snapshot
        if _has_exact_part(output):
            from sad.loading.writing import write_whole  # noqa: PLC0415

            write_whole(packed(text), exact_path(output))
        write_result(people_text(text, project.has_loop), output)
        if output != "-":
            count = f"{len(names)} unit{'' if len(names) == 1 else 's'}"
            sys.stderr.write(f"wrote {output}: {count}\n")
    return code


def _has_exact_part(output: str) -> bool:
    """Whether there is a file for the exact part beside the output: not beside a stream."""
    from sad.loading.writing import is_stream  # noqa: PLC0415

    return (
        output != "-"
        and not is_stream(output)
        and (not Path(output).exists() or Path(output).is_file())
    )


def _warn_of_others(path: str, names: list[str], diagnostics: Diagnostics) -> None:
    """Warn (SAD844) of units in the project's snapshot that the sources named do not have."""
    from sad.checks.snapshot.blocks import names_in  # noqa: PLC0415

    try:
        before = names_in(Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return  # there is none yet; another problem shows when it is written
    others = [name for name in before if name not in names]
    if others:
        more = f" and {len(others) - _MOST_NAMES} more" if len(others) > _MOST_NAMES else ""
        shown = ", ".join(others[:_MOST_NAMES]) + more
        message = f"no longer in it, as the sources named do not have them: {shown}"
        hint = "all of the project: sad snapshot; another file: -o FILE"
        diagnostics.warning("SAD844", message, Span.at(path), hint)


def _as_a_whole(
    reading: Reading, project: Project, diagnostics: Diagnostics, cache: Path | None
) -> str:
    from sad.checks.costs.states import load_state  # noqa: PLC0415
    from sad.checks.settings.patterns import warn_of_patterns  # noqa: PLC0415
    from sad.checks.snapshot.write import snapshot_text  # noqa: PLC0415

    timing = timing_of_project(project)
    label, folder = ", ".join(project.sources), project_folder(project)
    state, loaded = load_state(reading, label, folder, timing, project.assume, cache)
    diagnostics.items.extend(loaded.diagnostics.items)
    warn_of_patterns(project, state, diagnostics)
    return snapshot_text(state.only(project.has_unit))
