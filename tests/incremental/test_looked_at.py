"""COMMON variables between units: callers see of a unit those on which something depends, no others."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from sad.incremental import interface
from sad.incremental.interface import interface_of
from sad.loading.describe import load_description
from sad.loading.means import Means
from sad.model.saved import to_json
from sad.reading.options import Reading

if TYPE_CHECKING:
    from pathlib import Path

    from sad.incremental.interface import StandIn

_WIDE = """\
      PROGRAM TOP
      COMMON /B/ N, M, K
      READ *, N, M, K
      CALL MIDDLE
      DO 10 I = 1, K
   10 CALL DEEP
      END
      SUBROUTINE MIDDLE
      CALL DEEP
      END
      SUBROUTINE DEEP
      COMMON /B/ N, M, K
      DO 10 I = 1, N
   10 PRINT *, M
      K = 3*N
      READ *, M
      END
"""
_ASKED = """\
      PROGRAM TOP
      COMMON /B/ N, M
      COMMON /C/ L
      M = 5
      DO 10 I = 1, KIND(1, J)
   10 PRINT *, I
      M = 7
      DO 20 I = 1, KIND(1, J)
   20 PRINT *, I
      END
      INTEGER FUNCTION KIND (WHICH, J)
      INTEGER WHICH, J, INNER
      IF (WHICH .EQ. 1) THEN
         KIND = INNER(2, J)
      ELSE
         CALL OUTSID (KIND)
      END IF
      END
      INTEGER FUNCTION INNER (WHICH, J)
      INTEGER WHICH, J
      COMMON /B/ N, M
      IF (WHICH .EQ. 2) THEN
         INNER = M
      ELSE
         CALL OUTSID (INNER)
      END IF
      END
"""


def _described(reading: Reading, cache: Path | None = None) -> Any:
    means = Means() if cache is None else Means(cache=cache)
    return to_json(load_description(reading, means=means).description)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The COMMON cells that callers see of the units that are analysed, by unit."""
    found: dict[str, list[str]] = {}

    def watched(item: StandIn) -> Any:
        value = interface_of(item)
        found[item.unit.name] = value["effects"][1]
        return value

    monkeypatch.setattr(interface, "interface_of", watched)
    return found


def test_what_nothing_depends_on_is_not_seen(tmp_path: Path, seen: dict[str, list[str]]) -> None:
    path = tmp_path / "wide.f"
    path.write_text(_WIDE)
    _described(Reading((str(path),)), tmp_path / "cache")
    assert seen["DEEP"] == ["/B/+0", "/B/+8"]  # its loop, and what it leaves behind
    assert seen["MIDDLE"] == ["/B/+0", "/B/+8"]


def test_values_asked_for_constants_may_depend_on_all(
    tmp_path: Path, seen: dict[str, list[str]]
) -> None:
    path = tmp_path / "asked.f"
    path.write_text(_ASKED)
    reading = Reading((str(path),))
    found = _described(reading, tmp_path / "cache")
    assert seen["KIND"] == seen["INNER"] == ["/B/+4"]
    assert found == _described(reading)
    top = next(unit for unit in found["units"] if unit["name"] == "TOP")
    trips = json.dumps(top["tree"])
    assert '"terms": [[5, []]]' in trips
    assert '"terms": [[7, []]]' in trips


# --- any program ----------------------------------------------------------------------------------

_NAMES = ("N", "M", "K", "L")


def _statement(chance: random.Random, names: list[str], callees: list[str], label: int) -> str:
    """One or more lines; ``names`` are variables, ``callees`` units that may be called."""
    one, other = chance.choice(names), chance.choice(names)
    forms = [
        f"      {one} = {other} + {chance.randint(0, 3)}\n",
        f"      {one} = {chance.randint(1, 9)}\n",
        f"      DO {label} I{label} = 1, {one}\n{label:5} PRINT *, {other}\n",
        f"      IF ({one} .GT. {chance.randint(0, 3)}) {other} = {chance.randint(1, 9)}\n",
        f"      CALL OUTSID ({one})\n",
        f"      {one} = NFUN({chance.randint(1, 3)}, {other})\n",
    ]
    for callee in callees:
        forms += [
            f"      CALL {callee} ({one})\n",
            f"      DO {label} I{label} = 1, {one}\n{label:5} CALL {callee} ({other})\n",
            f"      IF ({one} .GT. {other}) CALL {callee} ({one})\n",
            f"      CALL HANDS ({callee}, {one})\n",
        ]
    return chance.choice(forms)


def _blocks(chance: random.Random) -> tuple[str, list[str]]:
    """Declarations of COMMON blocks, which units lay out and name as they like."""
    names = list(_NAMES)
    chance.shuffle(names)
    text, mine = "", list[str]()
    for block in ("A", "B"):
        count = chance.randint(0, 2)
        here, names = names[:count], names[count:]
        text += f"      COMMON /{block}/ {', '.join(here)}\n" if here else ""
        mine += here
    return text, mine


def _unit(chance: random.Random, head: str, names: list[str], callees: list[str]) -> str:
    text, mine = _blocks(chance)
    names = [*names, *mine, "J"]
    lines = [_statement(chance, names, callees, 10 * (n + 1)) for n in range(chance.randint(1, 5))]
    external = f"      EXTERNAL {', '.join(callees)}\n" if callees else ""
    return f"{head}{external}{text}{''.join(lines)}      END\n"


def _program(chance: random.Random) -> str:
    names = [f"S{number}" for number in range(chance.randint(2, 6))]
    text = _unit(chance, "      PROGRAM TOP\n", [], names)
    for number, name in enumerate(names):
        callees = names[number + 1 :]
        if chance.random() < 0.2:
            callees = [*callees, names[0]]  # these call each other
        text += _unit(chance, f"      SUBROUTINE {name} (IN)\n", ["IN"], callees)
    text += "      SUBROUTINE HANDS (WORK, IN)\n      EXTERNAL WORK\n"
    text += _unit(chance, "      CALL WORK (IN)\n", ["IN"], []).replace(
        "      CALL WORK (IN)\n", ""
    )
    text += "      INTEGER FUNCTION NFUN (WHICH, IN)\n      INTEGER WHICH\n"
    text += "      COMMON /A/ N, M\n      NFUN = M\n      IF (WHICH .EQ. 1) NFUN = IN\n"
    return text + "      IF (WHICH .EQ. 2) CALL OUTSID (NFUN)\n      END\n"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(40))
def test_random_programs_by_units_as_a_whole(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "any.f"
    path.write_text(_program(random.Random(f"looked at {seed}")))
    reading = Reading((str(path),))
    assert _described(reading, tmp_path / "cache") == _described(reading)
