"""Real runs: built with gcov's counters, and what they say of every line and parameter."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.cli.params_import import measured
from sad.loading.describe import load_description
from sad.profiles.counts import Profile
from sad.profiles.estimation.estimate import Estimator
from sad.profiles.readers.detect import read_profiles
from sad.reading.options import Reading
from tests.support.compiler import run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from sad.profiles.estimation.places import LinePlace
    from sad.reading.loaded import Loaded
    from tests.proofs.programs import Size, Sized


@dataclass(frozen=True)
class Truth:
    """How often lines ran, where gcov's figures tell, and the parameters' values, by symbol."""

    lines: dict[LinePlace, float]
    parameters: dict[str, float]


class Program:
    """A program in a folder of its own, analysed once and built once."""

    def __init__(self, sized: Sized, folder: Path) -> None:
        self.sized = sized
        self.folder = folder
        self.source = folder / sized.source.name
        self._runs = folder / "runs"
        self._runs.mkdir(parents=True)
        for path in sized.source.parent.iterdir():
            if path == sized.source or path.suffix == ".inc":
                shutil.copy(path, folder)
                shutil.copy(path, self._runs)
        self.loaded: Loaded = load_description(Reading((str(self.source),)))
        assert self.loaded.analysis is not None
        self._estimator = Estimator(self.loaded.analysis)
        command = sized.build.replace("{coverage}", "--coverage").split()
        _checked(run(command, self._runs))

    def truth(self, size: Size, seed: int) -> Truth:
        """Run the program and return what its counts say."""
        for path in self._runs.glob("*.gcda"):
            path.unlink()
        _checked(run(["./program"], self._runs, self.sized.input_text(size, seed)))
        values = {name: str(value) for name, value in size.items()}
        at = {**values, **self.sized.settings}
        (profile,) = read_profiles(str(self._runs), at)
        assert isinstance(profile, Profile)
        estimate = self._estimator.estimate(profile)
        assert not estimate.diagnostics, estimate.diagnostics
        result = measured(self.loaded, None, [profile]).result
        return Truth(
            {place: float(count) for place, count in estimate.lines.items()},
            {symbol: samples[0].value for symbol, samples in result.samples.items()},
        )


def _checked(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        raise RuntimeError(f"{done.args}: {done.stderr}")
