"""The project's own corpus; where a program reads sizes, at three of them."""

from __future__ import annotations

from tests.realruns.programs import Input, RealProgram
from tests.support.corpus import PROGRAMS, CorpusProgram

# What the programs read, with the numbers that are sizes named as sad names them.
_READS = {
    "adi": "{ADI.M} {MAXSW} 10.0",
    "md1": "{NUNIT} {NVAC}\n{LCNUM} {LCDEN}\n0.8 1.2\n0.004 2.5\n{NEQUIL} {NSTEP}\n"
    "{NRESC} {NSAMP}\n4711",
    "relax": "{NX} {NY} {MAXIT} 1.0D-6",
    "shallow": "{NX} {NY} {NSTEPS}",
    "tridia": "{TRIDIA.N} {NSTEPS} 0.001",
}
_SIZES = {
    "adi": ((4, 500), (8, 500), (16, 500)),
    "md1": (
        (5, 0, 3, 5, 2, 3, 5, 10),
        (6, 2, 2, 3, 5, 10, 5, 10),
        (6, 0, 2, 3, 10, 40, 5, 10),
    ),
    "relax": ((8, 6, 5000), (16, 12, 5000), (30, 20, 5000)),
    "shallow": ((10, 8, 20), (20, 16, 60), (40, 30, 200)),
    "tridia": ((10, 20), (20, 100), (40, 200)),
}


def _real(program: CorpusProgram) -> RealProgram:
    text = _READS.get(program.name)
    inputs = (Input(program.stdin),)
    if text is not None:
        names = [part.partition("}")[0] for part in text.split("{")[1:]]
        values = [dict(zip(names, size, strict=True)) for size in _SIZES[program.name]]
        inputs = tuple(Input(_filled(text, each) + "\n", each) for each in values)
    return RealProgram(program.name, "corpus", (program.source,), (), inputs)


def _filled(text: str, values: dict[str, int]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


CORPUS_PROGRAMS = tuple(_real(program) for program in PROGRAMS.values())
