"""Every link from one document of the repository to another leads somewhere."""

from pathlib import Path

from tests.architecture.markdown import anchors, links
from tests.architecture.sources import ROOT, tracked


def broken(document: Path, root: Path) -> list[str]:
    """Return the links of one document that lead to no file, no folder or no heading."""
    text = document.read_text(encoding="utf-8")
    return [target for target in links(text) if not _leads_somewhere(document, target, root)]


def _leads_somewhere(document: Path, target: str, root: Path) -> bool:
    name, _, anchor = target.partition("#")
    start = root if name.startswith("/") else document.parent
    file = (start / name.lstrip("/")).resolve() if name else document
    if not file.exists():
        return False
    return not anchor or file.suffix != ".md" or anchor in anchors(file.read_text(encoding="utf-8"))


def test_every_link_between_documents_resolves() -> None:
    found = {path.relative_to(ROOT).as_posix(): broken(path, ROOT) for path in tracked(".md")}
    assert {path: targets for path, targets in found.items() if targets} == {}


def test_a_link_to_a_missing_file_or_heading_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One word\n[a](gone.md) [b](#one-word) [c](#two) `[d](code.md)` [e](page.md)\n", encoding="utf-8")
    assert broken(page, tmp_path) == ["gone.md", "#two"]
