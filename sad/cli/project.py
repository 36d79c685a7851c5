"""What commands about the costs of a project share: its settings, and the flags that win over them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_assume_argument, add_reading_arguments, add_set_argument
from sad.cli.project_values import Use, project_for
from sad.records import replace

if TYPE_CHECKING:
    import argparse

    from sad.checks.costs.timing import Timing
    from sad.checks.settings.project import Project
    from sad.reading.options import Reading


def add_project_arguments(parser: argparse.ArgumentParser) -> None:
    """Add SOURCE, how to read it, what to predict times for, and ``--config``."""
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="source file, directory or saved description (default: as sad.toml says, else here)",
    )
    add_reading_arguments(parser)
    add_timing_arguments(parser)
    parser.set_defaults(project_use=Use.WHOLE)


def add_timing_arguments(parser: argparse.ArgumentParser) -> None:
    """Add machines and sizes to predict times for, and assumptions."""
    parser.add_argument(
        "--machine",
        dest="machines",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help="machine to predict times for; may be given several times",
    )
    parser.add_argument(
        "--toolchain", metavar="NAME", help="toolchain of the machine files (default: by language)"
    )
    add_set_argument(parser, "a size at which costs and times are given, for instance n=1000")
    add_assume_argument(parser)


def project_of(args: argparse.Namespace) -> Project:
    """Return the settings of the project, with what the arguments say instead.

    Values of ``--set``, folders, macros and stubs come on top of those in the file; sources, machines
    and assumptions replace them. Raises as ``project_for`` and ``settings_from_arguments``.
    """
    from sad.checks.settings.project import Project  # noqa: PLC0415
    from sad.profiles.settings import Settings, settings_from_arguments  # noqa: PLC0415

    project = project_for(args, args.sources) or Project()
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
        toolchain=args.toolchain or (None if args.machines else project.toolchain),
        sizes=sizes,
        assume=tuple(args.assume) or project.assume,
        is_whole=not args.sources,
        places={
            key: place
            for key, place in project.places.items()
            if not (args.machines if key == "machines" else args.toolchain)
        },
    )


def project_folder(project: Project) -> Path:
    """Return the folder that paths are shown from: that of the settings, else the current one."""
    return Path(project.file).parent if project.file else Path()


def timing_of_project(project: Project) -> Timing:
    """Return the machines and sizes to predict for; raises as ``timing_of``.

    An error about a machine or a toolchain of the settings is placed there.
    """
    from sad.checks.costs.timing import timing_of  # noqa: PLC0415
    from sad.checks.settings.project import said_at  # noqa: PLC0415

    if not project.machines:
        return timing_of((), None, project.sizes, is_whole=project.is_whole)
    from sad.machine.database import find_file  # noqa: PLC0415

    are_there = all(find_file(name) for name in project.machines)
    with said_at(project.places.get("toolchain" if are_there else "machines")):
        return timing_of(
            project.machines, project.toolchain, project.sizes, is_whole=project.is_whole
        )


def reading_of_project(args: argparse.Namespace, project: Project) -> Reading:
    """Return what to read and how; raises SAD108 for a macro that is none."""
    from sad.reading.options import Reading, macros  # noqa: PLC0415

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
