"""What messages hold on their way: by hand on small networks, and against distances on all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.communication.links import Held, Links
from sad.communication.times import MessageTimes
from sad.diagnostics import SadError
from sad.machine.database import find_file, get_machine, load_machine

HEAD = """\
schema: 1
name: m
processor: {clock_hz: 1.0e+6, toolchains: {t: {operations_s: {add: 1.0e-6}}}}
"""
MODEL = """\
programming_models:
  mpi: {parameters: {setup_s: 1.0e-4}, primitives: {communicate: setup_s}}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def links(network: str, **more: str) -> Links:
    """Return the links of a machine with this network."""
    Path("m.yaml").write_text(HEAD + f"network:\n{network}" + MODEL)
    return Links(load_machine("m.yaml", find_file), "mpi", **more)


def rate(topology: str) -> str:
    """Return a network with nothing but a rate of its links."""
    return f"  topology: {{{topology}}}\n  parameters: {{link_bytes_per_s: 1.0e+6}}\n"


def names(found: list[Held]) -> list[str]:
    return [item.name for item in found]


def test_packets_hold_links_and_the_nodes_between():
    found = Links(get_machine("t800"), "parix").held(0, 5, 1000, 16)
    # nine packets of 120 bytes, from node 0 along its row and down
    assert found == [
        Held("link 0>1", pytest.approx(9 * 108e-6)),
        Held("link 1>5", pytest.approx(9 * 108e-6)),
        Held("forward 1", pytest.approx(9 * 181e-6)),
    ]


@pytest.mark.parametrize(
    ("topology", "expected"),
    [
        ("kind: mesh, dimensions: [2, 4]", ["link 0>1", "link 1>2", "link 2>3", "link 3>7"]),
        ("kind: torus, dimensions: [2, 4]", ["link 0>3", "link 3>7"]),
        ("kind: hypercube", ["link 0>1", "link 1>3", "link 3>7"]),
        ("kind: ring, dimensions: [8]", ["link 0>7"]),
        ("kind: bus", ["link bus"]),
        ("kind: crossbar", ["link 0>", "link >7"]),
        ("kind: fat_tree, arity: 4", ["link 0>", "link >7"]),
    ],
)
def test_ways_through_networks(topology: str, expected: list[str]):
    found = links(rate(topology)).held(0, 7, 500.0, 8)
    assert names(found) == expected
    assert [item.seconds for item in found] == pytest.approx([5e-4] * len(found))


@pytest.mark.parametrize("kind", ["mesh", "torus", "hypercube", "ring"])
@pytest.mark.parametrize("nprocs", [2, 5, 12, 16])
def test_a_message_holds_as_many_links_as_lie_between(kind: str, nprocs: int):
    size = {"mesh": ", dimensions: [4, 8]", "torus": ", dimensions: [4, 8]", "hypercube": ""}
    given = f"kind: {kind}{size.get(kind, ', dimensions: [32]')}"
    found = links(rate(given))
    times = MessageTimes(load_machine("m.yaml", find_file), "mpi")
    for one in range(nprocs):
        for other in range(nprocs):
            way = names(found.held(one, other, 8.0, nprocs))
            assert len(way) == len(set(way)) == int(times.between(one, other, nprocs))


def test_nodes_that_the_program_does_not_use_are_told_apart():
    # five of six nodes in a ring: the shorter way from the first to the last leads over the sixth
    found = links(rate("kind: ring, dimensions: [6]"))
    assert names(found.held(0, 4, 8.0, 5)) == ["link 0>(5)", "link (5)>4"]


def test_a_gray_code_lays_neighbours_on_neighbours():
    found = links(rate("kind: hypercube"), mapping="gray")
    assert [len(found.held(rank, (rank + 1) % 8, 8.0, 8)) for rank in range(8)] == [1] * 8


def test_nothing_is_held_on_one_node():
    assert links(rate("kind: mesh, dimensions: [4, 4]")).held(2, 2, 8.0, 16) == []


WRONG = {
    "{per: link}": "SAD403 the key service_s is missing",
    "{per: hop, service_s: hop_s}": "SAD407 'hop' is not known",
    "{per: link, service_s: bytes}": "SAD411 'bytes' is no time: it yields bytes, not seconds",
    "{per: link, service_s: bytes*}": "SAD410 'bytes*' has no value: it ends too early",
    "{per: link, service_s: links_s}": "SAD410 'links_s' has no value: no parameter links_s (there "
    "are: bytes, hop_s)",
    "{per: link, service_s: send(bytes)}": "SAD410 'send(bytes)' has no value: no function send",
    "{per: link, service_s: hop_s, each: 3}": "SAD403",
}


@pytest.mark.parametrize("resource", WRONG)
def test_a_resource_is_checked_when_it_is_read(resource: str):
    network = "  topology: {kind: mesh}\n  parameters: {hop_s: 1.0e-6}\n"
    with pytest.raises(SadError) as caught:
        links(f"{network}  resources: {{link: {resource}}}\n")
    diagnostic = caught.value.diagnostic
    code, _, message = WRONG[resource].partition(" ")
    assert diagnostic.code == code
    assert message in diagnostic.message
    assert diagnostic.span.line == 7


def test_switches_pass_nothing_on_that_is_known():
    network = "  topology: {kind: fat_tree}\n  parameters: {hop_s: 1.0e-6}\n"
    with pytest.raises(SadError, match="no message comes through other nodes here"):
        links(f"{network}  resources: {{f: {{per: node on the way, service_s: hop_s}}}}\n")


def test_without_a_time_for_links_nothing_is_guessed():
    with pytest.raises(SadError, match="does not say how long a message holds a link"):
        links("  topology: {kind: mesh}\n")


def test_a_service_without_a_value_is_an_error():
    network = "  topology: {kind: mesh}\n  parameters: {hop_s: 1.0e-6, some_bytes: 4}\n"
    found = links(
        f"{network}  resources: {{link: {{per: link, service_s: hop_s*some_bytes/bytes}}}}\n"
    )
    with pytest.raises(SadError) as caught:
        found.held(0, 1, 0.0, 4)
    assert caught.value.diagnostic.code == "SAD427"
