"""What writes each form of an outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outputs.github import github_outcome
from sad.checks.outputs.gitlab import gitlab_outcome
from sad.checks.outputs.json_form import json_outcome
from sad.checks.outputs.markdown import markdown_outcome
from sad.checks.outputs.sarif import sarif_outcome
from sad.checks.outputs.text import text_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.checks.outcome import Outcome
    from sad.checks.outputs.places import Places


def _junit(outcome: Outcome, places: Places) -> str:
    """Return the outcome as XML; what writes it is only then imported."""
    from sad.checks.outputs.junit import junit_outcome  # noqa: PLC0415 - slow to import

    return junit_outcome(outcome, places)


WRITERS: Mapping[str, Callable[[Outcome, Places], str]] = {
    "text": lambda outcome, _: text_outcome(outcome),
    "json": lambda outcome, _: json_outcome(outcome),
    "sarif": sarif_outcome,
    "junit": _junit,
    "github": github_outcome,
    "gitlab": gitlab_outcome,
    "markdown": markdown_outcome,
}
