"""Branches that leave their unit or set a status, in real code: a sample of them, labelled by hand.

``python -m tests.realcode.exits sample SEED SCALE`` draws a sample, the same for the same seed. What
each branch is, an error exit or not, is in ``exits.csv``; ``python -m tests.realcode.exits`` compares
``sad.analysis.branches.error_paths`` with it. Seed 2026 drew part 1, at scale 1.

A candidate is a branch with two arms one of which goes to the end of the unit without a loop and
without the other arm, or does nothing but set integers and logicals. The rule that is measured takes
no part in the choice.
"""

from __future__ import annotations

import csv
import random
import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.analysis.cfg.graph import Leave, Split
from sad.analysis.loops.natural import RegionKind
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics, SadError
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from tests.realcode.c_libraries import GSL, gsl_units
from tests.support.realcode import FOLDER, fortran_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.unit import EntryAnalysis

ROOT = Path(__file__).resolve().parents[2]
LABELS = Path(__file__).with_name("exits.csv")
_LONGEST = 40  # blocks of a way out


@dataclass(frozen=True, slots=True)
class Candidate:
    """A branch: the file below ``build/real`` or the root, its line, and ``leaves`` or ``sets``."""

    file: str
    line: int
    unit: str
    kind: str


@dataclass(frozen=True, slots=True)
class Label:
    """What a branch is: ``error`` is where it leads to an error, ``holds``, ``fails`` or ``no``.

    ``program`` is the file that is read, or the folder. ``part`` 1 was labelled before the rule that
    is measured was written, 2 afterwards.
    """

    part: int
    version: str
    program: str
    file: str
    line: int
    unit: str
    kind: str
    error: str


def entries_of(paths: Sequence[Path]) -> tuple[EntryAnalysis, ...]:
    """Analyse the units of files as one program; none if they cannot be read."""
    include = [str(GSL)] if GSL in paths[0].parents else []
    try:
        program = read_program([str(path) for path in paths], SourceOptions(include), Diagnostics())
        return analyse(program).entries
    except SadError:
        return ()


def branches(entry: EntryAnalysis) -> Iterator[tuple[int, Split]]:
    """Yield the two-way branches of a unit, with their blocks."""
    for number in entry.forest.order:
        split = entry.cfg.blocks[number].terminator
        if isinstance(split, Split) and split.kind == "if" and split.condition is not None:
            yield number, split


# --- the sample ---------------------------------------------------------------------------------------


def candidates(entries: Sequence[EntryAnalysis]) -> Iterator[Candidate]:
    """Yield the branches that leave or set, each line once."""
    seen: set[tuple[str, int]] = set()
    for entry in entries:
        for number, split in branches(entry):
            kind = _kind(entry, number, split)
            place = (split.span.file, split.span.line)
            if kind and place not in seen:
                seen.add(place)
                yield Candidate(shown(split.span.file), split.span.line, entry.name, kind)


def _kind(entry: EntryAnalysis, number: int, split: Split) -> str:
    one, other = split.targets
    if one == other:
        return ""
    if _leaves(entry, one, other) or _leaves(entry, other, one):
        return "leaves"
    return "sets" if _sets(entry, number, one) or _sets(entry, number, other) else ""


def _leaves(entry: EntryAnalysis, start: int, other: int) -> bool:
    seen: set[int] = set()
    pending = [start]
    leaves = False
    while pending:
        number = pending.pop()
        if number in seen:
            continue
        seen.add(number)
        if number == other or len(seen) > _LONGEST:
            return False
        if entry.forest.innermost[number].kind is not RegionKind.UNIT:
            return False
        leaves = leaves or isinstance(entry.cfg.blocks[number].terminator, Leave)
        pending.extend(entry.cfg.blocks[number].successors())
    return leaves


def _sets(entry: EntryAnalysis, number: int, start: int) -> bool:
    if entry.forest.idom.get(start) != number:
        return False
    work = [
        action.statement
        for action in entry.cfg.blocks[start].actions
        if not isinstance(action.statement, st.Goto | st.Continue)
    ]
    return bool(work) and all(
        isinstance(item, st.Assign)
        and isinstance(item.target, ex.Variable)
        and item.target.type in (Type.INTEGER, Type.LOGICAL)
        for item in work
    )


def shown(file: str) -> str:
    """Return a path below ``build/real`` or the root, without these."""
    path = Path(file).resolve()
    for base in (FOLDER.resolve(), ROOT):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


WANTED = {
    "lapack": (76, 16),
    "testing": (24, 6),
    "scipy": (92, 26),
    "gsl": (64, 14),
    "corpus": (36, 10),
}
"""Of each group: how many branches that leave, and how many that set."""


def programs(group: str) -> list[list[Path]]:
    """Return the programs of a group as lists of files, of the routines of four precisions one."""
    match group:
        case "lapack":
            files = [*fortran_files("lapack", "SRC"), *fortran_files("lapack", "BLAS", "SRC")]
            return _one_precision(files)
        case "testing":
            return _one_precision(fortran_files("lapack", "TESTING"))
        case "scipy":
            return [[path] for path in fortran_files("scipy")]
        case "gsl":
            return [[path] for path in gsl_units()[0]]
        case _:
            folders = sorted(path for path in (ROOT / "corpus").iterdir() if path.is_dir())
            lists = [files_of(path) for path in folders]
            lists += [[path] for path in sorted((ROOT / "corpus").rglob("*.c"))]
            return [files for files in lists if files]


