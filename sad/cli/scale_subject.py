"""What ``sad scale`` scales: the choice of the reader, by the kind of source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import (
    choice_of,
    load_description,
    load_settings,
    needed_machine,
    reading_of,
    write_result,
)
from sad.cli.told_inputs import told_inputs
from sad.cli.trace_subject import is_trace, traces_subject
from sad.diagnostics import argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse

    from sad.applications.on_machine import OnMachine
    from sad.diagnostics import Diagnostics
    from sad.distribution.distributable import Distributable
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
    parser.add_argument(
        "--no-jump",
        dest="jump",
        action="store_false",
        help="with --simulate: follow all iterations of loops, also behind a steady state",
    )
    parser.add_argument(
        "--contention",
        action="store_true",
        help="of message-passing source: bounds on the time where messages share the links of the "
        "machine's network, and the link or node that decides",
    )
    parser.add_argument(
        "--threads",
        metavar="RANGE",
        help="of source with OpenMP: numbers of threads, for instance 1:64:x2; with --procs, of one "
        "that passes messages as well: how many threads each process has",
    )
    add_binding_arguments(parser)


def add_binding_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where threads and their data lie."""
    parser.add_argument(
        "--bind",
        choices=("close", "spread"),
        help="with --threads: fill one socket after the other, or all alike (default: close)",
    )
    parser.add_argument(
        "--first-touch",
        choices=("parallel", "serial"),
        help="with --threads: whether data lies on the socket of the thread that uses it, or all on "
        "one (default: parallel)",
    )


def subject_of(args: argparse.Namespace, diagnostics: Diagnostics) -> Subject:
    """Return the program of the SOURCE arguments on the machine.

    Raises SAD895 without a machine or for sources that cannot be scaled, SAD944 for --simulate with
    what has no messages, and as their readers.
    """
    from sad.applications.database import means_application  # noqa: PLC0415 - heavy

    if args.machine is None and len(args.sources) == 1 and means_application(args.sources[0]):
        by_itself = _by_itself(args)
        if by_itself is not None:
            return by_itself
    chosen = needed_machine(args, "times need a machine")
    for option in ("bind", "first_touch"):
        if getattr(args, option) and args.threads is None:
            message = f"--{option.replace('_', '-')} says how threads lie on cores"
            raise argument_error("SAD946", message, "add --threads, for instance --threads 1:64:x2")
    if args.threads is not None:
        _check_threads(args)
        if args.procs is not None:
            return ranks_subject(args, *chosen, diagnostics)
        return threads_subject(args, *chosen, diagnostics)
    if any(is_trace(source) for source in args.sources):
        return traces_subject(args, chosen[0], diagnostics)
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
    from sad.applications.on_machine import put_on  # noqa: PLC0415

    program = put_on(load(args.sources[0]), machine, args.library, toolchain, args.mapping)
    library = args.library or next(iter(machine.programming_models), "")
    return _application_subject(program, machine.name, library)


def _by_itself(args: argparse.Namespace) -> Subject | None:
    """An application whose formulas need no machine; None if they do."""
    from sad.applications.database import load  # noqa: PLC0415 - heavy
    from sad.applications.on_machine import on_no_machine  # noqa: PLC0415

    program = on_no_machine(load(args.sources[0]))
    return None if program is None else _application_subject(program, "", "")


def _application_subject(program: OnMachine, machine: str, library: str) -> Subject:
    from sad.experiments.sizes import Subject  # noqa: PLC0415 - heavy

    application = program.application
    choices = application.choices
    return Subject(
        program,
        machine,
        library,
        application.defaults,
        application.settable,
        {name: {o: c.number(o) for o in c.options} for name, c in choices.items()},
        {name: item.at_least for name, item in application.parameters_by_name.items()},
    )


