"""A copy of a folder holds all of it, and nothing written there reaches the original."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from sad.profiles.running.scratch import (
    SKIPPED,
    Limits,
    TreeError,
    copy_tree,
    list_tree,
    remove_tree,
)
from tests.profiles.running.thin import fingerprint


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "a.f").write_text("      END\n")
    (folder / "sub" / "b.f").write_text("b")
    (folder / "sub" / "deep" / "c").write_text("c")
    return folder


def copied(tree: Path, *exclude: str) -> tuple[Path, list[str]]:
    listing = list_tree(tree, exclude)
    target = tree.parent / "copy"
    copy_tree(listing, target)
    return target, listing.left_out


def overwrite_all(folder: Path) -> None:
    """Write into every file and through every link of a folder, as a program could."""
    for place, folders, files in os.walk(folder, followlinks=False):
        for name in (*folders, *files):
            path = Path(place, name)
            if path.is_dir():
                (path / "new").write_text("new")
            else:
                path.write_text("other")


def test_contents_modes_and_times_are_kept(tree: Path):
    (tree / "a.f").chmod(0o755)
    os.utime(tree / "a.f", ns=(1, 123456789))
    copy, left_out = copied(tree)
    assert left_out == []
    assert (copy / "sub" / "deep" / "c").read_text() == "c"
    status = (copy / "a.f").stat()
    assert (status.st_mode & 0o777, status.st_mtime_ns) == (0o755, 123456789)


def test_a_copy_of_a_read_only_folder_can_be_written(tree: Path):
    (tree / "a.f").chmod(0o444)
    (tree / "sub" / "deep").chmod(0o555)
    (tree / "sub").chmod(0o555)
    before = fingerprint(tree)
    copy, _ = copied(tree)
    assert (copy / "a.f").stat().st_mode & 0o777 == 0o644
    assert (copy / "sub" / "deep").stat().st_mode & 0o777 == 0o755
    assert fingerprint(tree) == before
    (tree / "sub").chmod(0o755)


def test_links_inside_stay_links_inside(tree: Path):
    (tree / "one").symlink_to("sub/b.f")
    (tree / "two").symlink_to(tree / "sub")  # absolute: would lead to the original
    (tree / "sub" / "three").symlink_to("../one")
    (tree / "four").symlink_to("two/deep/../b.f")
    (tree / "five").symlink_to("not-yet")
    before = fingerprint(tree)
    copy, left_out = copied(tree)
    assert left_out == []
    for name in ("one", "two", "sub/three", "four", "five"):
        path = copy / name
        assert path.is_symlink()
        assert Path(os.path.realpath(path)).is_relative_to(copy)
    (copy / "four").write_text("changed")
    assert (copy / "sub" / "b.f").read_text() == "changed"
    (copy / "five").write_text("made")
    overwrite_all(copy)
    assert fingerprint(tree) == before


def test_what_links_outside_lead_to_is_copied(tree: Path):
    outside = tree.parent / "outside"
    outside.mkdir()
    (outside / "data").write_text("data")
    (outside / "inner").symlink_to("data")
    (outside / "back").symlink_to(tree / "a.f")
    (tree / "file").symlink_to(outside / "data")
    (tree / "folder").symlink_to("../outside")
    before = fingerprint(tree), fingerprint(outside)
    copy, left_out = copied(tree)
    assert left_out == []
    assert (copy / "file").read_text() == "data"
    assert not (copy / "file").is_symlink()
    assert (copy / "folder" / "data").read_text() == "data"
    assert (copy / "folder" / "inner").readlink() == Path("data")
    assert (copy / "folder" / "back").readlink() == Path("../a.f")
    overwrite_all(copy)
    assert (fingerprint(tree), fingerprint(outside)) == before


def test_what_cannot_be_copied_is_listed(tree: Path):
    (tree / "up").symlink_to("..")
    (tree / "itself").symlink_to("itself")
    (tree / "gone").symlink_to(tree.parent / "nothing")
    os.mkfifo(tree / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(tree / "socket"))
    copy, left_out = copied(tree)
    assert sorted(left_out) == ["gone", "pipe", "socket", "up"]
    assert not any(os.path.lexists(copy / name) for name in left_out)


def test_folders_that_link_to_each_other_end(tree: Path):
    for name, other in (("x", "y"), ("y", "x")):
        (tree.parent / name).mkdir()
        (tree.parent / name / "to").symlink_to(tree.parent / other)
    (tree / "x").symlink_to("../x")
    links = [
        (name, os.path.normpath(os.path.join(name, "..", to))) for name, to in list_tree(tree).links
    ]
    assert links == [("x/to/to", "x")]


def test_what_programs_keep_for_themselves_is_skipped(tree: Path):
    for name in (".git/HEAD", ".venv/lib", "env/pyvenv.cfg", "sub/__pycache__/x", "sub/a.gcda"):
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text("")
    (tree / "x.o").write_text("")
    (tree / "sub" / "y.o").write_text("")
    copy, _ = copied(tree, *SKIPPED, "*.o", "sub/deep")
    names = sorted(str(path.relative_to(copy)) for path in copy.rglob("*"))
    assert names == ["a.f", "sub", "sub/b.f"]


def test_a_large_folder_is_an_error(tree: Path):
    (tree / "sub" / "big").write_bytes(b"0" * 2000)
    with pytest.raises(TreeError, match=r"more than 0.0015 MB to copy \(reached at sub/big\)"):
        list_tree(tree, limits=Limits(0.0015, 100))
    with pytest.raises(TreeError, match="more than 3 files to copy") as caught:
        list_tree(tree, limits=Limits(1, 3))
    assert "--copy-files" in caught.value.hint
    assert list_tree(tree, limits=Limits(1, 6)).size > 2000


def test_no_folder(tree: Path):
    with pytest.raises(TreeError, match="not a folder"):
        list_tree(tree / "a.f")


def test_everything_is_removed(tree: Path):
    (tree / "sub" / "deep").chmod(0)
    (tree / "sub").chmod(0o555)
    outside = tree.parent / "outside"
    outside.mkdir(mode=0o755)
    (tree / "link").symlink_to(outside)
    remove_tree(tree)
    assert not tree.exists()
    assert outside.is_dir()
    remove_tree(tree)
