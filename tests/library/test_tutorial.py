"""docs/tutorial.ipynb runs from top to bottom and shows what it holds."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.command import ROOT

TUTORIAL = ROOT / "docs" / "tutorial.ipynb"
_COMPARED = ("text/plain", "text/latex")


def outputs(cell):
    """The text a cell shows; pictures only by their kind."""
    found = []
    for item in cell.outputs:
        data = item.get("data", {})
        found.append([item.get("text")] + [data.get(kind) for kind in _COMPARED] + [sorted(data)])
    return found


@pytest.mark.filterwarnings("default")  # of the packages that run kernels
def test_the_tutorial_shows_what_it_computes(tmp_path, update_goldens):
    shown = nbformat.read(TUTORIAL, 4)
    run = nbformat.read(TUTORIAL, 4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(run, timeout=120, kernel_name="python3", resources=resources).execute()
    cells = [cell for cell in run.cells if cell.cell_type == "code"]
    if update_goldens:
        for cell in cells:
            cell.metadata.pop("execution", None)
        nbformat.write(run, TUTORIAL)
        return
    assert len(cells) > 15
    before = [cell for cell in shown.cells if cell.cell_type == "code"]
    for old, new in zip(before, cells, strict=True):
        assert outputs(new) == outputs(old), new.source
    assert sum("image/png" in str(outputs(cell)) for cell in cells) == 2


def test_the_tutorial_names_no_place_of_the_computer_it_ran_on():
    text = TUTORIAL.read_text()
    assert '"output_type": "error"' not in text
    assert [word for word in ("/tmp/", "/work", "/home/", "/root") if word in text] == []
