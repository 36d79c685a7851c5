"""What the subcommands share: source options, reading, models, writing results."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sad.cli.evaluating import environment_of, files_of, input_of, steps_of, words_of
from sad.cli.means import Once, means_of
from sad.cli.project_values import add_config_arguments, gave, is_part, project_sizes
from sad.cli.width import add_width_argument, is_on_terminal, width_of
from sad.diagnostics import Diagnostics, ExitCode, Severity, Span, input_error
from sad.mapping.bind import COST_MODELS
from sad.records import replace

if TYPE_CHECKING:
    from sad.machine.schema import Machine, Toolchain
    from sad.profiles.settings import Settings
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading
    from sad.report.layout import Layout


def add_source_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add SOURCE and the options that say how to read it.

    ``required`` sources may come from the settings of the project as well; ``main`` sees to it.
    """
    parser.add_argument(
        "sources",
        nargs="*",
        default=[],  # else argparse asks for one where another argument is missing
        metavar="SOURCE",
        help="source file, directory, - for standard input, saved description (*.sad.json), stub file, "
        "PAMELA file (*.pam); default: as sad.toml says",
    )
    add_reading_arguments(parser)
    parser.set_defaults(needs_sources=required)


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
        help="costs of procedures that are not in the source: blas, lapack or a YAML file",
    )
    parser.add_argument(
        "--no-default-stubs",
        dest="stubs",
        action="append_const",
        const="none",
        help="take the procedures of the languages' libraries for unknown ones (as --stub none)",
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
    add_config_arguments(parser)


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose an entry, a machine and values."""
    add_machine_argument(parser)
    add_cost_arguments(parser)
    add_entry_argument(parser)
    add_value_arguments(parser)


def add_machine_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--machine``."""
    parser.add_argument(
        "--machine", action=Once, metavar="NAME|FILE", help="machine to predict for"
    )


def add_cost_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a toolchain and a cost model."""
    parser.add_argument(
        "--toolchain",
        metavar="NAME",
        help="toolchain of the machine file (default: of those that read the language the first with "
        "-O2, else the first)",
    )
    parser.add_argument(
        "--model",
        dest="cost_model",
        choices=tuple(COST_MODELS),
        help="how times of operations become the time of a block (default: as the machine file says; "
        "docs/cost-models.md)",
    )


def add_value_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that give values, by themselves or by assumptions."""
    add_set_argument(parser, "give a parameter a value, for instance n=1000 or m=2*n")
    parser.add_argument("--params", metavar="FILE", help="YAML file with values for parameters")
    add_assume_argument(parser, "; the report lists what this decides")
    parser.add_argument(
        "--defaults",
        choices=("heuristics",),
        help="give what is left a value from published heuristics for branches and loops; the report "
        "lists each (docs/heuristics.md)",
    )


def add_assume_argument(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Add ``--assume``; ``more`` ends its help."""
    parser.add_argument(
        "--assume",
        action="append",
        default=[],
        choices=("no-error-exits", "no-zeros", "near-indices"),
        help="no-error-exits: branches that only guard an error are not taken; no-zeros: no real "
        "number that is tested for zero is zero; near-indices: index arrays lead from each element "
        f"to one near it in memory{more}",
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
        help="parameter file to write; one that is there is brought up to date (default: params of "
        "sad.toml, else NAME.params.yaml beside the source)",
    )


def add_coverage_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--min-coverage``."""
    parser.add_argument(
        "--min-coverage",
        type=_percentage,
        metavar="PERCENT",
        help="exit with 4 if less than this rests on exact counts and given values",
    )


def _percentage(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100:
        message = f"a number from 0 to 100 is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return found


def add_output_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``-o``."""
    parser.add_argument(
        "-o", dest="output", metavar="FILE", help="write to FILE, not to stdout (-)"
    )


def add_layout_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says how a text report is laid out."""
    parser.add_argument(
        "--all", dest="in_full", action="store_true", help="list every row, not only the first"
    )
    parser.add_argument(
        "--formula",
        dest="whole_formula",
        action="store_true",
        help="write all terms of the formula",
    )
    add_width_argument(parser)
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (default: on a terminal, unless NO_COLOR is set)",
    )


def layout_of(args: argparse.Namespace) -> Layout:
    """Return how a text report is to be laid out where it goes."""
    from sad.report.commands import command_of  # noqa: PLC0415
    from sad.report.evaluators import without_options  # noqa: PLC0415
    from sad.report.layout import Layout  # noqa: PLC0415

    wants_color = args.color == "always" or (
        args.color == "auto" and is_on_terminal(args) and not os.environ.get("NO_COLOR")
    )
    shared = without_options(args.words)
    command = command_of(args.words, args.sources, args.machine, shared)
    return Layout(width_of(args), wants_color, args.in_full, args.whole_formula, command)


def reading_of(args: argparse.Namespace) -> Reading:
    """Return what the arguments say about the sources and how to read them."""
    from sad.reading.options import Reading, macros  # noqa: PLC0415

    return Reading(
        tuple(args.sources),
        tuple(args.include),
        macros(args.define),
        args.cpp,
        args.compile_commands,
        args.language,
        tuple(args.stubs),
        tuple(args.inputs),
        getattr(args, "texts", {}),
    )


def choice_of(args: argparse.Namespace) -> Choice:
    """Return what the arguments say about entry, values and machine; raises as ``load_settings``."""
    from sad.reading.options import Choice  # noqa: PLC0415

    return Choice(
        args.entry,
        load_settings(args),
        tuple(args.assume),
        args.defaults,
        args.machine,
        args.toolchain,
        args.cost_model,
        args.params,
        steps_of(args),
        input_of(args),
        words_of(args),
        files=files_of(args),
        environment=environment_of(args),
    )


def load_description(args: argparse.Namespace, *, with_work: bool = False) -> Loaded:
    """Return the description of the SOURCE arguments with what they say may be used.

    It is as ``sad.loading.describe`` says.
    """
    from sad.loading.describe import load_description as load  # noqa: PLC0415 - heavy

    return load(reading_of(args), with_work=with_work, means=means_of(args))


def load_settings(args: argparse.Namespace) -> Settings:
    """Return the values given: those of ``--set`` win over ``--params``, and both over ``sad.toml``.

    Raises as ``load_params`` and ``settings_from_arguments``.
    """
    from sad.profiles.settings import Settings, settings_from_arguments  # noqa: PLC0415

    layers: list[Settings] = []
    if args.params:
        from sad.profiles.params_file import load_params  # noqa: PLC0415

        layers.append(load_params(args.params))
    sizes = project_sizes(args)
    if sizes is not None:  # above a file of values that the same settings name
        layers.insert(1 if gave(args, "params") else 0, sizes)
    found = Settings()
    for layer in layers:
        found.misses.update(layer.misses)
        found.runs += layer.runs
        found.together = {**found.together, **layer.together}
        is_from_project = layer is sizes or gave(args, "params")
        for setting in layer.items.values():
            found.add(replace(setting, is_optional=is_from_project and is_part(args)))
    for setting in settings_from_arguments(args.settings).items.values():
        found.add(setting)
    return found


def warn_of_params(args: argparse.Namespace, diagnostics: Diagnostics) -> None:
    """Warn if a parameter file was made for another source."""
    if args.params:
        from sad.profiles.params_header import warn_of_changes  # noqa: PLC0415

        warn_of_changes(args.params, diagnostics)


def chosen_machine(args: argparse.Namespace) -> tuple[Machine, Toolchain] | None:
    """Return the machine and toolchain of the arguments; None if none is asked for.

    ``machine_values`` are values of its clock, operations, network and library in place of its own.
    """
    from sad.loading.machines import chosen_machine as chosen  # noqa: PLC0415

    found = chosen(args.machine, args.toolchain)
    values = getattr(args, "machine_values", None)
    if found is None or not values:
        return found
    from sad.machine.changed import with_parameters  # noqa: PLC0415

    library = args.library or next(iter(found[0].programming_models), "")
    machine = with_parameters(found[0], library, values)
    return machine, machine.toolchains[found[1].name]


def needed_machine(args: argparse.Namespace, why: str) -> tuple[Machine, Toolchain]:
    """Return the machine and toolchain of the arguments; raises SAD895, with the reason, if none is."""
    chosen = chosen_machine(args)
    if chosen is None:
        from sad.diagnostics import argument_error  # noqa: PLC0415

        hint = "add --machine NAME; sad machine list shows them"
        raise argument_error("SAD895", why, hint)
    return chosen


def write_result(text: str, output: str | None) -> None:
    """Write a result to stdout, or to a file that appears whole or not at all; raises SAD111.

    ``-`` is stdout as well.
    """
    if output is None or output == "-":
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:  # no error: the reader of a pipe has had enough
            raise
        except OSError as error:
            reason = error.strerror or "write error"
            hint = "is the disk full, or standard output closed?"
            place = Span.at("<stdout>")
            raise input_error("SAD111", f"cannot be written: {reason}", place, hint) from None
        return
    from sad.loading.writing import write_whole  # noqa: PLC0415

    write_whole(text, output)


def finish(diagnostics: Diagnostics, *, strict: bool) -> ExitCode:
    """Print diagnostics to stderr and return the exit code they mean."""
    items = diagnostics.items
    if not items:
        return ExitCode.SUCCESS
    from sad.messages import as_strict, told  # noqa: PLC0415 - only where something is said

    sys.stderr.writelines(f"{line}\n" for line in told(items, strict=strict))
    bad = any(item.severity is Severity.ERROR for item in as_strict(items, strict=strict))
    return ExitCode.BAD_INPUT if bad else ExitCode.SUCCESS
