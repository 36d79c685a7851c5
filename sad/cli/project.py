"""What the commands about a project's costs share: its settings, with the flags that win over them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from sad.checks.settings import Project
    from sad.loading.options import Reading


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--config``."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="settings of the project (default: sad.toml, or pyproject.toml with [tool.sad], in this "
        "folder or one above)",
    )


def project_of(args: argparse.Namespace) -> Project:
    """Return the settings of the project, with what the arguments say instead.

    Values of ``--set``, folders, macros and stubs come on top of those in the file; sources, machines
    and a toolchain replace them. Raises as ``find_project`` and ``settings_from_arguments``.
    """
    from sad.checks.settings import find_project, read_project  # noqa: PLC0415
    from sad.profiles.settings import Settings, settings_from_arguments  # noqa: PLC0415

    project = read_project(Path(args.config)) if args.config else find_project()
    sizes = Settings(dict(project.sizes.items))
    for setting in settings_from_arguments(args.settings).items.values():
        sizes.add(setting)
    return replace(
        project,
        sources=tuple(args.sources) or project.sources or (".",),
        include=(*args.include, *project.include),
        define=(*project.define, *args.define),
        stubs=(*project.stubs, *args.stubs),
        machines=tuple(args.machines) or project.machines,
        toolchain=args.toolchain or project.toolchain,
        sizes=sizes,
    )


def project_folder(project: Project) -> Path:
    """Return the folder that paths are shown from: that of the settings, else the current one."""
    return Path(project.file).parent if project.file else Path()


def reading_of_project(args: argparse.Namespace, project: Project) -> Reading:
    """Return what to read and how; raises SAD108 for a macro that is none."""
    from sad.loading.options import Reading, macros  # noqa: PLC0415

    return Reading(
        project.sources,
        project.include,
        macros(project.define),
        args.cpp,
        args.compile_commands,
        args.language,
        project.stubs,
        tuple(args.inputs),
    )
