"""C functions whose lines say how often they run: what sad and gcov are held to.

A case starts with ``//# NAME (parameters): values | values`` and goes on to the next one; what stands
before the first belongs to all. ``//= EXPRESSION`` at the end of a line is its count in terms of the
function's integer parameters, which sad must say; ``//~ EXPRESSION`` is one that sad may leave to a
run, but must not get wrong. After ``READ (names)`` come variables of the function that standard input
gives values to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.model.nodes import Description
    from sad.report.annotate import LineCost

FOLDER = Path(__file__).parent / "counted"
_HEADER = re.compile(r"^//# (\w+) \(([\w, ]*)\)(?: READ \(([\w, ]*)\))?: ([-\d |]+)$", re.MULTILINE)
_EXPECTED = re.compile(r"//([=~]) (.+)$")


@dataclass(frozen=True)
class Case:
    """One function, with the lines of its file kept, and the values to try."""

    name: str
    text: str
    parameters: tuple[str, ...]
    reads: tuple[str, ...]
    inputs: tuple[tuple[int, ...], ...]

    def values(self, numbers: tuple[int, ...]) -> dict[str, int]:
        """Return one set of inputs by name."""
        return dict(zip((*self.parameters, *self.reads), numbers, strict=True))

    def expected(self, numbers: tuple[int, ...]) -> dict[int, int]:
        """Return the counts that the text states, by line."""
        values = self.values(numbers)
        return {line: int(eval(stated[2], values)) for line, stated in _stated(self.text)}

    def may_be_open(self) -> set[int]:
        """Return the lines whose count sad may leave to a run."""
        return {line for line, stated in _stated(self.text) if stated[1] == "~"}


def _stated(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    for line, content in enumerate(text.splitlines(), 1):
        found = _EXPECTED.search(content)
        if found is not None:
            yield line, found


def cases_in(path: Path) -> list[Case]:
    """Return the cases of a file; all of them have its line numbers."""
    text = path.read_text(encoding="ascii")
    heads = list(_HEADER.finditer(text))
    assert len(heads) == text.count("//# "), f"{path}: a header that cannot be read"
    ends = [*(head.start() for head in heads), len(text)][1:]
    before = text[: heads[0].start()]
    return [
        Case(
            head[1],
            before + "\n" * text.count("\n", len(before), head.start()) + text[head.start() : end],
            _names(head[2]),
            _names(head[3] or ""),
            tuple(tuple(map(int, item.split())) for item in head[4].split("|")),
        )
        for head, end in zip(heads, ends, strict=True)
    ]


def _names(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(",") if item.strip())


def description_of(case: Case) -> Description:
    """Return the description of a case's text."""
    return describe(analyse(program_of(case.text, "c")))


def counted(case: Case, description: Description, numbers: tuple[int, ...]) -> dict[int, LineCost]:
    """Return what sad says of each line for one set of inputs."""
    model = build_model(description, case.name, settings_from_arguments([]))
    given: list[str] = []
    for name, value in case.values(numbers).items():
        names = [item for item in (f"{case.name}.{name}", name) if model.names.find(item)]
        given.extend(f"{item}={value}" for item in names[:1])
    model = build_model(description, case.name, settings_from_arguments(given))
    (lines,) = line_costs(View(predict(model, None))).values()
    return lines
