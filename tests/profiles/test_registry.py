"""Where profiles come from; one that cannot be read never hides another."""

from pathlib import Path

import pytest

from cotty.errors import BadProfile, UnknownProfile
from cotty.profiles import load, profiles
from cotty.profiles.guessing import guess
from cotty.profiles.registry import Summary, every_profile

GOOD = 'name = "{name}"\ntitle = "{title}"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a person's own profiles."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made = tmp_path / "cotty" / "profiles"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages."""
    made = tmp_path / "site"
    made.mkdir()
    monkeypatch.syspath_prepend(str(made))
    return made


def install(site: Path, name: str, target: str) -> None:
    """What an installer writes of a package that names profiles."""
    facts = site / f"{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[cotty.profiles]\n{name} = {target}\n")


def row(name: str) -> Summary:
    return next(each for each in profiles() if each.name == name)


def test_a_file_of_ones_own_replaces_a_built_in_one(folder: Path) -> None:
    (folder / "codex.toml").write_text(GOOD.format(name="codex", title="Mine"))
    assert load("codex").title == "Mine"
    assert row("codex").problem is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('name = "claude_code"\ntitle = 3\n', ":2: `title` has to be a text."),
        ('name = "other"\ntitle = "x"\n', "calls itself 'other'"),
        ("a = " + "[" * 5000, ":1: "),
    ],
)
def test_a_bad_file_leaves_the_built_in_one_in_use_and_says_so(folder: Path, text: str, reason: str) -> None:
    (folder / "claude_code.toml").write_text(text)
    assert load("claude_code").title == "Claude Code"
    assert "claude_code" in [profile.name for profile in every_profile()]
    found = row("claude_code")
    assert found.source == load("claude_code").source
    assert str(folder) in (found.problem or "")
    assert reason in (found.problem or "")
    assert found.problem.endswith(f"{found.source} is used instead.") if found.problem else False


def test_a_bad_file_that_replaces_nothing_is_an_error_when_it_is_asked_for(folder: Path) -> None:
    (folder / "mine.toml").write_text("name =")
    with pytest.raises(BadProfile, match=r"mine\.toml:1: "):
        load("mine")
    assert row("mine").problem is not None


def test_a_package_that_has_profiles_is_found(site: Path, folder: Path) -> None:
    (site / "theirs").mkdir()
    (site / "theirs" / "__init__.py").touch()
    (site / "theirs" / "their_cli.toml").write_text(GOOD.format(name="their_cli", title="Theirs"))
    install(site, "theirs", "theirs")
    assert load("their_cli").title == "Theirs"


@pytest.mark.parametrize(
    ("made", "text", "reason"),
    [
        ("", "", "ModuleNotFoundError"),
        ("plug_module.py", "", "has to be a package"),
        ("plug_exit.py", "raise SystemExit(3)", "SystemExit"),
        ("plug_error.py", "1/0", "ZeroDivisionError"),
    ],
)
def test_a_package_that_cannot_be_opened_is_a_row_and_hides_no_other(
    site: Path, folder: Path, made: str, text: str, reason: str
) -> None:
    if made:
        (site / made).write_text(text)
    install(site, "plugin", made.removesuffix(".py") or "plug_missing")
    assert reason in (row("plugin").problem or "")
    assert load("codex").title == "Codex CLI"
    assert guess(["claude"]).name == "claude_code"
    with pytest.raises(UnknownProfile):
        load("plugin")


def test_a_folder_that_is_none_hides_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bool:
        if self == folder:
            raise PermissionError(13, "no entry")
        return True

    monkeypatch.setattr(Path, "is_dir", refuse)
    assert "PermissionError" in (row("config").problem or "")
    assert load("codex").title == "Codex CLI"
