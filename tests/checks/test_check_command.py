"""``sad check`` on contracts and coverage: what is printed, what is written, what is returned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sad

SUM = """\
      SUBROUTINE ADD (N, X, S)
      REAL X(N), S
      DO 10 I = 1, N
   10 S = S + X(I)
      END
"""
SQUARE = """\
      SUBROUTINE SQUARE (N, A)
C$SAD CONTRACT order = n**2; flops.max = 3*n**2
      REAL A(N,N)
      DO 10 I = 1, N
      DO 10 J = 1, N
   10 A(I,J) = 2.0*A(I,J)
      END
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(**files: str) -> None:
    """Write files; ``a_f`` is ``a.f``."""
    for name, text in files.items():
        Path(name.replace("_", ".")).write_text(text)


def test_contracts_of_settings_and_comments_that_hold():
    write(sum_f=SUM, square_f=SQUARE, sad_toml='[contract.ADD]\nflops = "n"\norder = "n"\n')
    result = sad("check")
    assert (result.code, result.err) == (0, "")
    assert result.out == ("checked contract.flops, contract.order; 0 errors, 0 warnings, 0 notes\n")


def test_a_contract_that_does_not_hold_fails():
    write(sum_f=SUM.replace("S + X(I)", "S + X(I)*X(I)"), sad_toml='[contract.add]\nflops = "n"\n')
    result = sad("check", "sum.f")
    assert result.code == 1
    assert result.out.splitlines()[0] == (
        "sum.f:1: error[contract.flops]: ADD: contract flops = n (sad.toml:2) is not what it does: "
        "the count is 2*N, the difference is N (at N = 10: 20, not 10)"
    )


def test_comments_of_free_form_and_c_belong_to_the_unit_they_stand_at():
    free = """\
!$SAD CONTRACT order = n
! another comment
subroutine one(n, x)
  integer n
  real x(n)
  !$sad contract flops = n
  do i = 1, n
    x(i) = 2.0*x(i)
  end do
end subroutine
"""
    c = """\
/* sad: contract order = n */
static double
one(int n, const double *x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i]; // sad: contract flops.max = n - 1
    return s;
}
/* sad: that is me,
   says sad: contract order = 1 */
double two(int n, double *x)
{   /* sad: contract operations."mul.*" = 0;
             order = 1 */
    return one(n, x);
}
"""
    write(one_f90=free, one_c=c)
    result = sad("check", "one.f90", "one.c")
    lines = result.out.splitlines()
    assert result.code == 1
    assert lines[0].startswith(
        "one.c:3: error[contract.flops]: one: contract flops.max = n - 1 (one.c:7)"
    )
    assert "contract order = 1 (one.c:13) is exceeded: the cost grows with n" in lines[1]
    assert len(lines) == 3


def test_bad_contracts_are_bad_input_and_the_others_are_checked():
    write(
        sum_f=SUM,
        square_f=SQUARE.replace("order = n**2", "order = n"),
        sad_toml='[contract.SUM]\norder = "n"\n[contract.ADD]\norder = "m"\n',
    )
    result = sad("check")
    assert result.code == 3
    assert "SQUARE: contract order = n (square.f:2) is exceeded" in result.out
    assert "sad.toml:1: error[SAD834]: a contract for SUM, which is no unit" in result.err
    assert "sad.toml:4: error[SAD835]: order = m: nothing is called m" in result.err


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("ORDER = n", "SAD833]: 'ORDER = n' is no clause"),
        ("order == n", "is no clause"),
        ("order.max = n", "is no clause"),
        ("flops.least = n", "is no clause"),
        ("operations = n", "is no clause"),
        ("seconds = n", "seconds does not stand in a comment"),
        (";", "SAD833]: the contract says nothing"),
    ],
)
def test_a_clause_in_a_comment_that_is_none(comment: str, said: str):
    write(sum_f=SUM.replace("      REAL", f"C$SAD CONTRACT {comment}\n      REAL"))
    result = sad("check", "sum.f")
    assert result.code == 3
    assert said in result.err
    assert result.err.startswith("sum.f:2: error")


def test_a_size_that_no_unit_has_is_told_where_it_was_given():
    write(sum_f=SUM, sad_toml='machine = "sparc2"\nsizes = {q = 3}\n')
    assert sad("snapshot", "-o", "-").err.startswith("sad.toml:2: error[SAD501]: no unit")
    write(sad_toml="")
    result = sad("snapshot", "sum.f", "--machine", "sparc2", "--set", "q=3", "-o", "-")
    assert (result.code, result.err.partition(": no")[0]) == (2, "<arguments>:1: error[SAD501]")


