"""A folder that appears whole or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error, input_error

if TYPE_CHECKING:
    from collections.abc import Generator

    from sad.cluster.connection import Cluster


def check_new(path: str) -> None:
    """Fail if a result cannot be written there: SAD953 if there is something, SAD111 otherwise."""
    target = Path(path)
    if target.exists() or target.is_symlink():
        hint = "remove it, or give another name: results of long runs are not overwritten"
        raise argument_error("SAD953", f"{path} is there already", hint)
    folder = target.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        hint = "name a file in a folder that exists and that you may write to"
        raise input_error("SAD111", "cannot be written", Span.at(path or "<arguments>"), hint)


@contextmanager
def atomic_directory(path: str) -> Generator[Path]:
    """Yield a new folder beside ``path``, which it becomes at the end if all went well.

    If the process is killed, what is left has a name of its own: ``.NAME.PID``. Raises as
    ``check_new``, and ``SadError`` SAD111 if the disk does not take it.
    """
    check_new(path)
    target = Path(path).resolve()
    folder = target.parent / f".{target.name}.{os.getpid()}"
    try:
        shutil.rmtree(folder, ignore_errors=True)  # of an earlier process with this number
        folder.mkdir()
        yield folder
        check_new(path)  # somebody else may have been faster
        folder.rename(target)
    except OSError as error:
        reason = error.strerror or "write error"
        hint = "see whether there is room on the disk"
        message = f"cannot be written: {reason}"
        raise input_error("SAD111", message, Span.at(path), hint) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def check_shared(cluster: Cluster, folder: Path) -> None:
    """Fail if a worker does not see a folder that is here: its part would be lost (SAD954)."""
    answers: dict[str, object] = cluster.client.run(os.path.isdir, str(folder), on_error="return")
    for address, answer in answers.items():
        if answer is not True:
            message = f"worker {address} does not see {folder.parent}: it cannot write there"
            hint = "--to names a file in a folder that all machines of the cluster share"
            raise argument_error("SAD954", message, hint)
