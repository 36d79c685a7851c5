"""The machines that come with the tool know every operation that real programs perform."""

from __future__ import annotations

import pytest

from sad.diagnostics import SadError, Severity
from sad.machine.check import check_machine, usual_operations
from sad.machine.database import database_names, get_machine
from sad.machine.networks.primitives import PrimitiveTimes
from sad.machine.operation_times import OperationTimes, library_operations
from tests.support.command import CORPUS
from tests.support.model import model_of

PROGRAMS = sorted(path for path in CORPUS.glob("*/*") if path.suffix in (".f", ".F", ".f90", ".c"))
CHAINS = [(name, chain) for name in database_names() for chain in get_machine(name).toolchains]


def operations_of_corpus() -> set[str]:
    found: set[str] = set()
    for program in PROGRAMS:
        for block in model_of(program).expansion.blocks:
            for line in block.block.lines:
                found.update(line.operations)
    return found


@pytest.fixture(scope="module")
def needed() -> set[str]:
    return operations_of_corpus()


MACHINES = (
    *("sparc2", "sparc10", "t800", "ncube2", "paragon", "meiko-cs", "cm5", "t3d", "t3e", "das1"),
    *("x86_64-generic", "zen3", "neoverse-n1"),
)
PARALLEL = ("t800", "ncube2", "paragon", "meiko-cs", "cm5", "t3d", "t3e", "das1")
# Rates of one node in double precision [10^6 operations/s] between what somebody measured and the
# peak: PerPreT's 0.43 and 2.36, ExtraP's 2.76; orders of magnitude for the others.
DAXPY_MFLOPS = {
    "ncube2": (0.43, 2.4),
    "paragon": (2.36, 75.0),
    "cm5": (2.0, 3.5),
    "t3d": (5.0, 150.0),
    "t3e": (10.0, 600.0),
    "das1": (10.0, 200.0),
}


def test_the_machines_are_there():
    assert set(database_names()) >= set(MACHINES)


@pytest.mark.parametrize("name", PARALLEL)
def test_parallel_machines_have_networks_and_primitives_that_take_time(name: str):
    machine = get_machine(name)
    assert machine.network is not None
    assert machine.programming_models
    for model in machine.programming_models.values():
        times = PrimitiveTimes(machine.clock_hz, machine.network, model)
        for primitive in model.primitives:
            small, large = (
                times.seconds(primitive, nbytes=size, nprocs=16, hops=2) for size in (8, 10**6)
            )
            shortest = 1e-7 if primitive == "transfer" else 1e-6  # one of the five times
            assert shortest <= small <= large < 20
            assert model.primitives[primitive].source


@pytest.mark.parametrize("name", MACHINES)
def test_each_machine_says_its_architecture(name: str):
    assert get_machine(name).architecture


@pytest.mark.parametrize("name", DAXPY_MFLOPS)
def test_a_vector_update_runs_at_a_possible_rate(name: str):
    machine = get_machine(name)
    times = OperationTimes(machine, machine.default_toolchain)
    element = ".double.element1.dummy"
    seconds = sum(
        times.value(operation).value
        for operation in (
            *("add.double", "mul.double", f"load{element}", f"load{element}", f"store{element}"),
            *("load.double.scalar.dummy", "loop.iteration"),
        )
    )
    low, high = DAXPY_MFLOPS[name]
    assert low <= 2 / seconds / 1e6 <= high


@pytest.mark.parametrize("name", database_names())
def test_the_machine_is_clean(name: str):
    machine = get_machine(name)
    found = check_machine(machine)
    if machine.kind == "measured":  # what a fit finds odd is what it found
        found = [item for item in found if item.severity is not Severity.NOTE]
    assert [str(item) for item in found] == []


@pytest.mark.parametrize(("name", "chain"), CHAINS)
def test_every_operation_of_the_corpus_has_a_time(name: str, chain: str, needed: set[str]):
    assert len(needed) > 200
    machine = get_machine(name)
    times = OperationTimes(machine, machine.toolchains[chain])
    for operation in needed | set(usual_operations()):
        assert 0 <= times.value(operation).value < 1e-2, operation


def test_the_usual_operations_are_those_of_the_corpus_and_more(needed: set[str]):
    assert sorted(needed - set(usual_operations()) - set(library_operations())) == []


@pytest.mark.parametrize(("name", "chain"), CHAINS)
def test_every_time_has_a_source_and_an_uncertainty(name: str, chain: str):
    toolchain = get_machine(name).toolchains[chain]
    if toolchain.calibration is not None:  # the section tells where all its numbers come from
        return
    for operation, value in toolchain.operations.items():
        assert value.source, operation
        assert value.uncertainty is not None, operation
        assert value.uncertainty > 0 or value.value == 0, operation


def test_a_toolchain_extends_one_before_it(tmp_path):
    text = """\
schema: 1
name: two
processor:
  name: two
  clock_hz: 1.0e+9
  toolchains:
    f-O2: {compiler: f, flags: -O2, language: fortran, operations_s: {add: 2.0e-9, mul: 3.0e-9}}
    c-O2: {extends: f-O2, compiler: c, language: c, operations_s: {mul: 1.0e-9}}
"""
    path = tmp_path / "two.yaml"
    path.write_text(text)
    found = get_machine(str(path))
    first, second = found.toolchains.values()
    assert (second.name, second.compiler, second.flags, second.language) == (
        "c-O2",
        "c",
        "-O2",
        "c",
    )
    assert second.operations["add"] == first.operations["add"]
    assert second.operations["mul"].value == 1.0e-9
    assert first.operations["mul"].value == 3.0e-9
    assert found.toolchain_for({"c"}) is second
    path.write_text(text.replace("extends: f-O2", "extends: g"))
    with pytest.raises(SadError, match="SAD401") as caught:
        get_machine(str(path))
    assert "before it are f-O2" in str(caught.value.diagnostic.hint)
