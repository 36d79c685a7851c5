"""What was written, read and written again is the same text, and means the same."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Span
from sad.pamela.formulas import plain
from sad.pamela.parse import parse
from sad.pamela.tree import Apply, Condition, Equation, Formula, Group, Repeat, Term, UseTerm
from sad.pamela.write import equation_text, text_of
from tests.pamela.by_hand import bound
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

PLACE = Span.at("here")


def meaning(item: object) -> object:
    """Return a tree without places, groups of one as what is in them."""
    if isinstance(item, Formula):
        return item.written.replace(" ", "")
    if isinstance(item, Group) and len(item.parts) == 1:
        return meaning(item.parts[0])
    if isinstance(item, tuple):
        return tuple(map(meaning, item))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if is_dataclass(item):
        names = [x.name for x in fields(item) if x.name not in ("span", "lines", "mixed", "path")]
        return type(item).__name__, *(meaning(getattr(item, name)) for name in names)
    return item


@pytest.mark.parametrize("path", sorted(CORPUS.glob("pamela/*.pam")), ids=lambda path: path.stem)
def test_files_of_the_corpus(path: Path):
    before = parse(path.read_text(), "model.pam")
    text = text_of(before)
    after = parse(text, "model.pam")
    assert text_of(after) == text
    assert meaning(after.equations) == meaning(before.equations)
    assert len(after.parameters) == len(before.parameters)


def test_comments_stay_with_declarations():
    text = """// about all
param a = 1 ms;  // a time
param n;

// what is shared
resource s(2);

// both
L = par (i = 1, n) { use(s, a); use(s, a if i > 2 else 2*a) };  // at the end

// no more
"""
    assert text_of(parse(text, "model.pam")) == text


def test_comments_inside_a_declaration_come_before_it():
    text = "L = { // one\n delay(1 s); # two\n delay(2 s) }; // three\n"
    assert text_of(parse(text, "")) == "// one\n// two\nL = { delay(1 s); delay(2 s) };  // three\n"


def test_else_belongs_to_its_if():
    text = "param a;\nL = if (a == 1) { if (a == 2) delay(1 s) } else delay(3 s);\n"
    again = text_of(parse(text, ""))
    assert bound(again, {"a": 1}) == 0
    assert bound(again, {"a": 3}) == 3
    assert "{ if (a == 2) delay(1 s) } else" in again


def random_term(source: random.Random, depth: int) -> Term:
    """Return a term of every kind there is."""
    if depth == 0 or source.random() < 0.2:
        law = source.choice(["", "", "exp", "uniform"])
        spread = plain("2 ms") if law == "uniform" else None
        member = source.choice([None, plain("i % 4"), plain("floor((i + 1)/2)")])
        return source.choice(
            [
                UseTerm(PLACE, "cpu", member, plain("1 ms"), law, spread),
                UseTerm(PLACE, None, None, plain("3 us*i")),
                Apply(PLACE, "work", (plain("i - 1"), plain("n"))),
                Apply(PLACE, "rest", ()),
                Group(PLACE, False, ()),
            ]
        )
    parts = tuple(random_term(source, depth - 1) for _ in range(source.choice([2, 3])))
    match source.randrange(4):
        case 0:
            return Group(PLACE, source.random() < 0.5, parts)
        case 1:
            step = plain("2") if source.random() < 0.2 else None
            is_parallel = source.random() < 0.5
            return Repeat(PLACE, is_parallel, "i", plain("1"), plain("n - 1"), step, parts[0])
        case 2:
            other = parts[1] if source.random() < 0.5 else None
            return Condition(PLACE, plain("i == 1 or n > 3"), False, parts[0], other)
        case _:
            return Condition(PLACE, plain("0.25"), True, parts[0], parts[1])


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_random_terms_are_read_as_they_were_written(start: int):
    for seed in range(start, start + 100):
        term = random_term(random.Random(seed), 4)
        text = equation_text(Equation("L", PLACE, (), term)) + "\n"
        read = parse(text, "model.pam")
        assert meaning(read.equations[0].term) == meaning(term), text
        assert text_of(read) == text
