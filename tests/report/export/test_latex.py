"""The LaTeX export is well-formed, says everything, and compiles where there is a TeX."""

from __future__ import annotations

import random
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly
from sad.machine.database import get_machine
from sad.report.export.quantities import exported
from sad.report.latex import latex_source
from sad.report.view import View
from tests.support.compiler import run
from tests.support.corpus import PROGRAMS
from tests.support.exports import of_formulas
from tests.support.formulas import random_formula
from tests.support.model import prediction_of

if TYPE_CHECKING:
    from pathlib import Path

PDFLATEX = shutil.which("pdflatex")
SMALL = "      SUBROUTINE S(N)\n      DO 10 I = 1, N\n   10 X = X + 1.0\n      END\n"
_KNOWN = {
    *("begin", "end", "item", "texttt", "left", "right", "mathrm", "quad", "tfrac", "frac", "cdot"),
    *(
        "lfloor",
        "rfloor",
        "operatorname",
        "max",
        "gcd",
        "min",
        "sum",
        "ge",
        "log",
        "sqrt",
        "dots",
        "hat",
        "sim",
    ),
    *("sim", "le", "ne", "lnot", "wedge", "text"),
    *(" ", "\\", "_", "%", "&", "#", "$", "{", "}", ",", "^", "~"),
}


def fragment(name: str) -> str:
    prediction = prediction_of(PROGRAMS[name].source, get_machine("sparc2"))
    return latex_source(exported(prediction), View(prediction))


def problems(text: str) -> list[str]:
    """What a TeX would stumble over, as far as a parser without macros can tell."""
    found: list[str] = []
    try:
        LatexWalker(text, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError as error:
        found.append(str(error))
    bare = re.sub(r"(?<!\\)%.*", "", text)
    macros = set(re.findall(r"\\([A-Za-z]+|.)", bare))
    found.extend(sorted(macros - _KNOWN))
    if len(re.findall(r"\\left\b", bare)) != len(re.findall(r"\\right\b", bare)):
        found.append("left and right")
    outside = re.sub(r"\\begin\{align\*\}.*?\\end\{align\*\}|\$[^$]*\$", "", bare, flags=re.DOTALL)
    found.extend(re.findall(r"(?<!\\)[_^&#]", re.sub(r"\\.", "", outside)))
    return found


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PROGRAMS)
def test_corpus_programs_are_well_formed_and_complete(name: str):
    text = fragment(name)
    assert problems(text) == []
    program = exported(prediction_of(PROGRAMS[name].source, get_machine("sparc2")))
    assert text.count(r"\begin{align*}") >= len(program.quantities)
    assert text.count(r"\item[") == len(program.arguments)


def test_random_formulas_are_well_formed():
    view = View(prediction_of(SMALL))
    for seed in range(300):
        text = latex_source(of_formulas([random_formula(random.Random(seed))]), view)
        assert problems(text) == [], seed


def test_names_with_special_characters_are_escaped():
    names = ["A_B", "50%", "a&b", "#", "$x", "{", "}", "\\", "^", "~", "A B", "@i"]
    program = of_formulas([Poly({(name,): place + 1 for place, name in enumerate(names)})])
    text = latex_source(program, View(prediction_of(SMALL)))
    assert problems(text) == []
    assert text.count(r"\item[") == len(names)


def test_the_formula_is_the_one_people_know():
    prediction = prediction_of(
        "      SUBROUTINE S(N)\n      DO 10 I = 1, N\n      DO 10 J = 1, I\n"
        "   10 X = X + 1.0\n      END\n"
    )
    text = latex_source(exported(prediction), View(prediction))
    assert r"\tfrac{1}{2} N \left(N + 1\right)" in text
    assert "formulas are shown for N $>$= 1" in text


def test_powers_of_formulas_are_raised():
    power = atoms.power_of(Poly.constant(2), Poly.symbol("n") + ONE)
    text = latex_source(of_formulas([power * 3]), View(prediction_of(SMALL)))
    assert r"3 \left(2\right)^{n + 1}" in text
    assert "**" not in text


def test_what_an_abbreviation_stands_for_is_said():
    meaning = Poly.symbol("n") * Poly.symbol("m") + ONE
    program = of_formulas([atoms.alias_of("W", meaning) * 3])
    text = latex_source(program, View(prediction_of(SMALL)))
    assert "% W stands for\n\\begin{align*}\nW = {} & m n + 1\n" in text


def test_the_check_notices_what_is_not_well_formed():
    assert problems(r"\begin{align*} x \end{align}")
    assert problems(r"\begin{align*} {x \end{align*}")
    assert problems("a_b")
    assert problems(r"\begin{align*} \left( x \end{align*}")
    assert problems(r"\begin{align*} \nosuch \end{align*}")


@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex on this machine")
@pytest.mark.parametrize("name", ["ludec", "md1", "qsort"])
def test_it_compiles(name: str, tmp_path: Path):
    assert PDFLATEX is not None
    head = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n"
    (tmp_path / "page.tex").write_text(f"{head}{fragment(name)}\\end{{document}}\n")
    result = run([PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "page.tex"], tmp_path)
    assert result.returncode == 0, result.stdout[-2000:]
