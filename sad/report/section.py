"""What an evaluator is: something computed from a prediction, with options and a part of reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.records import record

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sad.evaluation.predict import Prediction
    from sad.evaluation.uncertainty.band import Band
    from sad.report.layout import Layout
    from sad.report.view import View

Json = Any


class Section:
    """What an evaluator found, as parts of a report; what a class does not define stays out of it."""

    __slots__ = ()

    @property
    def interval(self) -> Band | None:
        """The interval that the predicted time is in."""
        return None

    def json(self, view: View) -> Mapping[str, Json]:
        """Return keys of the JSON report."""
        del view
        return {}

    def unit_json(self, unit: str) -> Mapping[str, Json]:
        """Return keys of one unit in the JSON report."""
        del unit
        return {}

    def text(self, view: View, layout: Layout) -> Iterable[str]:
        """Return lines for a terminal."""
        del view, layout
        return ()

    def markdown(self, view: View) -> Iterable[str]:
        """Return lines of Markdown, an empty one first."""
        del view
        return ()

    def html(self, view: View) -> Iterable[str]:
        """Return markup for the page, a whole ``section``."""
        del view
        return ()


@record
class Evaluator:
    """Something that is computed from a prediction and reported with it.

    ``add_arguments`` adds options, of which the one with the name ``option`` asks for the evaluator.
    ``evaluate`` is given the prediction and the options; it returns None where there is nothing to say.
    """

    option: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    evaluate: Callable[[Prediction, argparse.Namespace], Section | None]


def interval_of(sections: Sequence[Section]) -> Band | None:
    """Return the interval of the predicted time, from the first section that knows of one."""
    found = (section.interval for section in sections)
    return next((interval for interval in found if interval is not None), None)
