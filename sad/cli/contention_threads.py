"""``sad contention --threads``: what threads of OpenMP share, and which lines hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import finish, load_settings, needed_machine, write_result
from sad.cli.scale_subject import threads_subject
from sad.cli.width import width_of
from sad.diagnostics import Diagnostics, argument_error

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode

_WITHOUT = ("vary", "plot", "log", "simulate", "trace")


def threaded_contention(args: argparse.Namespace) -> ExitCode:
    """Write the bounds of one run.

    Raises SAD946 for options of models and for a number that is none, SAD895 without a machine, SAD891
    and SAD892 as ``Sizes``, and as ``ThreadedProgram``.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    from sad.experiments.sizes import Sizes  # noqa: PLC0415 - heavy
    from sad.report.threaded import threaded_json, threaded_text  # noqa: PLC0415 - heavy
    from sad.threads.program import ThreadedProgram  # noqa: PLC0415 - heavy

    for option in _WITHOUT:
        if getattr(args, option):
            hint = "sad scale --threads varies threads and sizes"
            message = f"--threads and --{option}: what is shown is one run"
            raise argument_error("SAD946", message, hint)
    if args.estimate != "mva":
        hint = "leave out --estimate: threads have one of their own"
        message = f"--threads and --estimate {args.estimate}: that is for models"
        raise argument_error("SAD946", message, hint)
    if args.format not in ("text", "json"):
        hint = "--format json, or sad scale --threads 1:8 --format csv"
        message = f"--threads and --format {args.format}: what is shown is one run"
        raise argument_error("SAD946", message, hint)
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
    values = {symbol: float(found[name][0]) for name, symbol in program.symbols.items()}
    run = program.at(threads, values)
    lints = program.lints(run, values)
    if args.format == "json":
        about = {
            "program": program.name,
            "machine": subject.machine,
            "toolchain": program.toolchain.name,
            "values": sizes.given,
            "origins": [*subject.origins, *program.origins],
        }
        write_result(threaded_json(run, about, lints, diagnostics.items), args.output)
        return finish(diagnostics, strict=args.strict)
    number = "1 thread" if threads == 1 else f"{threads} threads"
    where = f"{subject.machine}, {program.toolchain.name}, OpenMP, {number}"
    heading = [f"{program.name} on {where}"]
    if sizes.given:
        heading.append("at " + ", ".join(f"{name} = {text}" for name, text in sizes.given.items()))
    write_result(threaded_text(run, heading, lints, width_of(args)), args.output)
    return finish(diagnostics, strict=args.strict)
