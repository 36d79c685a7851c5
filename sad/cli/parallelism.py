"""How parallel a sequential program is: a verdict for each loop, work, span, speed-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode

_PROCS = "2:64:x2"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_model_arguments(parser)
    add_rule_arguments(parser)
    parser.add_argument(
        "--procs",
        metavar="RANGE",
        default=_PROCS,
        help=f"processors whose speed-ups are shown, for instance 8 or 2:64:x2 (default: {_PROCS})",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="(default: text)"
    )
    add_output_argument(parser)
    add_layout_arguments(parser)


def add_rule_arguments(parser: argparse.ArgumentParser) -> None:
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


def processors_of(text: str) -> list[int]:
    """Return the numbers of processors a range names; raises SAD502 for what is none."""
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.experiments.axes import parse_axes  # noqa: PLC0415 - heavy

    (axis,) = parse_axes([f"procs={text}"])
    numbers: list[int] = []
    for item in axis.values:
        number = item.number
        if number is None or number != int(number) or number < 1:
            message = f"--procs {text}: {item.text} is no number of processors"
            raise argument_error("SAD502", message, "for instance --procs 2:64:x2")
        numbers.append(int(number))
    return numbers


def run(args: argparse.Namespace) -> ExitCode:
    """Print work, span and verdicts."""
    from sad.diagnostics import Span, input_error  # noqa: PLC0415
    from sad.loading.describe import load_description  # noqa: PLC0415 - heavy
    from sad.loading.machines import chosen_machine  # noqa: PLC0415
    from sad.loading.prediction import needs_work, predict_for  # noqa: PLC0415
    from sad.parallelism.measure import measure, verdicts_by_unit  # noqa: PLC0415
    from sad.parallelism.span import Rules  # noqa: PLC0415
    from sad.report.parallelism import (  # noqa: PLC0415
        parallelism_json,
        parallelism_text,
        verdicts_json,
        verdicts_text,
    )
    from sad.report.view import View  # noqa: PLC0415

    procs = processors_of(args.procs)
    reading, choice = reading_of(args), choice_of(args)
    machine = chosen_machine(choice.machine, choice.toolchain)
    loaded = load_description(reading, with_work=needs_work(machine, choice.cost_model))
    if loaded.analysis is None:
        message = "loops can be judged in source of Fortran and C only"
        raise input_error("SAD978", message, Span.at(args.sources[0]), "name its source files")
    judged = verdicts_by_unit(loaded.analysis, no_alias=args.no_alias)
    prediction = predict_for(loaded, reading, choice, machine)
    rules = Rules(trees=not args.no_reassociate, expected=args.expected)
    layout = layout_of(args)
    if prediction.model.entry is None:
        files = loaded.description.files
        label = files[0] if len(files) == 1 else f"{len(files)} files"
        as_json = args.format == "json"
        text = verdicts_json(judged, files) if as_json else verdicts_text(judged, label, layout)
    else:
        found = measure(prediction.model, judged, rules, prediction.bound)
        view = View(prediction)
        if args.format == "json":
            text = parallelism_json(found, view, procs)
        else:
            text = parallelism_text(found, view, layout, procs)
    write_result(text, args.output)
    return finish(loaded.diagnostics, strict=args.strict)
