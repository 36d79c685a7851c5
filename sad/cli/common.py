"""What the subcommands share: source options, reading, models, writing results."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from sad.diagnostics import (
    Diagnostics,
    ExitCode,
    SadError,
    Severity,
    Span,
    argument_error,
    input_error,
)

if TYPE_CHECKING:
    import argparse

    from sad.analysis.unit import ProgramAnalysis
    from sad.description.tree import Description
    from sad.evaluation.model import Model
    from sad.evaluation.predict import Prediction
    from sad.ir.program import Program
    from sad.machine.schema import Machine, Toolchain
    from sad.profiles.settings import Settings

_MACRO_HINT = "for instance -D DEBUG or -D SIZE=100"
DESCRIPTION_SUFFIX = ".sad.json"


def add_source_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add SOURCE and the options that say how to read it."""
    parser.add_argument(
        "sources",
        nargs="+" if required else "*",
        metavar="SOURCE",
        help="source file, directory, - for standard input, or a saved description (*.sad.json)",
    )
    add_reading_arguments(parser)


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how to read sources."""
    parser.add_argument(
        "-I", dest="include", action="append", default=[], metavar="DIR", help="include folder"
    )
    parser.add_argument(
        "-D",
        dest="define",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="preprocessor macro; in C, one without a value stays a parameter of the model",
    )
    parser.add_argument(
        "--cpp",
        metavar="COMMAND",
        help="preprocess C with this command, such as cpp or 'gcc -E' (default: built in)",
    )
    parser.add_argument(
        "--compile-commands",
        metavar="FILE",
        help="compile_commands.json with the options each C file is compiled with",
    )
    parser.add_argument(
        "--language",
        choices=("fortran", "f77", "f90", "c"),
        default="fortran",
        help="language of standard input (default: fixed-form Fortran)",
    )
    parser.add_argument(
        "--stub",
        dest="stubs",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help="costs of procedures that are not in the source: blas, lapack, libc or a YAML file",
    )
    parser.add_argument(
        "--input",
        dest="inputs",
        action="append",
        default=[],
        metavar="FILE:LINE:NAME",
        help="take a scalar variable after the statement on a line as an input of its own name",
    )
    parser.add_argument(
        "--strict", action="store_true", help="treat warnings about the source as errors"
    )


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose an entry, a machine and values."""
    parser.add_argument("--machine", metavar="NAME|FILE", help="machine to predict for")
    parser.add_argument(
        "--toolchain", metavar="NAME", help="toolchain of the machine file (default: its first)"
    )
    parser.add_argument(
        "--model",
        dest="cost_model",
        choices=("additive", "throughput", "asm"),
        help="how times of operations become the time of a block (default: as the machine file says; "
        "docs/cost-models.md)",
    )
    add_entry_argument(parser)
    add_set_argument(parser, "give a parameter a value, for instance n=1000 or m=2*n")
    parser.add_argument("--params", metavar="FILE", help="YAML file with values for parameters")
    parser.add_argument(
        "--assume",
        action="append",
        default=[],
        choices=("no-error-exits", "no-zeros"),
        help="no-error-exits: branches that only guard an error are not taken; no-zeros: no real "
        "number that is tested for zero is zero; the report lists what this decides",
    )
    parser.add_argument(
        "--defaults",
        choices=("heuristics",),
        help="give what is left a value from published heuristics for branches and loops; the report "
        "lists each (docs/heuristics.md)",
    )


def add_entry_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--entry``."""
    parser.add_argument("--entry", metavar="UNIT", help="unit to start from (default: the program)")


def add_set_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--set``; ``what`` is its help."""
    parser.add_argument(
        "--set", dest="settings", action="append", default=[], metavar="NAME=EXPR", help=what
    )


