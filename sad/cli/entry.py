"""The console command: ``main``, and a quick way out."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from typing import NoReturn

from sad.cli import main


def console() -> NoReturn:
    """Run the command line of this process and leave.

    After a large analysis the interpreter spends a sixth of the time on freeing, object by object, what
    the end of the process frees at once. So nothing is freed: the process ends as soon as all that
    others wanted done at the end is done. Where somebody was first (a measurement of coverage, for
    instance) the interpreter leaves in its own way.
    """
    if not _others_at_exit():
        atexit.register(_leave)  # the first to be registered is the last to be called
    gc.disable()  # and no collection at the end of the run either
    from sad.replay.run import run  # noqa: PLC0415 - not before the collector is off

    _ending.code = run(sys.argv[1:], main)
    sys.exit(_ending.code)


class _Ending:
    """How the process is to end; ``code`` is None while it is not to."""

    code: int | None = None


_ending = _Ending()


def _others_at_exit() -> bool:
    count = getattr(atexit, "_ncallbacks", None)
    return count is None or count() > 0


def _leave() -> None:
    """End the process, if all is written; if not, the interpreter says so."""
    if _ending.code is None:
        return
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except BrokenPipeError:  # its reader has had enough
            pass
        except (OSError, ValueError):
            return
    os._exit(_ending.code)
