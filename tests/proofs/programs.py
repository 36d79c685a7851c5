"""The programs that are profiled, and the sizes. Both were chosen before anything was measured.

``few`` are the sizes A and B, ``more`` has one in between as well. Counts are predicted for ``unseen``:
one between A and B and one beyond B, 2 times to 4 times as large (1.3 times for md1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

Size = dict[str, int]


@dataclass(frozen=True)
class Sized:
    """A program that reads its sizes. ``text`` is its input, with ``{NAME}`` for sizes and ``{seed}``.

    ``settings`` give values to names of the model, as expressions over the sizes.
    """

    source: Path
    few: tuple[Size, Size]
    between: Size
    unseen: tuple[Size, Size]
    text: str
    group: str
    settings: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def name(self) -> str:
        """The source file's name without its suffix."""
        return self.source.stem

    @property
    def more(self) -> tuple[Size, Size, Size]:
        """The three sizes."""
        return self.few[0], self.between, self.few[1]

    @property
    def has_chance(self) -> bool:
        """Whether the program draws random numbers."""
        return "{seed}" in self.text

    @property
    def build(self) -> str:
        """The command that builds it, with the place for the options of counters."""
        if self.source.suffix == ".c":
            return f"gcc -std=c11 -O0 {{coverage}} {self.source.name} -o program -lm"
        return f"gfortran -std=legacy -w -O0 {{coverage}} {self.source.name} -o program"

    def input_text(self, size: Size, seed: int) -> str:
        """The input for a run."""
        text = self.text.replace("{seed}", str(seed))
        for name, value in size.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


def _one(name: str, few: tuple[int, int], between: int, unseen: tuple[int, int]) -> Sized:
    """A program of ``corpus/sized`` that reads one size, and a seed if it draws numbers."""
    (source,) = (CORPUS / "sized").glob(f"*/{name}")
    size = "N" if source.suffix == ".f" else "n"
    group = source.parent.name
    text = f"{{{size}}} {{seed}}\n" if group == "chance" else f"{{{size}}}\n"
    first, last = ({size: value} for value in few)
    inside, beyond = ({size: value} for value in unseen)
    return Sized(source, (first, last), {size: between}, (inside, beyond), text, group)


def _pairs(
    name: str,
    names: tuple[str, str],
    few: tuple[tuple[int, int], tuple[int, int]],
    between: tuple[int, int],
    unseen: tuple[tuple[int, int], tuple[int, int]],
    text: str = "",
    settings: dict[str, str] | None = None,
) -> Sized:
    """A program that reads two sizes."""
    (source,) = [*(CORPUS / "sized").glob(f"*/{name}"), *CORPUS.glob(f"*/{name}")]
    values = [dict(zip(names, pair, strict=True)) for pair in (*few, between, *unseen)]
    first, last, middle, inside, beyond = values
    group = source.parent.name if source.parent.parent.name == "sized" else "corpus"
    text = text or f"{{{names[0]}}} {{{names[1]}}}\n"
    return Sized(source, (first, last), middle, (inside, beyond), text, group, settings or {})


_MD1 = "{NUNIT} 0\n2 3\n0.8 1.2\n0.004 2.5\n5 20\n5 10\n4711\n"
_MD1_VALUES = {
    "NVAC": "0",
    "LCNUM": "2",
    "LCDEN": "3",
    "NEQUIL": "5",
    "NSTEP": "20",
    "NRESC": "5",
    "NSAMP": "10",
}

REGULAR = (
    _one("sieve.f", (2000, 8000), 4000, (6000, 20000)),
    _one("heaprev.f", (1000, 4000), 2000, (3000, 10000)),
    _one("jacobi.f", (10, 24), 16, (20, 48)),
    _one("cgline.f", (40, 150), 80, (100, 400)),
    _one("bisect.f", (100, 400), 200, (300, 1000)),
    _one("bubrev.f", (50, 200), 100, (150, 500)),
    _one("shellst.f", (1000, 4000), 2000, (3000, 10000)),
    _one("bsearch.f", (1000, 4000), 2000, (3000, 10000)),
    _one("series.f", (500, 2000), 1000, (1500, 5000)),
    _one("lupiv.f", (20, 50), 30, (40, 100)),
    _pairs("band.f", ("N", "M"), ((60, 4), (120, 8)), (80, 8), ((90, 6), (240, 16))),
    _one("listwalk.c", (200, 800), 400, (600, 2000)),
    _pairs("gridbfs.c", ("n", "m"), ((20, 30), (60, 90)), (48, 40), ((40, 60), (120, 180))),
    _one("hashload.c", (1000, 4000), 2000, (3000, 10000)),
    _one("josephus.c", (200, 1000), 400, (700, 2500)),
    _one("qsorted.c", (1000, 5000), 2500, (4000, 20000)),
    _one("merging.c", (1000, 4000), 2000, (3000, 10000)),
    _one("floydrul.c", (20, 50), 30, (40, 100)),
    _one("gcdtable.c", (50, 200), 100, (150, 500)),
    _one("cflsteps.c", (50, 200), 100, (150, 500)),
    _one("unifind.c", (1000, 4000), 2000, (3000, 10000)),
    Sized(
        CORPUS / "md1" / "md1.f",
        ({"NUNIT": 6}, {"NUNIT": 9}),
        {"NUNIT": 8},
        ({"NUNIT": 7}, {"NUNIT": 12}),
        _MD1,
        "corpus",
        _MD1_VALUES,
    ),
    Sized(
        CORPUS / "adi" / "adi.f",
        ({"M": 8}, {"M": 16}),
        {"M": 12},
        ({"M": 14}, {"M": 32}),
        "{M} 500 10.0\n",
        "corpus",
        {"MAXSW": "500"},
    ),
    _pairs(
        "relax.f",
        ("NX", "NY"),
        ((10, 8), (20, 15)),
        (14, 11),
        ((16, 12), (40, 30)),
        "{NX} {NY} 5000 1.0D-6\n",
        {"MAXIT": "5000"},
    ),
    _pairs(
        "shallow.f90",
        ("NX", "NY"),
        ((10, 8), (20, 16)),
        (14, 12),
        ((16, 12), (40, 32)),
        "{NX} {NY} 40\n",
        {"NSTEPS": "40"},
    ),
    Sized(
        CORPUS / "tridia" / "tridia.f",
        ({"N": 20}, {"N": 80}),
        {"N": 50},
        ({"N": 60}, {"N": 160}),
        "{N} 100 0.001\n",
        "corpus",
        {"NSTEPS": "100"},
    ),
)
"""What they do is decided by their sizes."""

CHANCE = (
    _one("mcball.f", (1000, 4000), 2000, (3000, 10000)),
    _one("collatz.f", (200, 800), 400, (600, 2000)),
    _one("anneal.f", (100, 400), 200, (300, 1000)),
    _one("brstat.f", (1000, 4000), 2000, (3000, 10000)),
    _one("exitwalk.f", (8, 20), 12, (16, 40)),
    _one("forest.f", (30, 80), 50, (60, 160)),
    _one("rqsort.c", (1000, 5000), 2000, (3000, 10000)),
    _one("rgraph.c", (1000, 4000), 2000, (3000, 10000)),
    _one("chains.c", (1000, 4000), 2000, (3000, 10000)),
    _one("counter.c", (1000, 4000), 2000, (3000, 10000)),
    _one("patience.c", (500, 2000), 1000, (1500, 5000)),
    _one("discs.c", (500, 2000), 1000, (1500, 5000)),
)
"""What they do depends on random numbers."""
