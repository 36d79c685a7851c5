"""What keeps a cluster from being used, in words."""

from __future__ import annotations

import builtins
import socket
import sys

import pytest

from sad.cluster.connection import connect
from sad.diagnostics import ExitCode, SadError
from tests.cluster import work
from tests.support.cluster import local_cluster, needs_dask


def refused(address, identity=work.digest, patience=0.5):
    with pytest.raises(SadError) as caught:
        connect(address, identity, patience=patience).close()
    assert caught.value.exit_code == ExitCode.USAGE
    return caught.value.diagnostic


@pytest.mark.parametrize("text", ["", "nowhere", "127.0.0.1:8786", "tcp://host", "tcp://a b:1"])
def test_an_address_has_a_protocol_and_a_port(text):
    found = refused(text)
    assert found.code == "SAD951"
    assert "tcp://127.0.0.1:8786" in found.hint


def test_nobody_listens():
    needs_dask()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # but does not listen
        found = refused(f"tcp://127.0.0.1:{taken.getsockname()[1]}")
    assert (found.code, "no scheduler answers" in found.message) == ("SAD952", True)


def test_somebody_else_listens():
    needs_dask()
    with socket.create_server(("127.0.0.1", 0)) as other:
        found = refused(f"tcp://127.0.0.1:{other.getsockname()[1]}")
    assert (found.code, "no scheduler answers" in found.message) == ("SAD952", True)


def test_without_dask_a_hint_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = refused("tcp://127.0.0.1:8786")
    assert found.code == "SAD854"
    assert "f2sad[dask]" in found.hint


def test_workers_with_another_tool_are_refused(address):
    found = refused(address, work.digest_of_workers, 5)
    assert found.code == "SAD952"
    assert "worker tcp://" in found.message
    assert "its code or its libraries differ" in found.message


def test_a_digest_that_workers_cannot_find_is_no_tool(address):
    def unknown():
        return builtins.open("/nowhere")

    with pytest.raises(OSError, match="nowhere"):
        connect(address, unknown)


def test_a_cluster_without_workers_is_told():
    with local_cluster(n_workers=0) as address:
        found = refused(address)
    assert (found.code, "has no workers" in found.message) == ("SAD952", True)
