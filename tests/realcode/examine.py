"""One file through the reader, and through the whole pipeline."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostic, Diagnostics, Severity
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.ir.check import check_program
from sad.lowering.build import describe
from sad.machine.database import get_machine
from sad.mapping.bind import bind_machine
from sad.profiles.settings import Settings
from sad.report.text import text_report
from sad.report.view import View
from tests.support.account import statement_count

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sad.ir.program import Program
    from sad.machine.schema import Machine


@dataclass(slots=True)
class Reading:
    """What reading a file gave. An empty file has no lines and no statements."""

    lines: int = 0
    statements: int = 0
    accounted: int = 0
    problems: list[str] = field(default_factory=list[str])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])

    @property
    def errors(self) -> list[Diagnostic]:
        """What could not be analysed as written."""
        return [item for item in self.diagnostics if item.severity is Severity.ERROR]


def read(path: Path, include: Sequence[Path] = ()) -> Reading:
    """Read a file; count its statements in the source and in the IR."""
    found, program = _read(path, include)
    found.problems = check_program(program)
    return found


def report(path: Path, include: Sequence[Path] = ()) -> tuple[Reading, str]:
    """Read, analyse, bind to a machine, predict and report, as ``sad analyze`` does."""
    found, program = _read(path, include)
    found.problems = check_program(program)
    description = describe(analyse(program))
    model = build_model(description, None, Settings())
    bound = bind_machine(model.expansion, _machine())
    return found, text_report(View(predict(model, bound), brief=True))


@cache
def _machine() -> Machine:
    return get_machine("sparc2")


def _read(path: Path, include: Sequence[Path]) -> tuple[Reading, Program]:
    diagnostics = Diagnostics()
    program = read_program(
        [str(path)], SourceOptions([str(folder) for folder in include]), diagnostics
    )
    found = Reading(diagnostics=diagnostics.items)
    for file in program.files:
        found.lines += file.lines
        found.statements += file.statements
        found.accounted += statement_count(file)
    return found, program
