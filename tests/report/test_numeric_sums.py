"""Counts without a closed form are named as such."""

from __future__ import annotations

from sad.evaluation.predict import predict
from sad.report.view import View
from tests.support.model import model_of


def test_counts_that_are_added_up_are_mentioned():
    text = (
        "      SUBROUTINE S(N, A)\n      REAL A(*)\n      DO 10 I = 1, N\n"
        "      DO 10 J = 1, N/I\n   10 A(J) = A(J) + 1.0\n      END\n"
    )
    sentences = View(predict(model_of(text), None)).assumptions()
    assert any("no closed form" in sentence for sentence in sentences)
    closed = View(predict(model_of(text.replace("N/I", "I")), None)).assumptions()
    assert not any("no closed form" in sentence for sentence in closed)
