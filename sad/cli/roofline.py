"""What bounds the rate of each loop: the core, or a level of the memory."""

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
from sad.cli.evaluating import add_evaluate_arguments
from sad.cli.means import add_means_arguments, means_of

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_means_arguments(parser)
    add_model_arguments(parser)
    add_evaluate_arguments(parser)
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw rates over operations for each byte: .png, .svg or .pdf (needs f2sad[plot])",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_output_argument(parser)
    add_layout_arguments(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print the roofline. Raises SAD850 without a machine and while counts are open."""
    from sad.diagnostics import argument_error  # noqa: PLC0415
    from sad.evaluation.roofline import bound_of, roofline  # noqa: PLC0415 - heavy
    from sad.experiments.sweep_plot import check_picture  # noqa: PLC0415
    from sad.loading.prediction import load_prediction  # noqa: PLC0415
    from sad.report.roofline import no_machine, roofline_json, roofline_text  # noqa: PLC0415
    from sad.report.view import View  # noqa: PLC0415

    suffix = "" if args.plot is None else check_picture(args.plot)
    choice = choice_of(args)
    if not choice.machine and choice.toolchain is None:
        raise no_machine()
    prediction, diagnostics = load_prediction(
        reading_of(args), choice, means_of(args), with_work=True
    )
    view = View(prediction)
    if bound_of(prediction) is None:
        names = ", ".join(view.name(symbol) for symbol in prediction.model.missing[:4])
        message = f"counts are open: {names}" if names else "there is no main program (--entry)"
        raise argument_error(
            "SAD850", message, "give values with --set, --stdin, --file or --params"
        )
    found = roofline(prediction, prediction.model)
    if args.plot is not None:
        from sad.experiments.roofline_plot import draw_roofline  # noqa: PLC0415
        from sad.loading.writing import write_whole  # noqa: PLC0415

        assert prediction.bound is not None
        label = f"{prediction.bound.machine.name}: {prediction.bound.toolchain.name}"
        write_whole(draw_roofline(found, suffix, [label]), args.plot)
    text = roofline_json(found, view) if args.format == "json" else ""
    write_result(text or roofline_text(found, view, layout_of(args)), args.output)
    return finish(diagnostics, strict=args.strict)
