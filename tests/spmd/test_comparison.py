"""The comparison with recorded messages, and that of times, see what they are for."""

from __future__ import annotations

import pytest

from tests.spmd.mpi_times import Timed, misplaced
from tests.spmd.said import compare
from tests.spmd.traffic import PARTS
from tests.support.mpi import MpiRun

REAL = dict.fromkeys(PARTS, 0) | {"calls": 3, "sent": 3, "sent_bytes": 24}


def _document(told: dict[str, object], mismatches: int = 0) -> dict[str, object]:
    return {
        "ranks": [{"rank": 0, "routines": told}],
        "matching": {"checked": [{"mismatches": mismatches}]},
    }


def _run() -> MpiRun:
    return MpiRun(({"mpi_send": dict(REAL)},), {})


def test_equal_numbers_are_exact():
    found = compare(_run(), _document({"mpi_send": REAL | {"exact": True}}))
    assert (found.exact, found.open, found.wrong) == (1, 0, [])


@pytest.mark.parametrize(
    "told",
    [
        {"mpi_send": REAL | {"sent_bytes": 32, "exact": True}},
        {"mpi_send": REAL | {"calls": 2, "exact": False}},
        {"mpi_send": REAL | {"sent_bytes": None, "exact": True}},
        {},
        {"mpi_send": REAL | {"exact": True}, "mpi_recv": REAL | {"exact": True}},
    ],
)
def test_what_is_said_wrongly_or_not_at_all_is_wrong(told):
    assert compare(_run(), _document(told)).wrong


def test_a_correct_program_that_does_not_match_is_wrong():
    assert compare(_run(), _document({"mpi_send": REAL | {"exact": True}}, mismatches=1)).wrong


def test_a_number_that_needs_a_value_is_named():
    found = compare(_run(), _document({"mpi_send": REAL | {"sent_bytes": None, "exact": False}}))
    assert (found.exact, found.named, found.wrong) == (0, {"mpi_send"}, [])
    assert found.without_number == ["rank 0 mpi_send"]


def test_times_in_another_order_are_told_unless_they_are_close():
    fast = Timed("ring", "c", {"n": 1}, (2.0, 1.0), 5.0, 0.0)
    slow = Timed("heat1d", "c", {"n": 1}, (2.0, 3.0), 4.0, 0.0)
    near = Timed("conjgr", "c", {"n": 1}, (1.1,), 4.5, 0.0)
    other = Timed("conjgr", "fortran", {"n": 1}, (9.0,), 1.0, 0.0)
    assert len(misplaced([fast, slow, other])) == 1
    assert misplaced([fast, near]) == []
