"""``sad params``: what is exported, brought up to date, refused and shown."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

from sad.profiles.params_document import ParamsDocument
from sad.profiles.params_header import read_header
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.cli.solve_program import ENDS, EXIT, LOOP, PROB, SOLVE
from tests.support.command import CORPUS, sad
from tests.support.schemas import validate

MD1 = CORPUS / "md1" / "md1.f"
KERNEL = {  # corpus/md1/README.md: "The 16 indeterminate quantities of the kernel"
    **{f"P{number}": line for number, line in enumerate((552, 555, 559, 562, 566, 569, 856), 1)},
    **{
        f"X{number}": line
        for number, line in enumerate((653, 673, 693, 714, 735, 753, 806, 809, 817), 1)
    },
}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("solve.f")
    path.write_text(SOLVE)
    return path


def exported(*arguments: str | Path) -> ParamsDocument:
    result = sad("params", "export", *arguments)
    assert (result.code, result.err) == (0, "")
    return ParamsDocument(result.out, "out.yaml")


# --- what is exported ----------------------------------------------------------------------------


def test_the_kernel_of_md1_has_its_sixteen_parameters():
    document = exported(MD1, "--entry", "STEP", "--no-config")
    entries = [document.entry(name) for name in document.names()]
    places = {str(item["alias"]): int(str(item["place"]).rpartition(":")[2]) for item in entries}
    assert places == KERNEL
    units = {str(item["unit"]) for item in entries}
    assert units == {"WRAP", "EDGES", "FORCES", "PAIR"}
    assert all(item["class"] == "indeterminate" for item in entries)
    assert all(item["value"] is None for item in entries)
    assert list(places.values()) == sorted(places.values())
    sizes = {str(document.entry(name)["alias"]) for name in document.names("sizes")}
    assert sizes == {"NPART", "NNEIB", "MX", "MY", "MZ"}


def test_an_entry_says_what_is_known(source: Path):
    document = exported(source)
    names = document.names()
    assert names == [LOOP, PROB, ENDS, EXIT]
    assert document.entry(names[2]) == {
        "alias": "X2",
        "kind": "trip_count",
        "class": "indeterminate",
        "unit": "SOLVE",
        "place": "solve.f:12",
        "source": "DO 40 I = 1, N",
        "lower": "0",
        "upper": "max(0, N)",
        "reason": "the loop may be left early",
        "depends": ["N"],
        "value": None,
    }
    assert document.entry(PROB)["tests"] == "X(...), an element of a real array"
    assert document.entry("SOLVE.N")["alias"] == "N"


def test_governs_is_the_elasticity_at_the_sizes_given(source: Path):
    document = exported(source, "--set", "N=1000", "--set", "X1=7", "--set", "P1=0.5")
    counted = {name: float(str(document.entry(name)["governs"])) for name in document.names()}
    assert counted[LOOP] == pytest.approx(1.0, abs=0.01)  # all but the last loop is inside it
    assert counted[PROB] == pytest.approx(-0.001, abs=0.001)
    size = float(str(document.entry("SOLVE.N")["governs"]))
    assert size == pytest.approx(2.0, abs=0.02)  # the innermost loop is N**2/2
    assert document.header["at"] == {"N": "1000", "X1": "7", "P1": "0.5"}
    first = exported(source, "--set", "N=1000", "--sort", "governs").names()
    assert first[0] == LOOP


def test_without_sizes_nothing_is_said_of_what_governs(source: Path):
    document = exported(source)
    assert "governs" not in document.entry(LOOP)
    assert document.header["governs"] == "not known without values (--set) for N"


def test_times_of_calls_matter_with_a_machine_only(source: Path):
    source.write_text("      SUBROUTINE A (N)\n      DO 1 I = 1, N\n    1 CALL B (I)\n      END\n")
    assert exported(source).names() == []
    timed = exported(source, "--machine", "sparc2")
    assert timed.names() == ["B.seconds"]
    assert timed.entry("B.seconds")["kind"] == "seconds"


def test_assumptions_take_parameters_away(source: Path):
    source.write_text("      READ *, X\n      IF (X .LT. 0.0) STOP\n      PRINT *, X\n      END\n")
    assert len(exported(source).names()) == 1
    assumed = exported(source, "--assume", "no-error-exits")
    assert (assumed.names(), assumed.header["assume"]) == ([], ["no-error-exits"])


def test_default_values_are_marked(source: Path):
    document = exported(source, "--defaults", "heuristics")
    assert document.entry(PROB)["origin"] == "default"
    assert 0 < float(str(document.entry(PROB)["value"])) < 1
    assert document.entry("SOLVE.N")["value"] is None


def test_c_several_files_and_directories(tmp_path: Path):
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "main.c").write_text(
        "int find(const char *s, int c);\n"
        "int main(void) { char b[9] = {0}; int n = 0;\n"
        "  while (find(b, ':') > n)\n    n++;\n  return n; }\n"
    )
    (folder / "find.c").write_text(
        "int find(const char *s, int c) {\n  int i = 0;\n"
        '\twhile (s[i] && s[i] != c) /* "\xe9: #" */\n    i++;\n  return i; }\n',
        encoding="latin-1",
    )
    target = tmp_path / "out" / "all.yaml"
    target.parent.mkdir()
    assert sad("params", "export", folder, "-o", target).code == 0
    document = ParamsDocument.read(str(target))
    assert document.entry("find.trips@while1")["place"] == "../src/find.c:3"
    source = document.entry("find.trips@while1")["source"]
    assert source == 'while (s[i] && s[i] != c) /* "\xe9: #" */'
    assert set(document.names()) == {"find.trips@while1", "find.prob@while1", "main.trips@while1"}
    header = read_header(document.header, str(target))
    assert header.arguments == (str(folder),)
    assert set(header.sources) == {str(folder / "find.c"), str(folder / "main.c")}
    assert header.changed_sources() == []
    (folder / "find.c").write_text("int x;\n")
    assert header.changed_sources() == [str(folder / "find.c")]


def test_a_saved_description_without_its_source(source: Path):
    assert sad("dump", "--description", source, "-o", "solve.sad.json").code == 0
    source.unlink()
    document = exported("solve.sad.json")
    assert document.names() == [LOOP, PROB, ENDS, EXIT]
    assert "source" not in document.entry(LOOP)
    listed = read_header(document.header, "params.yaml").sources
    assert listed["solve.f"] is None
    assert listed["solve.sad.json"] is not None


def test_the_options_are_noted_to_read_the_sources_again(source: Path):
    options = ["-I", "inc", "-D", "A=1", "--stub", "blas", "--input", "solve.f:1:N"]
    Path("params").mkdir()
    target = Path("params", "p.yaml")
    source.write_text("      N = 3\n      DO 10 I = 1, N\n   10 X = 1\n      END\n")
    assert sad("params", "export", source, *options, "-o", target).code == 0
    document = ParamsDocument.read(str(target))
    assert document.header["include"] == ["../inc"]
    header = read_header(document.header, str(target))
    assert (header.include, header.define, header.stubs) == (("inc",), ("A=1",), ("blas",))
    assert header.inputs == ("solve.f:1:N",)
    assert header.arguments == ("solve.f",)


# --- formats -------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [(), ("--set", "N=9", "--defaults", "heuristics")])
def test_json_fits_its_schema_and_holds_what_yaml_holds(source: Path, arguments: tuple[str, ...]):
    value = json.loads(sad("params", "export", source, "--format", "json", *arguments).out)
    validate(value, "sad-params-1")
    loaded = yaml.safe_load(sad("params", "export", source, *arguments).out)
    for section in ("sizes", "parameters"):
        assert list(value[section]) == list(loaded[section])
        for name, entry in value[section].items():
            other = loaded[section][name]
            assert {key: str(item) for key, item in entry.items()} == {
                key: str(item) for key, item in other.items()
            }


def test_csv_has_a_row_for_each(source: Path):
    text = sad("params", "export", source, "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["name"] for row in rows] == ["SOLVE.N", LOOP, PROB, ENDS, EXIT]
    assert (rows[3]["file"], rows[3]["line"], rows[3]["upper"]) == ("solve.f", "12", "max(0, N)")
    assert text.count("\r\n") == 6


@pytest.mark.parametrize("name", ["p.yaml", "p.json"])
def test_exported_files_give_values_as_they_are(source: Path, name: str):
    assert sad("params", "export", source, "-o", name).code == 0
    path = Path(name)
    filled = path.read_text()
    for entry, value in (
        (LOOP, "40"),
        ("SOLVE.N", "500"),
        (PROB, "0.1"),
        (ENDS, "3"),
    ):
        start = filled.index(entry)
        head, empty, rest = filled[start:].partition(
            "value:" if name == "p.yaml" else '"value": null'
        )
        new = f"value: {value}" if name == "p.yaml" else f'"value": "{value}"'
        filled = filled[:start] + head + empty.replace(empty, new) + rest
    path.write_text(filled)
    by_file = sad("annotate", source, "--params", name)
    values = ("N=500", "X1=40", "P1=0.1", "X2=3")
    by_hand = sad("annotate", source, *(item for value in values for item in ("--set", value)))
    assert (by_file.out, by_file.err) == (by_hand.out, "")


@pytest.mark.parametrize("name", ["p.yaml", "p.json", "p.csv"])
def test_values_survive_a_second_export(source: Path, name: str):
    assert sad("params", "export", source, "-o", name).code == 0
    path = Path(name)
    text = path.read_bytes().decode()
    match path.suffix:
        case ".csv":
            rows = list(csv.DictReader(io.StringIO(text, newline="")))
            rows[1].update(value="1.50", origin="profile")
            out = io.StringIO()
            writer = csv.DictWriter(out, rows[0])
            writer.writeheader()
            writer.writerows(rows)
            path.write_text(out.getvalue(), newline="")
        case ".json":
            value = json.loads(text)
            value["parameters"][LOOP].update(value="1.50", origin="profile")
            path.write_text(json.dumps(value))
        case _:
            document = ParamsDocument(text, name)
            document.set_entry(LOOP, {"value": "1.50", "origin": "profile"})
            path.write_text(document.text())
    source.write_text("* moved\n" + SOLVE)
    again = sad("params", "export", source, "-o", name)
    assert (again.code, again.err) == (0, "")
    if path.suffix == ".csv":
        row = list(csv.DictReader(io.StringIO(path.read_bytes().decode(), newline="")))[1]
        assert (row["value"], row["origin"], row["line"]) == ("1.50", "profile", "4")
        return
    shown = json.loads(sad("params", "show", name, "--format", "json").out)
    validate(shown, "sad-params-1")
    entry = shown["parameters"][LOOP]
    assert (entry["value"], entry["origin"], entry["place"]) == ("1.50", "profile", "solve.f:4")


VALUES = f"sizes:\n  SOLVE.N: 500\nparameters:\n  {LOOP}: 0.5*N\n  {PROB}: 0.1\n  {ENDS}: 3\n"


def test_values_may_use_sizes_by_any_of_their_names(source: Path):
    Path("p.yaml").write_text(VALUES)
    by_file = sad("annotate", source, "--params", "p.yaml")
    assert (by_file.code, by_file.err) == (0, "")
    assert "250.0     3:    10 CHANGE" in by_file.out
    set_too = sad("annotate", source, "--params", "p.yaml", "--set", "N=600")
    assert "300.0     3:    10 CHANGE" in set_too.out  # --set wins, whichever name the file uses
    twice = ("--set", "n=300", "--set", "SOLVE.N=500", "--set", "X1=300")
    last = sad("annotate", source, "--params", "p.yaml", *twice)
    assert "150000     5:" in last.out  # the last one given wins


# --- show ----------------------------------------------------------------------------------------


def test_show_is_a_table_of_what_is_there_and_what_is_missing(source: Path):
    target = Path("p.yaml")
    target.write_text(
        f"parameters:\n  {LOOP}: {{value: 40, origin: profile, fit: constant, "
        "samples: [{taken: 40}]}\n  SOLVE.N: 10\nvanished:\n  OLD.x: 3\n"
    )
    assert sad("params", "show", target).out.splitlines() == [
        "p.yaml",
        "",
        "parameters (2)",
        "  name                value  origin   samples  fit",
        f"  {LOOP}  40     profile  1        constant",
        "  SOLVE.N             10     user",
        "",
        "not in the program any more (1)",
        "  name   value  origin",
        "  OLD.x  3      user",
        "",
        "nothing is missing",
    ]
    assert sad("params", "export", source, "-o", target).code == 0
    shown = sad("params", "show", target).out
    assert f"without a value: 3\n  {PROB}\n  {ENDS}\n  {EXIT}\n" in shown


def test_show_refuses_what_it_cannot_read(tmp_path: Path):
    check_one_error(sad("params", "show", tmp_path / "no.yaml"), "SAD504", BAD_INPUT)
    path = tmp_path / "p.yaml"
    path.write_text("parameters: [1]\n")
    check_one_error(sad("params", "show", path), "SAD404", BAD_INPUT)
    assert sad("params").code == USAGE


def test_the_command_in_the_file_is_one_that_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a b").mkdir()
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "n.inc").write_text("      PARAMETER (K = 3)\n")
    text = "      SUBROUTINE S (N, X)\n      INCLUDE 'n.inc'\n#ifdef FAST\n"
    text += "      IF (X .GT. 1.0) X = K\n#endif\n      END\n"
    (tmp_path / "a b" / "it's.F").write_text(text)
    monkeypatch.chdir(tmp_path)
    options = ["-I", "inc", "-D", "FAST", "--entry", "S"]
    assert sad("params", "export", "a b/it's.F", *options, "-o", "a b/my p.yaml").code == 0
    file = Path("a b/my p.yaml")
    (command,) = re.findall(r"(?m)^#     sad (.*)$", file.read_text())
    file.write_text(file.read_text().replace("value:", "value: 0.25"))
    monkeypatch.chdir(tmp_path / "a b")
    result = sad(*shlex.split(command))
    assert (result.code, result.err) == (0, "")
    assert "unresolved" not in result.out.partition("coverage")[0]
