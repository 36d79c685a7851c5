"""Random models: bounds hold for simulated times."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from sad.contention.bound import contention
from sad.contention.simulated import simulated
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.pamela.lower import model_of
from sad.pamela.parse import parse
from sad.profiles.settings import Settings
from sad.simulation import Discipline

if TYPE_CHECKING:
    from sad.contention.bound import Contention
    from sad.evaluation.model import Model


def random_text(random: Random) -> str:
    """Return a model: resources with servers, families, nests, conditions on indices."""
    servers = ", ".join(
        f"r{number}({random.choice(['1', '1', '2', 'c', 'c + 1'])})" for number in range(3)
    )
    members = random.randint(2, 5)

    def time(indices: list[str]) -> str:
        text = f"{random.randint(1, 9)} ms" + random.choice(["", "", "/(c + 2)"])
        return (
            f"{text} * ({random.choice(indices)} + 1)"
            if indices and random.random() < 0.2
            else text
        )

    def member(indices: list[str]) -> str:
        if not indices:
            return str(random.randrange(members))
        index = random.choice(indices)
        return random.choice(
            [
                f"({random.randint(1, 3)}*{index} + {random.randint(0, 3)}) % {members}",
                f"min({members - 1}, floor({index}/{random.randint(1, 3)}))",
                str(random.randrange(members)),
            ]
        )

    def term(depth: int, indices: list[str]) -> str:
        kind = random.choice(
            ["use", "use", "family", "delay"]
            if depth == 0
            else ["seq", "par", "par", "{", "||", "if", "use"]
        )
        if kind == "use":
            return f"use(r{random.randrange(3)}, {time(indices)})"
        if kind == "family":
            return f"use(m[{member(indices)}], {time(indices)})"
        if kind == "delay":
            return f"delay({time(indices)})"
        if kind in ("seq", "par"):
            index = f"i{len(indices)}"
            first = random.choice(["0", "1", *indices])
            inside = term(depth - 1, [*indices, index])
            return f"{kind} ({index} = {first}, {random.randint(0, 5)}) {inside}"
        if kind == "if" and indices:
            test = f"{random.choice(indices)} % {random.randint(2, 3)} == 0"
            return f"if ({test}) {term(depth - 1, indices)} else {term(depth - 1, indices)}"
        between = " || " if kind == "||" else "; "
        inside = between.join(term(depth - 1, indices) for _ in range(random.randint(2, 3)))
        return "{ " + inside + " }"

    family = f"m[0 .. {members - 1}]({random.choice('11c')})"
    return (
        f"param c = {random.randint(1, 3)};\nresource {servers}, {family};\n"
        f"L = par (p = 1, 3) {{ {term(4, ['p'])} }};\n"
    )


def model_for(text: str) -> Model:
    """Return the model of a text."""
    description = model_of(parse(text, "m.pam"), ("m.pam",), Diagnostics())
    return build_model(description, None, Settings().after(description.given, "m.pam"))


def check(seed: int) -> Contention | None:
    """Compare the bounds of one random model with its simulated times; None for an empty one."""
    text = random_text(Random(seed))
    model = model_for(text)
    found = contention(model)
    assert found.lower is not None
    assert found.critical is not None
    assert found.contention is not None
    assert max(found.critical, found.contention) <= found.lower * (1 + 1e-9), text
    for discipline in (Discipline.FCFS, Discipline.RANDOM, Discipline.PS):
        runs = simulated(model, discipline=discipline, seed=seed, runs=1, most_events=10**6)
        time = runs.result.mean_s
        assert found.lower <= time * (1 + 1e-9), (discipline, text)
        if found.upper is not None:
            assert time <= found.upper * (1 + 1e-9), (discipline, text)
        for item in runs.result.resources:  # what is demanded is what is served
            name = item.name.partition("[")[0]
            total = sum(r.busy_s for r in runs.result.resources if r.name.partition("[")[0] == name)
            (shared,) = [r for r in found.resources if r.resource.name == name]
            assert shared.busy is not None
            assert total / (shared.servers or 0) == pytest.approx(shared.busy), text
    return found


@pytest.mark.parametrize("start", range(0, 100, 20))
def test_simulated_times_are_between_the_bounds(start: int):
    for seed in range(start, start + 20):
        check(seed)


def test_times_divided_by_servers_are_not_compared_as_whole_numbers():
    text = """\
param c = 3;
resource m(c);
L = seq (i = 0, 2) par (j = i, 2) if (i % 2 == 0) delay(7 ms * (j + 1)) else use(m, 4 ms/5);
"""
    found = contention(model_for(text))
    assert found.critical == pytest.approx(0.0428)
    assert found.lower == pytest.approx(0.0428)  # two uses side by side: 0.8 ms, not 0.8 ms * 2/3


@pytest.mark.proof
def test_a_thousand_models_without_a_violation():
    for seed in range(1000, 2000):
        check(seed)
