"""Points of plain numbers, asked for again and again, are those that are read as text."""

from __future__ import annotations

import random

import pytest

import sad as library
from sad.library.state import State
from tests.experiments.programs import EARLY, SOLVE
from tests.support.command import sad

BY_NUMBER = {
    "N": lambda chance: chance.choice([0, 1, chance.randrange(10**9), 12.0]),
    "X1": lambda chance: chance.choice([1, 2, 17.5, 40, 0.5, -1]),
    "P1": lambda chance: chance.choice([0, 1, 0.1, chance.random(), 1.5]),
}


@pytest.fixture(autouse=True)
def programs(tmp_path, monkeypatch):
    (tmp_path / "solve.f").write_text(SOLVE)
    (tmp_path / "early.f").write_text(EARLY)
    monkeypatch.chdir(tmp_path)


def answer(call, point):
    try:
        found = call(point)
    except library.SadError as error:
        diagnostic = error.diagnostic
        return diagnostic.code, diagnostic.message, diagnostic.hint
    return type(found), found


@pytest.mark.parametrize("source", ["solve.f", "early.f"])
def test_numbers_give_what_texts_give(source):
    chance = random.Random(source)
    model = library.analyze(source)
    machine, count = model.on("sparc2"), model.operations()

    def seconds(point):
        return machine.at(point).seconds

    for _ in range(60):
        point = {name: draw(chance) for name, draw in BY_NUMBER.items()}
        text = {name: str(int(v) if v == int(v) else v) for name, v in point.items()}
        assert answer(seconds, point) == answer(seconds, text)
        assert answer(count.evaluate, point) == answer(count.evaluate, text)


def test_a_point_of_numbers_is_not_read_again(monkeypatch):
    machine = library.analyze("solve.f").on("sparc2")
    expected = machine.at(N=30, X1=3, P1=0.5).seconds
    machine.at(N=10, X1=2, P1=0.25)

    def fails(*_: object) -> None:
        raise AssertionError("a whole prediction")

    with monkeypatch.context() as patched:
        patched.setattr(State, "prediction", fails)
        run = machine.at(N=30, X1=3, P1=0.5)
        assert run.seconds == expected
    assert "solve.f" in run.report()  # all else is there when it is asked for
    assert run.by_unit()[0].seconds == expected


def test_what_depends_on_others_is_told_and_calculated():
    model = library.analyze("solve.f").with_values(X1="2*N")
    machine = model.on("sparc2")
    for n in (10, 20, 30):
        whole = library.analyze("solve.f").on("sparc2").at(N=n, X1=2 * n, P1=0.5)
        assert machine.at(N=n, P1=0.5).seconds == whole.seconds
        assert machine.at(N=n).missing == ("P1",)
        with pytest.raises(library.SadError, match="SAD501"):
            machine.at(N=n, P1=0.5, Q=1)


def test_counts_that_are_too_large_for_the_time_of_a_run_are_told():
    solve = library.analyze("solve.f").with_values(X1=40, P1=0.1).on("xeon-emerald-rapids")
    assert all(solve.at(N=n).seconds > 0.0 for n in (100, 200, 300))
    for _ in range(2):
        with pytest.raises(library.SadError, match="SAD503"):
            assert solve.at(N=10**200).seconds
    swept = sad(
        "sweep",
        "solve.f",
        "--vary",
        f"N=5,{10**200}",
        "--set",
        "X1=40",
        "--set",
        "P1=0.1",
        "--machine",
        "xeon-emerald-rapids",
    )
    assert (swept.code, "SAD503" in swept.err) == (2, True)
