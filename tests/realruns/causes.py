"""Why executed statements are not exact: which parameters stand in the way, by what they govern."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.realruns.compare import Basis, open_symbols
from tests.support.realcode import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.realruns.compare import Point


@dataclass(slots=True)
class Cause:
    """A parameter (or what stands for one) with the executions of the lines it governs.

    ``share`` is of the program's executed statements, ``alone`` of those it alone keeps from being
    exact; ``decisive`` adds up each line's executions divided by the number of its parameters.
    """

    program: str
    symbol: str
    kind: str
    reason: str
    file: str
    line: int
    source: str
    share: float = 0.0
    alone: float = 0.0
    decisive: float = 0.0


def causes(program: str, point: Point) -> list[Cause]:
    """Return what keeps executed lines from being exact, the heaviest first."""
    whole = max(1, sum(line.executed for line in point.lines))
    found: dict[str, Cause] = {}
    parts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for line in point.lines:
        if line.basis is Basis.EXACT or not line.executed:
            continue
        symbols = [] if line.count is None else open_symbols(point.model, [line.count])
        if not symbols:
            what = "not in the description" if line.count is None else "statement not modelled"
            symbols = [f"{what}: {line.place[0]}:{line.place[1]}"]
            found.setdefault(symbols[0], Cause(program, symbols[0], "", what, *_place(*line.place)))
        for symbol in symbols:
            if symbol not in found:
                found[symbol] = _cause(program, point, symbol)
            share = line.executed / whole
            parts[symbol][0] += share
            parts[symbol][1] += share if len(symbols) == 1 else 0.0
            parts[symbol][2] += share / len(symbols)
    for symbol, cause in found.items():
        cause.share, cause.alone, cause.decisive = parts[symbol]
    return sorted(found.values(), key=lambda cause: (-cause.share, cause.symbol))


def _cause(program: str, point: Point, symbol: str) -> Cause:
    parameter = point.model.names.parameters[symbol]
    place = _place(parameter.span.file, parameter.span.line)
    return Cause(program, symbol, str(parameter.kind), parameter.reason, *place)


def _place(file: str, line: int) -> tuple[str, int, str]:
    path = Path(file)
    text = path.read_text("latin-1").splitlines()
    source = " ".join(text[line - 1].split()) if 0 < line <= len(text) else ""
    return shown(path), line, source


def shown(path: Path) -> str:
    """Return a path below the project, or below the downloaded code, as people name it."""
    path = path.resolve()
    for root in ((ROOT / "build" / "real").resolve(), ROOT):  # the code may lie elsewhere
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return str(path)


def ranking(found: Iterable[Cause]) -> list[Cause]:
    """Return causes of several programs, those at the same place added up."""
    total: dict[tuple[str, int, str], Cause] = {}
    for cause in found:
        key = (cause.file, cause.line, cause.kind)
        if key in total:
            old = total[key]
            old.share += cause.share
            old.alone += cause.alone
            old.decisive += cause.decisive
            if cause.program not in old.program.split(", "):
                old.program += f", {cause.program}"
        else:
            total[key] = replace(cause)
    return sorted(total.values(), key=lambda cause: (-cause.decisive, cause.file, cause.line))
