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
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _stand_in()
    gc.disable()  # and no collection at the end of the run either
    try:
        _ending.code = main()
    except KeyboardInterrupt:  # before a command is at work, or after
        sys.stderr.write("interrupted\n")
        _ending.code = 130
    sys.exit(_ending.code)


class _Ending:
    """How the process is to end; ``code`` is None while it is not to."""

    code: int | None = None


_ending = _Ending()


def _stand_in() -> None:
    """Put something in the place of streams that were closed, before a file gets the number of one.

    Nothing can be read from it; writing to standard output is an error, as on a full disk.
    """
    names = ("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")
    for number, (name, flags, mode) in enumerate(names):
        if getattr(sys, name) is None:
            found = os.open(os.devnull, flags)
            if found != number:
                os.dup2(found, number)
                os.close(found)
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="backslashreplace"))  # noqa: SIM115


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
            if not _ending.code:  # else the command has said what is wrong
                return
    os._exit(_ending.code)
