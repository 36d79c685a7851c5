"""The inputs of a parallel program that a run of its ranks reads from --stdin and --args."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import load_settings

if TYPE_CHECKING:
    import argparse

    from sad.algebra.evaluate import Number
    from sad.spmd.scalable import SpmdProgram


def told_inputs(args: argparse.Namespace, program: SpmdProgram) -> list[str]:
    """Return settings of the inputs that a run of the ranks reads, at the fewest processes."""
    from sad.experiments.processes import parse_counts  # noqa: PLC0415 - heavy
    from sad.loading.evaluating import number_of  # noqa: PLC0415 - heavy

    if not program.runs.symbols or args.procs is None:
        return []
    nprocs = int(parse_counts(args.procs).min())
    given = load_settings(args).items
    values: dict[str, Number] = {}
    for name, setting in given.items():
        number = number_of(setting.text, {"nprocs": nprocs})
        if number is not None and program.names.find(name) is not None:
            values[str(program.names.find(name))] = number
    varied = {text.partition("=")[0].strip().lower() for text in args.vary}
    found = program.runs.inputs_at(nprocs, values)
    return [f"{name}={value}" for name, value in found.items() if name.lower() not in varied]
