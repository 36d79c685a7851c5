"""Pages whose examples need a compiler: skipped, visibly, where there is none."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.support.compiler import needs

_COMPILER = re.compile(
    r"(?:^\$ sad (?:profile|machine calibrate|trace record) .*?\b|^ +compiler: )(gfortran|gcc|clang)\b",
    re.MULTILINE,
)


def skip_without_compilers(text: str) -> None:
    """Skip the test if a command or a machine file of the text builds with a missing compiler."""
    for name in sorted(set(_COMPILER.findall(text))):
        mark = needs(shutil.which(name), name)
        if mark.args[0]:
            pytest.skip(mark.kwargs["reason"])
