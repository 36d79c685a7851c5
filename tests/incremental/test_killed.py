"""Processes that write to one store at the same time, and are killed at any moment."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.incremental.store import Store
from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

_ROUNDS = 12
_WRITERS = 3
_KEYS = 300
_WRITE = """
import random, sys
from pathlib import Path
from sad.diagnostics import Diagnostics
from sad.incremental import store as module
module._MOST_WAITING = 20_000
chance = random.Random(int(sys.argv[2]))
sys.stdout.write("ready\\n"); sys.stdout.flush()
while True:
    store = module.Store(Path(sys.argv[1]), Diagnostics(), most=400_000)
    for _ in range(60):
        number = chance.randrange(int(sys.argv[3]))
        found = store.get("some", str(number))
        assert found is None or found == [number] * 400, (number, found)
        store.put("some", str(number), [number] * 400)
    store.today += chance.randrange(3)
    store.close()
"""


def test_what_is_there_after_any_kill_is_right(tmp_path: Path) -> None:
    """Every entry left is whole, nothing is damaged, and the next run can write."""
    chance = random.Random(7)
    for turn in range(_ROUNDS):
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", _WRITE, str(tmp_path), str(turn * 10 + n), str(_KEYS)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for n in range(_WRITERS)
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
        for writer in chance.sample(writers, _WRITERS):
            time.sleep(chance.uniform(0.0, 0.15))
            writer.send_signal(signal.SIGKILL)
        for writer in writers:
            _, errors = writer.communicate()
            assert writer.returncode == -signal.SIGKILL, errors
        said = Diagnostics()
        store = Store(tmp_path, said)
        kept = [number for number in range(_KEYS) if store.get("some", str(number)) is not None]
        assert all(store.get("some", str(number)) == [number] * 400 for number in kept)
        store.put("turn", str(turn), turn)
        store.close()
        assert said.items == []
        assert Store(tmp_path, Diagnostics()).get("turn", str(turn)) == turn
