"""Fresh random nests against brute force: ``python -m tests.algebra.fuzz --nests 20000``.

Prints how many nests and points were compared, how many were wrong, how many had no closed form, and
the time per nest. The exit code is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field

from sad.algebra.evaluate import MissingValue, compile_polys
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from tests.support.nests import TooLong, indices_and_body, runner
from tests.support.random_nests import DIVISOR, random_nest, random_values

_QUANTILES = (0.1, 0.5, 0.9, 0.99, 1.0)


@dataclass
class Tally:
    """What came of many nests. ``seconds`` has one entry per nest."""

    nests: int = 0
    points: int = 0
    too_long: int = 0
    numeric: int = 0
    divided: int = 0
    wrong: list[str] = field(default_factory=list[str])
    seconds: list[float] = field(default_factory=list[float])

    def __str__(self) -> str:
        times = sorted(self.seconds)
        shown = " ".join(
            f"{share:.0%}: {times[int(share * (len(times) - 1))] * 1e6:.0f}" for share in _QUANTILES
        )
        return (
            f"nests {self.nests}, points {self.points} ({self.too_long} too long to run), "
            f"wrong {len(self.wrong)}\n"
            f"numeric {self.numeric}, {self.divided} of them with a parameter as divisor or step\n"
            f"CPU microseconds per nest {shown}"
        )


def compare(seed: int, points: int, tally: Tally) -> None:
    """Compare one nest with brute force at random points, empty and negative sizes included."""
    rng = random.Random(seed)
    nest = random_nest(rng)
    indices, body = indices_and_body(nest)
    start = time.process_time()
    closed = sum_nest(indices, body)
    tally.seconds.append(time.process_time() - start)
    tally.nests += 1
    if has_numeric_sum(closed):
        tally.numeric += 1
        tally.divided += DIVISOR in str(nest)
    value, run = compile_polys([closed]), runner(nest, 20_000)
    for _ in range(points):
        values = random_values(rng, -4, 9)
        try:
            expected = run(values)
        except TooLong:
            tally.too_long += 1
            continue
        try:
            found = value(values)[0]
        except MissingValue as missing:
            found = f"no value without {missing}"
        tally.points += 1
        if found != expected:
            tally.wrong.append(f"seed {seed}: {nest}\n  at {values}: {found}, not {expected}")
            return


def main() -> int:
    """Return 1 if any nest is wrong."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--nests", type=int, default=20_000, metavar="N")
    parser.add_argument("--points", type=int, default=12, metavar="N", help="per nest")
    parser.add_argument("--seed", type=int, help="of the first nest; fresh ones by default")
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if args.seed is None else args.seed
    print(f"seeds from {seed}")
    tally = Tally()
    for number in range(seed, seed + args.nests):
        compare(number, args.points, tally)
    print(*tally.wrong, tally, sep="\n")
    return int(bool(tally.wrong))


if __name__ == "__main__":
    sys.exit(main())
