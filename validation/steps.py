"""The steps of a validation: measure every program, predict it, print the scores."""

from __future__ import annotations

import datetime
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from sad.evaluation.bind_model import bind_model
from sad.evaluation.predict import predict
from sad.evaluation.uncertainty.band import band_of
from sad.machine.database import get_machine
from validation.build import Compilers, build
from validation.predict import PredictionError, load_description, model_of, save_description
from validation.profiles import CACHE, profile_of
from validation.programs import programs_of
from validation.results import Results, Row
from validation.score import score
from validation.timing import Protocol, measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sad.evaluation.model import Model
    from sad.machine.schema import Machine
    from validation.programs import Program

FLAGS = ("-O0", "-O2", "-O3")
RESULTS = CACHE / "results.json"
RAW = CACHE / "raw.json"
MACHINE = CACHE / "here.yaml"
CLASSICAL_MACHINE = CACHE / "classical.yaml"
THROUGHPUT, ASM, ADDITIVE, CLASSICAL = MODELS = ("throughput", "asm", "additive", "classical")


def measured(halves: Sequence[str], flag_sets: Sequence[str], protocol: Protocol) -> Results:
    """Build all programs with each set of flags and time them, interleaved."""
    programs = [(half, program) for half in halves for program in programs_of(half)]
    compilers = Compilers()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as made:
        wanted = [(half, item, flags) for flags in flag_sets for half, item in programs]
        keys = [f"{item.name} {flags}" for _, item, flags in wanted]

        def compiled(number: int) -> Path:
            folder = Path(made) / str(number)
            folder.mkdir()
            _, program, flags = wanted[number]
            return build(program, folder, flags.split(), compilers).executable

        with ThreadPoolExecutor() as pool:
            built = list(pool.map(compiled, range(len(wanted))))
        done = 0

        def tell(key: str, _: object) -> None:
            nonlocal done
            done += 1
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done} rounds, {key:<24}")

        timings = measure(dict(zip(keys, built, strict=True)), protocol, progress=tell)
    for (half, program, flags), key in zip(wanted, keys, strict=True):
        timing = timings[key]
        rows.append(
            Row(
                *(half, program.name, program.language, program.memory, flags),
                *(timing.seconds, timing.steady),
            )
        )
    today = datetime.datetime.now(tz=datetime.UTC).isoformat(timespec="minutes")
    versions = {name: _version(name) for name in (compilers.fortran, compilers.c)}
    return Results(today, cpu(), versions, rows)


def models_of(program: Program) -> Model:
    """Return a program's model from its saved description and its profile."""
    folder = CACHE / program.name
    profile = profile_of(program)
    path = folder / "kernel.sad.json"
    save_description(program, path)
    return model_of(program, load_description(path), profile.document)


def predicted(results: Results, machine: Machine, classical: Machine | None) -> None:
    """Fill in the predictions of every row, under each model its toolchain has numbers for."""
    models: dict[str, Model | str] = {}
    for row in results.rows:
        if row.program not in models:
            program = next(p for p in programs_of(row.half) if p.name == row.program)
            try:
                models[row.program] = models_of(program)
            except PredictionError as error:
                models[row.program] = str(error)
        model = models[row.program]
        row.predicted, row.notes, row.bands = {}, {}, {}
        for kind, where in (
            (THROUGHPUT, machine),
            (ASM, machine),
            (ADDITIVE, machine),
            (CLASSICAL, classical),
        ):
            if where is not None:
                _fill(row, kind, model, where)


def _fill(row: Row, kind: str, model: Model | str, machine: Machine) -> None:
    toolchain = next(
        (
            item
            for item in machine.toolchains.values()
            if item.language == row.language and item.flags == row.flags
        ),
        None,
    )
    if isinstance(model, str) or toolchain is None:
        row.notes[kind] = model if isinstance(model, str) else f"no toolchain for {row.flags}"
        return
    if kind == ASM and toolchain.asm is None:
        row.notes[kind] = f"toolchain {toolchain.name} has no section asm"
        return
    asked = ADDITIVE if kind == CLASSICAL else kind
    prediction = predict(model, bind_model(model, machine, toolchain, asked))
    if prediction.total is None:
        row.notes[kind] = f"no value for {', '.join(model.missing) or 'unknown calls'}"
        return
    row.predicted[kind] = prediction.total
    band = band_of(prediction, None) if kind in (THROUGHPUT, ASM) else None
    if band is not None:
        row.bands[kind] = band.low, band.high


def score_lines(results: Results, halves: Iterable[str]) -> Iterator[str]:
    """Yield the scores as text: by half, flags, memory class and model."""
    flag_sets = list(dict.fromkeys(row.flags for row in results.rows))
    yield (
        f"{'half':<6} {'flags':<5} {'memory':<7} {'model':<11} {'n':>3} {'mean':>7} {'median':>7} "
        f"{'factor':>7} {'in 20 %':>8} {'in 2x':>7} {'rank':>6} {'worst':>6}"
    )
    for half in halves:
        for flags in flag_sets:
            for memory in ("cache", "memory"):
                rows = results.select(half=half, flags=flags, memory=memory)
                for kind in MODELS:
                    known = [row for row in rows if kind in row.predicted]
                    if known:
                        item = score(
                            [row.predicted[kind] for row in known], [row.measured for row in known]
                        )
                        yield (
                            f"{half:<6} {flags:<5} {memory:<7} {kind:<11} {item.programs:>3} "
                            f"{item.mape:>7.1%} {item.median:>7.1%} {item.typical:>7.3f} "
                            f"{item.within_20:>8.0%} {item.within_2:>7.0%} {item.rank:>6.3f} "
                            f"{item.worst:>6.2f}"
                        )


def program_lines(results: Results, halves: Iterable[str], kind: str) -> Iterator[str]:
    """Yield predicted/measured of every program, one column per set of flags."""
    flag_sets = list(dict.fromkeys(row.flags for row in results.rows))
    for half in halves:
        yield f"{half:<12}" + "".join(f"{flags:>22}" for flags in flag_sets)
        names = dict.fromkeys(row.program for row in results.select(half=half))
        for name in names:
            cells: list[str] = []
            for flags in flag_sets:
                row = next(r for r in results.select(half=half, flags=flags) if r.program == name)
                value = row.predicted.get(kind)
                ratio = "-" if value is None else f"{value / row.measured:.2f}"
                mark = " " if row.steady else "~"
                cells.append(f"{row.measured * 1e6:>12.1f} us{mark}{ratio:>6}")
            yield f"{name:<12}" + "".join(cells)


def _version(command: str) -> str:
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]


def cpu() -> str:
    """Return the name of this computer's processor."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def machine_file(path: Path) -> Machine:
    """Return the machine of a file."""
    return get_machine(str(path))
