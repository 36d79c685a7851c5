"""Files with a profile of parallelism: ``profile: [[4096, 1], [2048, 1]]``, degrees and steps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.document import parse_document
from sad.parallelism.profile import Profile, profile_of

if TYPE_CHECKING:
    from sad.diagnostics import SadError, Span
    from sad.document import Item

_KEY = "profile"
_HINT = "for instance profile: [[4096, 1], [2048, 1]], each a degree and a number of steps"


def is_profile_file(path: str) -> bool:
    """Whether a file is one with a profile: YAML with that key at its start of a line."""
    if not path.endswith((".yaml", ".yml")):
        return False
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return any(line.startswith(f"{_KEY}:") for line in text.splitlines())


def read_profile(path: str) -> Profile:
    """Return the profile in a file; raises SAD979 where it is none, and as ``parse_document``."""
    document = parse_document(Path(path).read_text(encoding="utf-8"), path)
    items = document.mapping()
    for name in items.keys() - {_KEY}:
        raise _wrong(f"a profile has no key {name}", items[name].span)
    found = profile_of(_pair(item) for item in items[_KEY].sequence())
    if not found.steps:
        raise _wrong("the profile has no steps", items[_KEY].span)
    return found


def _pair(item: Item) -> tuple[int, int]:
    if not item.is_sequence or len(item.sequence()) != 2:
        raise _wrong("a degree and its number of steps are expected", item.span)
    degree, steps = (_whole(part) for part in item.sequence())
    return degree, steps


def _whole(item: Item) -> int:
    number = item.number()
    if number != int(number) or number < 0:
        raise _wrong(f"{number:g} is no whole number from 0 on", item.span)
    return int(number)


def _wrong(message: str, span: Span) -> SadError:
    return input_error("SAD979", message, span, _HINT)
