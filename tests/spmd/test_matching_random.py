"""The matcher against maximum matchings of single messages, for random sends and receives."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sad.spmd.check import match
from sad.spmd.patterns import ANY_SOURCE, ANY_TAG
from sad.spmd.traffic import Event, Events

RANKS, COMM = 3, 91


def _messages(draw: random.Random) -> tuple[list[Event], list[Event]]:
    """Sends, and receives for most of them: some with wildcards, some of another length or tag."""
    sends: list[Event] = []
    receives: list[Event] = []
    wild_tags = draw.random() < 0.5
    for number in range(draw.randint(1, 7)):
        source, dest = draw.randrange(RANKS), draw.randrange(RANKS)
        tag, nbytes = draw.randint(1, 2), draw.randint(1, 4)
        sends.append(Event(2 * number, source, dest, tag, COMM, nbytes))
        room = nbytes + draw.choice((0, 0, 0, 1, 2, -1))
        asked = ANY_SOURCE if not wild_tags and draw.random() < 0.4 else source
        wanted = ANY_TAG if wild_tags and draw.random() < 0.4 else tag
        if draw.random() < 0.05:
            wanted = 3
        receives.append(Event(2 * number + 1, dest, asked, wanted, COMM, max(room, 0)))
    if draw.random() < 0.1:
        (sends if draw.random() < 0.5 else receives).pop()
    return sends, receives


def _takes(receive: Event, send: Event) -> bool:
    return (
        send.partner == receive.rank
        and receive.partner in (send.rank, ANY_SOURCE)
        and receive.tag in (send.tag, ANY_TAG)
        and send.nbytes <= receive.nbytes
    )


def _all_match(sends: list[Event], receives: list[Event]) -> bool:
    """Whether a matching has all messages: by augmenting paths."""
    taken: dict[int, int] = {}

    def place(send: int, seen: set[int]) -> bool:
        for number, receive in enumerate(receives):
            if number in seen or not _takes(receive, sends[send]):
                continue
            seen.add(number)
            if number not in taken or place(taken[number], seen):
                taken[number] = send
                return True
        return False

    placed = sum(place(send, set()) for send in range(len(sends)))
    return placed == len(sends) == len(receives)


@pytest.mark.parametrize("seed", range(4))
def test_mismatches_are_found_where_no_matching_takes_all_messages(seed: int):
    draw = random.Random(seed)
    good = bad = 0
    for _ in range(400):
        sends, receives = _messages(draw)
        events = Events(RANKS, (), Counter(sends), Counter(receives))
        found = match(events)
        if _all_match(sends, receives):
            assert not found, (sends, receives)
            good += 1
        else:
            assert found, (sends, receives)
            bad += 1
    assert min(good, bad) > 50
