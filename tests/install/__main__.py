"""Build, install in bare environments, run every command there: ``python -m tests.install``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from tests.install.build import Wrong, build
from tests.install.coverage import commands_of, not_shown, with_formats
from tests.install.environments import VERSIONS, bare, pythons
from tests.install.examples import (
    ANYWHERE,
    COMPILED,
    EXAMPLES,
    FOLLOWED,
    FOLLOWED_COMPILED,
    NEED_AN_EXTRA,
)
from tests.install.inputs import write_inputs
from tests.install.measurement import write_measurement
from tests.install.running import Place, has_compilers

_LIBRARY = """\
import sad
model = sad.analyze("relax.f", entry="SWEEPS")
print(model.count("SWEEPS", line=18).evaluate(N=10, X1=2))
"""
_FRAMES = """\
import sad
try:
    sad.analyze("norm.c").sweep({"n": [1, 2]}).to_pandas()
except sad.SadError as error:
    print(error.exit_code, error.diagnostic.hint)
"""


def main() -> int:
    """Return how the process ends: 0 if nothing is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.install", description=main.__doc__)
    parser.add_argument(
        "--python",
        action="append",
        choices=VERSIONS,
        help="a version to install it for (default: all that this machine has)",
    )
    parser.add_argument("--processes", type=int, default=2, help="commands at a time")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sad-install-") as place:
        folder = Path(place)
        try:
            wheel = build(folder / "dist")
        except Wrong as wrong:
            _say(f"wrong: {wrong}")
            return 1
        _say(f"{wheel.name}: the archive makes the same wheel")
        inputs = folder / "inputs"
        write_inputs(inputs)
        write_measurement(inputs / "raw.json")
        found = {version: python for version, python in pythons().items() if python is not None}
        wanted = args.python or list(VERSIONS)
        for version in wanted:
            if version not in found:
                _say(f"Python {version}: not on this machine")
        problems = [
            problem
            for number, version in enumerate(version for version in wanted if version in found)
            for problem in _check(
                version,
                bare(found[version], folder / version, wheel),
                Place(folder, inputs, folder / f"work-{version}"),
                args.processes,
                thorough=number == 0,
            )
        ]
    return 1 if problems or not found else 0


def _check(
    version: str, programs: Path, place: Place, processes: int, *, thorough: bool
) -> list[str]:
    """Run the commands with one version of Python; return what is wrong.

    ``thorough`` is with every format.
    """
    start = time.monotonic()
    place.work.mkdir()
    place = replace(place, programs=programs)
    commands = commands_of(str(programs / "python"), place.work)
    problems = not_shown(commands)
    examples = [*EXAMPLES, *(with_formats(commands) if thorough else ())]
    followed = [*FOLLOWED]
    if has_compilers():
        examples += COMPILED
        followed += FOLLOWED_COMPILED
    else:
        _say("gfortran or gcov is not on this machine: examples that need them are left out")
    asking = [(line, extra) for extra, lines in NEED_AN_EXTRA.items() for line in lines]
    hint = "install it with: pip install 'f2sad[frames]'"
    with ThreadPoolExecutor(processes) as pool:
        for done in [
            *(pool.submit(place.example, item) for item in examples),
            *(pool.submit(place.asks_for, line, extra) for line, extra in asking),
            *(pool.submit(place.follow, line) for line in followed),
            *(pool.submit(place.anywhere, line) for line in ANYWHERE),
            pool.submit(place.python, _LIBRARY, "90"),
            pool.submit(place.python, _FRAMES, f"2 {hint}"),
        ]:
            done.result()
    problems += place.problems
    for problem in problems:
        _say(f"wrong with Python {version}: {problem}")
    many = len(examples) + len(asking) + len(followed) + len(ANYWHERE) + 2
    found = f"{len(commands)} commands in {many} examples, {len(problems)} wrong"
    _say(f"Python {version}: {found}; {time.monotonic() - start:.0f} s")
    return problems


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
