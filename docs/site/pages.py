"""What MkDocs does to the pages beyond its settings.

They are written for a repository's own view: the README is the start, code blocks name their file
after the language, links lead to files beside ``docs/``. Here the README becomes the start page,
names of files become titles, and what is linked to becomes pages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "repository"
"""Where pages of files outside ``docs/`` are."""
_LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)]*)?\)")
_NAMED_FENCE = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
_FENCES = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LANGUAGES = {".py": "python", ".yaml": "yaml", ".c": "c", ".f": "fortranfixed", ".json": "json"}


def on_config(config: MkDocsConfig) -> None:
    """Complete the navigation: all decisions, and in the guide the pages it does not name."""
    docs = ROOT / "docs"
    sections: dict[str, list[str]] = {}
    for item in config.nav or ():
        sections.update({name: pages for name, pages in item.items() if isinstance(pages, list)})
    named = {page for pages in sections.values() for page in pages}
    sections["Guide"] += sorted({path.name for path in docs.glob("*.md")} - named)
    decisions = sorted(path.name for path in (docs / "decisions").glob("0*.md"))
    sections["Decisions"] += [f"decisions/{name}" for name in decisions]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the README as the start page, and pages of all that is linked to outside ``docs/``."""
    waiting = [ROOT / "README.md"]
    waiting += [ROOT / "docs" / item.src_uri for item in files.documentation_pages()]
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        if not _is_in_docs(path):
            uri = _source(path)
            if files.get_file_from_path(uri) is None:
                files.append(File.generated(config, uri, content=_text(path)))
        if path.suffix == ".md":
            waiting += [found for found in _targets(path) if not _is_in_docs(found)]
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Give code blocks their files' names as titles, and lead links to pages of this site."""
    path = _path(page.file.src_uri)
    here = PurePosixPath(page.file.src_uri).parent

    def link(match: re.Match[str]) -> str:
        target = _resolved(path, match[1])
        if target is None:
            return match[0]
        where = os.path.relpath(_source(target), here)
        return f"]({where}{match[2] or ''})"

    parts: list[str] = []
    end = 0
    for fence in _FENCES.finditer(markdown):
        parts += [_LINK.sub(link, markdown[end : fence.start()]), fence[0]]
        end = fence.end()
    parts.append(_LINK.sub(link, markdown[end:]))
    return _NAMED_FENCE.sub(_titled, "".join(parts))


def _titled(match: re.Match[str]) -> str:
    language = "fortranfixed" if match[2].endswith(".f") else match[1]
    return f'```{language} title="{match[2]}"'


def _targets(path: Path) -> list[Path]:
    text = _FENCES.sub("", path.read_text(encoding="utf-8"))
    found = (_resolved(path, match[1]) for match in _LINK.finditer(text))
    return [item for item in found if item is not None]


def _resolved(path: Path, target: str) -> Path | None:
    """The file of the repository that a link of a file leads to; None if it leads to none."""
    found = (path.parent / target).resolve()
    if found.is_dir():
        found /= "README.md"
    return found if found.is_file() and found.is_relative_to(ROOT) else None


def _is_in_docs(path: Path) -> bool:
    return path.is_relative_to(ROOT / "docs")


def _source(path: Path) -> str:
    """The name of a file of the repository among the sources of the site."""
    if path == ROOT / "README.md":
        return "index.md"
    if _is_in_docs(path):
        return path.relative_to(ROOT / "docs").as_posix()
    inside = path.relative_to(ROOT).as_posix()
    return f"{FOLDER}/{inside}" if path.suffix == ".md" else f"{FOLDER}/{inside}.md"


def _path(source: str) -> Path:
    """The file of the repository that a source of the site is made of."""
    if source == "index.md":
        return ROOT / "README.md"
    if not source.startswith(f"{FOLDER}/"):
        return ROOT / "docs" / source
    inside = ROOT / source.removeprefix(f"{FOLDER}/")
    return inside if inside.is_file() else inside.with_suffix("")


def _text(path: Path) -> str:
    """The text of a page of a file outside ``docs/``: Markdown as it is, all else as code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    language = _LANGUAGES.get(path.suffix, "text")
    return f"# {path.relative_to(ROOT).as_posix()}\n\n````{language}\n{text}````\n"
