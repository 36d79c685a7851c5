"""``sad contention --threads``: what threads of OpenMP share, and which lines hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import finish, load_settings, needed_machine, write_result
from sad.cli.scale_subject import threads_subject
from sad.diagnostics import Diagnostics, argument_error

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode

_WORTH = 1.1
"""How much faster another schedule must be to be told."""
_WITHOUT = ("vary", "plot", "log", "simulate", "trace")


def threaded_contention(args: argparse.Namespace) -> ExitCode:
    """Write the bounds of one run.

    Raises SAD946 for options of models and for a number that is none, SAD895 without a machine, SAD891
    and SAD892 as ``Sizes``, and as ``ThreadedProgram``.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    from sad.experiments.sizes import Sizes  # noqa: PLC0415 - heavy
    from sad.report.threaded import threaded_text  # noqa: PLC0415 - heavy
    from sad.threads.program import ThreadedProgram  # noqa: PLC0415 - heavy
    from sad.threads.runs import UNEVEN  # noqa: PLC0415 - heavy

    for option in _WITHOUT:
        if getattr(args, option):
            hint = "sad scale --threads varies threads and sizes"
            message = f"--threads and --{option}: what is shown is one run"
            raise argument_error("SAD946", message, hint)
    if args.estimate != "mva":
        hint = "leave out --estimate: threads have one of their own"
        message = f"--threads and --estimate {args.estimate}: that is for models"
        raise argument_error("SAD946", message, hint)
    if args.format != "text":
        hint = "sad scale --threads N --format json has the numbers"
        raise argument_error("SAD946", f"--threads and --format {args.format}: text alone", hint)
    if not args.threads.isdigit() or not int(args.threads):
        hint = "one number: --threads 8; sad scale takes ranges"
        raise argument_error("SAD946", f"--threads {args.threads}: no number of threads", hint)
    threads = int(args.threads)
    diagnostics = Diagnostics()
    chosen = needed_machine(args, "times need a machine")
    subject = threads_subject(args, *chosen, diagnostics)
    program = subject.program
    assert isinstance(program, ThreadedProgram)
    sizes = Sizes(subject, load_settings(args))
    found = sizes.at(np.zeros(1, np.int64), np.array([threads]))
    values = {program.symbols[name]: float(v[0]) for name, v in found.items()}
    run = program.at(threads, values)
    where = f"{subject.machine}, {program.toolchain.name}, OpenMP, {threads} threads"
    heading = [f"{program.name} on {where}"]
    if sizes.given:
        heading.append("at " + ", ".join(f"{name} = {text}" for name, text in sizes.given.items()))
    better = None
    if any(team.decides.startswith(UNEVEN) for team in run.teams):
        round_ = program.at(threads, values, ("static", 1))
        better = round_.estimate if run.estimate > _WORTH * round_.estimate else None
    write_result(threaded_text(run, heading, better), args.output)
    return finish(diagnostics, strict=args.strict)
