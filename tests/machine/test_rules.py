"""Rules: operations made of instructions, what overrides what, and a table made by hand."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.machine.check import usual_operations
from sad.machine.database import find_file, get_machine, load_machine
from sad.machine.operation_times import OperationTimes

if TYPE_CHECKING:
    from sad.machine.schema import Toolchain

RULES = """\
schema: 1
name: small
instructions: {one: "an instruction", two: "another"}
defaults: {three: one + two}
operations:
  add: one
  mul: {formula: 3*two, uncertainty: 0.3, source: a count}
  call: three
  assign: 0
fallback: {sub: add}
"""
MACHINE = """\
schema: 1
name: m
processor:
  clock_hz: 1.0e+6
  toolchains:
    t:
      rules: small
      instructions_cycles: {one: {value: 2.0, uncertainty: 0.4}, two: 5.0}
"""
# What sparc2 gives as times of instructions (its table was made by hand, before the rules).
SPARC2 = {
    "integer": 1.0,
    "mul_integer": 31.0,
    "div_integer": 83.0,
    "add_real": 3.0,
    "add_double": 3.0,
    "mul_real": 3.0,
    "mul_double": 5.0,
    "div_real": 13.0,
    "div_double": 22.0,
    "sqrt_real": 17.0,
    "sqrt_double": 24.0,
    "load": 2.0,
    "load_double": 3.0,
    "store": 3.0,
    "store_double": 4.0,
    "branch": 1.5,
    "loop_branch": 1.0,
    "jump": 1.5,
    "chain_add": 5.0,
    "chain_mul": 7.0,
    "compare_real": 5.0,
    "convert_back": 10.0,
    "call": 11.0,
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("rules").mkdir()
    Path("rules/small.yaml").write_text(RULES)


def chain_of(text: str, name: str = "m.yaml") -> Toolchain:
    Path(name).write_text(text)
    return load_machine(name, find_file).default_toolchain


def failure(text: str) -> str:
    with pytest.raises(SadError) as caught:
        chain_of(text)
    return f"{caught.value.diagnostic.code} {caught.value.diagnostic.message}"


def test_operations_are_made_of_instructions():
    operations = chain_of(MACHINE).operations
    assert operations["add"].value == pytest.approx(2e-6)
    assert operations["mul"].value == pytest.approx(15e-6)
    assert operations["call"].value == pytest.approx(7e-6)
    assert operations["assign"].value == 0.0
    assert operations["mul"].source == "estimate: rules small: 3*two (a count)"
    assert chain_of(MACHINE).fallback == {"sub": "add"}


def test_uncertainties_are_propagated():
    operations = chain_of(MACHINE).operations
    assert operations["add"].uncertainty == pytest.approx(0.4)
    assert operations["mul"].uncertainty == pytest.approx(0.3)
    assert operations["call"].uncertainty == pytest.approx(0.4 * 2 / 7, abs=1e-3)
    assert operations["assign"].uncertainty == 0.0


def test_an_operations_own_time_wins_over_the_rules():
    chain = chain_of(MACHINE + "      operations_cycles: {mul: 1.0, div: 9.0}\n")
    assert chain.operations["mul"].value == pytest.approx(1e-6)
    assert chain.operations["div"].value == pytest.approx(9e-6)
    assert chain.derived == {"add", "call", "assign"}


def test_what_a_base_states_outlives_new_instructions_and_what_it_derived_does_not():
    chain_of(MACHINE + "      operations_cycles: {mul: 1.0}\n", "base.yaml")
    head = "schema: 1\nname: d\nextends: base\nprocessor: "
    operations = chain_of(
        head + "{toolchains: {t: {instructions_cycles: {one: 4.0}}}}\n"
    ).operations
    assert operations["add"].value == pytest.approx(4e-6)
    assert operations["call"].value == pytest.approx(9e-6)
    assert operations["mul"].value == pytest.approx(1e-6)


def test_an_instruction_without_a_time_is_an_error_that_names_it():
    text = MACHINE.replace(", two: 5.0", "")
    assert failure(text).endswith("no time for the instruction two")
    assert failure(text).startswith("SAD405 $.processor.toolchains.t: ")


def test_rules_that_are_not_there():
    assert failure(MACHINE.replace("small", "large")).startswith("SAD401 ")


@pytest.mark.parametrize("formula", ["four", "one +", "one(2)"])
def test_formulas_of_rules_are_checked(formula: str):
    Path("rules/wrong.yaml").write_text(RULES.replace("3*two", formula))
    assert failure(MACHINE.replace("small", "wrong")).startswith("SAD410 $.operations.mul")


def test_the_rules_reproduce_the_table_of_sparc2():
    """The rules are read off that table: most operations agree, and none by more than a factor of 2."""
    cycles = "\n".join(f"        {key}: {value}" for key, value in SPARC2.items())
    head = MACHINE.partition("      rules")[0].replace("1.0e+6", "40.0e+6")
    Path("sparc.yaml").write_text(
        f"{head}      rules: optimised\n      instructions_cycles:\n{cycles}\n"
    )
    made = load_machine("sparc.yaml", find_file)
    hand = get_machine("sparc2")
    by_rule = OperationTimes(made, made.default_toolchain)
    by_hand = OperationTimes(hand, hand.toolchains["f77-O"])
    ratios: list[float] = []
    for operation in usual_operations():
        expected = by_hand.value(operation).value
        if expected > 0:
            ratios.append(abs(math.log(by_rule.value(operation).value / expected)))
    assert len(ratios) > 400
    assert max(ratios) < math.log(2)
    assert sum(ratio < 0.2 for ratio in ratios) > 0.9 * len(ratios)
