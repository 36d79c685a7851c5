"""Types of what is used of pycparser's lexer."""

class Token:
    type: str
    value: str
    lineno: int
    column: int
    filename: str
    def __init__(self, type: str, value: str, lineno: int, column: int, filename: str) -> None: ...
