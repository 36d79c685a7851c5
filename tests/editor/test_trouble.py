"""What goes wrong inside is said in the file; the server lives on."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("lsprotocol", reason="needs the extra f2sad[lsp]")

from sad.editor.analyst import Analyst
from sad.editor.places import ProtocolPlaces
from sad.editor.records import analysed_path
from sad.editor.session import Document, Session
from sad.loading.means import ALONE

TEXT = "      SUBROUTINE S (N)\n      DO 10 I = 1, N\n   10 X = X + 1.0\n      END\n"


def told(text: str, path: str = "/nowhere/s.f") -> Document:
    """Return a file after it was opened and analysed."""
    done: list[Document] = []

    async def work() -> None:
        session = Session(lambda document, _: done.append(document), ALONE)
        session.open("file:///nowhere/s.f", path, "fortran", 1, text, ProtocolPlaces(text, len))
        await session.settled("file:///nowhere/s.f")

    asyncio.run(work())
    (document,) = done
    return document


@pytest.mark.parametrize(
    ("error", "code"), [(KeyError("x"), "internal"), (RecursionError(), "SAD109")]
)
def test_an_error_inside_is_a_message(
    error: Exception,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    def fails(self: Analyst, request: object) -> None:
        raise error

    monkeypatch.setattr(Analyst, "analyse", fails)
    document = told(TEXT)
    assert document.latest is not None
    assert [item.code for item in document.latest.messages] == [code]
    assert ("KeyError" in capsys.readouterr().err) == (code == "internal")


def test_deep_nesting_is_analysed():
    depth = 1500
    terms = " + ".join(["X"] * depth)
    document = told(f"subroutine s (x)\nx = {terms}\nend\n", "/nowhere/s.f90")
    assert document.latest is not None
    assert [item.text for item in document.latest.hints] == ["1"]


def test_the_language_is_that_of_the_suffix_and_else_the_editors():
    found = [
        analysed_path(*item)
        for item in (
            ("a.f90", "c"),
            ("a.inc", "c"),
            ("a", "FortranFreeForm"),
            ("a.x", "fortran"),
            ("a.cc", "c"),
            ("a", "cpp"),
        )
    ]
    assert found == ["a.f90", "a.inc.c", "a.f90", "a.x.f", "a.cc", "a.cpp"]


def test_cplusplus_is_refused():
    document = told("class A {};\n", "/nowhere/s.cpp")
    assert document.latest is not None
    assert [item.code for item in document.latest.messages] == ["SAD214"]
