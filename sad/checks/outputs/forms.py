"""The forms an outcome can be written in: their names, writers, and the files they go to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outputs.github import github_outcome
from sad.checks.outputs.gitlab import gitlab_outcome
from sad.checks.outputs.json_form import json_outcome
from sad.checks.outputs.markdown import markdown_outcome
from sad.checks.outputs.sarif import sarif_outcome
from sad.checks.outputs.text import text_outcome
from sad.diagnostics import argument_error, did_you_mean
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.checks.outcome import Outcome
    from sad.checks.outputs.repository_paths import RepositoryPaths


def _junit(outcome: Outcome, places: RepositoryPaths) -> str:
    """Return the outcome as XML; what writes it is only then imported."""
    from sad.checks.outputs.junit import junit_outcome  # noqa: PLC0415 - slow to import

    return junit_outcome(outcome, places)


WRITERS: Mapping[str, Callable[[Outcome, RepositoryPaths], str]] = {
    "text": lambda outcome, _: text_outcome(outcome),
    "json": lambda outcome, _: json_outcome(outcome),
    "sarif": sarif_outcome,
    "junit": _junit,
    "github": github_outcome,
    "gitlab": gitlab_outcome,
    "markdown": markdown_outcome,
}
FORMS = tuple(WRITERS)
_STDOUT = "-"


@record
class Output:
    """A form and the file it goes to; None is standard output."""

    form: str
    file: str | None


def read_outputs(texts: Iterable[str]) -> tuple[Output, ...]:
    """Return the outputs of ``--output FORM:FILE`` options; raise SAD840 if one has another form."""
    found: list[Output] = []
    for text in texts:
        form, colon, file = text.partition(":")
        if not colon or not file:
            hint = "for instance --output sarif:sad.sarif"
            raise argument_error("SAD840", f"--output {text!r}: FORM:FILE expected", hint)
        if form not in FORMS:
            hint = did_you_mean(form, FORMS, f"known: {', '.join(FORMS)}")
            raise argument_error("SAD840", f"--output {text!r}: no form {form!r}", hint)
        found.append(Output(form, None if file == _STDOUT else file))
    files = [item.file for item in found]
    twice = next((file for file in files if files.count(file) > 1), _STDOUT)
    if len(files) > len(set(files)):
        message = f"two outputs go to {twice or 'standard output'}"
        raise argument_error("SAD840", message, "give each a file of its own")
    return tuple(found)


def written(outcome: Outcome, form: str, places: RepositoryPaths) -> str:
    """Return the outcome in a form."""
    return WRITERS[form](outcome, places)
