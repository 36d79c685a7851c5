"""Everything after the IR, relative to reading, with the peak memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.generate import program_text
from benchmarks.measure import Clock, Figure, in_process, peak_megabytes
from tests.support.realcode import ROOT, fortran_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Program
    from sad.machine.schema import Machine

_TARGET = 2.0
_ROUNDS = 3


def pipeline(sample: int) -> list[Figure]:
    """Measure LAPACK SRC file by file and as one program, and one small program."""
    files = [str(path) for path in fortran_files("lapack", "SRC")][::sample]
    note = f" (every {sample}th file)" if sample > 1 else ""
    small = str(ROOT / "corpus" / "md1" / "md1.f")
    return [
        _figure(f"LAPACK SRC, each file{note}", [[file] for file in files], 1),
        _figure(f"LAPACK SRC, one program{note}", [files], 1),
        _figure("corpus/md1/md1.f", [[small]], _ROUNDS),
    ]


def _figure(what: str, programs: Sequence[Sequence[str]], rounds: int) -> Figure:
    """Take the best of some rounds, each in a new process."""
    results = [in_process(whole_pipeline, programs) for _ in range(rounds)]
    read, rest = (min(result[step] for result in results) for step in (0, 1))
    memory = max(result[2] for result in results)
    detail = f"reading {read:.3g} s, the rest {rest:.3g} s; peak {memory:.0f} MB"
    return Figure(f"after the IR / reading: {what}", rest / read, _TARGET, detail, ratio=True)


def whole_pipeline(
    programs: Sequence[Sequence[str]], machine_name: str | None = "sparc2"
) -> tuple[float, float, float]:
    """Return CPU seconds of reading, CPU seconds of the rest, and peak megabytes."""
    from frontends.fortran.statements import clear_memo  # noqa: PLC0415 - not measured
    from sad.machine.database import get_machine  # noqa: PLC0415

    machine = None if machine_name is None else get_machine(machine_name)
    through(_from_text(program_text(100)), machine)  # imports
    clear_memo()
    read = rest = 0.0
    for files in programs:
        clock = Clock()
        program = _from_files(files)
        read += clock.lap()
        through(program, machine)
        rest += clock.lap()
    return read, rest, peak_megabytes()


def _from_text(text: str) -> Program:
    from frontends.registry import SourceOptions, read_standard_input  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    return read_standard_input(text, "fortran", SourceOptions(), Diagnostics())


def _from_files(files: Sequence[str]) -> Program:
    from frontends.registry import SourceOptions, read_program  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    return read_program(files, SourceOptions(), Diagnostics())


def through(program: Program, machine: Machine | None) -> None:
    """Do what ``sad analyze --machine NAME`` does after reading source and machine, if there is one."""
    from sad.analysis.unit import analyse  # noqa: PLC0415
    from sad.evaluation.model import build_model  # noqa: PLC0415
    from sad.evaluation.predict import predict  # noqa: PLC0415
    from sad.lowering.build import describe  # noqa: PLC0415
    from sad.mapping.bind import bind_machine  # noqa: PLC0415
    from sad.profiles.settings import Settings  # noqa: PLC0415
    from sad.report.text import text_report  # noqa: PLC0415
    from sad.report.view import View  # noqa: PLC0415

    model = build_model(describe(analyse(program)), None, Settings())
    bound = None if machine is None else bind_machine(model.expansion, machine)
    text_report(View(predict(model, bound), brief=True))