def files_of(program: Path) -> list[Path]:
    """Return the files of a program: a file, or the Fortran files of a folder."""
    return [program] if program.is_file() else sorted(program.rglob("*.f"))


def _one_precision(files: list[Path]) -> list[list[Path]]:
    families: dict[str, list[Path]] = {}
    for path in files:
        families.setdefault(path.stem[1:].lower(), []).append(path)
    return [[members[len(name) % len(members)]] for name, members in sorted(families.items())]


def sample(group: str, seed: int, wanted: tuple[int, int]) -> list[tuple[str, Candidate]]:
    """Draw branches of a group: files in random order, of each few of a kind; with their programs."""
    order = random.Random(f"{seed} {group}")
    files = programs(group)
    order.shuffle(files)
    found: dict[str, list[tuple[str, Candidate]]] = {"leaves": [], "sets": []}
    left = dict(zip(found, wanted, strict=True))
    per_file = 3 if group == "corpus" else 1
    places: set[tuple[str, int]] = set()  # headers belong to several programs
    for paths in files:
        if not any(left.values()):
            break
        here = list(candidates(entries_of(paths)))
        program = shown(str(paths[0] if len(paths) == 1 else paths[0].parent))
        for kind in found:
            mine = [item for item in here if item.kind == kind]
            order.shuffle(mine)
            new = [item for item in mine if (item.file, item.line) not in places]
            taken = new[: min(per_file, left[kind])]
            places.update((item.file, item.line) for item in taken)
            left[kind] -= len(taken)
            found[kind] += [(program, item) for item in taken]
    return [*found["leaves"], *found["sets"]]


# --- labels and the rule ------------------------------------------------------------------------------


def labels() -> list[Label]:
    """Return the labels, in the order of the sample."""
    with LABELS.open(encoding="ascii", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [
        Label(int(part), version, program, name, int(line), unit, kind, error)
        for part, version, program, name, line, unit, kind, error in rows
    ]


def says(label: Label) -> str:
    """What the rule says of a labelled branch, as a label does.

    Raises LookupError if there is no such branch: the source is another version.
    """
    base = FOLDER if (FOLDER / label.program).exists() else ROOT
    answers: set[int] = set()
    is_there = False
    for entry in _entries(base / label.program):
        for number, split in branches(entry):
            if (_shown(split.span.file), split.span.line) == (label.file, label.line):
                is_there = True
                if number in entry.errors:
                    answers.add(entry.errors[number])
    if not is_there:
        message = f"{label.file}:{label.line}: no branch"
        raise LookupError(message)
    return ("holds", "fails")[min(answers)] if answers else "no"


@lru_cache(maxsize=4)
def _entries(program: Path) -> tuple[EntryAnalysis, ...]:
    return entries_of(files_of(program))


_shown = cache(shown)


@dataclass(frozen=True, slots=True)
class Score:
    """How many branches are called errors rightly, wrongly, and how many errors are not found."""

    right: int
    wrong: int
    missed: int
    branches: int

    @property
    def precision(self) -> float:
        """The share of the branches called errors that are."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """The share of the errors that are called so."""
        return self.right / max(1, self.right + self.missed)


def score(judged: Sequence[tuple[Label, str]]) -> Score:
    """Return how the rule's answers compare with the labels."""
    right = sum(label.error == answer != "no" for label, answer in judged)
    wrong = sum(answer not in ("no", label.error) for label, answer in judged)
    missed = sum(label.error not in ("no", answer) for label, answer in judged)
    return Score(right, wrong, missed, len(judged))


def _write_sample(seed: int, scale: float) -> None:
    for group, (leaving, setting) in WANTED.items():
        for program, item in sample(group, seed, (int(leaving * scale), int(setting * scale))):
            fields = (program, item.file, str(item.line), item.unit, item.kind)
            sys.stdout.write(f"{','.join(fields)}\n")


def _write_scores() -> None:
    judged = [(label, says(label)) for label in labels()]
    for label, answer in judged:
        if label.error != answer:
            place = f"{label.file}:{label.line}"
            sys.stdout.write(f"{label.part} {place} {label.unit}: {label.error}, not {answer}\n")
    parts = {part: [item for item in judged if item[0].part == part] for part in (1, 2)}
    versions = dict.fromkeys(label.version for label, _ in judged)
    groups = {v: [item for item in judged if item[0].version == v] for v in versions}
    for name, items in {"all": judged, **parts, **groups}.items():
        found = score(items)
        sys.stdout.write(f"{name}: {found.branches} branches, precision {found.precision:.3f},")
        sys.stdout.write(f" recall {found.recall:.3f} {found}\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["sample"]:
        _write_sample(int(sys.argv[2]), float(sys.argv[3]))
    else:
        _write_scores()
