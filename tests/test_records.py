"""Records are what frozen dataclasses are: equal, hashed and shown by their fields."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import dataclass

import pytest

from sad.records import field, fields, is_record, mutable, plain, record, replace


@record
class Place:
    """A record with a default and a field that is neither compared nor shown."""

    line: int
    column: int = 1
    seen: list[str] = field(default_factory=list[str], compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Frozen:
    line: int
    column: int = 1
    seen: list[str] = dataclasses.field(default_factory=list[str], compare=False, repr=False)


@record
class Unit(Place):
    """A record with fields of another, and an equality of its own."""

    name: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unit) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


@record
class Loop(Place):
    """A record with fields of another."""

    label: str = ""


@mutable
class Open:
    """What may be changed, with a method that is compiled when it is first called."""

    name: str
    lines: list[int] = field(default_factory=list[int])


@record
class Sized:
    """A record with fields that are not given."""

    rows: int
    columns: int
    size: int = field(init=False)
    marks: list[str] = field(default_factory=lambda: ["a"], init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", self.rows * self.columns)


def test_equal_by_fields() -> None:
    assert Place(1, 2, ["a"]) == Place(1, 2, ["b"])
    assert Place(1, 2) != Place(1, 3)
    assert Place(1) != _Frozen(1)
    assert Place(1) != (1, 1, [])


def test_equal_records_are_one_in_a_set() -> None:
    assert len({Place(1, 2, ["a"]), Place(1, 2), Place(2, 2)}) == 2
    assert hash(Place(3, 4)) == hash(_Frozen(3, 4))


def test_shown_as_a_dataclass_is() -> None:
    assert repr(Place(1, 2)) == repr(_Frozen(1, 2)).replace("_Frozen", "Place")


def test_each_class_has_methods_of_its_own() -> None:
    assert Place(1) == Place(1)  # compiled for the first class before the others
    assert Loop(1, label="a") != Loop(1, label="b")
    assert repr(Loop(1, label="a")) == "Loop(line=1, column=1, label='a')"
    assert Loop(1) != Place(1)
    assert Unit(1, name="a") == Unit(2, name="a")
    assert len({Unit(1, name="a"), Unit(2, name="a")}) == 1


def test_made_from_what_is_given_and_from_defaults() -> None:
    place = Place(column=2, line=1)
    assert (place.line, place.column, place.seen) == (1, 2, [])
    assert Place(1).seen is not Place(1).seen
    assert Loop(1, 2, ["a"], "b").label == "b"
    with pytest.raises(TypeError, match="line"):
        Place()  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="row"):
        Place(1, row=2)  # pyright: ignore[reportCallIssue]


def test_what_is_computed_from_other_fields() -> None:
    assert Sized(2, 3).size == 6
    assert Sized(2, 3).marks == ["a"]
    assert Sized(2, 3) == replace(Sized(1, 3), rows=2)


def test_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Place(1).other = 2  # pyright: ignore[reportAttributeAccessIssue]


def test_copied_and_pickled() -> None:
    place = Place(1, 2, ["a"])
    assert replace(place, line=3) == Place(3, 2)
    again = pickle.loads(pickle.dumps(place))
    assert again == place
    assert again.seen == ["a"]


def test_what_may_be_changed_is_equal_by_fields_and_not_hashed() -> None:
    one, other = Open("a"), Open("a")
    one.lines.append(1)
    assert one != other
    other.lines = [1]
    assert one == other
    assert repr(one) == "Open(name='a', lines=[1])"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    with pytest.raises(AttributeError):
        one.other = 2  # pyright: ignore[reportAttributeAccessIssue]


def test_nothing_is_compiled_before_it_is_needed_and_types_are_as_written() -> None:
    @mutable
    class Later:
        """A class of which there is no object yet."""

        rows: int

    assert "rows" not in Later.__init__.__code__.co_varnames
    assert Later(1).rows == 1
    assert "rows" in Later.__init__.__code__.co_varnames
    assert Later.__annotations__ == {"rows": "int"}


@record
class Far(Place):
    """A record with another default, and a field as ``dataclasses`` makes it."""

    column: int = 80
    notes: list[str] = dataclasses.field(default_factory=list[str], compare=False)


@plain
class Node:
    """What is equal to itself only."""

    inputs: list[int] = field(default_factory=list[int])


def test_a_default_of_its_own() -> None:
    assert (Far(1).column, Far(1).notes, Far(1, 2).column) == (80, [], 2)
    assert Far(1, notes=["a"]) == Far(1)


def test_plain_ones_are_equal_to_themselves_only() -> None:
    node = Node()
    assert node == node  # noqa: PLR0124
    assert (node == Node(), len({node, Node()})) == (False, 2)
    assert repr(node) == "Node(inputs=[])"


@pytest.mark.parametrize("item", [Place(1, 2, ["a"]), _Frozen(1, 2, ["a"])])
def test_records_and_dataclasses_are_used_alike(item: Place) -> None:
    assert is_record(item)
    assert [one.name for one in fields(item)] == ["line", "column", "seen"]
    assert dataclasses.is_dataclass(item)
    assert dataclasses.asdict(item) == {"line": 1, "column": 2, "seen": ["a"]}
    changed = replace(item, line=3)
    assert changed == dataclasses.replace(item, line=3)
    assert (type(changed), changed.line, changed.seen) == (type(item), 3, ["a"])
    assert [one.compare for one in dataclasses.fields(item)] == [True, True, False]


def test_fields_are_taken_apart() -> None:
    match Loop(1, 2, ["a"], "b"):
        case Loop(line, column, _, label):
            assert (line, column, label) == (1, 2, "b")


def test_what_dataclasses_ask_for_is_made_once():
    """``dataclasses.replace`` asks for it each time."""
    found = getattr(Place, "__dataclass_fields__")  # noqa: B009 - not declared
    assert found is getattr(Place, "__dataclass_fields__")  # noqa: B009
    assert [item.name for item in dataclasses.fields(Loop)] == ["line", "column", "seen", "label"]
