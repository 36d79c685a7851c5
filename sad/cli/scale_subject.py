"""What ``sad scale`` scales: the choice of the reader, by the kind of source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import chosen_machine
from sad.cli.scale_distribute import distributed_subject, is_distributed
from sad.cli.scale_spmd import spmd_subject
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import Diagnostics
    from sad.experiments.sizes import Subject
    from sad.machine.schema import Machine, Toolchain

_MAPPINGS = ("identity", "row_major", "gray")


def add_subject_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how processes communicate."""
    parser.add_argument(
        "--library",
        metavar="NAME",
        help="message-passing library of the machine file, such as picl or mpi (default: its first)",
    )
    parser.add_argument(
        "--mapping",
        choices=_MAPPINGS,
        help="how processes are placed on nodes (default: as the machine file says)",
    )
    parser.add_argument(
        "--simulate",
        action="store_true",
        help="of message-passing source: follow every message from rank to rank instead of adding up "
        "the longest phases",
    )


def subject_of(args: argparse.Namespace, diagnostics: Diagnostics) -> Subject:
    """Return the program of the SOURCE arguments on the machine.

    Raises SAD895 without a machine or for sources that cannot be scaled, SAD944 for --simulate with
    what has no messages, and as their readers.
    """
    chosen = chosen_machine(args)
    if chosen is None:
        hint = "add --machine NAME; sad machine list shows them"
        raise argument_error("SAD895", "times need a machine", hint)
    from sad.applications.database import means_application  # noqa: PLC0415 - heavy

    applications = [means_application(source) for source in args.sources]
    if args.simulate and (any(applications) or is_distributed(args)):
        message = f"--simulate: {args.sources[0]} has no messages to follow"
        raise argument_error("SAD944", message, "leave it out: it is for message-passing source")
    if is_distributed(args):
        return distributed_subject(args, *chosen, diagnostics)
    if not any(applications):
        return spmd_subject(args, *chosen, diagnostics)
    if len(args.sources) > 1:
        message = f"{len(args.sources)} sources, of which one or more are application files"
        raise argument_error("SAD895", message, "give one application at a time")
    return _of_application(args, *chosen)


def _of_application(args: argparse.Namespace, machine: Machine, toolchain: Toolchain) -> Subject:
    from sad.applications.database import load  # noqa: PLC0415 - heavy
    from sad.experiments.sizes import Subject  # noqa: PLC0415

    application = load(args.sources[0])
    program = application.on(machine, args.library, toolchain, args.mapping)
    library = args.library or next(iter(machine.programming_models), "")
    choices = application.choices
    return Subject(
        program,
        machine.name,
        library,
        application.defaults,
        application.settable,
        {name: {o: c.number(o) for o in c.options} for name, c in choices.items()},
        {name: item.at_least for name, item in application.parameters_by_name.items()},
    )