def spmd_subject(
    args: argparse.Namespace, machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> Subject:
    """Return the program of the SOURCE arguments on the machine; raises as ``scalable``."""
    from sad.experiments.sizes import Subject  # noqa: PLC0415
    from sad.loading.machines import usual_toolchain  # noqa: PLC0415 - heavy
    from sad.loading.prediction import needs_work  # noqa: PLC0415
    from sad.spmd.scalable import scalable, tell  # noqa: PLC0415

    if args.defaults is not None:
        message = "--defaults gives no values to programs of several processes"
        raise argument_error("SAD938", message, "give them with --set or --params")
    work = needs_work((machine, toolchain), args.cost_model)
    loaded = load_description(args, with_work=work)
    if args.toolchain is None:
        toolchain = usual_toolchain(machine, loaded.description, args.entry)
    choice = choice_of(args)
    if args.simulate:  # which follows formulas
        if choice.has_input:
            runs = scalable(loaded, choice, machine, toolchain, args.library, args.mapping)
            args.settings = [*args.settings, *told_inputs(args, runs)]
            choice = choice_of(args)
        choice = replace(choice, evaluate_steps=0)
    program = scalable(loaded, choice, machine, toolchain, args.library, args.mapping)
    diagnostics.items.extend(loaded.diagnostics.items)
    tell(program, diagnostics, simulated=args.simulate, bounded=bool(args.contention))
    longer = program.longer
    if args.simulate:
        from sad.spmd.simulate import SimulatedProgram  # noqa: PLC0415

        simulated = SimulatedProgram(program, jump=args.jump)
        return Subject(simulated, machine.name, program.library, least=program.least, longer=longer)
    return Subject(
        *(program, machine.name, program.library),
        optional=program.runs.optional,
        least=program.least,
        longer=longer,
    )


def threads_subject(
    args: argparse.Namespace, machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> Subject:
    """Return the program of the SOURCE arguments, its processes being threads of OpenMP.

    Raises SAD946 for options that are for processes, and as ``ThreadedProgram``.
    """
    from sad.experiments.processes import parse_counts  # noqa: PLC0415
    from sad.experiments.sizes import Subject  # noqa: PLC0415
    from sad.loading.machines import usual_toolchain  # noqa: PLC0415 - heavy
    from sad.loading.prediction import needs_work  # noqa: PLC0415
    from sad.threads.program import ThreadedProgram  # noqa: PLC0415

    if args.defaults is not None:
        message = "--defaults gives no values to programs of several threads"
        raise argument_error("SAD946", message, "give them with --set or --params")
    with_work = needs_work((machine, toolchain), args.cost_model) or bool(machine.multicore.shared)
    loaded = load_description(args, with_work=with_work)
    if args.toolchain is None:
        toolchain = usual_toolchain(machine, loaded.description, args.entry)
    program = ThreadedProgram(
        *(loaded, choice_of(args), machine, toolchain),
        bind=args.bind or "close",
        first_touch=args.first_touch or "parallel",
    )
    diagnostics.items.extend(item for item in loaded.diagnostics.items if item.code != "SAD230")
    program.tell(diagnostics, int(parse_counts(args.threads, "--threads").max()))
    return Subject(
        *(program, machine.name, "OpenMP"),
        optional=program.runs.optional,
        least=program.least,
        longer=program.longer,
        axis="threads",
        origins=(f"operations: {program.toolchain.name} (another: --toolchain NAME)",),
    )


def ranks_subject(
    args: argparse.Namespace, machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> Subject:
    """Return the program of the SOURCE arguments, whose processes have so many threads each.

    Raises SAD946 for a number of threads that is none, and as ``spmd_subject``, ``threads_subject`` and
    ``ThreadedRanks``.
    """
    from sad.spmd.scalable import SpmdProgram  # noqa: PLC0415 - heavy
    from sad.threads.program import ThreadedProgram  # noqa: PLC0415 - heavy
    from sad.threads.ranks import ThreadedRanks  # noqa: PLC0415

    if not args.threads.isdigit() or not int(args.threads):
        message = f"--procs and --threads {args.threads}: each process has one number of threads"
        raise argument_error("SAD946", message, "for instance --procs 1:64:x2 --threads 8")
    ranks = spmd_subject(args, machine, toolchain, diagnostics)
    before = len(diagnostics.items)
    teams = threads_subject(args, machine, toolchain, diagnostics)
    kept = {item.code for item in diagnostics.items[:before]}
    later = [item for item in diagnostics.items[before:] if item.code not in kept]
    earlier = [item for item in diagnostics.items[:before] if item.code != "SAD230"]
    diagnostics.items[:] = [*earlier, *later]
    assert isinstance(ranks.program, SpmdProgram)
    assert isinstance(teams.program, ThreadedProgram)
    program = ThreadedRanks(ranks.program, teams.program, int(args.threads))
    number = "1 thread" if args.threads == "1" else f"{args.threads} threads"
    return replace(
        ranks,
        program=program,
        library=f"{ranks.library}, OpenMP with {number} in each process",
        least={**teams.least, **ranks.least},
        longer={**teams.longer, **ranks.longer},
        origins=(*ranks.origins, *teams.origins, "one process to a node"),
    )


def _check_threads(args: argparse.Namespace) -> None:
    options = ("grid", "library", "mapping", "simulate", "distribute", "scheduler")
    options = options[:1] + options[3:] if args.procs is not None else options
    for option in (*options, "partition_search"):
        if getattr(args, option):
            text = option.replace("_", "-")
            message = f"--threads and --{text}: threads of one process share its memory"
            raise argument_error("SAD946", message, f"leave --{text} out")


def add_distribution_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that make a sequential program a parallel one."""
    parser.add_argument(
        "--distribute",
        action="append",
        default=[],
        metavar="'A(FORMAT,...)'",
        help="of a sequential program: spread an array over the processes; one of block, block(k), "
        "cyclic, cyclic(k) and * per dimension; several times for several arrays",
    )
    parser.add_argument(
        "--owner-computes",
        action="store_true",
        help="who owns the element assigned to computes it: the rule --distribute follows",
    )
    parser.add_argument(
        "--partition-search",
        action="store_true",
        help="of a sequential program: try block, cyclic and * in all dimensions of its arrays, on all "
        "grids, and tell the best per number of processes and what the others lose",
    )
    parser.add_argument(
        "--arrays", metavar="A,B", help="the arrays --partition-search distributes (default: all)"
    )


def is_distributed(args: argparse.Namespace) -> bool:
    """Whether the arguments ask for distributed arrays; raises SAD909 for options without a use."""
    if args.arrays is not None and not args.partition_search:
        hint = "add --partition-search"
        raise argument_error("SAD909", "--arrays says what --partition-search distributes", hint)
    if args.partition_search and args.distribute:
        hint = "leave one of the two out; --arrays says which arrays a search distributes"
        raise argument_error("SAD909", "--partition-search and --distribute", hint)
    if args.owner_computes and not (args.distribute or args.partition_search):
        hint = "say how: --distribute 'A(block,*)'"
        raise argument_error("SAD909", "--owner-computes, and no array is distributed", hint)
    return bool(args.distribute)


def distributed_subject(
    args: argparse.Namespace, machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> Subject:
    """Return the program of the SOURCE arguments with its arrays distributed; raises as its parts."""
    from sad.distribution.distributed import Distributed  # noqa: PLC0415 - heavy
    from sad.distribution.syntax import parse_distributions  # noqa: PLC0415
    from sad.experiments.sizes import Subject  # noqa: PLC0415

    distributions = parse_distributions(args.distribute)
    program = Distributed(_distributable(args, machine, toolchain, diagnostics), distributions)
    program.tell(diagnostics)
    library = args.library or next(iter(machine.programming_models), "")
    return Subject(program, machine.name, library, origins=program.origins, longer=program.longer)


def _distributable(
    args: argparse.Namespace, machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics
) -> Distributable:
    from sad.distribution.distributable import Distributable, message_times  # noqa: PLC0415 - heavy
    from sad.loading.describe import load_description as load  # noqa: PLC0415
    from sad.loading.machines import usual_toolchain  # noqa: PLC0415
    from sad.loading.prediction import compile_options, needs_work  # noqa: PLC0415

    chosen = machine, toolchain
    # What subscripts say is in the analysis of the whole program only.
    loaded = load(reading_of(args), with_work=needs_work(chosen, args.cost_model))
    for item in loaded.diagnostics.items:
        diagnostics.items.append(item)
    if args.toolchain is None:
        chosen = machine, usual_toolchain(machine, loaded.description, args.entry)
    return Distributable(
        loaded,
        chosen,
        message_times(machine, args.library, args.mapping),
        entry=args.entry,
        cost_model=args.cost_model,
        options=compile_options(reading_of(args)),
    )


def search(args: argparse.Namespace, diagnostics: Diagnostics) -> None:
    """Try all distributions and write what the search found.

    Raises SAD890 without numbers of processes, SAD895 without a machine, and as its parts.
    """
    from sad.distribution.search import (  # noqa: PLC0415
        Found,
        candidates,
        found_csv,
        found_json,
        found_text,
        sorted_rows,
    )
    from sad.experiments.partitions import try_all  # noqa: PLC0415
    from sad.experiments.processes import parse_counts  # noqa: PLC0415

    is_distributed(args)
    chosen = needed_machine(args, "times need a machine")
    if args.procs is None:
        hint = "for instance --procs 1:256:x2"
        raise argument_error("SAD890", "no numbers of processes are given", hint)
    program = _distributable(args, *chosen, diagnostics)
    names = args.arrays.split(",") if args.arrays else ()
    tries = candidates(program.whole, program.leaves, names)
    counts = parse_counts(args.procs)
    rows, given, refused = try_all(program, tries, counts, load_settings(args))
    label = args.sources[0] if len(args.sources) == 1 else f"{len(args.sources)} files"
    machine = chosen[0].name
    found = Found(label, machine, counts, given, sorted_rows(rows), tries, refused)
    writers = {"json": found_json, "csv": found_csv, "table": found_text}
    write_result(writers[args.format](found), args.output)
