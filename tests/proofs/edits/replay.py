"""A chain of edits as commits of a git repository, each compared with the one before by ``sad``."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sad.checks.compare.changes import compare
from sad.checks.outcome import Verdict
from sad.checks.revisions import Request, opened_revision
from sad.reading.options import Reading
from tests.checks.claims import wrong_claims
from tests.checks.repository import git
from tests.proofs.edits.fixed import Source
from tests.proofs.edits.groups import group
from tests.proofs.edits.neutral import NEUTRAL
from tests.proofs.edits.real import REAL, made
from tests.proofs.edits.spelling import BLANKS, blanks
from tests.support.compiler import GFORTRAN, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.checks.costs.record import State
    from sad.checks.outcome import Change

_DEARER = frozenset({Verdict.LOWER, Verdict.LEADING, Verdict.ORDER})
UNDONE = "taken back: "


@dataclass(frozen=True, slots=True)
class Expected:
    """What a revision is to be judged: the unit edited, if any, its verdict, and old names by new."""

    kind: str
    files: dict[str, str]
    unit: str = ""
    verdict: Verdict = Verdict.IDENTICAL
    renamed: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class Revision:
    """What was said of one revision. Each list holds ``unit: verdict`` of what is wrong.

    ``alarms`` are units that are said to be changed and are not, ``missed`` those that changed and are
    said to be identical, ``wrong`` those with another verdict than the one known. ``left`` are callers
    that are identical because the call stays a call, ``untold`` callers said to be incomparable.
    """

    group: str
    number: int
    kind: str
    units: int = 0
    right: int = 0
    alarms: list[str] = field(default_factory=list[str])
    missed: list[str] = field(default_factory=list[str])
    wrong: list[str] = field(default_factory=list[str])
    left: list[str] = field(default_factory=list[str])
    untold: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.alarms or self.missed or self.wrong)

    @property
    def has_false_claim(self) -> bool:
        """Whether something is said that is not so; incomparable says that it is not known."""
        claimed = [said for said in self.wrong if f": {Verdict.INCOMPARABLE}," not in said]
        return bool(self.alarms or self.missed or claimed)


def kinds(neutral: int, real: int, rng: Random) -> list[str]:
    """Return so many kinds of edits in random order, each kind about as often."""
    found: list[str] = []
    for number, names in ((neutral, [*NEUTRAL, BLANKS]), (real, [*REAL])):
        rng.shuffle(names)
        found += (names * (number // len(names) + 1))[:number]
    rng.shuffle(found)
    return found


def replay(driver: str, wanted: Sequence[str], seed: str) -> Iterator[Revision]:
    """Yield what is said of each revision of a group of files: edits, and some of them taken back."""
    rng = Random(f"{driver} {seed}")
    source = Source(group(driver), rng)
    with TemporaryDirectory(prefix="edits-") as place:
        folder = Path(place)
        git(folder, "init", "--quiet", "--initial-branch=main")
        _commit(folder, source.files, "start")
        state = _state(folder)
        number = 0
        for kind in wanted:
            for expected in _edits(kind, source):
                number += 1
                start = time.perf_counter()
                _commit(folder, expected.files, f"{number}: {expected.kind}")
                _check_syntax(folder, expected.files)
                now = _state(folder)
                found = Revision(driver, number, expected.kind)
                judge(found, expected, state, now)
                found.seconds = time.perf_counter() - start
                state = now
                yield found


def _edits(kind: str, source: Source) -> Iterator[Expected]:
    """One edit, and taking it back unless it stays."""
    before = dict(source.files)
    if kind in NEUTRAL:
        source.renamed.clear()
        NEUTRAL[kind](source)
        yield Expected(kind, source.files, renamed=dict(source.renamed))
    elif kind == BLANKS:
        blanks(source)
        yield Expected(kind, source.files)
        source.files = before
        yield Expected(UNDONE + kind, before)
    else:
        edit = made(kind, source)
        if edit is not None:
            yield Expected(kind, edit.files, edit.unit, edit.verdict)
            yield Expected(UNDONE + kind, before, edit.unit, edit.undone)


def _commit(folder: Path, files: dict[str, str], message: str) -> None:
    for path in folder.glob("*.f"):
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="ascii", newline="")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)


def _check_syntax(folder: Path, files: dict[str, str]) -> None:
    """Fail for an edit that gfortran does not take: then it is this generator that is wrong."""
    if GFORTRAN is not None:
        flags = ["-fsyntax-only", "-std=legacy", "-w"]
        done = run([GFORTRAN, *flags, *sorted(files)], folder)
        assert not done.returncode, done.stderr[:2000]


def _state(folder: Path) -> State:
    with contextlib.chdir(folder):
        request = Request(Reading((str(folder),)), folder=folder)
        with opened_revision("HEAD", request) as side:
            return side.state


def judge(found: Revision, expected: Expected, old: State, new: State) -> None:
    """Hold what is said of two revisions against what is expected of the second."""
    changes = compare(old, new)
    found.units = len(changes)
    found.wrong.extend(wrong_claims(old, new)[0])
    callers = _callers(expected.unit, new)
    for change in changes:
        name = change.unit.name
        said = f"{name}: {change.verdict}"
        if change.renamed_from != expected.renamed.get(name, ""):
            found.alarms.append(f"{said}, was {change.renamed_from or name}")
        elif name == expected.unit:
            _hold(found, change, frozenset({expected.verdict}), said)
        elif name in callers:
            is_cheaper = expected.verdict is Verdict.CHEAPER
            _hold_caller(
                found, change, frozenset({Verdict.CHEAPER}) if is_cheaper else _DEARER, said
            )
        elif change.verdict is Verdict.IDENTICAL:
            found.right += 1
        else:
            found.alarms.append(said)


def _hold(found: Revision, change: Change, right: frozenset[Verdict], said: str) -> None:
    if change.verdict in right:
        found.right += 1
    elif change.verdict is Verdict.IDENTICAL:
        found.missed.append(said)
    else:
        found.wrong.append(f"{said}, not {' or '.join(sorted(right))}")


def _hold_caller(found: Revision, change: Change, right: frozenset[Verdict], said: str) -> None:
    """A unit that calls the edited one: the direction is known, or it says that calls are left."""
    now = change.new
    has_calls_left = now is not None and (now.total is None or bool(now.externals))
    if change.verdict is Verdict.IDENTICAL and has_calls_left:
        found.left.append(said)
    elif change.verdict is Verdict.INCOMPARABLE:
        found.untold.append(said)
    else:
        _hold(found, change, right, said)


def _callers(unit: str, state: State) -> set[str]:
    """The units from which another one is reached."""
    found: set[str] = set()
    pending = {unit} if unit else set[str]()
    while pending:
        wanted = pending.pop()
        for name, cost in state.units.items():
            if wanted in cost.calls and name not in found:
                found.add(name)
                pending.add(name)
    return found - {unit}
