"""Source positions, diagnostics, the one error class, and exit codes.

The lowest floor: everything above reports problems through these types, so every message a user
sees has the same shape: ``file:line[:col]: severity[SADnnn]: message`` and a hint.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Iterable


class ExitCode(IntEnum):
    """What the process returns (CONTRACTS: 0 success ... 70 internal error)."""

    SUCCESS = 0
    CHECK_FAILED = 1
    USAGE = 2
    BAD_INPUT = 3
    LOW_COVERAGE = 4
    INTERNAL = 70


class Severity(StrEnum):
    """How bad a diagnostic is; only errors change the exit code."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record
class Span:
    """A place in a source file: first and last line (1-based), and a column where one is known.

    Column 0: a reader made the statement, of one that stands there.
    """

    file: str
    line: int
    end_line: int
    column: int | None = None

    @classmethod
    def at(cls, file: str, line: int = 1) -> Span:
        """Return the span of a single line."""
        return cls(file, line, line)

    def __str__(self) -> str:
        """Return ``file:line`` or ``file:line:column``."""
        place = f"{self.file}:{self.line}"
        return f"{place}:{self.column}" if self.column else place


@record
class Diagnostic:
    """One message about one place. ``code`` is stable and listed in docs/diagnostics.md."""

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str = ""

    def __str__(self) -> str:
        """Return the message in the form editors and CI systems parse."""
        head = f"{self.span}: {self.severity}[{self.code}]: {self.message}"
        return f"{head}\n  hint: {self.hint}" if self.hint else head


class SadError(Exception):
    """Work cannot continue: carries the diagnostic to print and the exit code to return.

    ``earlier`` are messages of the same work from before, to be printed first.
    """

    def __init__(
        self,
        diagnostic: Diagnostic,
        exit_code: ExitCode = ExitCode.BAD_INPUT,
        earlier: tuple[Diagnostic, ...] = (),
    ) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic
        self.exit_code = exit_code
        self.earlier = earlier

    def __reduce__(self) -> tuple[object, ...]:
        return SadError, (self.diagnostic, self.exit_code, self.earlier)


@mutable
class Diagnostics:
    """Collects diagnostics while work continues; passes share one collector."""

    items: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def error(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add an error: some input could not be analysed as written."""
        self.items.append(Diagnostic(code, Severity.ERROR, message, span, hint))

    def warning(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add a warning: the result is right but rests on less than the whole source."""
        self.items.append(Diagnostic(code, Severity.WARNING, message, span, hint))

    def note(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add a note: something a careful reader wants to know."""
        self.items.append(Diagnostic(code, Severity.NOTE, message, span, hint))

    @property
    def has_errors(self) -> bool:
        """Whether any collected diagnostic is an error."""
        return any(item.severity is Severity.ERROR for item in self.items)


def argument_error(code: str, message: str, hint: str = "") -> SadError:
    """Return a usage error about a command-line argument, placed in ``<arguments>``."""
    diagnostic = Diagnostic(code, Severity.ERROR, message, Span.at("<arguments>"), hint)
    return SadError(diagnostic, ExitCode.USAGE)


def input_error(code: str, message: str, span: Span, hint: str = "") -> SadError:
    """Return an error about an input file, at ``span``."""
    return SadError(Diagnostic(code, Severity.ERROR, message, span, hint), ExitCode.BAD_INPUT)


def did_you_mean(name: str, known: Iterable[str], otherwise: str, least: float = 0.6) -> str:
    """Return a hint with the known name that is most like one, ``otherwise`` if none is much like it.

    ``least`` is how alike they have to be, from 0 to 1.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - for errors only

    close = get_close_matches(name, list(known), 1, least)
    return f"did you mean {close[0]}?" if close else otherwise
