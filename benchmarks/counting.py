"""Sums over loop nests: closed forms here, and by sympy's ``summation`` on the same nests.

Run alone with ``python -m benchmarks.counting``.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from importlib import import_module
from math import exp, log
from typing import TYPE_CHECKING, Any

from benchmarks.measure import Figure, in_process
from benchmarks.page import table
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import Poly
from sad.algebra.sympy_edge import to_sympy
from tests.support.known_nests import KNOWN_NESTS
from tests.support.nests import Loop, Nest, indices_and_body

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

_TRIANGULAR = {
    "LU": KNOWN_NESTS["LU"].nest,
    "Cholesky": KNOWN_NESTS["Cholesky"].nest,
    "i, j > i, k >= j": Nest((Loop("i", "1", "n"), Loop("j", "i + 1", "n"), Loop("k", "j", "n"))),
}
_MILLISECONDS = 0.25
_RATIO = 0.01
_ROUNDS = 40
_LIMIT = 30.0  # seconds sympy may take for one nest


def counting() -> list[Figure]:
    """Measure the closed forms of well-known nests, alone and against sympy."""
    triangular, own = in_process(_own)
    theirs = _Sympy()
    ratios: dict[str, float] = {}
    unsummed = 0
    for name, seconds in own.items():
        answer = theirs.ask(name)
        if answer is not None:
            ratios[name] = seconds / answer[0]
            unsummed += answer[1]
    theirs.stop()
    slowest = max(triangular.values())
    each = ", ".join(f"{name}: {seconds * 1e3:.3f} ms" for name, seconds in triangular.items())
    mean = exp(sum(map(log, ratios.values())) / len(ratios))
    return [
        Figure(
            "closed form of a triangular nest of depth 3 [ms]",
            slowest * 1e3,
            _MILLISECONDS,
            each,
        ),
        Figure(
            "closed forms / sympy's summation, geometric mean",
            mean,
            _RATIO,
            f"{len(own)} nests; sympy finished {len(ratios)} within {_LIMIT:.0f} s each and left a sum"
            f" in {unsummed}; one {1 / mean:.0f} times as fast",
            ratio=True,
        ),
    ]


def _own() -> tuple[dict[str, float], dict[str, float]]:
    triangular = {name: _own_seconds(nest) for name, nest in _TRIANGULAR.items()}
    return triangular, {name: _own_seconds(known.nest) for name, known in KNOWN_NESTS.items()}


def clear_caches() -> None:
    """Forget all results of the counting engine. (Interned atoms stay: they are names, not results.)"""
    for name, module in list(sys.modules.items()):
        if name.startswith("sad.algebra"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _own_seconds(nest: Nest) -> float:
    """The best CPU time of some rounds, each with empty caches and without assumptions."""
    indices, body = indices_and_body(nest)
    closed = sum_nest(indices, body)
    best = float("inf")
    for _ in range(_ROUNDS):
        clear_caches()
        start = time.process_time()
        closed = sum_nest(indices, body)
        best = min(best, time.process_time() - start)
    if has_numeric_sum(closed):
        message = f"no closed form: {nest}"
        raise AssertionError(message)
    return best


class _Sympy:
    """sympy in a process of its own, which is ended when it takes too long."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, name: str) -> tuple[float, bool] | None:
        """Return the seconds for a nest and whether a sum is left; None if it took too long."""
        if self._pipe is None:
            self._pipe, end = self._context.Pipe()
            self._process = self._context.Process(target=_answer, args=(end,), daemon=True)
            self._process.start()
            self._pipe.send(next(iter(KNOWN_NESTS)))  # the first one pays for the imports
            self._pipe.recv()
        self._pipe.send(name)
        if self._pipe.poll(_LIMIT):
            return self._pipe.recv()
        self.stop()
        return None

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


def _answer(pipe: Connection) -> None:
    sympy: Any = import_module("sympy")
    cache: Any = import_module("sympy.core.cache")
    while True:
        name: str = pipe.recv()
        indices, body = indices_and_body(KNOWN_NESTS[name].nest)
        best, result = float("inf"), to_sympy(body)
        for _ in range(3):
            expression = to_sympy(body)
            ranges = [
                (to_sympy(Poly.symbol(index.name)), to_sympy(index.first), to_sympy(index.last))
                for index in indices
            ]
            cache.clear_cache()
            start = time.process_time()
            result = expression
            for index, first, last in reversed(ranges):
                result = sympy.summation(result, (index, first, last))
            best = min(best, time.process_time() - start)
            if best > 1.0:
                break
        pipe.send((best, result.has(sympy.Sum)))


def main() -> int:
    """Return 1 if a target is missed."""
    figures = counting()
    print(table(figures))
    return int(not all(figure.met for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
