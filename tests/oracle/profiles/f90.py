"""Profiles of random programs in Fortran 90: array statements, WHERE, sections, derived types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.counts import Profile
from sad.profiles.readers.detect import read_profiles
from tests.oracle.f90_programs.writer import INPUTS, random_text
from tests.oracle.gcov.figures import build, execute
from tests.oracle.profiles.estimates import Outcome, compare, own_part
from tests.oracle.profiles.truth import truth_of
from tests.oracle.programs.pieces import Piece
from tests.oracle.programs.program import RandomProgram

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def check_f90(seeds: Iterable[int], folder: Path) -> Outcome:
    """Build the program of each seed, run it with its inputs, and compare.

    Programs that the interpreter cannot run, and those that end in an error, are left out.
    """
    outcome = Outcome()
    for seed in seeds:
        text = Piece(tuple(random_text(seed).splitlines()))
        program = RandomProgram(seed, (text,), f"P{seed}", reads=True, language="f90")
        truth = truth_of(program, INPUTS)
        if truth is None:
            continue
        own = folder / f"p{seed}"
        own.mkdir()
        source = own / f"p{seed}.f90"
        source.write_text(program.text, encoding="ascii")
        built = build([source], own, "-std=gnu", "-ffree-line-length-none")
        if any(execute(built, " ".join(map(str, values)) + "\n") for values in INPUTS):
            continue
        (profile,) = read_profiles(str(own), {})
        assert isinstance(profile, Profile)
        outcome.add(compare(program, truth, own_part(program, truth, profile)))
    return outcome
