"""Extra-P's files: what is written can be read by Extra-P, and its models become expressions."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from sad.diagnostics import SadError
from sad.profiles.fitting.extrap_json import extrap_json
from sad.profiles.fitting.extrap_read import is_extrap, read_extrap
from tests.profiles.fitting.measured import at, sample

NAME = "MD1.trips@do20.goto22"
SINGLE = {
    "constant_coefficient": 0.9999999999957108,
    "compound_terms": [
        {
            "coefficient": 3.5,
            "simple_terms": [
                {"term_type": "polynomial", "exponent": "3/2"},
                {"term_type": "logarithm", "exponent": 2.0},
            ],
        },
        {"coefficient": -2.0, "simple_terms": [{"term_type": "polynomial", "exponent": -1}]},
    ],
    "$type": "SingleParameterFunction",
}
MULTI = {
    "constant_coefficient": -4.0,
    "compound_terms": [
        {
            "coefficient": 0.5,
            "parameter_term_pairs": {
                "0": {
                    "coefficient": 2.0,
                    "simple_terms": [{"term_type": "polynomial", "exponent": "2"}],
                },
                "1": {
                    "coefficient": 1.0,
                    "simple_terms": [{"term_type": "logarithm", "exponent": "1"}],
                },
            },
        }
    ],
}


def experiment(folder: Path, sizes: list[str], *functions: object, **members: object) -> str:
    """Write an experiment whose modelers each have one of the functions."""
    modelers = [
        {"models": {NAME: {"value": {"hypothesis": {"function": function}}}}}
        for function in functions
    ]
    data = {"Extra-P": "4.2.5", "parameters": sizes, "modelers": modelers, **members}
    path = folder / "run.extra-p"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("experiment.json", json.dumps(data))
    return str(path)


def test_a_model_of_one_size(tmp_path: Path) -> None:
    found = read_extrap(experiment(tmp_path, ["N"], SINGLE))
    assert found.sizes == ("N",)
    text = found.models[NAME]
    assert text == "1 + 3.5*N**(3/2)*log2(N)**2 - 2*N**(-1)"
    assert at(text, N=16) == pytest.approx(1 + 3.5 * 64 * 16 - 2 / 16)


def test_an_unpacked_experiment(tmp_path: Path) -> None:
    with zipfile.ZipFile(experiment(tmp_path, ["N", "M"], MULTI)) as archive:
        archive.extract("experiment.json", tmp_path)
    assert is_extrap(str(tmp_path / "experiment.json"))
    found = read_extrap(str(tmp_path / "experiment.json"))
    assert found.models == {NAME: "-4 + N**2*log2(M)"}


def test_a_model_of_two_sizes(tmp_path: Path) -> None:
    found = read_extrap(experiment(tmp_path, ["N", "M"], MULTI))
    assert found.models == {NAME: "-4 + N**2*log2(M)"}


def test_the_last_model_counts(tmp_path: Path) -> None:
    constant = {"constant_coefficient": 7, "$type": "ConstantFunction"}
    assert read_extrap(experiment(tmp_path, ["N"], SINGLE, constant)).models == {NAME: "7"}


def test_measurements_without_a_model_are_samples(tmp_path: Path) -> None:
    rows = [{"coordinate": [4], "mean": 2.5, "median": 2.0}, {"coordinate": [8], "mean": 3}]
    path = experiment(tmp_path, ["N"], SINGLE, measurements={"F": {"time": rows}, NAME: {"v": []}})
    found = read_extrap(path)
    assert list(found.models) == [NAME]
    assert [(item.at["N"], item.value) for item in found.samples["F"]] == [(4, 2.5), (8, 3)]


def write(folder: Path, text: str, name: str = "run.json") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_measurements_survive_a_round_trip(tmp_path: Path) -> None:
    samples = {
        NAME: [sample(27, 2, N=n, M=3) for n in (4, 8)] + [sample(28, 2, N=8, M=3)],
        "F.prob@if1": [sample(1, 4, N=4, M=3)],
        "F.never": [sample(0, 0, N=4, M=3)],
    }
    path = write(tmp_path, extrap_json(samples))
    assert is_extrap(path)
    found = read_extrap(path)
    assert found.sizes == ("N",)
    assert list(found.samples) == [NAME, "F.prob@if1"]
    assert [(item.at, item.value) for item in found.samples[NAME]] == [
        ({"N": 4}, 13.5),
        ({"N": 8}, 13.5),
        ({"N": 8}, 14.0),
    ]
    assert json.loads(extrap_json({})) == {"parameters": [], "measurements": {}}


def test_json_lines(tmp_path: Path) -> None:
    lines = [
        '{"params": {"N": 4, "M": 2}, "value": 3.5}',
        "",
        '{"params": {"M": 2, "N": 8}, "value": [3, 4], "callpath": "<root>"}',
        '{"params": {"N": 8, "M": 2}, "value": 1, "callpath": "A", "metric": "time"}',
    ]
    path = write(tmp_path, "\n".join(lines), "run.jsonl")
    assert is_extrap(path)
    found = read_extrap(path)
    assert [(dict(item.at), item.value) for item in found.samples["value"]] == [
        ({"N": 4, "M": 2}, 3.5),
        ({"N": 8, "M": 2}, 3),
        ({"N": 8, "M": 2}, 4),
    ]
    assert found.samples["A"][0].run.endswith("run.jsonl:4")


def test_the_older_form(tmp_path: Path) -> None:
    pairs = [{"parameter_id": 2, "parameter_value": 6}, {"parameter_id": 1, "parameter_value": 5}]
    data = {
        "parameters": [{"id": 2, "name": "M"}, {"id": 1, "name": "N"}],
        "callpaths": [{"id": 1, "name": "F"}],
        "metrics": [{"id": 1, "name": "time"}],
        "coordinates": [{"id": 1, "parameter_value_pairs": pairs}],
        "measurements": [{"coordinate_id": 1, "callpath_id": 1, "metric_id": 1, "value": 9}],
    }
    (item,) = read_extrap(write(tmp_path, json.dumps(data))).samples["F"]
    assert (dict(item.at), item.value) == ({"N": 5, "M": 6}, 9)
    data["measurements"] = [{"coordinate_id": 2, "callpath_id": 1, "metric_id": 1, "value": 9}]
    with pytest.raises(SadError, match=r"SAD741.*no such entry"):
        read_extrap(write(tmp_path, json.dumps(data)))


BROKEN = {
    "": ("SAD740", "the file is empty"),
    "hello": ("SAD740", "no JSON"),
    '{"parameters": ["N"], "measurements": {"F": {"time": [{"po': ("SAD740", "no JSON"),
    '{"format_version": "1", "files": []}': ("SAD740", "no measurements of Extra-P"),
    "[" * 100_000: ("SAD740", "no JSON"),
    '{"parameters": ["N"], "measurements": {"F": {"t": [{"values": [1]}]}}}': (
        "SAD741",
        r"\$\.measurements\.F\.t\[0\]: no point",
    ),
    '{"parameters": ["N"], "measurements": {"F": {"t": [{"point": [1, 2], "values": [1]}]}}}': (
        "SAD741",
        "2 values for 1 parameters",
    ),
    '{"parameters": ["N"], "measurements": {"F": {"t": [{"point": ["x"], "values": [1]}]}}}': (
        "SAD741",
        "a number is expected",
    ),
    '{"parameters": ["N"], "measurements": {"F": {"t": [{"point": [1], "values": [NaN]}]}}}': (
        "SAD741",
        "a finite number is expected",
    ),
    '{"parameters": "N", "measurements": {"F": {}}}': ("SAD741", "an array is expected"),
    '{"parameters": ["N"], "measurements": ["F"]}': ("SAD741", "an object is expected"),
    '{"parameters": ["N"], "measurements": {"F": {"a": [], "b": []}}}': (
        "SAD743",
        "F has several metrics: a, b",
    ),
    '{"params": {"N": 1}, "value": 2}\n{"params": {"M": 1}, "value": 2}': ("SAD741", r":2:.*no N"),
    '{"params": {"N": 1}, "value": 2}\n{"params": {"N": 1}, "value"': ("SAD740", ":2:"),
    '{"params": {"N": 1}, "value": "x"}': ("SAD741", "a number is expected"),
}


@pytest.mark.parametrize("text", BROKEN)
def test_broken_files_say_what_is_wrong(tmp_path: Path, text: str) -> None:
    code, message = BROKEN[text]
    with pytest.raises(SadError, match=rf"(?s){message}") as caught:
        read_extrap(write(tmp_path, text))
    assert caught.value.diagnostic.code == code
    assert caught.value.diagnostic.hint


@pytest.mark.parametrize(
    ("function", "code", "message"),
    [
        ({"segments": [SINGLE, SINGLE], "intervals": []}, "SAD742", "segments"),
        (
            {
                "compound_terms": [
                    {"coefficient": 1, "simple_terms": [{"term_type": "sine", "exponent": 1}]}
                ]
            },
            "SAD742",
            "terms of type sine",
        ),
        (
            {
                "compound_terms": [
                    {
                        "coefficient": 1,
                        "simple_terms": [{"term_type": "logarithm", "exponent": "x"}],
                    }
                ]
            },
            "SAD741",
            "'x' is no exponent",
        ),
        (
            {"compound_terms": [{"coefficient": 1, "parameter_term_pairs": {"3": {}}}]},
            "SAD741",
            "there is no parameter 3",
        ),
        ({"compound_terms": [{"simple_terms": []}]}, "SAD741", "no coefficient"),
        ({"constant_coefficient": "nan"}, "SAD741", "a number is expected"),
    ],
)
def test_models_that_are_no_expression(
    tmp_path: Path, function: object, code: str, message: str
) -> None:
    with pytest.raises(SadError, match=message) as caught:
        read_extrap(experiment(tmp_path, ["N"], function))
    assert caught.value.diagnostic.code == code


def test_damaged_archives(tmp_path: Path) -> None:
    whole = Path(experiment(tmp_path, ["N"], SINGLE)).read_bytes()
    damaged = tmp_path / "damaged.extra-p"
    damaged.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SadError, match="SAD740"):
        read_extrap(str(damaged))
    middle = bytearray(whole)
    middle[70] ^= 0xFF
    damaged.write_bytes(middle)
    with pytest.raises(SadError, match="SAD740"):
        read_extrap(str(damaged))
    with zipfile.ZipFile(damaged, "w") as archive:
        archive.writestr("other.json", "{}")
    with pytest.raises(SadError, match=r"SAD740.*without experiment\.json"):
        read_extrap(str(damaged))
    assert is_extrap(str(damaged))


def test_files_that_are_not_there_or_not_extra_p(tmp_path: Path) -> None:
    with pytest.raises(SadError, match=r"SAD740.*cannot be read: No such file"):
        read_extrap(str(tmp_path / "nowhere.json"))
    assert not is_extrap(str(tmp_path / "nowhere.json"))
    assert not is_extrap(str(tmp_path))
    assert not is_extrap(write(tmp_path, "name,value\nF,1\n", "values.csv"))
    assert not is_extrap(write(tmp_path, '{"format_version": "1", "files": []}'))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\0\1")
    with pytest.raises(SadError, match=r"SAD740.*no text in UTF-8"):
        read_extrap(str(binary))


def test_an_experiment_without_models(tmp_path: Path) -> None:
    with pytest.raises(SadError, match=r"SAD741.*holds no models"):
        read_extrap(experiment(tmp_path, ["N"]))
