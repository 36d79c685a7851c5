"""Comments and blank lines move places and change nothing else: no unit is analysed again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics
from sad.incremental.program import load_incremental
from sad.incremental.store import Store
from sad.model.code_lines import CodeLines, Places, code_lines, learn, line_at
from sad.reading.loaded import Wanted
from sad.reading.options import Reading
from tests.incremental.compare import by_cache, from_scratch, looked_at, reports
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

_FREE = """\
subroutine s(n, a)
  integer n
  real a(n)
  do i = 1, n
    if (a(i) > 0) exit   ! by data
    print *, 'one&
    ! two'
    a(i) = 2*a(i)
  end do
end
"""


def _analysed(folder: Path, cache: Path) -> list[str]:
    said = Diagnostics()
    store = Store(cache, said)
    with looked_at() as names:
        assert load_incremental(Reading((str(folder),)), store, said, wanted=Wanted()) is not None
    store.close()
    return names


def _with_remarks(text: str, chance: random.Random, remarks: tuple[str, ...]) -> str:
    lines = text.split("\n")
    for _ in range(5):
        lines.insert(chance.randrange(len(lines)), chance.choice(remarks))
    return "\n".join(lines)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(4))
def test_remarks_analyse_nothing_again_and_move_all_places(seed: int, tmp_path: Path):
    chance, folder, cache = random.Random(seed), tmp_path / "src", tmp_path / "cache"
    folder.mkdir()
    source, remarks = (CORPUS / "md1" / "md1.f").read_text(), ("*     note", "", "c  note", "! $")
    (folder / "md1.f").write_text(source)
    (folder / "s.f90").write_text(_FREE)
    assert len(_analysed(folder, cache)) > 3
    (folder / "md1.f").write_text(_with_remarks(source, chance, remarks[:3]))
    first, _, rest = _FREE.partition("print *")
    (folder / "s.f90").write_text(
        _with_remarks(first, chance, ("! note", "", "  !")) + f"print *{rest}"
    )
    assert _analysed(folder, cache) == []
    reading = Reading((str(folder),))
    assert by_cache(reading, cache) == from_scratch(reading)
    for command in (("analyze",), ("annotate",)):
        scratch, kept = reports(reading, command, cache)
        assert kept == scratch
    (folder / "md1.f").write_text(_with_remarks(source, chance, remarks[3:]))
    assert _analysed(folder, cache) != []  # with a dollar, it might have been a directive


def _numbers(text: str, *, free_form: bool = False) -> list[int]:
    runs = code_lines(text, free_form=free_form).runs
    assert runs is not None
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return [line for first, size in pairs for line in range(first, first + size)]


def test_only_what_is_a_comment_whatever_stands_around_it_is_left_out():
    text = "C note\n*  note\n\n      X = 1\n!$OMP DO\nC$SAD CONTRACT\nCDIR\n     ! + 2\n! $\n! note"
    assert _numbers(text) == [4, 5, 6, 7, 8, 9]
    text = "c = 1\n  ! note\n* = 2\nx = 'a&\n! b&\n! c'\n\n!dir$ x\n"
    assert _numbers(text, free_form=True) == [1, 3, 4, 5, 6, 8]


@pytest.mark.parametrize("text", ["#if 0\n", "/* a\n", "* a */\n", "#define X 1 \\\n! 2\n"])
def test_what_a_preprocessor_reads_is_taken_as_it_is(text: str):
    assert code_lines(text, free_form=False).runs is None
    assert code_lines(text, free_form=False) != code_lines(f"! note\n{text}", free_form=False)


def test_a_place_on_a_comment_is_told():
    learn("x.f", CodeLines("", [2, 2, 7, 1]))
    places = Places({"x.f"})
    kept = [places.line("x.f", line) for line in (2, 3, 7)]
    assert places.are_apart
    assert [line_at("x.f", number) for number in kept] == [2, 3, 7]
    learn("x.f", CodeLines("", [3, 2, 4711, 1]))
    assert [line_at("x.f", number) for number in kept] == [3, 4, 4711]
    assert places.line("y.f", 5) == 5
    assert places.are_apart
    assert places.line("x.f", 5) == 5
    assert not places.are_apart
