"""How parallel a sequential program is: a verdict for each loop, work, span, speed-ups."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.cli.common import (
    add_layout_arguments,
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    choice_of,
    finish,
    layout_of,
    reading_of,
    write_result,
)
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.sweep import add_log_argument, add_vary_argument, check_plot, sweep_choice, write_table
from sad.records import replace

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from sad.dependence.verdict import Verdict
    from sad.diagnostics import ExitCode
    from sad.evaluation.predict import Prediction
    from sad.parallelism.profile import Profile
    from sad.parallelism.span import Rules
    from sad.reading.loaded import Loaded

_PROCS = "2:64:x2"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_model_arguments(parser)
    add_evaluate_arguments(parser)
    add_vary_argument(parser, required=False)
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw what --vary gives: .png, .svg or .pdf (needs f2sad[plot])",
    )
    add_log_argument(parser)
    _add_rules(parser)
    parser.add_argument(
        "--procs",
        metavar="RANGE",
        help=f"processors whose speed-ups are shown, for instance 8 or 2:64:x2 (default: {_PROCS})",
    )
    parser.add_argument(
        "--profile",
        choices=("level", "nested"),
        help="how many operations can be done in each step: of all loops at once, or with outer "
        "loops in order",
    )
    parser.add_argument(
        "--latency",
        type=int,
        metavar="STEPS",
        help="with --profile: steps of communication after each step (default: 0)",
    )
    parser.add_argument(
        "--suggest",
        action="store_true",
        help="write loops as directives of OpenMP, those first that gain most",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "csv", "markdown"),
        default="text",
        help="csv and markdown: with --vary (default: text)",
    )
    add_output_argument(parser)
    add_layout_arguments(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    """Add what says how loops are judged and spans are taken."""
    parser.add_argument(
        "--no-reassociate",
        action="store_true",
        help="take sums and products of reals in the order of the source, not as trees",
    )
    parser.add_argument(
        "--expected",
        action="store_true",
        help="let branches count by their probabilities, not by their longest arm",
    )
    parser.add_argument(
        "--no-alias",
        action="store_true",
        help="take pointers of C to lead to different arrays, as restrict says",
    )


def _processors(text: str | None) -> list[int]:
    """The numbers of processors a range names; raises SAD502 for what is none."""
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.experiments.axes import parse_axes  # noqa: PLC0415 - heavy

    (axis,) = parse_axes([f"procs={text or _PROCS}"])
    numbers: list[int] = []
    for item in axis.values:
        number = item.number
        if number is None or number != int(number) or number < 1:
            message = f"--procs {text}: {item.text} is no number of processors"
            raise argument_error("SAD502", message, "for instance --procs 2:64:x2")
        numbers.append(int(number))
    return numbers


def _check(args: argparse.Namespace) -> None:
    """Raise SAD502 for options that say nothing together."""
    from sad.diagnostics import argument_error  # noqa: PLC0415

    if not args.vary:
        only = [f"--{name}" for name in ("plot", "log") if getattr(args, name) is not None]
        only += [f"--format {args.format}"] * (args.format in ("csv", "markdown"))
        if only:
            message = f"{only[0]} is for curves: nothing is varied"
            raise argument_error("SAD502", message, "for instance --vary N=10:1000:log9")
    elif args.profile or args.suggest:
        name = "--profile" if args.profile else "--suggest"
        message = f"{name} is of one point, --vary of several"
        raise argument_error("SAD502", message, "leave one of them out")
    if args.latency is not None and args.latency < 0:
        raise argument_error("SAD502", f"--latency {args.latency}: steps are 0 or more", "")


def run(args: argparse.Namespace) -> ExitCode:
    """Print work, span and verdicts."""
    from sad.parallelism.profile_file import is_profile_file  # noqa: PLC0415

    _check(args)
    if len(args.sources) == 1 and is_profile_file(args.sources[0]):
        return _profile_file(args)
    from sad.diagnostics import argument_error  # noqa: PLC0415

    if args.latency is not None and args.profile is None:
        message = "--latency is for profiles: none is asked for"
        raise argument_error("SAD502", message, "add --profile level or --profile nested")
    from sad.diagnostics import Span, input_error  # noqa: PLC0415
    from sad.loading.describe import load_description  # noqa: PLC0415 - heavy
    from sad.loading.evaluating import Evaluator  # noqa: PLC0415
    from sad.loading.input_sizes import with_input_sizes  # noqa: PLC0415
    from sad.loading.machines import chosen_machine  # noqa: PLC0415
    from sad.loading.prediction import needs_work, predict_for  # noqa: PLC0415
    from sad.parallelism.measure import verdicts_by_unit  # noqa: PLC0415
    from sad.parallelism.span import Rules  # noqa: PLC0415

    reading, choice = reading_of(args), choice_of(args)
    machine = chosen_machine(choice.machine, choice.toolchain)
    shared = machine is not None and bool(machine[0].multicore.shared)
    with_work = needs_work(machine, choice.cost_model) or shared
    loaded = load_description(reading, with_work=with_work)
    if loaded.analysis is None:
        message = "loops can be judged in source of Fortran and C only"
        raise input_error("SAD978", message, Span.at(args.sources[0]), "name its source files")
    judged = verdicts_by_unit(loaded.analysis, no_alias=args.no_alias)
    rules = Rules(trees=not args.no_reassociate, expected=args.expected)
    choice = with_input_sizes(choice, loaded)
    if args.vary:
        return _curves(args, loaded, judged, rules)
    evaluator = Evaluator(loaded)
    prediction = predict_for(loaded, reading, choice, machine, evaluator)
    means = evaluator.means(prediction.model)
    if means:
        model = replace(prediction.model, values={**prediction.model.values, **means})
        prediction = replace(prediction, model=model)
    if prediction.model.entry is None:
        text = _units(args, loaded, judged)
    else:
        text = _entry(args, loaded, prediction, judged, rules)
    write_result(text, args.output)
    return finish(loaded.diagnostics, strict=args.strict)


def _units(
    args: argparse.Namespace, loaded: Loaded, judged: Mapping[str, Mapping[str, Verdict]]
) -> str:
    """The verdicts of units that are no one program."""
    from sad.report.parallelism import verdicts_json, verdicts_text  # noqa: PLC0415

    files = loaded.description.files
    if args.format == "json":
        return verdicts_json(judged, files)
    label = files[0] if len(files) == 1 else f"{len(files)} files"
    return verdicts_text(judged, label, layout_of(args))


def _entry(
    args: argparse.Namespace,
    loaded: Loaded,
    prediction: Prediction,
    judged: Mapping[str, Mapping[str, Verdict]],
    rules: Rules,
) -> str:
    """Work, span and loops of one entry, and what is asked for besides."""
    from sad.cli.parallelism_threads import thread_advice  # noqa: PLC0415
    from sad.parallelism.advice import advice  # noqa: PLC0415
    from sad.parallelism.measure import measure, unfolded_profile  # noqa: PLC0415
    from sad.parallelism.suggest import suggestions  # noqa: PLC0415
    from sad.report.parallelism import parallelism_json, parallelism_text  # noqa: PLC0415
    from sad.report.profile import profile_json, profile_lines  # noqa: PLC0415
    from sad.report.suggested import suggested_json, suggested_lines  # noqa: PLC0415
    from sad.report.threaded import lint_lines, lint_value  # noqa: PLC0415
    from sad.report.view import View  # noqa: PLC0415

    procs, layout, latency = _processors(args.procs), layout_of(args), args.latency or 0
    threads = max(procs)
    fork_join = _fork_join(prediction, threads)
    found = measure(prediction.model, judged, rules, prediction.bound, fork_join=fork_join)
    view = View(prediction)
    profile: Profile | None = None
    if args.profile:
        nested = args.profile == "nested"
        profile = unfolded_profile(prediction.model, judged, rules, nested=nested)
    made = suggestions(found, threads, fork_join) if args.suggest else None
    lints, why = thread_advice(
        *(loaded, choice_of(args), prediction),
        *(made[0] if made is not None else (), threads),
    )
    lints = [*advice(found, threads), *lints]
    if args.format == "json":
        more: dict[str, Any] = (
            {} if profile is None else {"profile": profile_json(profile, procs, latency)}
        )
        if made is not None:
            more["suggestions"] = suggested_json(*made, threads)
        more["advice"] = [lint_value(lint) for lint in lints]
        return parallelism_json(found, view, procs, more)
    lines: list[str] = []
    if profile is not None:
        shown = profile_lines(profile, procs, latency, in_full=layout.in_full)
        lines += ["", f"profile, {args.profile}", *shown]
    if made is not None:
        lines += ["", *suggested_lines(*made, threads, known=found.in_order is not None)]
    if lints or why:
        blocks = " that get blocks of iterations" if made is not None and made[0] else ""
        lines += ["", f"advice, for {threads} threads{blocks}"]
        lines += [part for text in lint_lines(lints) for part in wrap(text, layout.width)]
        lines += wrap(f"not known of threads: {why}", layout.width) if why else []
    return parallelism_text(found, view, layout, procs, lines)


def _fork_join(prediction: Prediction, threads: int) -> float:
    """What starting and joining so many threads takes on the machine [s]; 0 where it does not say."""
    if prediction.bound is None:
        return 0.0
    return prediction.bound.machine.multicore.cost("fork_join_s", threads)


def _profile_file(args: argparse.Namespace) -> ExitCode:
    """Print what a profile in a file is on processors."""
    import json  # noqa: PLC0415

    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.parallelism.profile_file import read_profile  # noqa: PLC0415
    from sad.report.parallelism import SCHEMA  # noqa: PLC0415
    from sad.report.profile import profile_json, profile_lines  # noqa: PLC0415

    (path,) = args.sources
    profile, procs, latency = read_profile(path), _processors(args.procs), args.latency or 0
    if args.format == "json":
        value: dict[str, Any] = {"schema": SCHEMA, "files": [path], "entry": None, "loops": []}
        value["profile"] = profile_json(profile, procs, latency)
        text = json.dumps(value, indent=1) + "\n"
    else:
        lines = profile_lines(profile, procs, latency, in_full=args.in_full)
        text = "\n".join((path, "", *lines)) + "\n"
    write_result(text, args.output)
    return finish(Diagnostics(), strict=args.strict)


def _curves(
    args: argparse.Namespace,
    loaded: Loaded,
    judged: Mapping[str, Mapping[str, Verdict]],
    rules: Rules,
) -> ExitCode:
    """Print work, span and parallelism at every value of what is varied, and draw them."""
    from functools import partial  # noqa: PLC0415

    from sad.experiments.axes import parse_axes  # noqa: PLC0415 - heavy
    from sad.experiments.curve import target_of  # noqa: PLC0415
    from sad.experiments.parallel_curves import parallelism_table  # noqa: PLC0415
    from sad.experiments.program import Program  # noqa: PLC0415
    from sad.experiments.sweep_output import SWEEP  # noqa: PLC0415
    from sad.progress import step  # noqa: PLC0415

    check_plot(args)
    axes = parse_axes(args.vary)
    label = args.sources[0] if len(args.sources) == 1 else f"{len(args.sources)} files"
    program = Program(loaded, reading_of(args), sweep_choice(args, args.entry), axes, label)
    target = None
    if args.machine is not None:
        target = target_of(args.machine, args.toolchain, args.cost_model)
    procs = max(_processors(args.procs)) if args.procs else None
    table = parallelism_table(
        *(program, judged, rules, target, procs, partial(step, "evaluating points"))
    )
    write_table(args, table, SWEEP, loaded.diagnostics)
    return finish(loaded.diagnostics, strict=args.strict)
