"""A message-passing program for ``sad scale``, from its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import choice_of, load_description
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import Diagnostics
    from sad.experiments.sizes import Subject
    from sad.machine.schema import Machine, Toolchain


def spmd_subject(
    args: argparse.Namespace, machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> Subject:
    """Return the program of the SOURCE arguments on the machine; raises as ``scalable``."""
    from sad.experiments.sizes import Subject  # noqa: PLC0415
    from sad.loading.prediction import needs_work  # noqa: PLC0415 - heavy
    from sad.spmd.scalable import scalable, tell  # noqa: PLC0415

    if args.defaults is not None:
        message = "--defaults gives no values to programs of several processes"
        raise argument_error("SAD938", message, "give them with --set or --params")
    loaded = load_description(args, with_work=needs_work((machine, toolchain), args.cost_model))
    if args.toolchain is None:
        languages = frozenset(unit.language for unit in loaded.description.units)
        toolchain = machine.toolchain_for(languages)
    program = scalable(loaded, choice_of(args), machine, toolchain, args.library, args.mapping)
    diagnostics.items.extend(loaded.diagnostics.items)
    tell(program, diagnostics, simulated=args.simulate)
    longer = program.longer
    if args.simulate:
        from sad.spmd.simulated import SimulatedProgram  # noqa: PLC0415

        simulated = SimulatedProgram(program)
        return Subject(simulated, machine.name, program.library, least=program.least, longer=longer)
    return Subject(program, machine.name, program.library, least=program.least, longer=longer)
