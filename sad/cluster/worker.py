"""What runs on a worker: one task at a time, with room for deep recursion, in the same tool."""

from __future__ import annotations

import pickle
import platform
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from sad.diagnostics import Diagnostic, ExitCode, SadError, Severity, Span
from sad.large_stack import run_deep
from sad.records import record
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_KEPT = 4
_one_at_a_time = threading.Lock()
_kept: OrderedDict[str, Any] = OrderedDict()


@record
class About:
    """A process: its Python, its version of the tool, and the digest of what computes."""

    python: str
    version: str
    digest: str

    def difference(self, other: About) -> str:
        """Return in which way another process differs, empty if it does not."""
        if self.python != other.python:
            return f"Python {other.python} there, {self.python} here"
        if self.version != other.version:
            return f"sad {other.version} there, {self.version} here"
        if self.digest != other.digest:
            return f"sad {other.version} in both, but its code or its libraries differ"
        return ""


def about(identity: Callable[[], str]) -> About:
    """Return what this process is; ``identity`` gives the digest."""
    return About(platform.python_version(), tool_version(), identity())


@record
class Work:
    """A task as it is sent: ``function(item, common)``, to be run by the tool that ``expected`` is.

    ``name`` is that of the common part, for a worker to know it again.
    """

    function: Callable[[Any, Any], Any]
    identity: Callable[[], str]
    expected: About
    name: str

    def __call__(self, item: object, common: bytes) -> Any:
        """Return the answer, or the ``SadError`` that was raised.

        That is SAD952 on a worker that joined with another tool. The analysis has tables of its own in
        each process, so that one task runs at a time.
        """
        with _one_at_a_time:
            difference = self.expected.difference(about(self.identity))
            if difference:
                return other_tool("a worker that joined", difference)
            try:
                return run_deep(lambda: self.function(item, _unpacked(self.name, common)))
            except SadError as error:
                return error


def other_tool(who: str, difference: str) -> SadError:
    """Return the error (SAD952) about a process that would not compute the same."""
    hint = "install the same f2sad, Python and libraries on all machines of the cluster"
    diagnostic = Diagnostic(
        "SAD952",
        Severity.ERROR,
        f"{who} cannot be used: {difference}",
        Span.at("<arguments>"),
        hint,
    )
    return SadError(diagnostic, ExitCode.USAGE)


def hold(packed: bytes) -> bytes:
    """Return bytes: as a task, so that a cluster makes up for those that go with a worker."""
    return packed


def _unpacked(name: str, packed: bytes) -> Any:
    if name not in _kept:
        _kept[name] = pickle.loads(packed)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(name)
    return _kept[name]
