"""Nets for the tests: random ones, and what they do by brute force: a dictionary of markings."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.stochastic.models import Options
from sad.stochastic.nets.bind import Bound, bind
from sad.stochastic.nets.net import ENDLESS, Kind
from sad.stochastic.nets.read import NetModel, read
from tests.support.command import ROOT

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from sad.stochastic.nets.net import Net, Transition
    from sad.stochastic.solution import Solution

CORPUS = ROOT / "corpus" / "stochastic"
Marking = tuple[int, ...]


def corpus(name: str) -> NetModel:
    path = CORPUS / f"{name}.net.yaml"
    return read(path.read_text(), str(path.relative_to(ROOT)))


def solved(model: NetModel, given: dict[str, str] | None = None, **options) -> Solution:
    return model.solve(given or {}, Options(**options), Diagnostics())


def measures(found: Solution) -> dict[str, float | None]:
    return {item.name: item.value for item in found.measures}


def fractions(found: Solution) -> dict[str, Fraction]:
    return {item.name: Fraction(item.note.removeprefix("= ")) for item in found.measures}


def net_from(text: str) -> NetModel:
    return read("schema: 1\n" + text, "made.net.yaml")


def bound(model: NetModel, given: dict[str, str] | None = None) -> Bound:
    return bind(model, model.parameters.values(given or {}, exact=True), exact=True)


class BruteForce:
    """Every marking and firing by the definition, one at a time; fractions throughout."""

    def __init__(self, found: Bound) -> None:
        self.net: Net = found.net
        self.speeds = [Fraction(speed) for speed in found.speeds]
        start = tuple(place.tokens for place in self.net.places)
        self.firings: dict[Marking, list[tuple[int, Marking, Fraction]]] = {}
        self.vanishing: set[Marking] = set()
        waiting = deque([start])
        while waiting:
            marking = waiting.popleft()
            if marking in self.firings:
                continue
            fires = [
                number
                for number, item in enumerate(self.net.transitions)
                if is_enabled(item, marking)
            ]
            immediate = [n for n in fires if self.net.transitions[n].kind is Kind.IMMEDIATE]
            if immediate:
                self.vanishing.add(marking)
                first = max(self.net.transitions[n].priority for n in immediate)
                fires = [n for n in immediate if self.net.transitions[n].priority == first]
            self.firings[marking] = [
                (n, behind(self.net.transitions[n], marking), self._weight(n, marking))
                for n in fires
            ]
            waiting.extend(after for _, after, _ in self.firings[marking])

    def _weight(self, number: int, marking: Marking) -> Fraction:
        item = self.net.transitions[number]
        degree = 1
        if item.kind is Kind.EXPONENTIAL and item.servers != 1:
            degree = min(marking[place] // count for place, count in item.takes.items())
            if item.servers != ENDLESS:
                degree = min(degree, item.servers)
        return self.speeds[number] * degree


def is_enabled(item: Transition, marking: Marking) -> bool:
    return all(marking[place] >= count for place, count in item.takes.items()) and all(
        marking[place] < count for place, count in item.unless.items()
    )


def behind(item: Transition, marking: Marking) -> Marking:
    tokens = list(marking)
    for place, count in item.takes.items():
        tokens[place] -= count
    for place, count in item.gives.items():
        tokens[place] += count
    return tuple(tokens)


def random_net(rng: random.Random, *, with_delay: bool = False) -> NetModel:
    """Rings of places through which tokens go, and resources that some steps of them hold.

    Every ring has a step that takes time. A resource is taken before a timed step and given back behind
    it, so nothing waits for ever.
    """
    places: dict[str, int] = {}
    steps: list[str] = []
    resources = [f"r{number}" for number in range(rng.randint(0, 2))]
    for name in resources:
        places[name] = rng.randint(1, 2)
    for ring in range(rng.randint(1, 3)):
        size = rng.randint(2, 4)
        names = [f"p{ring}_{number}" for number in range(size)]
        places.update(dict.fromkeys(names, 0))
        places[names[0]] = rng.randint(1, 3)
        timed = rng.randrange(size)
        for number, name in enumerate(names):
            after = names[(number + 1) % size]
            label = f"t{ring}_{number}"
            if number != timed and rng.random() < 0.4:
                _immediate(rng, steps, label, name, names, after)
                continue
            speed = f"rate_per_s: {rng.randint(1, 8)}"
            if with_delay and number == timed and ring == 0:
                speed = f"delay_s: {rng.choice((0.5, 1, 2))}"
            else:
                speed += rng.choice(("", ", servers: inf", ", servers: 2"))
            if not resources or rng.random() < 0.4 or "delay_s" in speed:
                steps.append(f"{label}: {{{speed}, takes: {name}, gives: {after}}}")
                continue
            held, kept = f"h{ring}_{number}", rng.choice(resources)
            places[held] = 0
            steps.append(f"{label}_take: {{takes: [{name}, {kept}], gives: {held}}}")
            steps.append(f"{label}: {{{speed}, takes: {held}, gives: [{after}, {kept}]}}")
    listed = ", ".join(f"{name}: {count}" for name, count in places.items())
    body = "\n".join(f"  {step}" for step in steps)
    first = next(name for name in places if name.startswith("p"))
    return net_from(
        f"net: random\nplaces: {{{listed}}}\ntransitions:\n{body}\n"
        f"measures:\n  mean: tokens({first})\n  some: probability({first} > 0)\n"
    )


def _immediate(
    rng: random.Random, steps: list[str], label: str, name: str, names: list[str], after: str
) -> None:
    """One way on, or two: to the next place, and to the first one of the ring."""
    weight = rng.randint(1, 5)
    extra = rng.choice(("", ", priority: 2", f", unless: {{{after}: 9}}"))
    steps.append(f"{label}: {{weight: {weight}, takes: {name}, gives: {after}{extra}}}")
    if after != names[0] and names[0] != name and rng.random() < 0.4 and not extra:
        steps.append(
            f"{label}_back: {{weight: {rng.randint(1, 3)}, takes: {name}, gives: {names[0]}}}"
        )


def marking_of(text: str, net: Net) -> Marking:
    """The marking that messages name so."""
    tokens = dict.fromkeys((place.name for place in net.places), 0)
    for part in text.strip("()").split():
        name, _, count = part.partition("=")
        tokens[name] = int(count or 1)
    return tuple(tokens.values())


def write(folder: Path, text: str) -> str:
    path = folder / "made.net.yaml"
    path.write_text("schema: 1\n" + text)
    return str(path)