def test_seconds_are_held_against_predicted_times():
    limit = '[contract.SQUARE]\nseconds = {machine = "sparc2", at = {n = 1000}, max = %s}\n'
    write(square_f=SQUARE, sad_toml=limit % "10")
    assert sad("check").code == 0
    write(sad_toml=limit % "0.1")
    result = sad("check")
    assert result.code == 1
    assert "SQUARE: contract seconds on sparc2 (sad.toml:2) is exceeded: " in result.out
    assert "s at n = 1000, 0.1 s are allowed" in result.out
    write(sad_toml=(limit % "10").replace("n = 1000", ""))
    result = sad("check")
    assert result.code == 1
    assert "cannot be checked: it has no value without N" in result.out
    write(sad_toml=(limit % "10").replace("sparc2", "sparc3"))
    result = sad("check")
    assert result.code == 3
    assert "sad.toml:2: error[SAD401]" in result.err


def test_too_little_coverage_is_told_apart_from_other_failures():
    loop = SUM.replace(
        "   10 S", "      IF (S .GT. X(I)) THEN\n      S = 0.0\n      END IF\n   10 S"
    )
    write(sum_f=loop, sad_toml='[contract.ADD]\norder = "n"\n')
    assert sad("check", "--min-coverage", "0").code == 0
    result = sad("check", "--min-coverage", "95")
    assert result.code == 4
    assert "error[min-coverage]: coverage of " in result.out
    write(sad_toml='[contract.ADD]\norder = "1"\n[check]\nmin_coverage = 95\n')
    result = sad("check")
    assert result.code == 1
    assert "error[min-coverage]" in result.out
    assert "error[contract.order]" in result.out


def test_what_cannot_be_read_goes_before_all_and_the_rest_is_checked():
    write(sum_f=SUM, square_f=SQUARE.replace("order = n**2", "order = n"), bad_f="\0")
    result = sad("check", "--output", "json:out.json")
    assert result.code == 3
    assert "SQUARE: contract order" in result.out
    value = json.loads(Path("out.json").read_text())
    assert [item["code"] for item in value["diagnostics"]] == ["SAD103"]


def test_several_forms_are_written_at_once_and_only_whole():
    write(square_f=SQUARE.replace("order = n**2", "order = n"))
    forms = ("sarif", "junit", "gitlab", "markdown", "json", "github", "text")
    options = [f"--output={form}:out.{form}" for form in forms]
    result = sad("check", *options, "--format", "github")
    assert result.code == 1
    assert result.out.startswith(
        "::error file=square.f,line=1,endLine=7,title=sad contract.order::"
    )
    for form in forms:
        assert "contract.order" in Path(f"out.{form}").read_text()
    result = sad("check", "--output", "json:-")
    assert json.loads(result.out)["schema"] == "sad-check/1"
    result = sad("check", "--output", "json:no/such/folder.json")
    assert result.code == 3
    assert "SAD111" in result.err
    assert not list(Path().glob("*.json.*"))


def test_without_anything_to_check_it_says_what_to_do():
    write(sum_f=SUM)
    result = sad("check")
    assert result.code == 2
    assert "SAD838]: nothing to check against" in result.err
    assert "sad snapshot" in result.err
    assert sad("check", "--max-increase", "5").code == 2
    write(sad_toml='[contract.ADD]\norder = "n"\n')
    assert sad("check").code == 0
    for limit in ('forbid = "order"', 'max_increase = "5%"', 'unit.ADD = {forbid = "any"}'):
        write(sad_toml=f'[contract.ADD]\norder = "n"\n[check]\n{limit}\n')
        result = sad("check")
        assert result.code == 2
        assert "there is no sad.snapshot" in result.err


def test_another_file_of_settings_can_be_named():
    write(sum_f=SUM, other_toml='[contract.ADD]\norder = "1"\n')
    assert sad("check", "--config", "other.toml").code == 1
    result = sad("check", "--config", "none.toml")
    assert result.code == 3
    assert "none.toml:1: error[SAD101]" in result.err


def test_an_element_that_is_an_input_now_is_the_parameter_it_was():
    text = """\
      PROGRAM T
      INTEGER GP(3)
      COMMON /C/ GP
      CALL SETUP
      DO 10 I = 1, GP(2)
      DO 10 J = 1, GP(3)
   10 X = X + 1
      PRINT *, X
      END
      SUBROUTINE SETUP
      INTEGER GP(3)
      COMMON /C/ GP
      READ (7,*) GP
      END
"""
    write(t_f=text)
    assert sad("snapshot", "t.f").code == 0
    result = sad("check", "t.f", "--input", "t.f:13:GP(2)")
    assert result.code == 0
    assert "2 identical" in result.out
    write(t_f=text.replace("1, GP(3)", "1, GP(2)*GP(3)"))
    result = sad("check", "t.f", "--input", "t.f:13:GP(2)")
    assert (result.code, "order increased" in result.out) == (1, True)


def test_an_element_that_is_not_there_is_no_input():
    write(sum_f=SUM)
    assert sad("snapshot", "sum.f").code == 0
    result = sad("check", "sum.f", "--input", "sum.f:4:X(9)")
    assert (result.code, result.out) == (2, "")
    assert "SAD509" in result.err
