"""C: everything after pycparser's parse, relative to the parse, on the units of gsl.

The parse is ours, of what is needed of the headers, and, for some of the units, pycparser's by itself
of the whole preprocessed text.

Run alone with ``python -m benchmarks.c_pipeline [N]``, for every N-th file only.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.measure import Clock, Figure, in_process, peak_megabytes
from benchmarks.page import table
from benchmarks.pipeline import through
from tests.realcode.c_libraries import GSL, gsl_units

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_TARGET = 1.0
_WHOLE = 45  # so many files are parsed whole


@dataclass(slots=True)
class Times:
    """CPU seconds of each step, lines of the files, megabytes.

    ``parse`` is lexing and pycparser's parser; ``before`` the preprocessor and what of the headers
    is needed; ``lowering`` from syntax trees to the IR; ``rest`` from there to the report.
    """

    lines: int = 0
    before: float = 0.0
    parse: float = 0.0
    lowering: float = 0.0
    rest: float = 0.0
    memory: float = 0.0

    def shown(self) -> str:
        """Return the steps in words."""
        names = ("before", "parse", "lowering", "rest")
        steps = ", ".join(
            f"{name} {getattr(self, name):.3g} s ({self.speed(name):,.0f} lines/s)"
            for name in names
        )
        return f"{self.lines:,} lines: {steps}; peak {self.memory:.0f} MB"

    def speed(self, name: str) -> float:
        """Return source lines per second of a step."""
        return self.lines / max(1e-9, getattr(self, name))


def c_pipeline(sample: int) -> list[Figure]:
    """Measure the library's units file by file, and the units of one folder as one program."""
    library, tests = gsl_units()
    files = [str(path) for path in (*library, *tests)][::sample]
    linear = [str(path) for path in library if path.parent.name in ("linalg", "blas", "matrix")]
    note = f" (every {sample}th file)" if sample > 1 else ""
    return [
        _whole(files[:: max(1, len(files) // _WHOLE)]),
        _figure(f"gsl, {len(files)} units, each alone{note}", [[file] for file in files]),
        _figure(f"gsl's linalg, blas and matrix, {len(linear)} units as one program", [linear]),
    ]


def _figure(what: str, programs: Sequence[Sequence[str]]) -> Figure:
    times = in_process(measured, programs)
    after = times.lowering + times.rest
    return Figure(
        f"after the parse / the parse: {what}",
        after / times.parse,
        _TARGET,
        times.shown(),
        ratio=True,
    )


def _whole(files: Sequence[str]) -> Figure:
    times = in_process(measured, [[file] for file in files])
    seconds, lines = in_process(parsed_whole, files)
    after = times.lowering + times.rest
    detail = (
        f"{times.lines:,} lines, preprocessed {lines:,}: after the parse {after:.3g} s, pycparser"
        f" {seconds:.3g} s ({times.lines / seconds:,.0f} lines/s, preprocessed {lines / seconds:,.0f})"
    )
    what = f"after the parse / pycparser parsing the preprocessed text: {len(files)} units of gsl"
    return Figure(what, after / seconds, _TARGET, detail, ratio=True)


def parsed_whole(paths: Sequence[str], include: str = str(GSL)) -> tuple[float, int]:
    """Return CPU seconds of pycparser on preprocessed files, nothing left out, and their lines."""
    from pycparser import CParser  # noqa: PLC0415 - not measured

    from frontends.c.reading.flags import flags_for  # noqa: PLC0415
    from frontends.c.reading.regions import preprocessed  # noqa: PLC0415
    from frontends.registry import SourceOptions  # noqa: PLC0415
    from frontends.source import read_source  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    options = SourceOptions((include,), {"__attribute__(x)": ""})  # GNU's, unknown to pycparser
    texts: list[str] = []
    for path in paths:
        regions = preprocessed(
            read_source(path), path, flags_for(path, options), None, Diagnostics()
        )
        lines = "\n".join(region.text for region in regions).splitlines()
        texts.append("\n".join(line for line in lines if line.strip()))
    prelude = "typedef int __builtin_va_list;\n"
    clock = Clock()
    for text in texts:
        CParser().parse(prelude + text)
    return clock.lap(), sum(text.count("\n") for text in texts)


def measured(programs: Sequence[Sequence[str]]) -> Times:
    """Take programs from their files to the report."""
    from frontends.c import parse  # noqa: PLC0415 - not measured
    from frontends.c.reader import lower_files  # noqa: PLC0415
    from frontends.registry import SourceOptions  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.ir.program import Program  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    machine, times, spent = get_machine("sparc2"), Times(), [0.0]
    module: Any = parse
    for name in ("lex", "lex_header", "rewrite"):
        setattr(module, name, _timed(getattr(module, name), spent))
    grammar: Any = parse.Grammar
    grammar.declaration = _timed(grammar.declaration, spent)
    options = SourceOptions((str(GSL),))
    for paths in programs:
        spent[0] = 0.0
        clock, said = Clock(), Diagnostics()
        parsed = [parse.parse_file("", path, options, said) for path in paths]
        times.before += clock.lap() - spent[0]
        times.parse += spent[0]
        program = Program(lower_files(parsed))
        times.lowering += clock.lap()
        through(program, machine)
        times.rest += clock.lap()
        times.lines += sum(item.lines for item in parsed)
    times.memory = peak_megabytes()
    return times


def _timed(function: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def timed(*arguments: Any, **named: Any) -> Any:
        start = time.process_time()
        try:
            return function(*arguments, **named)
        finally:
            spent[0] += time.process_time() - start

    return timed


if __name__ == "__main__":
    if not GSL.is_dir():
        sys.exit("gsl is not downloaded; run: make real-code")
    print(table(c_pipeline(int(sys.argv[1]) if sys.argv[1:] else 1)))
