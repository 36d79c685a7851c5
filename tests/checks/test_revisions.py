"""``sad diff`` of git revisions, in repositories made for it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.command import sad

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

LOOP = """\
      SUBROUTINE {0}(N, X)
      REAL X(N)
      DO 10 I = 1, {1}
   10 X(I) = 0.0
      END
"""
NAMED = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "protocol.file.allow=always")


def git(*arguments: str, folder: Path | None = None) -> str:
    command = ["git", *NAMED, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two commits; the second one makes ONE dearer, and so does the work tree."""
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    monkeypatch.chdir(folder)
    git("init", "-q", "-b", "main")
    for bound in ("N", "2*N"):
        Path("src/a.f").write_text(LOOP.format("ONE", bound) + LOOP.format("TWO", "N"))
        git("add", "-A")
        git("commit", "-q", "-m", bound)
    Path("src/a.f").write_text(LOOP.format("ONE", "N*N") + LOOP.format("TWO", "N"))
    return folder


def verdicts(*arguments: str) -> dict[str, str]:
    result = sad("diff", *arguments, "--format", "json")
    assert result.code == 0, result.err
    return {item["unit"]: item["verdict"] for item in json.loads(result.out)["changes"]}


def test_revisions_and_the_work_tree(repository: Path):
    leading, order = "dearer leading coefficient", "order increased"
    assert verdicts("HEAD~1..HEAD") == {"ONE": leading, "TWO": "identical"}
    assert verdicts("HEAD~1", "HEAD") == {"ONE": leading, "TWO": "identical"}
    assert verdicts("main") == {"ONE": order, "TWO": "identical"}
    assert verdicts("HEAD~1..") == {"ONE": leading, "TWO": "identical"}
    assert verdicts("HEAD~1", "src/a.f", "--source", "src/a.f")["ONE"] == order
    assert git("status", "--porcelain") == " M src/a.f\n"  # nothing was touched
    assert sad("diff", "main", "--fail-on", "order").code == 1
    assert sad("diff", "HEAD~1..HEAD", "--fail-on", "order").code == 0
    assert sad("diff", "HEAD~1..HEAD", "--fail-on", "leading").code == 1


def test_places_are_those_of_the_folder(repository: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(repository / "src")
    result = sad("diff", "HEAD~1..HEAD")
    assert result.out.startswith("ONE  a.f:3   3*N -> 6*N operations\n")


def test_a_detached_head(repository: Path):
    git("checkout", "-q", "--force", "--detach", "HEAD~1")
    assert verdicts("HEAD..main")["ONE"] == "dearer leading coefficient"


def test_a_shallow_clone(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    git("clone", "-q", "--depth", "1", repository.as_uri(), "shallow", folder=tmp_path)
    monkeypatch.chdir(tmp_path / "shallow")
    result = sad("diff", "HEAD~1")
    assert result.code == 2
    assert "error[SAD817]: revision 'HEAD~1' is not in this shallow clone" in result.err
    assert "git fetch --unshallow" in result.err


def test_a_submodule(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    git("init", "-q", "-b", "main", "outer", folder=tmp_path)
    outer = tmp_path / "outer"
    git("submodule", "--quiet", "add", str(repository), "lib", folder=outer)
    (outer / "b.f").write_text(LOOP.format("OWN", "N"))
    git("add", "-A", folder=outer)
    git("commit", "-q", "-m", "both", folder=outer)
    monkeypatch.chdir(outer)
    result = sad("diff", "HEAD", "--source", "lib/src")
    assert result.code == 3
    assert "lib/src:1: error[SAD817]: in the submodule lib" in result.err
    assert verdicts("HEAD", "--source", "b.f") == {"OWN": "identical"}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nowhere",), 2, "no such path and no such revision: 'nowhere'"),
        (("HEAD", "--source", "src/b.f"), 3, "src/b.f:1: error[SAD817]: not in revision HEAD"),
        (("src",), 2, "error[SAD818]: what is src to be compared with?"),
        (("a", "b", "c"), 2, "error[SAD818]: two sides are compared, not 3"),
    ],
)
def test_what_cannot_be_compared(
    repository: Path, arguments: tuple[str, ...], code: int, message: str
):
    result = sad("diff", *arguments)
    assert result.code == code
    assert message in result.err


def test_messages_name_the_revision(repository: Path):
    Path("src/a.f").write_text(LOOP.format("ONE", "N") + "      INCLUDE 'gone.h'\n      END\n")
    git("commit", "-q", "-a", "-m", "broken")
    result = sad("diff", "HEAD..HEAD~1")
    assert result.code == 3
    assert "HEAD:src/a.f:6: error[SAD107]" in result.err
    assert "/sad-" not in result.err


def test_a_conflict_in_a_source(repository: Path):
    text = Path("src/a.f").read_text()
    Path("src/a.f").write_text(f"<<<<<<< HEAD\n{text}=======\n>>>>>>> main\n")
    result = sad("diff", "HEAD")
    assert result.code == 3
    assert result.err.startswith("src/a.f:1: error[SAD816]: a merge left a conflict here\n")


def test_without_git_or_a_repository(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "revisions need git, which is not installed" in sad("diff", "HEAD").err
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert "is in no git work tree" in sad("diff", "HEAD").err


def test_a_snapshot_and_a_saved_description_are_sides(repository: Path):
    assert sad("snapshot", "src").code == 0
    assert sad("dump", "--description", "src", "-o", "all.sad.json").code == 0
    assert set(verdicts("sad.snapshot", "src").values()) == {"identical"}
    assert set(verdicts("sad.snapshot", "--source", "src").values()) == {"identical"}
    assert set(verdicts("all.sad.json", "sad.snapshot").values()) == {"identical"}
    assert verdicts("sad.snapshot", "HEAD")["ONE"] == "cheaper"
