"""The option of ``sad analyze`` that adds the roofline to its report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.section import Evaluator, Section

if TYPE_CHECKING:
    import argparse

    from sad.evaluation.predict import Prediction


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--roofline",
        action="store_true",
        help="tell what bounds the rate of each loop: operations, bytes, and what the core and each "
        "level of the memory allow (docs/roofline.md)",
    )


def _evaluate(prediction: Prediction, args: argparse.Namespace) -> Section | None:
    """Raises SAD850 without a machine."""
    if not args.roofline:
        return None
    from sad.report.roofline import no_machine, section_of  # noqa: PLC0415 - heavy

    if prediction.bound is None:
        raise no_machine()
    return section_of(prediction)


ROOFLINE = Evaluator("roofline", _add_arguments, _evaluate)
