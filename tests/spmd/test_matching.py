"""What does not match is found and named; what matches is silent, or proved for every nprocs."""

from __future__ import annotations

import pytest

from sad.diagnostics import SadError
from sad.spmd.check import PROCESSES, check, diagnostics_of
from sad.spmd.proof import proved_pairs
from tests.spmd.loaded import SOURCES, corpus_program, written
from tests.spmd.programs import PROGRAMS

_HEAD = """\
PROGRAM X
INCLUDE 'mpif.h'
INTEGER R, P, IE, S(MPI_STATUS_SIZE), DIMS(2)
LOGICAL PER(2)
DOUBLE PRECISION A(1000)
CALL MPI_INIT (IE)
CALL MPI_COMM_RANK (MPI_COMM_WORLD, R, IE)
CALL MPI_COMM_SIZE (MPI_COMM_WORLD, P, IE)
"""
_TAIL = "CALL MPI_FINALIZE (IE)\nEND\n"
_LAST = "MPI_COMM_WORLD, IE)"
_SEND = "CALL MPI_SEND (A, {n}, MPI_DOUBLE_PRECISION,\n&{to}, {tag}, " + _LAST + "\n"
_RECV = "CALL MPI_RECV (A, {n}, MPI_DOUBLE_PRECISION,\n&{to}, {tag}, MPI_COMM_WORLD, S, IE)\n"


def send(to: object, n: object = 10, tag: object = 1) -> str:
    return _SEND.format(to=to, n=n, tag=tag)


def receive(source: object, n: object = 10, tag: object = 1) -> str:
    return _RECV.format(to=source, n=n, tag=tag)


def on(rank: object, *calls: str) -> str:
    return f"IF (R .EQ. {rank}) THEN\n{''.join(calls)}END IF\n"


def program(*parts: str):
    text = (_HEAD + "".join(parts) + _TAIL).replace("\n&", "\n@")
    lines = [f"     &   {x[1:]}" if x.startswith("@") else f"      {x}" for x in text.splitlines()]
    return written("\n".join(lines) + "\n", path="raw.f")


def found(nprocs: int, *parts: str) -> list[tuple[str, int]]:
    made = program(*parts)
    return [(d.code, d.span.line) for d in diagnostics_of(made, check(made, nprocs))]


FIRST = 9
"""The line after the head."""


def test_a_send_and_its_receive_are_silent():
    assert not found(2, on(0, send(1)), on(1, receive(0)))


def test_nobody_receives():
    assert found(2, on(0, send(1))) == [("SAD920", FIRST + 1)]
    assert found(3, on(0, send(1, tag=1)), on(1, receive(0, tag=2))) == [
        ("SAD920", FIRST + 1),
        ("SAD921", FIRST + 5),
    ]


def test_nobody_sends():
    assert found(2, on(1, receive(0))) == [("SAD921", FIRST + 1)]
    assert found(2, on(1, receive("MPI_ANY_SOURCE"))) == [("SAD921", FIRST + 1)]


def test_a_receive_that_is_too_short():
    assert found(2, on(0, send(1, n=20)), on(1, receive(0, n=10))) == [("SAD922", FIRST + 5)]
    assert not found(2, on(0, send(1, n=10)), on(1, receive(0, n=20)))


def test_partners_outside():
    assert found(2, send("R+1"), receive("R-1")) == [("SAD924", FIRST), ("SAD924", FIRST + 2)]


def test_any_source_and_any_tag_take_what_fits():
    sends = (on(1, send(0, n=5, tag=1)), on(2, send(0, n=50, tag=2)))
    wide = receive("MPI_ANY_SOURCE", n=50, tag="MPI_ANY_TAG")
    assert not found(3, *sends, on(0, wide, wide))
    short = receive("MPI_ANY_SOURCE", n=5, tag="MPI_ANY_TAG")
    assert not found(3, *sends, on(0, short, wide))
    assert [code for code, _ in found(3, *sends, on(0, short, short))] == ["SAD922"]
    assert [code for code, _ in found(3, *sends, on(0, wide))] == ["SAD920"]


def test_a_specific_receive_does_not_lose_its_message_to_any_source():
    sends = (on(1, send(0)), on(2, send(0)))
    assert not found(3, *sends, on(0, receive("MPI_ANY_SOURCE"), receive(1)))
    assert not found(3, *sends, on(0, receive(2, tag="MPI_ANY_TAG"), receive("MPI_ANY_SOURCE")))


