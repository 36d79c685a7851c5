"""A cluster by its scheduler's address, with the same tool on all its workers."""

from __future__ import annotations

import logging
import re
import socket
import warnings
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sad.cluster.worker import About, about, other_tool
from sad.diagnostics import argument_error
from sad.extras import need_dask
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.diagnostics import SadError

_ADDRESS = re.compile(r"[a-z+]+://\[?[^\s/]+?\]?:\d{1,5}/?")
_HINT = "for instance --scheduler tcp://127.0.0.1:8786, as dask scheduler prints it"
_PATIENCE = 30.0  # [s] for a scheduler to answer, and for a first worker


@record
class Cluster(AbstractContextManager["Cluster"]):
    """A connection, to be used in a ``with``. ``client`` is Dask's.

    ``identity`` tells what computes in a process; ``about`` is this one's.
    """

    address: str
    client: Any
    identity: Callable[[], str]
    about: About

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """End the connection; the cluster stays as it is."""
        with suppress(OSError, TimeoutError):  # a scheduler that is gone need not be told
            self.client.close(timeout=_PATIENCE)

    def workers(self) -> int:
        """Return how many workers there are; raises ``SadError`` SAD952 if nobody answers."""
        try:
            return len(self.client.nthreads())
        except (OSError, TimeoutError, RuntimeError):
            raise gone(self.address) from None


def connect(address: str, identity: Callable[[], str], *, patience: float = _PATIENCE) -> Cluster:
    """Return the cluster of a scheduler: ``tcp://HOST:PORT``.

    ``identity`` is an importable function that returns a digest of what computes in its process. It is
    called here, on the scheduler and on every worker. ``patience`` [s] is waited for the scheduler to
    answer, and once more for a first worker.

    Raises ``SadError``: SAD854 without Dask, SAD951 for a text that is no address, SAD952 if nobody
    answers, there are no workers, or one of them has another Python or another tool.
    """
    if not _ADDRESS.fullmatch(address):
        raise argument_error("SAD951", f"{address!r} is no address of a scheduler", _HINT)
    distributed = need_dask("distributed", "--scheduler")
    _knock(distributed, address, patience)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are raised as well
    with warnings.catch_warnings():  # of versions that differ: see _check
        warnings.simplefilter("ignore")
        try:
            client = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, TimeoutError):
            raise _nobody(address) from None
    cluster = Cluster(address, client, identity, about(identity))
    try:
        _wait_for_workers(cluster, patience)
        _check(cluster)
    except BaseException:
        cluster.close()
        raise
    return cluster


def gone(address: str) -> SadError:
    """Return the error (SAD952) about a scheduler that went away."""
    hint = "look at the scheduler's own output for the reason, and start the command again"
    return argument_error("SAD952", f"the connection to {address} is lost", hint)


def _nobody(address: str) -> SadError:
    hint = "start one with: dask scheduler; its first lines tell its address"
    return argument_error("SAD952", f"no scheduler answers at {address}", hint)


def _knock(distributed: Any, address: str, patience: float) -> None:
    """Fail in time if nobody listens, or somebody else: Dask's client would wait on."""
    import asyncio  # noqa: PLC0415 - slow to import, and few have a cluster

    parts = urlsplit(address)
    try:
        if parts.scheme in ("tcp", "tls"):
            socket.create_connection((parts.hostname, parts.port), patience).close()
        kind = asyncio.run(asyncio.wait_for(_kind(distributed, address), patience))
    except (OSError, TimeoutError):
        raise _nobody(address) from None
    except ValueError as error:
        raise argument_error("SAD951", f"{address}: {error}", _HINT) from None
    if kind != "Scheduler":
        raise argument_error("SAD951", f"{address} is no scheduler, but a {kind.lower()}", _HINT)


async def _kind(distributed: Any, address: str) -> str:
    """What listens, in Dask's words."""
    async with distributed.rpc(address) as other:
        found = await other.identity()
    return str(found["type"])


def _wait_for_workers(cluster: Cluster, patience: float) -> None:
    try:
        cluster.client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        message = f"the scheduler at {cluster.address} has no workers"
        hint = f"start one or more with: dask worker {cluster.address}"
        raise argument_error("SAD952", message, hint) from None
    except OSError:
        raise gone(cluster.address) from None


def _check(cluster: Cluster) -> None:
    """Fail if the scheduler or a worker would not compute the same."""
    client, identity = cluster.client, cluster.identity
    found: dict[str, Any] = {}
    try:
        found["the scheduler"] = client.run_on_scheduler(about, identity)
    except OSError:
        raise gone(cluster.address) from None
    except Exception as error:  # noqa: BLE001 - whatever keeps it from answering
        found["the scheduler"] = error
    answers: dict[str, Any] = client.run(about, identity, on_error="return")
    found.update({f"worker {address}": answers[address] for address in sorted(answers)})
    for who, answer in found.items():
        if isinstance(answer, OSError):  # a worker that has just left
            continue
        if not isinstance(answer, About):
            raise other_tool(who, f"sad does not start there ({answer})")
        difference = cluster.about.difference(answer)
        if difference:
            raise other_tool(who, difference)
