"""Records written out for the compiler behave as those that Python makes."""

from __future__ import annotations

import dataclasses
import pickle
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from compiled.rewriting import rewritten

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = '''
from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from sad.records import record


@record
class Place:
    """Where something is."""

    file: str
    line: int = field(compare=False)
    notes: list[str] = field(default_factory=list)
    weight: float | None = None
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"{self.file}:{self.line}")


@dataclass(slots=True, eq=False)
class Node:
    name: str
    children: list[Node] = field(default_factory=lambda: [])


class Sums:
    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.times = 0

    @cached_property
    def total(self) -> int:
        """All of them."""
        self.times += 1
        return sum(self.numbers)


LIMIT = 3
seen: dict[str, float] = {}
'''


@pytest.fixture(params=["as it is", "rewritten"])
def made(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The module above, as Python makes it and as it is compiled."""
    module = ModuleType("made_for_test")
    sys.modules[module.__name__] = module
    text = SOURCE if request.param == "as it is" else rewritten(SOURCE)
    exec(compile(text, "made_for_test", "exec"), module.__dict__)
    yield module
    del sys.modules[module.__name__]


def test_fields_count_for_equality_where_they_do(made: Any) -> None:
    one, other = made.Place("a.f", 1), made.Place("a.f", 2)
    assert one == other
    assert one != made.Place("b.f", 1)
    assert one != "a.f"
    assert made.Node("n") != made.Node("n")


def test_records_have_hashes_of_their_fields(made: Any) -> None:
    one, other = made.Place("a.f", 1, ()), made.Place("a.f", 2, ())
    assert hash(one) == hash(other)
    assert len({one, other, made.Place("b.f", 1, ())}) == 2


def test_what_is_not_given_is_made(made: Any) -> None:
    one, other = made.Place("a.f", 1), made.Place("a.f", 2)
    assert one.notes == []
    assert one.notes is not other.notes
    assert (one.weight, one.text) == (None, "a.f:1")
    assert made.Node("n").children == []


def test_records_show_themselves(made: Any) -> None:
    assert repr(made.Place("a.f", 1, ["x"])) == (
        "Place(file='a.f', line=1, notes=['x'], weight=None)"
    )


def test_dataclasses_functions_know_them(made: Any) -> None:
    place = made.Place("a.f", 1, ["x"], 2)
    assert dataclasses.is_dataclass(place)
    assert dataclasses.replace(place, line=7).text == "a.f:7"
    found = [(item.name, item.init, item.compare) for item in dataclasses.fields(made.Place)]
    assert found == [
        ("file", True, True),
        ("line", True, False),
        ("notes", True, True),
        ("weight", True, True),
        ("text", False, False),
    ]


def test_patterns_take_them_apart(made: Any) -> None:
    match made.Place("a.f", 1):
        case made.Place(file, line):
            assert (file, line) == ("a.f", 1)
        case _:
            pytest.fail("no match")


def test_pickles_give_them_back(made: Any) -> None:
    place = made.Place("a.f", 1, ["x"], 0.5)
    again = pickle.loads(pickle.dumps(place))
    assert again == place
    assert (again.line, again.text) == (1, "a.f:1")


def test_cached_properties_are_found_once(made: Any) -> None:
    sums = made.Sums([1, 2, 3])
    assert (sums.total, sums.total, sums.times) == (6, 6, 1)
