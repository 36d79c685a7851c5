"""A C file to pycparser's syntax tree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pycparser import CParser, c_ast

from frontends.c.preprocess import preprocess

if TYPE_CHECKING:
    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics, Span


@dataclass(frozen=True, slots=True)
class Failure:
    """A function that could not be read; the syntax tree does not have it."""

    name: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A translation unit: its syntax tree, the functions it lacks, the lines of the file itself."""

    path: str
    tree: c_ast.FileAST
    failures: tuple[Failure, ...]
    lines: int


def parse_file(
    text: str, path: str, options: SourceOptions, diagnostics: Diagnostics
) -> ParsedFile:
    """Return the syntax tree of ``text``, or of the file if that is empty."""
    text = text or Path(path).read_bytes().decode("latin-1")
    tree = CParser().parse(preprocess(text, path, options, diagnostics), path)
    return ParsedFile(path, tree, (), text.count("\n") + (not text.endswith("\n")))
