"""``sad contention --estimate ctmc``: equal clients by the Markov chain of their network."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

REPAIR = "corpus/pamela/repair.pam"


def estimate(model: str, method: str, *more: str):
    done = sad("contention", model, "--estimate", method, "--format", "json", *more)
    assert done.code == 0, done.err
    value = json.loads(done.out)
    validate(value, "sad-contention-1")
    return value["estimate"]


@pytest.mark.parametrize("clients", [5, 20])
def test_the_chain_gives_what_mean_values_give(clients: int):
    chain = estimate(REPAIR, "ctmc", "--set", f"P={clients}")
    means = estimate(REPAIR, "mva", "--set", f"P={clients}")
    assert chain["seconds"] == pytest.approx(means["seconds"], rel=1e-9)
    assert (chain["method"], chain["clients"]) == ("ctmc", clients)
    text = sad("contention", REPAIR, "--set", f"P={clients}", "--estimate", "ctmc").out
    assert f"Markov chain of {clients + 1} states, {clients} clients" in text


@pytest.mark.parametrize("seed", range(8))
def test_random_clients_by_both_methods(seed: int, tmp_path: Path):
    """Several resources, some with several servers, one part after the other."""
    chance = random.Random(seed)
    names = [f"r{number}" for number in range(chance.randint(1, 3))]
    parts: list[str] = []
    for _ in range(chance.randint(1, 3)):
        uses = [f"use({chance.choice(names)}, {chance.randint(1, 9)} ms)" for _ in range(3)]
        uses += [f"delay({chance.randint(1, 30)} ms)"] * chance.randint(0, 1)
        chance.shuffle(uses)
        clients, cycles = chance.randint(1, 7), chance.randint(1, 50)
        parts.append(f"par (p = 1, {clients}) seq (i = 1, {cycles}) {{ {'; '.join(uses)} }}")
    parts.append("delay(1 s)")
    model = tmp_path / "random.pam"
    servers = ", ".join(f"{name}({chance.randint(1, 3)})" for name in names)
    model.write_text(f"resource {servers};\nL = {{ {'; '.join(parts)} }};\n")
    chain, means = estimate(str(model), "ctmc"), estimate(str(model), "mva")
    assert chain["seconds"] == pytest.approx(means["seconds"], rel=1e-9)
    assert chain["method"] == "ctmc"


def test_curves_of_the_chain():
    def column(method: str) -> list[float]:
        words = ("--vary", "P=1:21:5", "--format", "json", "--estimate", method)
        done = sad("contention", REPAIR, *words)
        assert done.code == 0, done.err
        found = json.loads(done.out)["columns"]
        return next(item["values"] for item in found if item["title"] == "estimate")

    assert column("ctmc") == pytest.approx(column("mva"), rel=1e-9)


def test_too_many_states():
    done = sad("contention", REPAIR, "--set", "P=200000", "--estimate", "ctmc")
    assert done.code == 3
    assert (
        "repair.pam:1: error[SAD987]: the chain of 200,000 clients has 200,001 states" in done.err
    )
    assert "hint: fewer clients, or --estimate mva" in done.err


def test_a_chain_with_states_that_are_next_to_impossible():
    chain = estimate(REPAIR, "ctmc", "--set", "P=7000")
    means = estimate(REPAIR, "mva", "--set", "P=7000")
    assert chain["seconds"] == pytest.approx(means["seconds"], rel=1e-9)


def test_models_whose_net_is_too_large_are_an_error(monkeypatch: pytest.MonkeyPatch):
    done = sad("contention", "corpus/pamela/t800.pam", "--estimate", "ctmc")
    assert (done.code, "error[SAD989]" in done.err) == (3, True)
    monkeypatch.setattr("sad.contention.net.MOST_MARKINGS", 100)
    done = sad("contention", "corpus/pamela/t800.pam", "--estimate", "ctmc", "--set", "l=500")
    assert (done.code, "error[SAD617]" in done.err) == (3, True)
    assert "--estimate simulate is of any model" in done.err
    done = sad("contention", "corpus/pamela/lock.pam", "--estimate", "ctmc")
    assert (done.code, "no value for N, T, held, own" in done.err) == (2, True)


def test_nobody_shares_anything(tmp_path: Path):
    model = tmp_path / "alone.pam"
    model.write_text("L = par (p = 1, 4) seq (i = 1, 3) delay(1 s);\n")
    assert estimate(str(model), "ctmc") == {
        "seconds": 3.0,
        "method": "critical path",
        "clients": 0,
    }
