"""PAMELA models: a long one to its formula, against Python parsing as much text; points of formulas.

Run alone with ``python -m benchmarks.contention``.
"""

from __future__ import annotations

import ast
import time
from random import Random

from benchmarks.measure import Figure, in_process
from benchmarks.page import table

_LINES = 5000
_TARGET_S, _RATIO = 2.0, 40.0
_POINT_US, _GAUSS_MS = 5.0, 50.0
_POINTS = 20_000
_ROUNDS = 3
_PARTS = (
    "par (i = 1, N) use(cpu[i % P], {time} us);",
    "use(bus, {time} us);",
    "seq (i = 1, N) {{ delay(2 us); use(disk, {time} us) }};",
    "par (j = {first}, N-1) seq (i = 1, j) use(cpu[floor(j/4) % P], {time} us);",
)


def contention() -> list[Figure]:
    """Measure a model of 5,000 lines, and points of T^l, the best of some processes."""
    rounds = [in_process(_measured) for _ in range(_ROUNDS)]
    whole, parsing, point, gauss = (min(times) for times in zip(*rounds, strict=True))
    detail = f"{_LINES:,} lines of parts one after the other"
    return [
        Figure("PAMELA model to its formula [s]", whole, _TARGET_S, detail),
        Figure(
            "PAMELA model to its formula / Python parsing as many lines",
            whole / parsing,
            _RATIO,
            f"{parsing:.3f} s for ast.parse",
            ratio=True,
        ),
        Figure("T^l of machine repair, a point [us]", point * 1e6, _POINT_US, "closed"),
        Figure("T^l of GAUSS, N = 512, P = 64 [ms]", gauss * 1e3, _GAUSS_MS, "cyclic columns"),
    ]


def _measured() -> tuple[float, float, float, float]:
    """Return CPU seconds: a long model, Python's parser, a point of repair, one of GAUSS."""
    from sad.algebra.evaluate import compile_polys  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.model.walks.parallel import lower_bound  # noqa: PLC0415
    from sad.pamela.lower import model_of  # noqa: PLC0415
    from sad.pamela.parse import parse  # noqa: PLC0415
    from tests.support.command import CORPUS  # noqa: PLC0415

    random = Random(1)
    parts = [
        random.choice(_PARTS).format(time=random.randint(1, 9), first=random.randint(0, 4))
        for _ in range(_LINES)
    ]
    head = "param N = 100, P = 8;\nresource cpu[0 .. P-1], bus, disk(2);\nL = {\n"
    text = head + "\n".join(parts) + "\n};\n"
    python = "\n".join(f"use(cpu[i % {n % 8}], {n} * us, first)" for n in range(_LINES))

    def formula(model: str):
        tree = model_of(parse(model, "m.pam"), ("m.pam",), Diagnostics()).units[0].tree
        return compile_polys([lower_bound(tree)])

    start = time.process_time()
    formula(text)
    whole = time.process_time() - start
    start = time.process_time()
    ast.parse(python)
    parsing = time.process_time() - start
    repair = formula((CORPUS / "pamela" / "repair.pam").read_text())
    values = {"L.P": 20, "L.N": 1000, "L.tl [s]": 0.01, "L.ts [s]": 0.001}
    start = time.process_time()
    for _ in range(_POINTS):
        repair(values)
    point = (time.process_time() - start) / _POINTS
    gauss = formula((CORPUS / "pamela" / "gauss_cyclic.pam").read_text())
    start = time.process_time()
    gauss({"L.N": 512, "L.P": 64, "L.tu [s]": 1.0})
    return whole, parsing, point, time.process_time() - start


if __name__ == "__main__":
    print(table(contention()))
