"""The machines that come with the tool know every operation that real programs perform."""

from __future__ import annotations

import pytest

from sad.machine.check import check_machine, usual_operations
from sad.machine.compute import OperationTimes
from sad.machine.database import database_names, get_machine
from tests.support.command import CORPUS
from tests.support.model import model_of

PROGRAMS = sorted(path for path in CORPUS.glob("*/*.[fF]*") if path.suffix in (".f", ".F", ".f90"))
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


def test_the_machines_are_there():
    assert {"sparc2", "x86_64-generic"} <= set(database_names())


@pytest.mark.parametrize("name", database_names())
def test_the_machine_is_clean(name: str):
    assert [str(item) for item in check_machine(get_machine(name))] == []


@pytest.mark.parametrize(("name", "chain"), CHAINS)
def test_every_operation_of_the_corpus_has_a_time(name: str, chain: str, needed: set[str]):
    assert len(needed) > 100
    machine = get_machine(name)
    times = OperationTimes(machine, machine.toolchains[chain])
    for operation in needed | set(usual_operations()):
        assert 0 <= times.value(operation).value < 1e-2, operation


@pytest.mark.parametrize(("name", "chain"), CHAINS)
def test_every_time_has_a_source_and_an_uncertainty(name: str, chain: str):
    for operation, value in get_machine(name).toolchains[chain].operations.items():
        assert value.source, operation
        assert value.uncertainty is not None, operation
        assert value.uncertainty > 0 or value.value == 0, operation
