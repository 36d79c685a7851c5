"""Small programs that count their own executions, run by gfortran and counted by sad.

A case starts with ``C CASE NAME (dummies) READ (variables): values | values EXACT counters``: integers
for NAME's dummy arguments and for what it READs, several sets of them, and the counters whose counts
sad must give exactly. Points of interest say ``KOUNT(i) = KOUNT(i) + 1``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sad.evaluation.evaluated import ends_early
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.loading.evaluating import Evaluator
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice
from sad.report.annotate import LineCost, line_costs
from sad.report.view import View
from tests.support.compiler import run

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.nodes import Description
    from sad.reading.loaded import Loaded

COUNTERS = 20
STEPS = 200_000  # of a run of the slice
_HEADER = re.compile(
    r"^C CASE (\w+) \(([\w,]*)\)(?: READ \(([\w.,()]+)\))?: ([-\d |]+?) +EXACT([\d ]*)$",
    re.MULTILINE,
)
_COUNTER = re.compile(r"^[ \d]{6} *KOUNT\((\d+)\) = KOUNT\(\1\) \+ 1$")

_DRIVER = """\
program driver
  use iso_c_binding
  implicit none
  integer :: v({most}), many
  character(len=8) :: name
  interface
    integer(c_int) function atexit(f) bind(c)
      import
      type(c_funptr), value :: f
    end function
    subroutine show() bind(c)
    end subroutine
  end interface
  if (atexit(c_funloc(show)) /= 0) stop 1
  read (*, *) name, many
  if (many > 0) read (*, *) v(1:many)
  select case (name)
{calls}
  end select
end program
subroutine show() bind(c)
  integer kount({counters})
  common /knt/ kount
  print '(a,{counters}i12)', 'kount', kount
end subroutine
"""


@dataclass(frozen=True)
class Case:
    """One program: its text, its inputs, and the counters that must be exact."""

    name: str
    text: str
    dummies: tuple[str, ...]
    reads: tuple[str, ...]
    inputs: tuple[tuple[int, ...], ...]
    exact: frozenset[int]

    def named(self, values: tuple[int, ...]) -> dict[str, int]:
        """Return one set of inputs by variable."""
        return dict(zip((*self.dummies, *self.reads), values, strict=True))

    def counters(self) -> dict[int, list[int]]:
        """Return the lines of each counter."""
        found: dict[int, list[int]] = {}
        for line, text in enumerate(self.text.splitlines(), 1):
            match = _COUNTER.match(text)
            assert match or "KOUNT(" not in text or "COMMON" in text, text
            if match:
                found.setdefault(int(match[1]), []).append(line)
        return found


def cases_in(path: Path) -> list[Case]:
    """Return the cases of a file; each one's text ends where the next begins."""
    text = path.read_text(encoding="ascii")
    heads = list(_HEADER.finditer(text))
    assert len(heads) == text.count("C CASE"), f"{path}: a header that cannot be read"
    ends = [*(head.start() for head in heads), len(text)][1:]
    return [
        Case(
            head[1],
            text[head.start() : end],
            tuple(filter(None, head[2].split(","))),
            tuple(filter(None, (head[3] or "").split(","))),
            tuple(tuple(map(int, values.split())) for values in head[4].split("|")),
            frozenset(map(int, head[5].split())),
        )
        for head, end in zip(heads, ends, strict=True)
    ]


def compile_cases(cases: list[Case], sources: list[Path], folder: Path) -> Path:
    """Build one executable that runs any of the cases."""
    calls: list[str] = []
    for case in cases:
        arguments = ", ".join(
            f"v({number})" if name[0] in "IJKLMN" else f"real(v({number}))"
            for number, name in enumerate(case.dummies, 1)
        )
        calls.append(f"  case ('{case.name}')\n    call {case.name}({arguments})")
    most = max(len(case.dummies) for case in cases)
    text = _DRIVER.format(most=most, calls="\n".join(calls), counters=COUNTERS)
    (folder / "driver.f90").write_text(text, encoding="ascii")
    names = [str(source) for source in sources]
    command = ["gfortran", "-std=legacy", "-w", "-O0", "-o", "counted", "driver.f90", *names]
    result = run(command, folder)
    assert result.returncode == 0, result.stderr
    return folder / "counted"


def executed(program: Path, case: Case, values: tuple[int, ...]) -> list[int]:
    """Run a case; return how often each counter was reached."""
    dummies = values[: len(case.dummies)]
    lines = [f"{case.name} {len(dummies)}", " ".join(map(str, dummies))] if dummies else []
    lines = lines or [f"{case.name} 0"]
    lines += [str(value) for value in values[len(dummies) :]]
    result = run([str(program)], program.parent, "\n".join(lines) + "\n")
    shown = [line.split() for line in result.stdout.splitlines() if line.startswith("kount")]
    assert result.returncode == 0, result.stderr
    assert len(shown) == 1, result.stdout
    return [int(word) for word in shown[0][1:]]


def counted(
    case: Case, description: Description, values: tuple[int, ...], loaded: Loaded | None = None
) -> tuple[dict[int, LineCost], View]:
    """Return what sad says of each line of a case, for one set of inputs, and how to show it.

    With ``loaded``, which has the analysis, what has no formula is evaluated.
    """
    model = build_model(description, case.name, settings_from_arguments([]))
    given: list[str] = []
    for name, value in case.named(values).items():
        names = [item for item in (f"{case.name}.{name}", name) if model.names.find(item)]
        if not names and loaded is not None:  # no formula needs it, but what is evaluated may
            names = [item for item in (f"{case.name}.{name}", name) if model.names.is_input(item)]
        given.extend(f"{item}={value}" for item in names[:1])
    settings = settings_from_arguments(given)
    model = build_model(description, case.name, settings)
    if loaded is not None and (model.missing or ends_early(model)):
        model = Evaluator(loaded).model(model, Choice(settings=settings, evaluate_steps=STEPS))
    view = View(predict(model, None))
    (lines,) = line_costs(view).values()
    if (
        ends_early(model)
        and loaded is not None
        and not (model.evaluated and model.evaluated.counts)
    ):
        # What is said holds if calls return, and no run tells whether they do.
        lines = {line: replace(cost, exact=False) for line, cost in lines.items()}
    return lines, view
