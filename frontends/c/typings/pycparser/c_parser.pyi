"""Types of what is used of pycparser's parser."""

from pycparser.c_ast import FileAST

class Coord:
    file: str
    line: int
    column: int | None
    def __init__(self, file: str, line: int, column: int | None = None) -> None: ...

class ParseError(Exception): ...

class CParser:
    def __init__(self) -> None: ...
    def parse(self, text: str, filename: str = "", debug: bool = False) -> FileAST: ...
