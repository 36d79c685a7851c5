"""``sad params export``: what only a run can tell, as a file to fill in or for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    chosen_machine,
    finish,
    load_description,
    load_settings,
    write_result,
)
from sad.cli.means import add_means_arguments
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode
    from sad.profiles.params_header import Header
    from sad.report.export.params.build import Asked, Built

_DATA = ("yaml", "json", "csv")
_LISTS = ("gcov-lines", "tau", "scorep")
_SAMPLES = "extrap"
_NAME = "params.yaml"
"""What the document is taken to be called that goes to standard output."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_source_arguments(parser)
    add_means_arguments(parser)
    add_model_arguments(parser)
    parser.add_argument(
        "--format",
        choices=(*_DATA, *_LISTS, _SAMPLES),
        help="yaml, json or csv to fill in (default: by the suffix of FILE); gcov-lines, tau and "
        "scorep say other tools what to watch; extrap gives Extra-P what was measured, from --params",
    )
    parser.add_argument(
        "--sort",
        choices=("source", "governs"),
        default="source",
        help="order of the entries: as in the source, or what governs most of the total first",
    )
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the parameters; an existing parameter file is brought up to date.

    Raises ``SadError``: SAD726 (no measured values to give Extra-P), and what reading raises.
    """
    from sad.report.export.params.build import Asked, build_document  # noqa: PLC0415 - heavy
    from sad.report.export.params.data import existing_document  # noqa: PLC0415
    from sad.report.export.params.merge import report_vanished  # noqa: PLC0415

    form: str = args.format or form_of(args.output)
    if form == _SAMPLES and not args.params:
        hint = "add --params FILE, with what sad params import or sad profile measured"
        raise argument_error("SAD726", "--format extrap without --params", hint)
    machine = chosen_machine(args)
    old = existing_document(args.output, form)
    given = load_settings(args)
    loaded = load_description(args)
    asked = Asked(
        header_of(args),
        args.output or _NAME,
        given,
        machine,
        defaults=args.defaults is not None,
        by_governs=args.sort == "governs",
    )
    built = build_document(loaded.description, asked, old)
    report_vanished(built, loaded.diagnostics, with_lines=form == "yaml")
    is_measured = form == _SAMPLES
    text = _measured(built, args.params) if is_measured else _text(built, form, asked)
    write_result(text, args.output)
    return finish(loaded.diagnostics, strict=args.strict)


def header_of(args: argparse.Namespace) -> Header:
    """Return how a document made with these arguments says that the program was read."""
    from sad.profiles.params_header import Header, checksum  # noqa: PLC0415
    from sad.reading.saved import DESCRIPTION_SUFFIX  # noqa: PLC0415
    from sad.version import tool_version  # noqa: PLC0415

    saved = [path for path in args.sources if path.endswith(DESCRIPTION_SUFFIX)]
    return Header(
        tool=f"sad {tool_version()}",
        arguments=tuple(args.sources),
        sources={path: checksum(path) for path in saved},
        entry=args.entry or "",
        language=args.language if args.sources == ["-"] else "",
        include=tuple(args.include),
        define=tuple(args.define),
        cpp=args.cpp or "",
        compile_commands=args.compile_commands or "",
        stubs=tuple(args.stubs),
        inputs=tuple(args.inputs),
        assume=tuple(getattr(args, "assume", ())),
        machine=getattr(args, "machine", None) or "",
        toolchain=getattr(args, "toolchain", None) or "",
    )


def _text(built: Built, form: str, asked: Asked) -> str:
    from sad.report.export.params.data import params_csv, params_json  # noqa: PLC0415

    match form:
        case "yaml":
            return built.document.text()
        case "json":
            return params_json(built.document)
        case "csv":
            return params_csv(built.document)
        case _:
            return _instrument(built, form, asked)


def _measured(built: Built, params: str) -> str:
    from sad.profiles.fitting.extrap_json import extrap_json  # noqa: PLC0415
    from sad.profiles.params_document import ParamsDocument  # noqa: PLC0415
    from sad.report.export.params.measured import measured_samples  # noqa: PLC0415

    return extrap_json(measured_samples(ParamsDocument.read(params), built.model.names))


def _instrument(built: Built, form: str, asked: Asked) -> str:
    from sad.model.walks.lines_to_count import lines_to_count  # noqa: PLC0415
    from sad.profiles.params_document import PARAMETERS  # noqa: PLC0415
    from sad.profiles.params_header import relative  # noqa: PLC0415
    from sad.report.export import instrument as lists  # noqa: PLC0415

    model = built.model
    what = model.entry.entry if model.entry is not None else "all units"
    wanted = [row.name for row in built.rows if row.section == PARAMETERS]
    if form == "gcov-lines":
        folder = Path(asked.target).parent
        lines = lines_to_count(model.description, wanted)
        return lists.gcov_lines(lines, what, lambda path: relative(path, folder))
    routines = lists.routines_to_watch(model.description, wanted, model.expansion.activations)
    write = lists.tau_selection if form == "tau" else lists.scorep_filter
    return write(routines, what)


def form_of(output: str | None) -> str:
    """Return the form that the name of a file asks for: yaml, json or csv."""
    suffix = Path(output).suffix.lower() if output is not None else ""
    return {".json": "json", ".csv": "csv"}.get(suffix, "yaml")