def test_collectives_of_a_part_of_the_ranks():
    reduce = "CALL MPI_REDUCE (A, A, {n}, MPI_DOUBLE_PRECISION, MPI_SUM, {root},\n&" + _LAST + "\n"
    assert found(2, on(0, "CALL MPI_BARRIER (MPI_COMM_WORLD, IE)\n")) == [("SAD925", FIRST + 1)]
    assert not found(2, on(0, reduce.format(n=1, root=0)), on(1, reduce.format(n=1, root=0)))
    roots = found(2, on(0, reduce.format(n=1, root=0)), on(1, reduce.format(n=1, root=1)))
    assert {code for code, _ in roots} == {"SAD925"}
    counts = found(2, on(0, reduce.format(n=1, root=0)), on(1, reduce.format(n=2, root=0)))
    assert {code for code, _ in counts} == {"SAD925"}


def test_grids_that_do_not_fit():
    grid = "DIMS(1) = 2\nDIMS(2) = {side}\nPER(1) = .FALSE.\nPER(2) = .FALSE.\n"
    make = "CALL MPI_CART_CREATE (MPI_COMM_WORLD, 2, DIMS, PER, .FALSE.,\n&IC, IE)\n"
    fixed = (grid.format(side=2), make)
    assert not found(4, *fixed)
    assert found(6, *fixed) == [("SAD926", FIRST + 4)]
    dims = "CALL MPI_DIMS_CREATE (P, 2, DIMS, IE)\n"
    assert not found(6, grid.format(side=0), dims, make)
    codes = found(5, grid.format(side=0), dims, make)
    assert codes == [("SAD926", FIRST + 4), ("SAD926", FIRST + 5)]


def test_sides_that_are_given_and_do_not_fit():
    with pytest.raises(SadError) as error:
        corpus_program("heat2d/source.f", px=3).point(4)
    assert error.value.diagnostic.code == "SAD926"
    assert corpus_program("heat2d/source.f", px=3).point(6)["py"] == 2


def test_what_only_a_run_can_tell_is_named_and_hides_its_other_end():
    made = program("READ (*,*) A(1)\n", "IF (A(1) .GT. 0.5D0) THEN\n", send(0), "END IF\n")
    checked = check(made, 2)
    assert not checked.mismatches
    assert ["depends on" in reason for reason in checked.open.values()] == [True]


def _small(source: str) -> dict[str, int] | None:
    """The values of a program's test, under the names of its formulas; None without a test."""
    entry = PROGRAMS.get(source.partition("/")[0])
    if entry is None:
        return None
    try:
        corpus_program(source, **entry.small)
        return dict(entry.small)
    except SadError:
        pass  # it reads them into an array
    first = 1 if source.endswith(".f") else 0
    shown = "INPUT" if first else "input"
    numbers = enumerate(entry.small.values(), first)
    return {f"{shown}({place})": value for place, value in numbers}


@pytest.mark.parametrize("source", SOURCES)
def test_programs_of_the_corpus_match(source: str):
    values = _small(source)
    if values is None:
        pytest.skip("no values for a test")
    entry = PROGRAMS[source.partition("/")[0]]
    for nprocs in (item for item in PROCESSES if entry.fits(item, entry.small)):
        made = corpus_program(source, **values, nprocs=nprocs)
        assert not check(made, nprocs).mismatches, nprocs


def test_pairs_are_proved_for_every_number_of_processes():
    wanted = {
        "heat1d": 2,
        "heat2d": 4,
        "nonblk": 2,
        "persis": 2,
        "redblk": 2,
        "ring": 1,
        "wavefr": 1,
        "knap": 1,
    }
    for name, number in wanted.items():
        for file in ("source.f", "source.c"):
            assert len(proved_pairs(corpus_program(f"{name}/{file}"))) == number, (name, file)


@pytest.mark.parametrize(
    "calls",
    [
        (
            "IF (R .LT. P-1) THEN\n",
            send("R+1"),
            "END IF\n",
            "IF (R .GT. 1) THEN\n",
            receive("R-1"),
            "END IF\n",
        ),
        (
            "IF (R .LT. P-1) THEN\n",
            send("R+1", n=9),
            "END IF\n",
            "IF (R .GT. 0) THEN\n",
            receive("R-1"),
            "END IF\n",
        ),
        (
            "IF (R .LT. P-1) THEN\n",
            send("R+1", tag=2),
            "END IF\n",
            "IF (R .GT. 0) THEN\n",
            receive("R-1"),
            "END IF\n",
        ),
        (send("MOD(R+1,P)"), receive("MOD(R+1,P)")),
        ("IF (MOD(R,2) .EQ. 0) THEN\n", send("MOD(R+1,P)"), "END IF\n", receive("MOD(R-1+P,P)")),
    ],
)
def test_what_does_not_match_is_not_proved(calls: tuple[str, ...]):
    assert not proved_pairs(program(*calls))
