"""What a reader says of a profile it does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostic, SadError
from sad.profiles.readers.detect import read_profiles

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sad.profiles.readers.gcov_data import Tools


def refusal(
    path: Path | str, at: Mapping[str, str] | None = None, tools: Tools | None = None
) -> Diagnostic:
    """Return the error of reading ``path``; every one has a hint."""
    with pytest.raises(SadError) as error:
        read_profiles(str(path), at or {}, tools)
    diagnostic = error.value.diagnostic
    assert diagnostic.hint
    assert diagnostic.span.file == str(path)
    return diagnostic


def refused(path: Path | str, at: Mapping[str, str] | None = None) -> tuple[str, int]:
    """Return the code and line of the error of reading ``path``."""
    diagnostic = refusal(path, at)
    return diagnostic.code, diagnostic.span.line
