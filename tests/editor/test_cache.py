"""What the editor shows is the same with the cache, which spares it what did not change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("lsprotocol", reason="needs the extra f2sad[lsp]")

from sad.editor.analyst import Analyst
from sad.editor.options import Options
from sad.editor.records import Analysis, Request
from sad.incremental import analyst as groups
from sad.incremental.folder import parts
from sad.loading.means import ALONE, Means
from tests.incremental.made import made

if TYPE_CHECKING:
    from pathlib import Path

    from sad.incremental.analyst import Found


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the groups that are analysed against interfaces."""
    found: list[str] = []
    analyse = groups.Analyst.analyse

    def noted(self: groups.Analyst, group: Found) -> None:
        found.extend(group.keys)
        analyse(self, group)

    monkeypatch.setattr(groups.Analyst, "analyse", noted)
    return found


def _shown(found: Analysis) -> tuple[object, ...]:
    return found.lenses, found.hints, found.parameters, found.messages, found.refused


def test_texts_on_disk_and_texts_nobody_saved(tmp_path: Path, looked_at: list[str]) -> None:
    program = made("fortran", tmp_path / "program").reading
    folder, means = tmp_path / "program", Means(tmp_path / "cache")
    paths = {path.name: str(path) for path in folder.glob("*.[fF]")}
    texts = {str(path): path.read_text() for path in folder.glob("*.[fF]")}
    options = Options((str(folder),), replace(program, sources=()))
    request = Request(paths["norms.f"], texts, options, {})
    alone = Analyst(ALONE)
    assert _shown(Analyst(means).analyse(request)) == _shown(alone.analyse(request))
    assert looked_at
    looked_at.clear()
    assert _shown(Analyst(means).analyse(request)) == _shown(alone.analyse(request))
    assert looked_at == []

    edited = request.texts[paths["norms.f"]].replace("S + A(I)**2", "S + A(I)**2 + 1.0")
    typed = replace(request, texts={**request.texts, paths["norms.f"]: edited})
    kept = parts(tmp_path / "cache")
    for _ in range(2):
        found = Analyst(means).analyse(typed)
        assert _shown(found) == _shown(alone.analyse(typed)) != _shown(alone.analyse(request))
        names = {key.rpartition(":")[2] for key in looked_at}
        assert "NORM" in names
        assert names.isdisjoint({"STEP", "SWEEP", "APPLY", "HALF"})
    assert parts(tmp_path / "cache") == kept
    assert len(kept) == 1
