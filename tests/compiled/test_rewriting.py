"""What is compiled, and what its source becomes."""

from __future__ import annotations

import ast

import pytest

from compiled.modules import FLOATS, LEFT_OUT, modules
from compiled.rewriting import rewritten
from tests.support.command import ROOT

HEAD = "from __future__ import annotations"


def _lines(source: str) -> list[str]:
    return rewritten(f"{HEAD}\n{source}").splitlines()[1:]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ONE = 1", "ONE: Final = 1"),
        ("KNOWN: dict[str, int] = {}", "KNOWN: Final[dict[str, int]] = {}"),
        ("Pair = tuple[int, int]", "Pair = tuple[int, int]"),
        ("Both = int | str", "Both = int | str"),
        ("Item = TypeVar('Item')", "Item = TypeVar('Item')"),
        ("__all__ = ['a']", "__all__ = ['a']"),
    ],
)
def test_constants_are_final_and_types_stay_types(source: str, expected: str) -> None:
    assert _lines(source) == [expected]


def test_what_is_assigned_again_is_not_final() -> None:
    source = "A = 1\nA = 2\nB = 1\nif A:\n    B = 2\nC = 1\ndef f():\n    global C\n    C = 2"
    assert _lines(source) == source.splitlines()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "def f(x: float) -> float | None: ...",
            "def f(x: int | float) -> int | float | None: ...",
        ),
        ("Flow = dict[int, float]", "Flow = dict[int, int | float]"),
        ("x = float('inf')", "x: Final = float('inf')"),
    ],
)
def test_integers_stay_integers_where_floats_may_come(source: str, expected: str) -> None:
    assert _lines(source) == [expected]


def test_annotations_of_ordinary_classes_are_text() -> None:
    source = "class Line(NamedTuple):\n    span: Span\n    cost: float\n    of: ClassVar[int] = 1"
    assert _lines(source)[1:] == [
        "    span: 'Span'",
        "    cost: 'int | float'",
        "    of: ClassVar[int] = 1",
    ]


def test_all_that_is_compiled_can_be_read_again() -> None:
    paths = modules(ROOT)
    assert len(paths) > 200
    for path in paths:
        source = (ROOT / path).read_text(encoding="utf-8")
        tree = ast.parse(rewritten(source), path)
        assert ast.get_docstring(tree) == ast.get_docstring(ast.parse(source))


def test_modules_that_are_named_exist() -> None:
    for path in (*LEFT_OUT, *FLOATS):
        assert (ROOT / path).exists()
    assert set(FLOATS) <= set(modules(ROOT))
