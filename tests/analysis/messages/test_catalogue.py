"""The tables of routines, compared with our own headers and with those of an MPI library."""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.c.reading.find import BUNDLED
from sad.analysis.messages import express, mpi, pvm
from sad.analysis.messages.catalogue import Flow, lookup, names
from sad.analysis.messages.tables import Argument
from tests.analysis.messages.prototypes import (
    installed_header,
    may_write,
    needs_mpi,
    parameter_name,
    prototypes,
)

LIBRARIES = {"mpi.h": mpi, "pvm3.h": pvm, "express.h": express}

# Pointers that are not const in the standard although nothing is written through them, or nothing
# that has a value: handles that stay the same, buffers that only get known, functions, attributes.
NOT_WRITTEN = {
    "request", "requests", "buffer", "function", "ranges", "copy_fn", "delete_fn", "extra_state",
    "attribute_val", "datatype", "argc", "argv", "base",
}  # fmt: skip

# Open MPI's names of parameters where the standard has other ones.
OTHER_NAMES = {
    "ibuf": "buf", "type": {"datatype", "oldtype"}, "erhandler": "errhandler",
    "bridge_comm": "peer_comm", "newintercomm": "newintracomm", "comm_copy_attr_fn": "copy_fn",
    "comm_delete_attr_fn": "delete_fn", "comm_keyval": "keyval", "old_comm": "comm_old",
    "new_comm": "newcomm", "nodes": "sources", "targets": "destinations",
    "newcomm": "comm_dist_graph", "block_lengths": "blocklengths", "size_array": "sizes",
    "subsize_array": "subsizes", "start_array": "starts", "gsize_array": "gsizes",
    "distrib_array": "distribs", "darg_array": "dargs", "psize_array": "psizes",
}  # fmt: skip

# Left out of MPI-3, and so of the headers of today.
REMOVED = {
    "MPI_Address", "MPI_Errhandler_create", "MPI_Errhandler_get", "MPI_Errhandler_set",
    "MPI_Type_extent", "MPI_Type_hindexed", "MPI_Type_hvector", "MPI_Type_lb", "MPI_Type_struct",
    "MPI_Type_ub",
}  # fmt: skip


@pytest.mark.parametrize("header", LIBRARIES)
def test_our_headers_declare_what_the_tables_list(header: str) -> None:
    declared = prototypes((Path(BUNDLED) / header).read_text())
    listed = {routine.name: routine for routine in LIBRARIES[header].c_routines()}
    if header == "mpi.h":
        listed = {mpi.c_name(name): routine for name, routine in listed.items()}
    assert listed
    assert not listed.keys() - declared.keys()
    for name, routine in listed.items():
        parameters = [item for item in declared[name] if item != "..."]
        assert len(parameters) == len(routine.arguments), name
        for argument, parameter in zip(routine.arguments, parameters, strict=True):
            assert not argument.writes or may_write(parameter), (name, argument)


@needs_mpi
@pytest.mark.compiler
def test_tables_agree_with_the_header_of_an_mpi_library(tmp_path: Path) -> None:
    real = prototypes(installed_header(tmp_path))
    compared = 0
    for routine in mpi.c_routines():
        name = mpi.c_name(routine.name)
        if name in REMOVED and name not in real:
            continue
        parameters = [item for item in real[name] if item != "..."]
        assert len(parameters) == len(routine.arguments), name
        for argument, parameter in zip(routine.arguments, parameters, strict=True):
            compared += 1
            written = may_write(parameter)
            assert argument.writes == written or (written and argument.name in NOT_WRITTEN), (
                name,
                argument,
            )
            found = parameter_name(parameter).replace("array_of_", "")
            assert argument.name == found or argument.name in OTHER_NAMES[found], (name, parameter)
    assert compared > 900


def test_names_are_found_as_each_language_writes_them() -> None:
    send = lookup("MPI_Send", "c")
    assert send is not None
    assert (send.name, send.model, send.result) == ("mpi_send", "mpi", "status")
    assert " ".join(item.name for item in send.arguments) == "buf count datatype dest tag comm"
    assert lookup("mpi_send", "c") is None
    assert lookup("MPI_SEND", "c") is None
    for spelling in ("MPI_SEND", "mpi_send", "Mpi_Send"):
        found = lookup(spelling, "fortran")
        assert found is not None
        assert found.arguments == (*send.arguments, Argument("ierror", Flow.WRITE))
        assert found.result is None
    assert lookup("dgemm", "fortran") is None
    assert lookup("printf", "c") is None


def test_the_clock_is_a_function_in_both_languages() -> None:
    for name, language in (("MPI_Wtime", "c"), ("MPI_WTIME", "fortran")):
        clock = lookup(name, language)
        assert clock is not None
        assert (clock.result, clock.arguments) == ("value", ())


def test_initialising_takes_the_program_s_arguments_in_c_only() -> None:
    in_c, in_fortran = lookup("MPI_Init", "c"), lookup("MPI_INIT", "fortran")
    assert in_c is not None
    assert in_fortran is not None
    assert [item.name for item in in_c.arguments] == ["argc", "argv"]
    assert [item.name for item in in_fortran.arguments] == ["ierror"]


def test_what_is_written_and_where_it_stands() -> None:
    receive = lookup("MPI_Recv", "c")
    assert receive is not None
    assert [item.name for item in receive.arguments if item.writes] == ["buf", "status"]
    assert (receive.position("source"), receive.position("root")) == (3, None)
    broadcast = lookup("MPI_BCAST", "fortran")
    assert broadcast is not None
    assert broadcast.arguments[0].flow is Flow.UPDATE
    start = lookup("MPI_IALLREDUCE", "fortran")
    assert start is not None
    assert [item.name for item in start.arguments if item.writes] == [
        "recvbuf",
        "request",
        "ierror",
    ]


def test_one_sided_and_file_routines_are_known_but_not_supported() -> None:
    for name in ("MPI_Put", "MPI_Win_fence", "MPI_File_write_all"):
        routine = lookup(name, "c")
        assert routine is not None
        assert not routine.supported
    gather = lookup("MPI_Gatherv", "c")
    assert gather is not None
    assert gather.supported


def test_every_c_routine_of_pvm_has_its_fortran_name() -> None:
    for c, fortran in (
        ("pvm_psend", "PVMFPSEND"),
        ("pvm_recv", "PVMFRECV"),
        ("pvm_gsize", "pvmfgsize"),
    ):
        in_c, in_fortran = lookup(c, "c"), lookup(fortran, "fortran")
        assert in_c is not None
        assert in_fortran is not None
        shared = in_fortran.arguments[: len(in_c.arguments)]
        assert shared == in_c.arguments
        assert in_fortran.arguments[-1].writes


def test_no_name_is_listed_twice() -> None:
    for language, listed in (("c", "c_routines"), ("fortran", "fortran_routines")):
        every = [
            routine.name for library in LIBRARIES.values() for routine in getattr(library, listed)()
        ]
        assert len(every) == len(set(every)) == len(names(language))
