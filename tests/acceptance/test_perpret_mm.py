"""PerPreT's matrix product (Brehm 1999, section 6.3.1): checks C1 to C8.

FIT in a name: constants were read off these very rows. Such a test keeps the figures from changing and
says nothing about how well the model predicts.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sad.applications import load
from sad.applications.on_machine import put_on
from sad.machine.database import get_machine
from sad.machine.values import MachineValue
from tests.acceptance.brehm import MM_64_PROCESSORS, MM_256, MM_NCUBE, MM_PARAGON, cut

PARAGON, NCUBE = get_machine("paragon"), get_machine("ncube2")
TO_PRINT = 5.0e-7 + 1e-12
"""Half a unit of the sixth decimal."""


def column(table, index):
    return np.array([row[index] for row in table], float)


def on_64():
    points = {"nprocs": 64, "psize": column(MM_64_PROCESSORS, 0)}
    return put_on(load("mm2"), PARAGON).times(points)


def of_256(machine, table):
    return put_on(load("mm2"), machine).times({"nprocs": column(table, 0), "psize": 256})


def total(times):
    return times.computation + times.communication


def test_c1_messages_of_64_processors():
    """EXACT-1: two equal copies and elements of 8 bytes are not printed, but forced."""
    assert np.abs(on_64().communication - column(MM_64_PROCESSORS, 1)).max() <= TO_PRINT


def test_c1_speed_up_and_efficiency_of_64_processors():
    alone = put_on(load("mm2"), PARAGON).times({"nprocs": 1, "psize": column(MM_64_PROCESSORS, 0)})
    speed_up = total(alone) / total(on_64())
    assert np.abs(speed_up - column(MM_64_PROCESSORS, 4)).max() <= 0.01
    assert np.abs(speed_up / 64 - column(MM_64_PROCESSORS, 5)).max() <= 0.001


def test_c2_messages_of_order_256():
    """EXACT-1, as C1."""
    times = of_256(PARAGON, MM_256)
    assert np.abs(times.communication - column(MM_256, 1)).max() <= TO_PRINT
    speed_up = total(times)[0] / total(times)
    assert np.abs(speed_up - column(MM_256, 4)).max() <= 0.01
    assert np.abs(speed_up / column(MM_256, 0) - column(MM_256, 5)).max() <= 0.001


def test_c3_fit_computation():
    """FIT: 3.95, 4.11 and 2.36 MFLOPS were read off these columns; the text says 3 to 18."""
    assert np.abs(on_64().computation - column(MM_64_PROCESSORS, 2)).max() <= TO_PRINT
    times = of_256(PARAGON, MM_256)
    assert np.abs(times.computation - column(MM_256, 2)).max() <= TO_PRINT


def test_c4_the_model_on_the_paragon():
    """EXACT-1 for messages (the rate of C3 is in the sums, too); the table cuts off."""
    assert [cut(t, 3) for t in total(of_256(PARAGON, MM_PARAGON))] == [r[1] for r in MM_PARAGON]


def test_c5_the_model_on_the_ncube_with_printed_parameters():
    """EXACT-1 within 0.5 %."""
    times, printed = total(of_256(NCUBE, MM_NCUBE)), column(MM_NCUBE, 1)
    assert np.abs(times / printed - 1).max() < 0.005
    assert times[-1] == pytest.approx(1.1376, abs=5e-5)


def test_c6_fit_the_model_on_the_ncube_with_another_link():
    """FIT: the link of 1.65 MB/s was chosen for these rows, from 16 of a grid."""
    assert NCUBE.network is not None
    parameters = {**NCUBE.network.parameters, "link_bytes_per_s": MachineValue(1.65e6)}
    machine = replace(NCUBE, network=replace(NCUBE.network, parameters=parameters))
    assert [cut(t, 3) for t in total(of_256(machine, MM_NCUBE))] == [r[1] for r in MM_NCUBE]


def test_c7_half_the_processors_time_is_used_at_twice_their_number():
    times = put_on(load("mm2"), PARAGON).times({"nprocs": [64, 1], "psize": 128})
    assert total(times)[1] / total(times)[0] / 64 == pytest.approx(0.522, abs=0.0005)


@pytest.mark.parametrize(("table", "machine"), [(MM_NCUBE, NCUBE), (MM_PARAGON, PARAGON)])
def test_c8_differences_from_what_was_measured(table, machine):
    """The printed model's differences, and for the Paragon also those of the computed times."""
    for _, model, experiment, difference, percent in table:
        assert model - experiment == pytest.approx(difference, abs=0.0015)
        # the experiment has three decimals, the difference was cut
        margin = 100 * 0.0015 / experiment + 0.01
        assert 100 * (model - experiment) / experiment == pytest.approx(percent, abs=margin)
    if machine is PARAGON:
        experiments = column(table, 2)
        percents = 100 * (total(of_256(machine, table)) - experiments) / experiments
        margins = 100 * 0.0015 / experiments + 0.01
        assert (np.abs(percents - column(table, 4)) <= margins).all()


def test_version_1_sends_nothing_and_computes_the_same():
    points = {"nprocs": column(MM_256, 0), "psize": 256}
    times = put_on(load("mm1"), PARAGON).times(points)
    assert not times.communication.any()
    assert (times.computation == of_256(PARAGON, MM_256).computation).all()
