"""Runs processes that pass messages: who gets what, and when under a time per message.

A process is a generator that yields an ``Op``: messages it sends and receives at the same time. A
message starts when both sides are there and takes ``seconds(blocks)``; an Op ends with its last one.
Blocks are data by their number, with the ranks whose contributions are in them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Blocks: TypeAlias = dict[int, "Counter[int]"]
Process: TypeAlias = Generator["Op", list[Blocks], Blocks]
Program: TypeAlias = Callable[[int, int], Process]


@dataclass
class Op:
    """Destinations with blocks, and sources."""

    sends: list[tuple[int, Blocks]]
    receives: list[int]


@dataclass
class Outcome:
    """What every rank has in the end, when the last one ended, and how many messages there were."""

    results: list[Blocks]
    seconds: Fraction
    messages: int


class Run:
    """One run of a program on ``nprocs`` processes."""

    def __init__(self, program: Program, nprocs: int, seconds: Callable[[int], Fraction]) -> None:
        self._seconds = seconds
        self._running = [program(rank, nprocs) for rank in range(nprocs)]
        self._results: list[Blocks] = [{} for _ in range(nprocs)]
        self._clock = [Fraction(0)] * nprocs
        self._ops: list[Op | None] = [None] * nprocs
        self._left = [0] * nprocs  # messages of the rank's Op that are not over
        self._ends = [Fraction(0)] * nprocs
        self._got: list[dict[int, Blocks]] = [{} for _ in range(nprocs)]
        self._sent: dict[tuple[int, int], tuple[Fraction, Blocks]] = {}
        self._wanted: dict[tuple[int, int], Fraction] = {}
        self._messages = 0
        self._ready = deque(range(nprocs))

    def outcome(self) -> Outcome:
        """Run all processes to their end."""
        for rank in range(len(self._running)):
            self._go_on(rank, None)
        while self._ready:
            rank = self._ready.popleft()
            op = self._ops[rank]
            if op is not None and self._left[rank] == 0:
                self._clock[rank] = max(self._clock[rank], self._ends[rank])
                received = [self._got[rank].pop(source) for source in op.receives]
                self._go_on(rank, received)
        assert not self._sent, f"messages nobody takes: {sorted(self._sent)}"
        assert not self._wanted, f"waiting for ever: {sorted(self._wanted)}"
        return Outcome(self._results, max(self._clock), self._messages)

    def _go_on(self, rank: int, received: list[Blocks] | None) -> None:
        process = self._running[rank]
        try:
            op = next(process) if received is None else process.send(received)
        except StopIteration as end:
            self._ops[rank], self._results[rank] = None, end.value
            return
        self._ops[rank] = op
        self._left[rank] = len(op.sends) + len(op.receives)
        now = self._ends[rank] = self._clock[rank]
        if not self._left[rank]:
            self._ready.append(rank)
        for other, blocks in op.sends:
            assert (rank, other) not in self._sent
            self._sent[rank, other] = now, {key: Counter(who) for key, who in blocks.items()}
            self._match(rank, other)
        for other in op.receives:
            self._wanted[other, rank] = now
            self._match(other, rank)

    def _match(self, source: int, target: int) -> None:
        pair = source, target
        if pair not in self._sent or pair not in self._wanted:
            return
        (sent, blocks), wanted = self._sent.pop(pair), self._wanted.pop(pair)
        end = max(sent, wanted) + self._seconds(len(blocks))
        self._messages += 1
        self._got[target][source] = blocks
        for rank in pair:
            self._ends[rank] = max(self._ends[rank], end)
            self._left[rank] -= 1
            self._ready.append(rank)


def send(other: int, blocks: Blocks) -> Op:
    """Send only."""
    return Op([(other, blocks)], [])


def receive(other: int) -> Op:
    """Receive only."""
    return Op([], [other])


def swap(other: int, blocks: Blocks) -> Op:
    """Send to a process and receive from it at the same time."""
    return Op([(other, blocks)], [other])


def shift(to: int, blocks: Blocks, source: int) -> Op:
    """Send to one and receive from another at the same time."""
    return Op([(to, blocks)], [source])


def combine(one: Blocks, other: Blocks) -> Blocks:
    """The reduction of two vectors: contributions of both, block by block."""
    return {key: one.get(key, Counter()) + other.get(key, Counter()) for key in {*one, *other}}


def part(blocks: Blocks, keys: range | list[int]) -> Blocks:
    """Some of the blocks."""
    return {key: blocks[key] for key in keys}
