"""``sad params import``: counts of runs in, values of parameters out."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_entry_argument,
    add_measured_arguments,
    add_reading_arguments,
    add_set_argument,
    finish,
    load_description,
    write_result,
)
from sad.cli.outputs import PARAMS, named_after
from sad.cli.project_values import Use, fill_from_project, project_params
from sad.cli.width import terminal_width
from sad.diagnostics import ExitCode, Severity, Span, argument_error, input_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from sad.evaluation.measuring.measured import Measurer
    from sad.profiles.counts import Measured, Profile
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.params_header import Header
    from sad.profiles.settings import Settings
    from sad.reading.loaded import Loaded

_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_VALUES = re.compile(r"(?P<path>.+)@(?P<values>[\w.$/() ]+=[^=@]+(?:,[\w.$/() ]+=[^=@]+)*)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "profiles",
        nargs="+",
        metavar="PROFILE[@NAME=VALUE,...]",
        help="counts of a run, and the sizes it had: gcov's JSON, .gcda files or a folder of them, "
        "llvm-cov's JSON export, the text of either, lcov's .info, what sad profile --save wrote, CSV, "
        "or Extra-P's models",
    )
    add_reading_arguments(parser)
    parser.add_argument(
        "--source",
        dest="sources",
        action="append",
        default=[],
        metavar="SOURCE",
        help="source file or directory (default: what the parameter file says it was made from)",
    )
    add_entry_argument(parser)
    add_set_argument(parser, "a value that all runs had, for instance NVAC=0 or NPART=4*n**3")
    parser.add_argument(
        "--gcov", metavar="PROGRAM", help="the compiler's gcov (default: $GCOV, else gcov)"
    )
    add_measured_arguments(parser)
    parser.set_defaults(project_use=Use.LATER)


def run(args: argparse.Namespace) -> ExitCode:
    """Read the profiles and write the values that follow; raises SAD714 without a file to write."""
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.profiles.fitting.extrap_read import is_extrap, read_extrap  # noqa: PLC0415
    from sad.profiles.readers.detect import read_profiles  # noqa: PLC0415 - heavy
    from sad.profiles.readers.gcov_data import Tools  # noqa: PLC0415
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415

    if args.output is None:
        fill_from_project(args)
        args.output = project_params(args)
    if args.output is None and not args.sources:
        hint = "for instance -o solve.params.yaml, or --source solve.f"
        raise argument_error("SAD714", "no parameter file to write: -o is missing", hint)
    args.output = args.output or named_after(args.sources, PARAMS)
    common = {
        item.name: item.text for item in settings_from_arguments(args.settings).items.values()
    }
    diagnostics = Diagnostics()
    found: list[Profile | Measured] = []
    models: dict[str, tuple[str, str]] = {}
    given: list[Mapping[str, str]] = []
    tools = Tools(args.gcov) if args.gcov else Tools()
    for argument in args.profiles:
        path, own = _path_and_values(argument)
        given.append({**common, **own})
        if is_extrap(path):
            brought = read_extrap(path)
            found += brought.measured(path)
            models.update((name, (text, path)) for name, text in brought.models.items())
        else:
            found += read_profiles(path, given[-1], tools, diagnostics)
    code = write_measured(args, found, fresh=args.fresh, models=models, given=given)
    printed = finish(diagnostics, strict=args.strict)
    return max(code, printed)


def _path_and_values(argument: str) -> tuple[str, dict[str, str]]:
    """Take ``counts.json@n=500,m=3`` apart."""
    match = _VALUES.fullmatch(argument)
    if match is None:
        return argument, {}
    pairs = [item.partition("=") for item in match["values"].split(",")]
    return match["path"], {name.strip(): value.strip() for name, _, value in pairs}


def write_measured(
    args: argparse.Namespace,
    profiles: Sequence[Profile | Measured],
    *,
    fresh: bool = False,
    models: Mapping[str, tuple[str, str]] | None = None,
    given: Sequence[Mapping[str, str]] = (),
) -> ExitCode:
    """Map profiles to the parameters of the program in ``args``, and write ``args.output``.

    ``models`` are expressions for parameters with the files they are from, by name; they win over what
    profiles say. ``given`` are the sizes that a user gave each run, to look for misspelt ones. Nothing
    is written if any profile has an error. A summary goes to standard output.
    """
    from sad.cli.params_export import form_of, header_of  # noqa: PLC0415
    from sad.evaluation.measuring.loop_sizes import check_given  # noqa: PLC0415 - heavy
    from sad.profiles.params_header import read_header  # noqa: PLC0415
    from sad.profiles.settings import Settings  # noqa: PLC0415
    from sad.report.export.params.build import (  # noqa: PLC0415 - heavy
        Asked,
        build_document,
        renew_governs,
    )
    from sad.report.export.params.data import existing_document, params_json  # noqa: PLC0415
    from sad.report.export.params.measured import (  # noqa: PLC0415
        put_counts,
        put_in,
        put_models,
    )
    from sad.report.export.params.merge import report_vanished  # noqa: PLC0415

    form = form_of(args.output)
    if form == "csv":
        hint = "name a .yaml or .json file; sad params export writes CSV from it"
        raise input_error("SAD720", "values are not kept in CSV", Span.at(args.output), hint)
    old = existing_document(args.output, form)
    before = read_header(old.header if old is not None else {}, args.output)
    _read_as_before(args, before)
    loaded = load_description(args)
    measurer = measured(loaded, args.entry, profiles)
    check_given(given, measurer.names, _names_in(old))
    for item in measurer.result.diagnostics:
        loaded.diagnostics.items.append(item)
    if any(item.severity is Severity.ERROR for item in measurer.result.diagnostics):
        finish(loaded.diagnostics, strict=args.strict)
        return ExitCode.BAD_INPUT
    changed = before.changed_sources()
    built = build_document(
        loaded.description, Asked(header_of(args), args.output, Settings(), None), old
    )
    report_vanished(built, loaded.diagnostics, with_lines=True)
    found = put_in(built.document, measurer, fresh=fresh)
    put_counts(built.document, measurer, found.errors, fresh=fresh)
    if found.joined and changed:
        loaded.diagnostics.warning(
            "SAD725",
            f"{', '.join(changed)} changed since earlier runs were imported, which stay",
            Span.at(args.output),
            "--fresh leaves earlier runs out",
        )
    missed = _put_misses(built.document, measurer, fresh=fresh)
    modelled = put_models(built.document, measurer.names, models or {}, loaded.diagnostics)
    sizes = _sizes(before.at, measurer, profiles)
    renew_governs(built.document, loaded.description, args.entry, sizes)
    text = params_json(built.document) if form == "json" else built.document.text()
    write_result(text, args.output)
    from sad.report.params_table import measured_report  # noqa: PLC0415

    written = [*found.written, *modelled]
    sys.stdout.write(measured_report(measurer, written, found.kept, args.output, terminal_width()))
    if missed:
        sys.stdout.write(f"rates of mispredictions: {missed} branches and loops\n")
    return finish(loaded.diagnostics, strict=args.strict)


def _names_in(document: ParamsDocument | None) -> set[str]:
    """The names in a parameter file: of its entries, and in their values."""
    from sad.profiles.params_document import PARAMETERS, SIZES  # noqa: PLC0415

    found: set[str] = set()
    if document is not None:
        for section in (SIZES, PARAMETERS):
            for name in document.names(section):
                words = _WORD.findall(str(document.entry(name).get("value") or ""))
                found |= {name, *words}
    return found


def _put_misses(document: ParamsDocument, measurer: Measurer, *, fresh: bool) -> int:
    from sad.files import source_lines  # noqa: PLC0415
    from sad.profiles.params_header import relative  # noqa: PLC0415
    from sad.report.export.params.measured import put_misses  # noqa: PLC0415 - heavy

    lines: dict[str, list[str]] = {}

    def line_of(file: str, line: int) -> str:
        if file not in lines:
            lines[file] = source_lines(file)
        known = lines[file]
        return " ".join(known[line - 1].split()) if 0 < line <= len(known) else ""

    folder = Path(document.file).parent
    return put_misses(
        document, measurer.result, lambda file: relative(file, folder), line_of, fresh=fresh
    )


def measured(loaded: Loaded, entry: str | None, profiles: Sequence[Profile | Measured]) -> Measurer:
    """Return what profiles say of the parameters of a program."""
    from sad.evaluation.measuring.block_totals import BlockTotals  # noqa: PLC0415 - heavy
    from sad.evaluation.measuring.measured import Measurer  # noqa: PLC0415 - heavy
    from sad.profiles.counts import Profile  # noqa: PLC0415
    from sad.profiles.estimation.estimate import Estimator  # noqa: PLC0415 - heavy

    if loaded.analysis is None:
        hint = "give the source files: counts are of their lines"
        raise argument_error("SAD714", "profiles are not mapped to a saved description", hint)
    totals = BlockTotals(loaded.description, loaded.analysis, loaded.origins)
    measurer = Measurer(loaded.description, entry, Estimator(loaded.analysis), totals)
    sizes = measurer.sizes_of([item.at for item in profiles if isinstance(item, Profile)])
    for profile in profiles:
        if isinstance(profile, Profile):
            measurer.add(profile, sizes)
        else:
            measurer.add_values(profile)
    return measurer


def _sizes(
    before: Mapping[str, str], measurer: Measurer, profiles: Sequence[Profile | Measured]
) -> Settings:
    """Sizes to say what governs at: those the file was made for, or else those of the last run."""
    from sad.model.parameters import Kind  # noqa: PLC0415 - heavy
    from sad.profiles.counts import Profile  # noqa: PLC0415
    from sad.profiles.settings import Origin, Setting, Settings  # noqa: PLC0415

    runs = [profile.at for profile in profiles if isinstance(profile, Profile)]
    found = Settings()
    for name, text in (before or (runs[-1] if runs else {})).items():
        parameter = measurer.parameters.get(measurer.names.find(name) or "")
        if parameter is not None and parameter.kind is Kind.SIZE:
            found.add(Setting(name, text, Origin.USER, Span.at("<arguments>")))
    return found


def _read_as_before(args: argparse.Namespace, before: Header) -> None:
    """Without --source the program is read as ``sad.toml`` says, else as the parameter file does."""
    fill_from_project(args)
    if args.sources:
        return
    if not before.arguments:
        hint = "add --source FILE, or write the parameter file with sad params export first"
        raise argument_error("SAD714", "no source to map the counts to", hint)
    args.sources = list(before.arguments)
    args.include = args.include or list(before.include)
    args.define = args.define or list(before.define)
    args.cpp = args.cpp or before.cpp or None
    args.compile_commands = args.compile_commands or before.compile_commands or None
    args.stubs = args.stubs or list(before.stubs)
    args.inputs = args.inputs or list(before.inputs)
    args.entry = args.entry or before.entry or None
