"""Commands are taken apart as sh takes them apart, and what only a shell can do is refused."""

from __future__ import annotations

import random
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.profiles.running.commands import CommandError, check_names, fill, fill_text, parse_command
from sad.profiles.running.counters import compiler_of, kind_of, tool_of

if TYPE_CHECKING:
    from pathlib import Path

GCOV = ("--coverage", "-fprofile-abs-path")


def arguments(text: str, **values: str) -> tuple[str, ...]:
    (command,) = fill(parse_command(text), values, "gcov")
    return command.arguments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("./md1", ("./md1",)),
        ("  a\t b ", ("a", "b")),
        ("a 'b c' \"d e\" f\\ g", ("a", "b c", "d e", "f g")),
        ("a '' \"\"", ("a", "", "")),
        ("a b'c'd\"e\"f", ("a", "bcdef")),
        (r'a "\\ \" \$ \` \n"', ("a", r"\ " + '" $ ` ' + r"\n")),
        (r"a '\n' \n", ("a", r"\n", "n")),
        ("a '$(x) `y` $z | ; & * ? [ ~ #'", ("a", "$(x) `y` $z | ; & * ? [ ~ #")),
        ('a "| ; & * ? [ ~ # < >"', ("a", "| ; & * ? [ ~ # < >")),
        ("a x#y x~y", ("a", "x#y", "x~y")),
        ("a 5$ $", ("a", "5$", "$")),
        ("a \\\n b", ("a", "b")),
        ("a {} }{ {1} {a b}", ("a", "{}", "}{", "{1}", "{a", "b}")),
        ("awk '{ print $1}' f", ("awk", "{ print $1}", "f")),
    ],
)
def test_words_are_those_of_a_shell(text: str, expected: tuple[str, ...]):
    assert arguments(text) == expected
    shown = subprocess.run(
        ["sh", "-c", f"p() {{ printf '%s\\0' \"$@\"; }}; p {text}"],
        capture_output=True,
        check=True,
    )
    assert tuple(shown.stdout.decode().split("\0")[:-1]) == expected


def test_random_quoting_is_read_as_a_shell_reads_it():
    generator = random.Random(5)
    made = 0
    while made < 300:
        text = "".join(generator.choices("ab '\"\\$;|", k=generator.randint(1, 12)))
        try:
            ours = arguments(f"p {text}")
        except CommandError:
            continue
        script = f"p() {{ printf '%s\\0' p \"$@\"; }}; p {text}"
        shown = subprocess.run(["sh", "-c", script], capture_output=True, check=False)
        assert (shown.returncode, shown.stdout.decode().split("\0")[:-1]) == (0, [*ours]), text
        made += 1


def test_parts_of_a_command():
    first, second = parse_command("A=1 B='x y' make CC=gcc 2>&1 >log && ./p <in 2> e >>out")
    commands = fill([first, second], {}, "gcov")
    assert commands[0].environment == (("A", "1"), ("B", "x y"))
    assert commands[0].arguments == ("make", "CC=gcc")
    assert commands[0].redirections == (("2>&1", ""), (">", "log"))
    assert commands[1].arguments == ("./p",)
    assert commands[1].redirections == (("<", "in"), ("2>", "e"), (">>", "out"))


def test_a_number_that_is_an_argument_is_no_stream():
    assert fill(parse_command("p 2 >f"), {}, "gcov")[0].arguments == ("p", "2")
    assert fill(parse_command("p '2'>f"), {}, "gcov")[0].arguments == ("p", "2")
    assert fill(parse_command("p a2>f"), {}, "gcov")[0].arguments == ("p", "a2")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a | b", "a pipe (|)"),
        ("a || b", "||"),
        ("a ; b", "separator ;"),
        ("a &", "background (&)"),
        ("a\nb", "line break"),
        ("(a)", "subshell, ( )"),
        ("a <<E", "here-document"),
        ("a <<<x", "here-string"),
        ("a 2>>x", "2>>"),
        ("a >&2", ">&"),
        ("a &>x", "&>"),
        ("a >|x", ">|"),
        ("a 3>x", "3>"),
        ("a 12<x", "12<"),
        ("a a2>&1", ">&"),
        ("a 2>&12", "2>&"),
        ("a $(b)", "output, $(...)"),
        ('a "$(b)"', "output, $(...)"),
        ("a `b`", "output (`...`)"),
        ('a "`b`"', "output (`...`)"),
        ("a $HOME", "variable of the shell, $HOME"),
        ('a "${HOME}"', "variable of the shell, ${"),
        ("a $1", "$1"),
        ("a *.f", "pattern for file names (*)"),
        ("a b?", "pattern for file names (?)"),
        ("a [ab]", "pattern for file names ([)"),
        ("a ~/x", "home directory"),
        ("A=~/x a", "home directory"),
        ("a # b", "comment"),
        ("cd src && make", "cd is a word of the shell"),
        ("ulimit -s 1 && a", "ulimit is a word of the shell"),
        ("if true", "if is a word of the shell"),
        ("a 'b", "closing ' is missing"),
        ('a "b', 'closing " is missing'),
        ("a \\", "backslash"),
        ("", "no program in it"),
        ("A=1", "no program in it"),
        ("a &&", "no program after &&"),
        ("&& a", "no program before &&"),
        ("a <", "no file name after <"),
        ("a > && b", "no file name after >"),
    ],
)
def test_what_needs_a_shell_is_refused_by_name(text: str, part: str):
    with pytest.raises(CommandError) as caught:
        parse_command(text)
    assert part in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    "value",
    ["a b", "x;touch y", "$(touch y)", "`touch y`", "'", '"', "a|b", "&& rm", "> f", "*", ""],
)
def test_a_value_is_never_syntax(value: str):
    assert arguments("p {n} '{n}' \"{n}\" x{n}", n=value) == ("p", value, value, value, f"x{value}")
    (command,) = fill(parse_command("V={n} p <{n}"), {"n": value}, "gcov")
    assert command.environment == (("V", value),)
    assert command.redirections == (("<", value),)


