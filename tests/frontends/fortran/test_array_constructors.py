"""Implied DO loops of array constructors, as fparser2 gives them."""

from __future__ import annotations

import pytest
from fparser.two import Fortran2003
from fparser.two.parser import ParserFactory

from frontends.fortran import syntax as sx
from frontends.fortran.fparser_expressions import convert


@pytest.mark.parametrize(("text", "step"), [("1, 7", None), ("1, 7, 2", 2)])
def test_an_implied_loop_has_its_bounds(text, step):
    ParserFactory().create(std="f2008")
    found = convert(Fortran2003.Array_Constructor(f"(/ (i, i = {text}) /)"))
    assert isinstance(found, sx.Array)
    (loop,) = found.items
    assert isinstance(loop, sx.Implied)
    assert (loop.variable, loop.step is None) == ("I", step is None)
    assert "7" in repr(loop.last)
