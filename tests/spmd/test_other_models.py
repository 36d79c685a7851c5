"""The ring in PVM and in Express, which cannot be run here, against the formula of the ring."""

from __future__ import annotations

import pytest

from tests.spmd.formulas import ring
from tests.spmd.said import said
from tests.support.mpi import LANGUAGES

VALUES = {"n": 24, "nreps": 2}
SHIFTS = {
    ("ringpvm", "fortran"): ("pvmfsend", "pvmfrecv"),
    ("ringpvm", "c"): ("pvm_send", "pvm_recv"),
    ("ringexp", "fortran"): ("kxwrit", "kxread"),
    ("ringexp", "c"): ("exwrite", "exread"),
}


def _told(language: str, nprocs: int) -> dict[str, int]:
    """What the first process of PVM reads, and what the others get from it."""
    first, unit = (1, "RINGP") if language == "fortran" else (0, "main")
    array = "INPUT" if language == "fortran" else "input"
    read = {
        f"{unit}.{array}({first + at})": value
        for at, value in enumerate((nprocs, *VALUES.values()))
    }
    got = {
        f"{unit}.value@if1.{array}({first + at})": value
        for at, value in enumerate(VALUES.values(), 1)
    }
    return read | got


@pytest.mark.parametrize("nprocs", [1, 2, 4, 6])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["ringpvm", "ringexp"])
def test_the_ring_passes_the_same_in_other_models(name, language, nprocs):
    is_pvm = name == "ringpvm"
    told = _told(language, nprocs) if is_pvm else {}
    document = said(name, language, nprocs, {} if is_pvm else VALUES, told)
    send, receive = SHIFTS[name, language]
    for item in document["ranks"]:
        rank, routines = item["rank"], item["routines"]
        wanted = ring(nprocs, rank, VALUES)
        first_message = int(is_pvm and rank > 0)  # the input, three integers
        assert _part(routines, send, "sent") == wanted["mpi_send"].sent
        assert _part(routines, send, "sent_bytes") == wanted["mpi_send"].sent_bytes
        assert _part(routines, receive, "posted") == wanted["mpi_recv"].posted + first_message
        nbytes = wanted["mpi_recv"].posted_bytes + first_message * 12
        assert _part(routines, receive, "posted_bytes") == nbytes


def _part(routines: dict[str, dict[str, int]], routine: str, part: str) -> int:
    return routines.get(routine, {part: 0})[part]
