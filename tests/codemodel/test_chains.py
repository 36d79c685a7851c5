"""Dependence chains of small loops against steps worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.codemodel.chains.dependence_chains import dependence_chains
from sad.diagnostics import Diagnostics
from tests.codemodel.chain_cases import COUNTER, FORTRAN
from tests.codemodel.chain_cases_c import C_CASES

if TYPE_CHECKING:
    from pathlib import Path

    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.chains.dependence_chains import Chains
    from sad.model.work import Chain


def _entries(source: str, suffix: str, folder: Path) -> list[EntryAnalysis]:
    path = folder / f"kernel{suffix}"
    path.write_text(source, encoding="utf-8")
    diagnostics = Diagnostics()
    program = read_program([str(path)], SourceOptions(), diagnostics)
    return list(analyse(program).entries)


def _first(source: str, suffix: str, folder: Path) -> EntryAnalysis:
    """The procedure under test: S in Fortran, f in C."""
    return next(e for e in _entries(source, suffix, folder) if e.name in ("S", "f"))


def _steps(entry: EntryAnalysis, chains: Chains, loop: str, chain: Chain) -> str:
    """The steps of a chain in one iteration, unrolled copies of inner loops included."""
    booked = chains.plain if chain.view == "plain" else chains.optimised
    totals: dict[str, float] = {}
    for block in entry.forest.order:
        region = entry.forest.innermost[block]
        info = entry.values.loops.get(region.header) if region.parent is not None else None
        path = "" if info is None else info.path
        times = 1
        if path != loop:
            if path not in chains.unrolled or chain.view == "plain" or info is None:
                continue
            times = info.trips.as_integer or 0
        for action in entry.cfg.blocks[block].actions:
            for key, amount in booked.get(id(action), {}).items():
                number, step = key.removeprefix("chain.").split(".", 1)
                if int(number) == chain.number:
                    totals[step] = totals.get(step, 0.0) + amount * times
    return " + ".join(
        step if amount == pytest.approx(1) else f"{round(amount, 3):g} {step}"
        for step, amount in sorted(totals.items())
    )


def _described(entry: EntryAnalysis, loop: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Carried chains of plain code without the counter's, of optimised code, and the longest path."""
    chains = dependence_chains(entry)
    plain: list[str] = []
    optimised: list[str] = []
    through = ""
    for chain in chains.of_loops[loop]:
        steps = _steps(entry, chains, loop, chain)
        if chain.carried:
            text = f"restarts: {steps}" if chain.restarts else steps
            (plain if chain.view == "plain" else optimised).append(text)
        elif chain.view == "optimised":
            through = steps
    if COUNTER in plain:
        plain.remove(COUNTER)
    return tuple(plain), tuple(optimised), through


@pytest.mark.parametrize("name", FORTRAN)
def test_chains_of_fortran_loops(name: str, tmp_path: Path) -> None:
    case = FORTRAN[name]
    found = _described(_first(case.source, ".f", tmp_path), case.loop)
    assert found == (case.plain, case.optimised, case.through)


@pytest.mark.parametrize("name", C_CASES)
def test_chains_of_c_loops(name: str, tmp_path: Path) -> None:
    case = C_CASES[name]
    found = _described(_first(case.source, ".c", tmp_path), case.loop)
    assert found == (case.plain, case.optimised, case.through)


def test_steps_under_a_branch_are_booked_there(tmp_path: Path) -> None:
    """A conditional addition counts as often as its branch is taken."""
    case = FORTRAN["sum under a condition"]
    entry = _first(case.source, ".f", tmp_path)
    chains = dependence_chains(entry)
    carried = [c for c in chains.of_loops["do10"] if c.view == "optimised" and c.carried]
    key = f"chain.{carried[0].number}.add.double"
    actions = {id(a): a for block in entry.cfg.blocks for a in block.actions}
    [booked] = [actions[number] for number, steps in chains.optimised.items() if key in steps]
    assert type(booked.statement).__name__ == "Assign"


def test_views_share_one_numbering(tmp_path: Path) -> None:
    """Numbers are unique in a loop, and among a loop and the unrolled ones in it."""
    case = FORTRAN["sums over short vectors"]
    entry = _first(case.source, ".f", tmp_path)
    chains = dependence_chains(entry)
    assert chains.unrolled == {"do20.do10"}
    for items in chains.of_loops.values():
        numbers = [item.number for item in items]
        assert len(set(numbers)) == len(numbers)
    outer = {c.number for c in chains.of_loops["do20"] if c.view == "optimised"}
    inner = {c.number for c in chains.of_loops["do20.do10"]}
    assert not outer & inner


def test_too_large_loops_have_no_chains(tmp_path: Path) -> None:
    """Thousands of conditional assignments are left out, not gone through."""
    lines = ["      SUBROUTINE S(N, A)", "      DIMENSION A(N)", "      DO 10 I = 1, N"]
    lines += [
        f"      IF (A(I) .GT. {number}) X{number % 90} = X{number % 89}*A(I)"
        for number in range(3000)
    ]
    lines += ["   10 CONTINUE", "      END", ""]
    chains = dependence_chains(_first("\n".join(lines), ".f", tmp_path))
    assert chains.of_loops["do10"] == ()


def test_irreducible_cycles_have_no_chains(tmp_path: Path) -> None:
    source = """      SUBROUTINE S(N, X)
      IF (N .GT. 3) GOTO 20
   10 X = X*0.5
   20 X = X + 1
      IF (X .GT. 1) GOTO 10
      X = X*X
      END
"""
    entry = _first(source, ".f", tmp_path)
    chains = dependence_chains(entry)
    assert [chain.carried for chain in chains.of_loops[""]] == [False, False]
