"""Formulas as MathML: well formed, and saying what the text says."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sad.algebra.codes import Coding
from sad.algebra.poly import Poly
from sad.evaluation.predict import predict
from sad.report.html.mathml import MathPrinter, Typesetter
from sad.report.view import View
from tests.support.command import CORPUS
from tests.support.model import model_of

PROGRAMS = ("md1", "fft2", "specfn", "words", "quadra", "sorts", "ludec")


def typeset(source, brief: bool = False) -> tuple[View, Typesetter]:
    view = View(predict(model_of(source), None), brief=brief)
    return view, Typesetter(view)


def loop(bounds: str, inside: str = "X = X + 1.0") -> str:
    head = "      SUBROUTINE S(N, M, X, L)\n      LOGICAL L\n"
    return f"{head}      DO 10 I = {bounds}\n      {inside}\n   10 CONTINUE\n      END\n"


@pytest.mark.parametrize(
    ("source", "markup"),
    [
        (
            loop("1, N, 2"),
            "<mfrac><mrow><mi>N</mi><mo>+</mo><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>",
        ),
        (loop("M, N"), "<mi>max</mi><mo>&#x2061;</mo>"),
        (loop("1, N", "DO 10 J = 1, I"), "<mfrac><mrow><mi>N</mi>"),
        (loop("1, N", "IF (X .GT. 0.0) X = 1.0"), "<msub><mi>P</mi><mn>1</mn></msub>"),
        (loop("1, N", "IF (L) X = 1.0"), "<mi>L</mi>"),
        (loop("1, N", "IF (I .LT. M) X = 1.0"), "<mi>min</mi>"),
        (loop("1, 2**N"), "<msup>"),
    ],
)
def test_parts_of_formulas(source: str, markup: str):
    view, setter = typeset(source)
    found = [setter.poly(block.count, 8) for block in view.model.expansion.blocks]
    assert any(markup in text for text in found), found


@pytest.mark.parametrize("name", PROGRAMS)
def test_formulas_are_well_formed(name: str):
    view, setter = typeset(next((CORPUS / name).glob("*.f")), brief=True)
    for block in view.model.expansion.blocks:
        root = ET.fromstring(setter.poly(block.count, 4))
        assert root.tag == "math"
        for element in root.iter():
            leaf = element.tag in ("mi", "mn", "mo", "mtext")
            assert leaf == (not len(element)) or element.tag in ("mrow", "mtd"), element.tag
            if not leaf:
                assert not (element.text or "").strip(), (
                    "text outside of mi, mn, mo and mtext is not typeset"
                )
            assert not (element.tail or "").strip()
    for term in setter.terms(view.total_time(), 5):
        ET.fromstring(f"<span>{term}</span>")


def test_names_cannot_be_markup():
    poly = Poly.symbol("n") * 2
    printer = MathPrinter(lambda _: "<b>&", lambda _: 1, lambda _: Coding.INTEGER)
    assert printer.math(printer.poly(poly)) == (
        "<math><mrow><mn>2</mn><mo>\u22c5</mo><mi>&lt;b&gt;&amp;</mi></mrow></math>"
    )
