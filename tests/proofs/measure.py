"""All profiles and runs of one program."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.proofs.compare import Case, compared
from tests.proofs.predicted import predicted, profile
from tests.proofs.real import Program, Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.proofs.programs import Size, Sized

PLACES = ("between", "beyond")
PLANS = {"2 sizes": ("few", 1), "3 sizes": ("more", 1), "2 sizes, 5 runs each": ("few", 5)}
"""Which sizes are profiled, and how often each: repetitions help only where chance plays a part."""
_FIRST_TRUE_SEED = 50_000_000
EXACTLY = 1e-9


@dataclass
class Found:
    """Cases of a program by plan and place, one for each seed, and the one at a measured size."""

    sized: Sized
    cases: dict[tuple[str, str], list[Case]] = field(
        default_factory=dict[tuple[str, str], "list[Case]"]
    )
    same: list[Case] = field(default_factory=list[Case])

    def of(self, plan: str, place: str) -> list[Case]:
        """Return the cases of a plan and place."""
        return self.cases[plan, place]


def measure(sized: Sized, seeds: int, plans: Sequence[str] | None = None) -> Found:
    """Profile a program and compare its predictions with real runs, for ``seeds`` profiles."""
    chosen = plans or (tuple(PLANS) if sized.has_chance else ("2 sizes", "3 sizes"))
    found = Found(sized)
    with tempfile.TemporaryDirectory(prefix="sad-proof-") as folder:
        program = Program(sized, Path(folder) / "program")
        for seed in range(1, (seeds if sized.has_chance else 1) + 1):
            truths = [_truth(program, size, seed) for size in sized.unseen]
            for plan in chosen:
                name, repeat = PLANS[plan]
                sizes: Sequence[Size] = getattr(sized, name)
                params = Path(folder) / f"{name}{repeat}-{seed}.yaml"
                profile(program, sizes, params, seed=seed, repeat=repeat)
                for place, size, truth in zip(PLACES, sized.unseen, truths, strict=True):
                    case = compared(predicted(program, params, size, truth.lines), truth)
                    found.cases.setdefault((plan, place), []).append(case)
        found.same.append(_at_the_same_size(program, Path(folder) / "same.yaml"))
    return found


def _truth(program: Program, size: Size, seed: int) -> Truth:
    """What a run with random numbers of its own does."""
    return program.truth(size, _FIRST_TRUE_SEED + 7919 * seed + next(iter(size.values())))


def _at_the_same_size(program: Program, params: Path) -> Case:
    """One run is profiled and its own counts are calculated from the values."""
    size = program.sized.few[1]
    profile(program, [size], params)
    seed = int(f"1{next(iter(size.values()))}1")
    truth = program.truth(size, seed)
    return compared(predicted(program, params, size, truth.lines), truth)
