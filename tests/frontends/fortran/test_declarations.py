"""Declarations: what our own parser takes, what it leaves to fparser2, and that both read the same."""

from __future__ import annotations

import pytest

from frontends.fortran import declarations
from frontends.fortran import syntax as sx
from frontends.fortran.expressions import ExpressionError
from frontends.fortran.fparser_bridge import parse_with_fparser

READERS = {
    "type": declarations.type_declaration,
    "dimension": declarations.dimension,
    "common": declarations.common,
    "parameter": declarations.parameters,
    "implicit": declarations.implicit,
    "external": declarations.names("external"),
    "intrinsic": declarations.names("intrinsic"),
    "save": declarations.names("save"),
    "data": declarations.data,
    "equivalence": declarations.equivalence,
}
DECLARATIONS = [
    ("type", "INTEGERN"),
    ("type", "DOUBLEPRECISIONA(LDA,*),B(0:N-1,-1:1),C(2:*)"),
    ("type", "CHARACTER*(*)NAME,MODE*1,LINES(10)*80,OTHER*(*)"),
    ("type", "REAL*8X(2*N+1)"),
    ("type", "COMPLEX(KIND=8)::Z"),
    ("type", "REAL,DIMENSION(3)::A"),
    ("type", "INTEGER::N=3"),
    ("type", "REALX(:)"),
    ("type", "CHARACTERA*(N)"),
    ("type", "REAL(DP),ALLOCATABLE,SAVE::A(:,:),B(:)"),
    ("type", "TYPE(NODE),POINTER::NEXT=>NULL()"),
    ("type", "INTEGER,PARAMETER::N=SELECTED_REAL_KIND(P=15),M(2)=(/1,2/)"),
    ("dimension", "DIMENSIONA(10),B(N,M)"),
    ("dimension", "VIRTUALA(10)"),
    ("dimension", "DIMENSION::A(0:N),B(2)"),
    ("common", "COMMONA,B(3)"),
    ("common", "COMMON//A/FIRST/B,C(2),/SECOND/D"),
    ("parameter", "PARAMETER(N=10,X=-1.0D0,L=.TRUE.,T='A=B')"),
    ("implicit", "IMPLICITNONE"),
    ("implicit", "IMPLICITREAL*8(A-H,O-Z),INTEGER(I)"),
    ("implicit", "IMPLICITREAL(KIND=SELECTED_REAL_KIND(15))(A-H,O-Z),INTEGER(I-N)"),
    ("external", "EXTERNALF,G"),
    ("intrinsic", "INTRINSICABS"),
    ("save", "SAVE"),
    ("save", "SAVE/BLOCK/,X"),
    ("data", "DATAA,B(1),C/1.0,-2,3*'X'/D/.TRUE./"),
    ("data", "DATA(M(1,J),J=1,3)/1,2,3/"),
    ("data", "DATAA,Z/NTAPS*PI,(1.0D0,-2.0)/,C(1)(1:2)/'AB'/I/Z'FF'/"),
    ("type", "REALA/1.0/,B(3)/2*1.0,-2.5/"),
    ("type", "COMPLEXCX(NMAX/8)"),
    ("type", "REALX*8,Y(10)*4"),
    ("type", "CHARACTER(LEN=(LEN(TRIM(S))+1)),POINTER::C"),
    ("parameter", "PARAMETERN=3"),
    ("implicit", "IMPLICITUNDEFINED(A-Z)"),
    ("implicit", "IMPLICITAUTOMATIC(A-Z)"),
    ("equivalence", "EQUIVALENCE(A,B(1,2)),(S(2:3),T)"),
]
WRONG = [
    ("type", "REALA/1.0"),
    ("dimension", "DIMENSIONA"),
    ("parameter", "PARAMETERN"),
    ("external", "EXTERNALF("),
    ("data", "DATAA/F(/"),
]


@pytest.mark.parametrize(("kind", "text"), DECLARATIONS)
def test_declarations_are_read_as_fparser2_reads_them(kind: str, text: str):
    assert READERS[kind](text) == parse_with_fparser(kind, text)


@pytest.mark.parametrize(("kind", "text"), WRONG)
def test_what_is_no_declaration_is_an_error(kind: str, text: str):
    with pytest.raises(ExpressionError):
        READERS[kind](text)


def test_no_rule_of_an_implicit_statement_is_dropped():
    """``IMPLICIT REAL(KIND=...)(A-H)`` once lost the types that the parentheses of a kind name."""
    text = "IMPLICITREAL(KIND=SELECTED_REAL_KIND(15))(A-H,O-Z),INTEGER(I-N)"
    statement = declarations.implicit(text)
    assert isinstance(statement, sx.Implicit)
    assert statement.rules is not None
    assert [spec.base for spec, _ in statement.rules] == ["REAL", "INTEGER"]