def test_values_with_braces_are_not_filled_in_again():
    assert arguments("p {a}", a="{b}{coverage}", b="x") == ("p", "{b}{coverage}")


def test_doubled_braces_stand_for_the_text():
    assert arguments("p {{n}} x'{{n}}'{n}", n="1") == ("p", "{n}", "x{n}1")


def test_coverage_is_several_arguments_or_one():
    assert arguments("f77 -O0 {coverage} a.f") == ("f77", "-O0", *GCOV, "a.f")
    assert arguments("make FFLAGS='-O0 {coverage}'") == ("make", "FFLAGS=-O0 " + " ".join(GCOV))
    assert arguments("make FFLAGS={coverage}") == ("make", "FFLAGS=" + " ".join(GCOV))
    assert arguments("f77 '{coverage}'") == ("f77", " ".join(GCOV))


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("gfortran {coverage} a.f", "gcov"),
        ("clang {coverage} a.c", "llvm"),
        ("/usr/bin/clang-14 {coverage} a.c", "llvm"),
        ("x86_64-linux-gnu-clang++-14 {coverage} a.c", "llvm"),
        ("make CC=clang CFLAGS={coverage}", "llvm"),
        ("CC='clang -std=c99' make CFLAGS={coverage}", "llvm"),
        ("make CC=gcc CFLAGS={coverage} NOTE=myclang.txt", "gcov"),
        ("clang a.c && gcc {coverage} b.c", "gcov"),
        ("make", "gcov"),
    ],
)
def test_the_compiler_decides_the_counters(text: str, tool: str):
    assert kind_of(compiler_of(parse_command(text))) == tool


def test_two_kinds_of_compilers_are_refused():
    with pytest.raises(CommandError, match="with clang and with another"):
        compiler_of(parse_command("clang {coverage} a.c && gfortran {coverage} b.f"))


def test_tools_are_those_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("gcov-9", "gcov", "arm-none-gcov", "lib/llvm-cov", "lib/clang", "llvm-cov-3"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "clang").symlink_to("lib/clang")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tool_of("gfortran-9", "gcov") == "gcov-9"
    assert tool_of("/usr/bin/gcc-8", "gcov") == "gcov"
    assert tool_of("arm-none-gcc", "gcov") == "arm-none-gcov"
    assert tool_of("", "gcov") == "gcov"
    assert tool_of("clang", "llvm-cov") == str(tmp_path / "lib" / "llvm-cov")
    assert tool_of("clang-3", "llvm-cov") == "llvm-cov-3"
    assert tool_of("clang-4", "llvm-cov") == "llvm-cov"


def test_unknown_names_are_errors_with_the_known_ones():
    with pytest.raises(CommandError, match=r"\{m\} is not known") as caught:
        check_names(parse_command("./p {n} {m}"), ("coverage", "n"))
    assert "known: coverage, n" in caught.value.hint


@pytest.mark.parametrize("value", ["500", "-1.5e3", "in.dat", "a_b", "dir/in"])
def test_plain_values_may_stand_in_a_shells_program(value: str):
    assert arguments("sh -c './p < {n}'", n=value)[2] == f"./p < {value}"


@pytest.mark.parametrize("value", ["a b", "$(x)", "a;b", "'"])
def test_other_values_may_not(value: str):
    for shell in ("sh -c", "/bin/bash -ec", "env -i dash -c"):
        with pytest.raises(CommandError, match="part of a shell's program"):
            arguments(f"{shell} './p < {{n}}'", n=value)
    assert arguments("sh -c './p \"$1\"' sh {n}", n=value)[-1] == value


def test_files_are_filled_byte_by_byte():
    text = b"N={n} {m}\r\n{other} {{n}} {n {N} \xff{n}"
    filled, times = fill_text(text, {"n": "12", "m": "a b", "repeat": "1"})
    assert filled == b"N=12 a b\r\n{other} {12} {n {N} \xff12"
    assert times == 4
