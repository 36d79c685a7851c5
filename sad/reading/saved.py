"""Saved descriptions (``*.sad.json``), read back from their files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.files import no_pipe
from sad.reading.loaded import Loaded, ModelReader, Wanted, check_no_options

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.model.nodes import Description
    from sad.reading.options import Reading

DESCRIPTION_SUFFIX = ".sad.json"
_HINT = "give it where the description is made: sad dump --description {} ..."


def _accepts(sources: tuple[str, ...]) -> bool:
    return len(sources) == 1 and sources[0].endswith(DESCRIPTION_SUFFIX)


def _read(reading: Reading, diagnostics: Diagnostics, wanted: Wanted) -> Loaded:
    """Raises as ``check_no_options`` and ``read_saved``; what was not saved stays missing."""
    del wanted
    check_no_options(reading, SAVED.name, _HINT)
    return Loaded(read_saved(reading.sources[0]), diagnostics)


def read_saved(path: str) -> Description:
    """Return a saved description; raises SAD101, SAD106 or SAD110 if the file is none."""
    from sad.model.saved import from_json  # noqa: PLC0415 - heavy

    try:
        value = json.loads(Path(no_pipe(path)).read_text(encoding="utf-8"))
    except FileNotFoundError:
        hint = "write one with: sad dump --description SOURCE -o FILE"
        raise input_error("SAD101", "no such file", Span.at(path), hint) from None
    except OSError as error:
        reason = error.strerror or "read error"
        hint = "check the permissions"
        raise input_error("SAD106", f"cannot be read: {reason}", Span.at(path), hint) from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        hint = "write it again with: sad dump --description"
        raise input_error("SAD110", f"no valid JSON: {error}", Span.at(path, line), hint) from None
    return from_json(value, path)


SAVED = ModelReader("saved description", _accepts, _read)
