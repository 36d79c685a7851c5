"""Directives and macros of C source: text with line markers."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from pcpp import Preprocessor

if TYPE_CHECKING:
    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics

BUNDLED = Path(__file__).parent / "include"


def preprocess(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> str:
    """Return ``text`` with its directives carried out and line markers in it."""
    preprocessor = Preprocessor()
    preprocessor.line_directive = "#line"
    for name in (
        "__STDC__ 1",
        "__STDC_VERSION__ 201710L",
        "__attribute__(x) ",
        "__extension__ ",
        "__restrict restrict",
        "__inline inline",
        "__builtin_va_list int *",
    ):
        preprocessor.define(name)
    for name, value in options.defines.items():
        preprocessor.define(f"{name} {value}")
    for folder in (*options.include_paths, str(BUNDLED)):
        preprocessor.add_path(folder)
    preprocessor.parse(text, path)
    out = StringIO()
    preprocessor.write(out)
    return out.getvalue()
