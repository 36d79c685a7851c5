"""Reading C in tests: text to syntax tree, and the tree as C again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from frontends.c.parse import ParsedFile, parse_file
from frontends.registry import SourceOptions
from sad.diagnostics import Diagnostics, SadError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "reproducers"


class Reading:
    """A file that was read, or the error that refused it, and what was said."""

    def __init__(self, text: str, path: str = "main.c", **options: object) -> None:
        diagnostics = Diagnostics()
        self.parsed: ParsedFile | None = None
        try:
            self.parsed = parse_file(text, path, SourceOptions(**options), diagnostics)
        except SadError as error:
            diagnostics.items.append(error.diagnostic)
        self.items = diagnostics.items

    @property
    def tree(self) -> c_ast.FileAST:
        assert self.parsed is not None
        return self.parsed.tree

    @property
    def said(self) -> list[str]:
        """Code, file name and line of each diagnostic."""
        return [f"{item.code} {Path(item.span.file).name}:{item.span.line}" for item in self.items]

    @property
    def c(self) -> str:
        """The tree as C, in one line."""
        return one_line(self.tree)

    def functions(self) -> list[str]:
        """The names of the functions that were read."""
        return [node.decl.name for node in self.tree.ext if isinstance(node, c_ast.FuncDef)]

    def nodes(self, kind: type[c_ast.Node]) -> list[c_ast.Node]:
        """All nodes of a kind, in order."""
        return [node for node in walk(self.tree) if isinstance(node, kind)]


def one_line(node: c_ast.Node) -> str:
    return " ".join(CGenerator().visit(node).split())


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    yield node
    for child in node:
        yield from walk(child)


def body(statements: str, before: str = "", **options: object) -> str:
    """The statements of a function body as C, after reading, without a word said."""
    reading = Reading(f"{before}\nvoid f(void) {{ {statements} }}\n", **options)
    assert reading.items == []
    function = reading.tree.ext[-1]
    assert isinstance(function, c_ast.FuncDef)
    return one_line(function.body)[2:-2]
