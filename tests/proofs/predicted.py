"""Profiles by ``sad profile``, and what its parameter file says of a size that was not measured."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.diagnostics import SadError
from sad.evaluation.model import Model, build_model
from sad.evaluation.predict import predict
from sad.evaluation.uncertainty.sampling import SampledCounts, possible, random_points
from sad.profiles.params_file import load_params
from sad.profiles.settings import settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from sad.algebra.poly import Poly
    from sad.model.nodes import Description
    from sad.profiles.estimation.places import LinePlace
    from tests.proofs.programs import Size
    from tests.proofs.real import Program

SAMPLES = 4000
FEWEST = 0.5  # samples that can come together, as sad has it
_ENDS = (0.05, 0.95)
Interval = tuple[float, float]


@dataclass(frozen=True)
class Predicted:
    """Counts by line (None without a value), and where 90 % of them are: 5 to 95 %.

    ``total`` is the interval of the sum of the lines asked for. ``parameters`` are intervals by symbol.
    """

    lines: dict[LinePlace, float | None]
    intervals: dict[LinePlace, Interval]
    total: Interval | None
    parameters: dict[str, Interval]


def profile(
    program: Program, sizes: Sequence[Size], params: Path, *, seed: int = 1, repeat: int = 1
) -> None:
    """Profile the program through the command line; ``params`` is written."""
    sized = program.sized
    first = next(iter(sizes[0]))
    own = f"{seed}{{{first}}}{{repeat}}"  # every run has a seed of its own
    text = sized.text.replace("{seed}", own)
    (program.folder / "input").write_text(text)
    vary = [f"--vary={name}={','.join(str(size[name]) for size in sizes)}" for name in sizes[0]]
    given = [f"--set={name}={text}" for name, text in sized.settings.items()]
    result = sad(
        *("profile", program.source, "--workdir", program.folder, "--exclude", "runs"),
        *("--build", sized.build, "--run", "./program < input", "--fill", "input"),
        *(*vary, "--zip", *given, "--repeat", str(repeat), "-o", params, "--fresh", "--quiet"),
    )
    assert result.code == 0, result.err


def predicted(
    program: Program, params: Path, size: Size, wanted: Iterable[LinePlace]
) -> Predicted | str:
    """Return counts at a size; what is wrong if the values do not go together there.

    ``wanted`` are the lines that are compared.
    """
    values = {name: str(value) for name, value in size.items()}
    given = {**values, **program.sized.settings}
    return prediction(program.loaded.description, params, given, wanted)


def prediction(
    description: Description, params: Path, given: Mapping[str, str], wanted: Iterable[LinePlace]
) -> Predicted | str:
    """Return counts with a parameter file and values given, as ``predicted`` does."""
    try:
        settings = load_params(str(params))
        texts = [f"{name}={text}" for name, text in given.items()]
        for setting in settings_from_arguments(texts).items.values():
            settings.add(setting)
        model = build_model(description, None, settings)
        result = predict(model, None)
        lines = {
            (file, line): None if cost.value is None else float(cost.value)
            for file, costs in line_costs(View(result, aliases=False)).items()
            for line, cost in costs.items()
        }
        intervals, total = _intervals(model, lines, set(wanted))
    except SadError as error:
        return error.diagnostic.message
    return Predicted(lines, intervals, total, _of_parameters(model))


def _intervals(
    model: Model, lines: dict[LinePlace, float | None], wanted: set[LinePlace]
) -> tuple[dict[LinePlace, Interval], Interval | None]:
    """Intervals of the lines' counts, with the samples left out that ``sad`` leaves out."""
    known = {line: (value, value) for line, value in lines.items() if value is not None}
    certain = sum(value or 0.0 for line, value in lines.items() if line in wanted)
    if not model.random:
        return known, (certain, certain)
    blocks = [block for block in model.expansion.blocks if _is_random(model, block.count)]
    places: dict[LinePlace, list[Poly]] = defaultdict(list)
    for block in model.expansion.blocks:
        for line in block.block.lines:
            if line.starts:
                places[line.span.file, line.span.line].append(block.count)
    polys = list(dict.fromkeys(block.count for block in blocks if _is_known(model, block.count)))
    if not polys:
        return known, (certain, certain)
    fixed = {name: value for name, value in model.values.items() if name not in model.random}
    counts = SampledCounts(polys, [None] * len(polys), fixed)
    parts = [counts(points) for points in random_points(model.random, SAMPLES, 1)]
    arrays = [np.concatenate(item) for item in zip(*parts, strict=True)]
    mask = possible(arrays)
    if mask.mean() < FEWEST:
        mask = np.ones(SAMPLES, dtype=bool)
    least = [np.maximum(array[mask], 0) for array in arrays]
    by_poly = dict(zip(polys, least, strict=True))
    sums = np.zeros(int(mask.sum()))
    for line, counted in places.items():
        if line not in known or not any(poly in by_poly for poly in counted):
            sums += known[line][0] if line in known and line in wanted else 0.0
            continue
        rest = known[line][0] - sum(_mean(model, poly) for poly in counted if poly in by_poly)
        array = np.asarray(rest + sum(by_poly[poly] for poly in counted if poly in by_poly))
        known[line] = _ends(array)
        if line in wanted:
            sums += array
    return known, _ends(sums)


def _is_random(model: Model, poly: Poly) -> bool:
    return not model.random.keys().isdisjoint(atoms.free_symbols(poly))


def _is_known(model: Model, poly: Poly) -> bool:
    return atoms.free_symbols(poly) <= model.values.keys()


def _mean(model: Model, poly: Poly) -> float:
    return max(float(compile_polys([poly])(model.values)[0]), 0.0)


def _ends(array: np.ndarray) -> Interval:
    low, high = (float(item) for item in np.quantile(array, _ENDS))
    return low, high


def _of_parameters(model: Model) -> dict[str, Interval]:
    found = {
        symbol: (float(value), float(value))
        for symbol, value in model.values.items()
        if symbol not in model.random
    }
    if model.random:
        parts = list(random_points(model.random, SAMPLES, 1))
        for symbol in model.random:
            found[symbol] = _ends(np.concatenate([part[symbol] for part in parts]))
    return found
