"""The locks name packages and hashes, and nothing about where to fetch them."""

import re

import pytest

from tests.architecture.sources import ROOT, tracked

LOCKS = ("bootstrap.txt", "dev.txt", "runtime.txt")
LINE = re.compile(r"^[a-z0-9._-]+==\S+( ; [^\\]+)? \\$|^    --hash=sha256:[0-9a-f]{64}( \\)?$|^ *#")


def strangers(lock: str) -> list[str]:
    """Lines of a lock that are neither a pinned package, a hash nor a comment."""
    lines = (line.rstrip() for line in lock.splitlines())
    return [line for line in lines if "://" in line or not LINE.search(line)]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_pinned_packages_and_hashes_only(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    assert strangers(text) == []


def test_an_address_or_an_option_in_a_lock_is_found() -> None:
    text = "--index-url https://example.org/simple\nrich==1.0 \\\n    --hash=sha256:" + "0" * 64 + "\nyaml>=2\n"
    assert strangers(text) == ["--index-url https://example.org/simple", "yaml>=2"]


def test_the_lock_that_names_hosts_is_not_committed() -> None:
    assert [path.name for path in tracked("uv.lock")] == []
