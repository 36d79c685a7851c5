"""The forms an outcome can be written in, by name, and where each goes."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.checks.outcome import Outcome
    from sad.checks.outputs.places import Places

FORMS = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown")
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
            close = get_close_matches(form, FORMS, 1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(FORMS)}"
            raise argument_error("SAD840", f"--output {text!r}: no form {form!r}", hint)
        found.append(Output(form, None if file == _STDOUT else file))
    files = [item.file for item in found]
    twice = next((file for file in files if files.count(file) > 1), _STDOUT)
    if len(files) > len(set(files)):
        message = f"two outputs go to {twice or 'standard output'}"
        raise argument_error("SAD840", message, "give each a file of its own")
    return tuple(found)


def written(outcome: Outcome, form: str, places: Places) -> str:
    """Return the outcome in a form."""
    from sad.checks.outputs.writers import WRITERS  # noqa: PLC0415 - slow to import

    return WRITERS[form](outcome, places)
