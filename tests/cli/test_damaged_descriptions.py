"""Saved descriptions that were damaged: one message and exit code 3, or the counts that are left."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import CORPUS, sad

if TYPE_CHECKING:
    from pathlib import Path

_WRONG: tuple[Any, ...] = (None, -1, 0, 10**30, 1.5, "", "x", [], {}, [[]], True, "\udc80")
_COMMANDS: tuple[tuple[str, ...], ...] = (
    ("analyze", "--machine", "sparc2"),
    ("analyze", "--format", "json"),
    ("annotate",),
    ("export", "--to", "python", "-o", "-"),
    ("params", "export", "-o", "-"),
    ("snapshot", "-o", "-"),
)


@cache
def _saved() -> tuple[str, ...]:
    names = ("parity/csrmv/csrmv.f", "sieve/sieve.f", "qsort/qsort.f")
    found = (sad("dump", "--description", CORPUS / name).out for name in names)
    return tuple(found)


def damaged(seed: int) -> str:
    """Return a description with one to three parts taken out, replaced or moved, or cut off."""
    rng = random.Random(seed)
    text = rng.choice(_saved())
    if rng.random() < 0.1:
        place = rng.randrange(len(text))
        return text[:place] + rng.choice(("", "\0", "}", '"')) + text[place + rng.randrange(3) :]
    value = json.loads(text)
    for _ in range(rng.randrange(1, 4)):
        _damage(value, rng)
    return json.dumps(value)


def _damage(value: Any, rng: random.Random) -> None:
    """Go down by chance and change what is there."""
    while True:
        inner: Any = value.keys() if hasattr(value, "keys") else range(len(value))
        keys: list[Any] = list(inner)
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and rng.random() < 0.9:
            value = value[key]
            continue
        if rng.random() < 0.4:
            del value[key]
        elif rng.random() < 0.3:
            value[key] = value[rng.choice(keys)]
        else:
            value[key] = rng.choice(_WRONG)
        return


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_description_ends_in_one_message(seed: int, tmp_path: Path):
    path = tmp_path / "d.sad.json"
    path.write_text(damaged(seed), encoding="utf-8", errors="surrogatepass")
    words = _COMMANDS[seed % len(_COMMANDS)]
    done = sad(*words, path)
    assert done.code in (0, 1, 2, 3), done.err
    assert "Traceback" not in done.err
    assert done.code == 0 or "SAD" in done.err
