"""Counts whose dependence on the size is known: formulas, random events, and small algorithms that run.

Each program gives what a profile would: how often something was reached and taken, for a size and a
source of chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.model.parameters import Kind

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Program = Callable[[int, random.Random], tuple[int, int]]

TRIPS, PROB = Kind.TRIP_COUNT, Kind.PROBABILITY


@dataclass(frozen=True)
class Case:
    """A program; ``count`` returns taken and reached. Sizes are small if it ``explodes``."""

    group: str
    name: str
    kind: Kind
    count: Program
    explodes: bool = False


def cases() -> list[Case]:
    """Return all programs."""
    return [*_exact(), *_chance(), *_irregular(), *_algorithms(), *_searches()]


def _exact() -> list[Case]:
    formulas: list[tuple[str, Kind, Program]] = [
        ("n", TRIPS, lambda n, _: (n * n, n)),
        ("(n-1)/2", TRIPS, lambda n, _: (n * (n - 1) // 2, n)),
        ("(n+1)/2", TRIPS, lambda n, _: (n * (n + 1) // 2, n)),
        ("(n+1)/3", TRIPS, lambda n, _: (n * (n * n - 1) // 6, n * (n - 1) // 2)),
        ("(2n+1)/3", TRIPS, lambda n, _: (n * (n + 1) * (2 * n + 1) // 6, n * (n + 1) // 2)),
        ("n-1", TRIPS, lambda n, _: (n - 1, 1)),
        ("3n+7", TRIPS, lambda n, _: (3 * n + 7, 1)),
        ("n**2", TRIPS, lambda n, _: (n * n, 1)),
        ("n(n-1)/2", TRIPS, lambda n, _: (n * (n - 1) // 2, 1)),
        ("n//2", TRIPS, lambda n, _: (n // 2, 1)),
        ("n//4", TRIPS, lambda n, _: (n // 4, 1)),
        ("floor(log2 n)", TRIPS, lambda n, _: (n.bit_length() - 1, 1)),
        ("1+floor(log2 n)", TRIPS, lambda n, _: (n.bit_length(), 1)),
        ("floor(sqrt n)", TRIPS, lambda n, _: (math.isqrt(n), 1)),
        ("12", TRIPS, lambda n, _: (12 * n, n)),
        ("500", TRIPS, lambda _n, _: (500, 1)),
        ("5/2", TRIPS, lambda n, _: (5 * n, 2 * n)),
        ("1/n", PROB, lambda n, _: (n, n * n)),
        ("1-1/n", PROB, lambda n, _: (n * (n - 1), n * n)),
        ("(n-1)/(2n)", PROB, lambda n, _: (n * (n - 1) // 2, n * n)),
        ("1-2/n", PROB, lambda n, _: (n - 2, n)),
        ("1/2", PROB, lambda n, _: (n, 2 * n)),
        ("1", PROB, lambda n, _: (n, n)),
        ("0", PROB, lambda n, _: (0, n)),
    ]
    return [Case("exact function", name, kind, count) for name, kind, count in formulas]


def _binomial(events: int, chance: float, source: random.Random) -> int:
    return sum(source.random() < chance for _ in range(events))


def _poisson(mean: float, source: random.Random) -> int:
    if mean > 50:
        return max(0, round(source.gauss(mean, math.sqrt(mean))))
    limit, product, count = math.exp(-mean), source.random(), 0
    while product > limit:
        product *= source.random()
        count += 1
    return count


def _geometric(mean: float, source: random.Random) -> int:
    return int(math.log(1 - source.random()) / math.log(mean / (1 + mean)))


def _chance() -> list[Case]:
    def event(name: str, chance: Callable[[int], float], events: Callable[[int], int]) -> Case:
        def count(n: int, source: random.Random) -> tuple[int, int]:
            return _binomial(events(n), chance(n), source), events(n)

        return Case("random events", name, PROB, count)

    def trips(name: str, mean: Callable[[int], float], entries: Callable[[int], int]) -> Case:
        def count(n: int, source: random.Random) -> tuple[int, int]:
            return sum(_poisson(mean(n), source) for _ in range(entries(n))), entries(n)

        return Case("random trips", name, TRIPS, count)

    def walks(name: str, mean: Callable[[int], float], entries: Callable[[int], int]) -> Case:
        def count(n: int, source: random.Random) -> tuple[int, int]:
            return sum(_geometric(mean(n), source) for _ in range(entries(n))), entries(n)

        return Case("random trips", name, TRIPS, count)

    return [
        event("p = 0.3, n events", lambda _: 0.3, lambda n: n),
        event("p = 0.02, n events", lambda _: 0.02, lambda n: n),
        event("p = 0.9, 20 events", lambda _: 0.9, lambda _: 20),
        event("p = 0.5, 3n events", lambda _: 0.5, lambda n: 3 * n),
        event("p = 1/n, n events", lambda n: 1 / n, lambda n: n),
        event("p = 4/n, 5n events", lambda n: 4 / n, lambda n: 5 * n),
        event("p = 1-3/n, 2n events", lambda n: 1 - 3 / n, lambda n: 2 * n),
        event("p = 0.5+1/n, 2n events", lambda n: 0.5 + 1 / n, lambda n: 2 * n),
        trips("Poisson n/10, n entries", lambda n: n / 10, lambda n: n),
        trips("Poisson 3, n entries", lambda _: 3.0, lambda n: n),
        trips("Poisson sqrt(n), 5 entries", math.sqrt, lambda _: 5),
        trips("Poisson 1+5/n, n entries", lambda n: 1 + 5 / n, lambda n: n),
        trips("Poisson 8n/(n+60), n entries", lambda n: 8 * n / (n + 60), lambda n: n),
        walks("geometric 5, n entries", lambda _: 5.0, lambda n: n),
        walks("geometric n/4, n entries", lambda n: n / 4, lambda n: n),
        walks("geometric 12, 10 entries", lambda _: 12.0, lambda _: 10),
        walks("geometric log2(n), n entries", math.log2, lambda n: n),
    ]


def _irregular() -> list[Case]:
    def scaled(name: str, mean: Callable[[int], float], sd: float) -> Case:
        def count(n: int, source: random.Random) -> tuple[int, int]:
            return max(0, round(1000 * mean(n) * (1 + source.gauss(0, sd)))), 1000

        return Case("irregular sizes", name, TRIPS, count)

    return [
        scaled("12, 1 %", lambda _: 12.0, 0.01),
        scaled("12, 10 %", lambda _: 12.0, 0.1),
        scaled("n/3, 2 %", lambda n: n / 3, 0.02),
        scaled("n/3, 20 %", lambda n: n / 3, 0.2),
        scaled("2 + n**1.4/20, 5 %", lambda n: 2 + n**1.4 / 20, 0.05),
        scaled("n**0.85, 0 %", lambda n: n**0.85, 0.0),
        scaled("1.3 + 20/n, 1 %", lambda n: 1.3 + 20 / n, 0.01),
        scaled("n*log2(n)/7, 3 %", lambda n: n * math.log2(n) / 7, 0.03),
        scaled("5 + n/40, 3 %", lambda n: 5 + n / 40, 0.03),
    ]


def _algorithms() -> list[Case]:
    programs: list[tuple[str, Kind, Program]] = [
        ("insertion sort: moves per element", TRIPS, _insertion),
        ("bubble sort: swaps per comparison", PROB, _bubble),
        ("selection: new least element", PROB, _selection),
        ("binary search: steps", TRIPS, _bisection),
        ("Euclid: divisions", TRIPS, _euclid),
        ("sieve: multiples crossed out per number", TRIPS, _sieve),
        ("trial division: divisors tried", TRIPS, _divisors),
        ("Collatz: steps", TRIPS, _collatz),
        ("open addressing: probes", TRIPS, _hashing),
        ("random walk to the end of a strip", TRIPS, _walk),
        ("quicksort: comparisons", TRIPS, _quicksort),
        ("neighbours in cells", TRIPS, _cells),
        ("pairs closer than a radius", PROB, _pairs),
        ("Gauss-Seidel: sweeps", TRIPS, _sweeps),
        ("Newton: iterations", TRIPS, _newton),
    ]
    return [Case("algorithms", name, kind, count) for name, kind, count in programs]


def _searches() -> list[Case]:
    programs: list[tuple[str, Program]] = [
        ("queens: placements tried", queens),
        ("Fibonacci: calls", _fibonacci),
        ("towers of Hanoi: moves", lambda n, _: (2**n - 1, 1)),
        ("subsets with a sum: nodes", _subsets),
        ("round trips with a bound: nodes", _round_trips),
        ("paths through a grid", lambda n, _: (math.comb(2 * n, n), 1)),
    ]
    return [Case("searches", name, TRIPS, count, explodes=True) for name, count in programs]


def queens(n: int, _: random.Random) -> tuple[int, int]:
    """Queens placed row by row: how many partial placements are tried, the empty one included."""
    tried = 0
    work: list[tuple[int, ...]] = [()]
    while work:
        columns = work.pop()
        tried += 1
        row = len(columns)
        work += [
            (*columns, column)
            for column in range(n if row < n else 0)
            if all(column != at and abs(column - at) != row - r for r, at in enumerate(columns))
        ]
    return tried, 1


def _fibonacci(n: int, _: random.Random) -> tuple[int, int]:
    calls, before = 1, 1
    for _step in range(n - 1):
        calls, before = calls + before + 1, calls
    return calls, 1


def _subsets(n: int, source: random.Random) -> tuple[int, int]:
    values = sorted(-source.randint(1, 100) for _ in range(n))
    wanted, nodes, work = -sum(values) // 2, 0, [(0, 0)]
    while work:
        index, total = work.pop()
        nodes += 1
        if index < n and total < wanted:
            work += [(index + 1, total), (index + 1, total - values[index])]
    return nodes, 1


def _round_trips(n: int, source: random.Random) -> tuple[int, int]:
    at = [(source.random(), source.random()) for _ in range(n)]
    nodes, best = 0, math.inf
    work: list[tuple[tuple[int, ...], float]] = [((0,), 0.0)]
    while work:
        path, length = work.pop()
        nodes += 1
        if len(path) == n:
            best = min(best, length + math.dist(at[path[-1]], at[0]))
            continue
        steps = [(math.dist(at[path[-1]], at[city]), city) for city in range(n) if city not in path]
        work += [
            ((*path, city), length + step)
            for step, city in sorted(steps, reverse=True)
            if length + step < best
        ]
    return nodes, 1


def _insertion(n: int, source: random.Random) -> tuple[int, int]:
    values = [source.random() for _ in range(n)]
    moves = 0
    for index in range(1, n):
        value, place = values[index], index
        while place and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
            moves += 1
        values[place] = value
    return moves, n - 1


def _bubble(n: int, source: random.Random) -> tuple[int, int]:
    values = [source.random() for _ in range(n)]
    swaps = compared = 0
    for last in range(n - 1, 0, -1):
        for index in range(last):
            compared += 1
            if values[index] > values[index + 1]:
                values[index], values[index + 1] = values[index + 1], values[index]
                swaps += 1
    return swaps, compared


def _selection(n: int, source: random.Random) -> tuple[int, int]:
    values = [source.random() for _ in range(n)]
    found = compared = 0
    for start in range(n - 1):
        least = start
        for index in range(start + 1, n):
            compared += 1
            if values[index] < values[least]:
                least = index
                found += 1
        values[start], values[least] = values[least], values[start]
    return found, compared


def _bisection(n: int, source: random.Random) -> tuple[int, int]:
    values = sorted(source.random() for _ in range(n))
    steps = 0
    for _ in range(n):
        wanted, low, high = source.random(), 0, n
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if values[middle] < wanted else (low, middle)
            steps += 1
    return steps, n


def _euclid(n: int, source: random.Random) -> tuple[int, int]:
    steps = 0
    for _ in range(200):
        a, b = source.randint(1, n), source.randint(1, n)
        while b:
            a, b = b, a % b
            steps += 1
    return steps, 200


def _sieve(n: int, _: random.Random) -> tuple[int, int]:
    crossed = 0
    is_prime = [True] * (n + 1)
    for number in range(2, math.isqrt(n) + 1):
        if is_prime[number]:
            for multiple in range(number * number, n + 1, number):
                is_prime[multiple] = False
                crossed += 1
    return crossed, n - 1


def _divisors(n: int, _: random.Random) -> tuple[int, int]:
    tried = 0
    for number in range(2, n + 1):
        divisor = 2
        while divisor * divisor <= number and number % divisor:
            divisor += 1
            tried += 1
    return tried, n - 1


def _collatz(n: int, _: random.Random) -> tuple[int, int]:
    steps = 0
    for start in range(1, n + 1):
        number = start
        while number != 1:
            number = 3 * number + 1 if number % 2 else number // 2
            steps += 1
    return steps, n


def _hashing(n: int, source: random.Random) -> tuple[int, int]:
    places: list[int | None] = [None] * (2 * n)
    probes = 0
    for _ in range(n):
        place = source.randrange(2 * n)
        while places[place] is not None:
            place = (place + 1) % (2 * n)
            probes += 1
        places[place] = 1
    return probes, n


def _walk(n: int, source: random.Random) -> tuple[int, int]:
    steps, width = 0, max(2, math.isqrt(n))
    for _ in range(20):
        place = width
        while 0 < place < 2 * width:
            place += 1 if source.random() < 0.5 else -1
            steps += 1
    return steps, 20


def _quicksort(n: int, source: random.Random) -> tuple[int, int]:
    compared, work = 0, [[source.random() for _ in range(n)]]
    while work:
        values = work.pop()
        if len(values) > 1:
            compared += len(values) - 1
            pivot, rest = values[0], values[1:]
            work += [[v for v in rest if v < pivot], [v for v in rest if v >= pivot]]
    return compared, n


def _cells(n: int, source: random.Random) -> tuple[int, int]:
    side = max(1, round((n / 4) ** (1 / 3)))
    filled = [0] * side**3
    for _ in range(n):
        filled[source.randrange(side**3)] += 1
    return sum(count * (count - 1) // 2 for count in filled), n


def _pairs(n: int, source: random.Random) -> tuple[int, int]:
    places = [(source.random(), source.random()) for _ in range(n)]
    close = sum(
        (a - x) ** 2 + (b - y) ** 2 < 0.04
        for index, (a, b) in enumerate(places)
        for x, y in places[:index]
    )
    return close, n * (n - 1) // 2


def _sweeps(n: int, source: random.Random) -> tuple[int, int]:
    n = min(n, 60)
    values = [source.random() for _ in range(n)]
    sweeps, change = 0, 1.0
    while change > 1e-3:
        change = 0.0
        for index in range(1, n - 1):
            new = (values[index - 1] + values[index + 1]) / 2
            change = max(change, abs(new - values[index]))
            values[index] = new
        sweeps += 1
    return sweeps, 1


def _newton(n: int, source: random.Random) -> tuple[int, int]:
    steps = 0
    for _ in range(n):
        wanted = 1 + 99 * source.random()
        root, old = wanted, 0.0
        while abs(root - old) > 1e-10 * root:
            old, root = root, (root + wanted / root) / 2
            steps += 1
    return steps, n
