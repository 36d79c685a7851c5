"""``sad scale --contention``: bounds on programs whose messages share links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import choice_of, finish, load_description, needed_machine, write_result
from sad.cli.scale_subject import is_distributed
from sad.diagnostics import argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import Diagnostics, ExitCode
    from sad.experiments.scaling_table import ScalingTable
    from sad.reading.loaded import Loaded

_WITHOUT = ("threads", "simulate", "validate", "plot", "fit", "knee", "isoefficiency", "scheduler")
"""Options about times that are no bounds."""
_SEVERAL_MAIN = "SAD207"


def bound(args: argparse.Namespace, diagnostics: Diagnostics) -> ExitCode:
    """Write the bounds of the program in the SOURCE arguments, or of each if there are several.

    Raises SAD977 for what has no messages or takes no bounds, SAD895 without a machine, and as its
    parts.
    """
    from sad.cli.scale import scaled_table  # noqa: PLC0415 - which takes this module
    from sad.experiments.contended_output import (  # noqa: PLC0415 - heavy
        bounds_csv,
        bounds_json,
        bounds_text,
    )
    from sad.experiments.scaling_table import Best  # noqa: PLC0415
    from sad.experiments.sizes import Subject  # noqa: PLC0415
    from sad.loading.machines import usual_toolchain  # noqa: PLC0415
    from sad.loading.prediction import needs_work  # noqa: PLC0415
    from sad.spmd.contended import ContendedProgram  # noqa: PLC0415
    from sad.spmd.scalable import scalable, tell  # noqa: PLC0415

    _check(args)
    chosen = machine, toolchain = needed_machine(args, "links are those of a machine")
    work = needs_work(chosen, args.cost_model)
    loaded = load_description(args, with_work=work)
    if args.toolchain is None:
        toolchain = usual_toolchain(machine, loaded.description, args.entry)
    entries = _main_programs(loaded) if args.entry is None else []
    several = len(entries) > 1
    found = loaded.diagnostics.items
    diagnostics.items += [item for item in found if not several or item.code != _SEVERAL_MAIN]
    tables: list[ScalingTable] = []
    for entry in entries if several else [args.entry]:
        choice = replace(choice_of(args), entry=entry)
        program = scalable(loaded, choice, machine, toolchain, args.library, args.mapping)
        tell(program, diagnostics, simulated=True)
        contended = ContendedProgram(program, machine, args.mapping)
        subject = Subject(
            *(contended, machine.name, program.library),
            optional=program.runs.optional,
            least=program.least,
            longer=program.longer,
        )
        table = scaled_table(args, subject)[1]
        contended.tell(diagnostics)
        tables.append(table if args.best is None else table.best_in(Best(args.best)))
    if args.format == "json":
        text = bounds_json(tables, diagnostics.items, phases=args.phases)
    elif args.format == "csv":
        text = bounds_csv(tables)
    else:
        text = bounds_text(tables, phases=args.phases)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _main_programs(loaded: Loaded) -> list[str]:
    """The main programs in the order of the files."""
    order = {file: place for place, file in enumerate(loaded.description.files)}
    mains = [unit for unit in loaded.description.units if unit.kind == "program"]
    mains.sort(key=lambda unit: (order.get(unit.file, 0), unit.line))
    return [unit.name for unit in mains]


def _check(args: argparse.Namespace) -> None:
    from sad.applications.database import means_application  # noqa: PLC0415 - heavy

    if is_distributed(args) or args.partition_search or any(map(means_application, args.sources)):
        message = f"--contention: {args.sources[0]} has no messages to lay on links"
        hint = "it is for message-passing source; sad contention has models of other programs"
        raise argument_error("SAD977", message, hint)
    for option in _WITHOUT:
        if getattr(args, option):
            message = f"--contention and --{option}: what is asked for are bounds, no times"
            raise argument_error("SAD977", message, f"leave --{option} or --contention out")