def add_measured_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is done with a parameter file that gets measured values: ``--fresh`` and ``-o``."""
    parser.add_argument("--fresh", action="store_true", help="leave out what was measured before")
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        required=True,
        help="parameter file to write; one that is there is brought up to date",
    )


def add_output_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``-o``."""
    parser.add_argument("-o", dest="output", metavar="FILE", help="write to FILE, not to stdout")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A description and what was said while it was made; ``analysis`` is None of a saved one."""

    description: Description
    diagnostics: Diagnostics
    analysis: ProgramAnalysis | None = None


def read_sources(args: argparse.Namespace, diagnostics: Diagnostics) -> Program:
    """Read the SOURCE arguments to IR; raise if nothing at all could be read."""
    from frontends.c.reading.flags import check_options  # noqa: PLC0415
    from frontends.registry import (  # noqa: PLC0415 - heavy
        SourceOptions,
        read_program,
        read_standard_input,
    )

    defines: dict[str, str | None] = {}
    for item in args.define:
        name, equals, value = item.partition("=")
        if not name.isidentifier():
            raise argument_error("SAD108", f"-D {item!r}: NAME or NAME=VALUE expected", _MACRO_HINT)
        defines[name] = value if equals else None
    options = SourceOptions(tuple(args.include), defines, args.cpp, args.compile_commands)
    check_options(options)
    if args.sources == ["-"]:
        text = sys.stdin.read()
        return read_standard_input(text, args.language, options, diagnostics)
    program = read_program(args.sources, options, diagnostics)
    if not program.files:
        _raise_last(diagnostics)
    return program


def load_description(args: argparse.Namespace, *, with_work: bool = False) -> Loaded:
    """Return the description of the SOURCE arguments; ``with_work`` adds what compiled code does."""
    diagnostics = Diagnostics()
    if len(args.sources) == 1 and args.sources[0].endswith(DESCRIPTION_SUFFIX):
        if args.stubs:
            hint = "give it where the description is made: sad dump --description --stub ..."
            raise argument_error("SAD601", "--stub does not change a saved description", hint)
        if args.inputs:
            hint = "give it where the description is made: sad dump --description --input ..."
            raise argument_error("SAD509", "--input does not change a saved description", hint)
        return Loaded(_saved(args.sources[0]), diagnostics)
    from sad.analysis.declared import declared_inputs  # noqa: PLC0415
    from sad.analysis.unit import analyse  # noqa: PLC0415 - heavy
    from sad.description.build import describe  # noqa: PLC0415 - heavy
    from sad.stubs.library import collect_stubs  # noqa: PLC0415
    from sad.stubs.link import with_stubs  # noqa: PLC0415

    stubs = collect_stubs(args.stubs)
    linked = with_stubs(read_sources(args, diagnostics), stubs, diagnostics)
    analysis = analyse(linked.program, declared_inputs(linked.program, args.inputs))
    for entry in analysis.entries:
        for region in entry.structured.irreducible:
            block = entry.cfg.blocks[region.header]
            span = block.actions[0].span if block.actions else entry.unit.span
            diagnostics.note(
                "SAD301",
                f"{entry.name}: a loop with several entries; its parts have named counts",
                span,
                "set them, or look at the source: can the jumps become loops?",
            )
    description = describe(analysis, linked.outside, with_work=with_work)
    return Loaded(description, diagnostics, analysis)


def _saved(path: str) -> Description:
    import json  # noqa: PLC0415

    from sad.description.serialize import from_json  # noqa: PLC0415 - heavy

    try:
        value = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        hint = "write one with: sad dump --description SOURCE -o FILE"
        raise input_error("SAD101", "no such file", Span.at(path), hint) from None
    except OSError as error:
        reason = error.strerror or "read error"
        hint = "check the permissions"
        raise input_error("SAD106", f"cannot be read: {reason}", Span.at(path), hint) from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        hint = "write it again with: sad dump --description"
        raise input_error("SAD110", f"no valid JSON: {error}", Span.at(path, line), hint) from None
    return from_json(value, path)


def _raise_last(diagnostics: Diagnostics) -> NoReturn:
    """Nothing could be read: print all but the last problem, raise that."""
    for item in diagnostics.items[:-1]:
        sys.stderr.write(f"{item}\n")
    raise SadError(diagnostics.items[-1])


def load_settings(args: argparse.Namespace) -> Settings:
    """Return the values of ``--params`` and ``--set``; the latter win."""
    from sad.profiles.params_file import load_params  # noqa: PLC0415
    from sad.profiles.settings import Settings, settings_from_arguments  # noqa: PLC0415

    settings = load_params(args.params) if args.params else Settings()
    for setting in settings_from_arguments(args.settings).items.values():
        settings.add(setting)
    return settings


def load_prediction(args: argparse.Namespace) -> tuple[Prediction, Diagnostics]:
    """Read, describe, bind and evaluate, as the arguments say."""
    from sad.evaluation.model import build_model  # noqa: PLC0415 - heavy
    from sad.evaluation.predict import predict  # noqa: PLC0415 - heavy

    machine = chosen_machine(args)
    settings = load_settings(args)
    loaded = load_description(args, with_work=_needs_work(machine, args.cost_model))
    if args.params:
        from sad.profiles.params_header import warn_of_changes  # noqa: PLC0415

        warn_of_changes(args.params, loaded.diagnostics)
    if args.defaults is not None:
        from sad.evaluation.defaults.fill import fill, withheld_notice  # noqa: PLC0415

        filled = fill(loaded.description, settings, args.entry, args.assume)
        withheld_notice(filled, loaded.diagnostics)
        model: Model = filled.model
    else:
        model = build_model(loaded.description, args.entry, settings, args.assume)
    bound = None
    if machine is not None:
        from sad.evaluation.onto import bind_model  # noqa: PLC0415
        from sad.objectcode.compiling import CompileOptions  # noqa: PLC0415

        found, toolchain = machine
        if args.toolchain is None:
            toolchain = found.toolchain_for(_languages(model))
        _warn_of_other_machine(found, toolchain, loaded.diagnostics)
        options = CompileOptions(
            tuple(word for name in args.include for word in ("-I", name))
            + tuple(word for name in args.define for word in ("-D", name))
        )
        bound = bind_model(model, found, toolchain, args.cost_model, options, loaded.diagnostics)
    return predict(model, bound), loaded.diagnostics


def _needs_work(machine: tuple[Machine, Toolchain] | None, asked: str | None) -> bool:
    return machine is not None and (asked or machine[1].model) != "additive"


def _languages(model: Model) -> frozenset[str]:
    """The language of the entry, or those of all units."""
    units = model.description.units if model.entry is None else (model.entry,)
    return frozenset(unit.language for unit in units)


def _warn_of_other_machine(
    machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> None:
    """Numbers measured on another architecture are no numbers of this computer."""
    from sad.machine.architecture import is_foreign, this_architecture  # noqa: PLC0415

    if toolchain.calibration is not None and is_foreign(machine):
        message = f"{machine.name} was calibrated on {machine.architecture}"
        hint = f"this computer is {this_architecture()}: times are those of the other one"
        diagnostics.warning("SAD417", message, Span.at(machine.file), hint)


def chosen_machine(args: argparse.Namespace) -> tuple[Machine, Toolchain] | None:
    """Return the machine and toolchain of the arguments; None if none is asked for."""
    if not args.machine:
        if args.toolchain is not None:
            raise argument_error("SAD401", "--toolchain without --machine", "add --machine NAME")
        return None
    from sad.machine.database import get_machine  # noqa: PLC0415

    machine = get_machine(args.machine)
    if args.toolchain is None:
        return machine, machine.default_toolchain
    toolchain = machine.toolchains.get(args.toolchain)
    if toolchain is None:
        names = ", ".join(machine.toolchains)
        raise argument_error("SAD401", f"no toolchain {args.toolchain!r}", f"there are: {names}")
    return machine, toolchain


def write_result(text: str, output: str | None) -> None:
    """Write a result to stdout, or to a file that appears whole or not at all."""
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    target = Path(output).resolve()
    aside = target.parent / f".{target.name}.{os.getpid()}"
    try:
        if target.exists() and not target.is_file():  # a device or a pipe stays what it is
            target.write_text(text, encoding="utf-8")
            return
        try:
            aside.write_text(text, encoding="utf-8")
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or "write error"
        place = Span.at(output or "<arguments>")
        hint = "name a file in a folder that exists and that you may write to"
        raise input_error("SAD111", f"cannot be written: {reason}", place, hint) from None


def finish(diagnostics: Diagnostics, *, strict: bool) -> ExitCode:
    """Print diagnostics to stderr and return the exit code they mean."""
    bad = False
    for item in diagnostics.items:
        shown = item
        if strict and item.severity is Severity.WARNING:
            shown = replace(item, severity=Severity.ERROR)
        bad = bad or shown.severity is Severity.ERROR
        sys.stderr.write(f"{shown}\n")
    return ExitCode.BAD_INPUT if bad else ExitCode.SUCCESS
