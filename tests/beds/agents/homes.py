"""A throw-away home for each agent CLI, and the command line that starts it there.

Rules: a clean environment but for what tmux says of the pane, because agents draw by it; no way out to a network
service but the scripted model; whatever a CLI writes it writes into its home.
"""

import json
import shlex
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from tests.beds.agents.clis import CLI

KEY: Final = "sk-ant-scripted-model-00000000000000000000"
_PANE: Final = ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "TMUX_PANE")
# The words after the name go to `env`: nothing is put into this text.
_CLEAN: Final = 'exec env -i {} "$@"'.format(" ".join(f'${{{name}+{name}="${name}"}}' for name in _PANE))


@dataclass(frozen=True, slots=True)
class Home:
    """Where one CLI lives for one test, and how it is started: `argv` is the command of a pane, `cwd` its folder."""

    cli: str
    path: Path
    cwd: Path
    env: Mapping[str, str] = field(repr=False)
    arguments: tuple[str, ...] = ()

    @property
    def argv(self) -> list[str]:
        return self._clean(str(CLI[self.cli].program), *self.arguments)

    @property
    def shell_argv(self) -> list[str]:
        """A shell in the same environment, in which the name of the program starts it."""
        words = shlex.join([str(CLI[self.cli].program), *self.arguments])
        start = self.path / ".start"
        _write(start, f"PS1='dev:\\w$ '\n{CLI[self.cli].command}() {{ {words} \"$@\"; }}\n")
        return self._clean("bash", "--rcfile", str(start), "-i")

    def _clean(self, *words: str) -> list[str]:
        return ["sh", "-c", _CLEAN, "sh", *(f"{name}={value}" for name, value in self.env.items()), *words]


def make_home(
    name: str, path: Path, cwd: Path, url: str, *,
    fresh: bool = False, untrusted: bool = False, arguments: tuple[str, ...] = (),
    env: Mapping[str, str] = MappingProxyType({}),
) -> Home:  # fmt: skip
    """A home in which this CLI knows the model and trusts the folder; a `fresh` one asks all it asks a newcomer."""
    for folder in (path, cwd):
        folder.mkdir(parents=True, exist_ok=True)
    furnished = _FURNISH[name](path, cwd, url, fresh, untrusted or fresh)
    node = Path(shutil.which("node") or "/usr/bin/node").parent
    env = {
        "HOME": str(path), "PATH": f"{node}:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
        "SHELL": "/bin/bash", "USER": "dev", **furnished.env, **env,
    }  # fmt: skip
    return Home(name, path, cwd, env, (*furnished.arguments, *arguments))


@dataclass(frozen=True, slots=True)
class _Furnished:
    env: Mapping[str, str]
    arguments: tuple[str, ...] = ()


def _claude_code(home: Path, cwd: Path, url: str, fresh: bool, untrusted: bool) -> _Furnished:
    state: dict[str, Any] = {"hasCompletedOnboarding": not fresh, "customApiKeyResponses": {"approved": [KEY[-20:]]}}
    if not fresh:
        seen = dict.fromkeys(("hasSeenAutoDefaultNudge", "hasSeenAutoDefaultNotice"), True)
        state |= {**seen, "theme": "dark", "projects": {str(cwd): {"hasTrustDialogAccepted": not untrusted}}}
    _write(home / ".claude.json", json.dumps(state))
    # The usual mode asks the model itself for permission; these tests want it asked of the person.
    _write(home / ".claude/settings.json", json.dumps({"permissions": {"defaultMode": "default"}}))
    quiet = ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_AUTOUPDATER")
    return _Furnished({"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY, **dict.fromkeys(quiet, "1")})


def _codex(home: Path, cwd: Path, url: str, fresh: bool, untrusted: bool) -> _Furnished:
    lines = [
        'model = "gpt-5-codex"', 'model_provider = "fake"', "check_for_update_on_startup = false",
        # Whoever has decided on these is not asked whether the folder is to be trusted.
        *([] if untrusted else ['approval_policy = "on-request"', 'sandbox_mode = "read-only"']),
        "[model_providers.fake]", 'name = "fake"', f'base_url = "{url}/v1"', 'wire_api = "responses"',
        'env_key = "FAKE_KEY"', "request_max_retries = 0", "stream_max_retries = 0",
        # The daemon would copy 400 MB of itself into every home and outlive it.
        "[features]", "daemon_auto_start = false",
    ]  # fmt: skip
    if untrusted:
        _make_repository(cwd)  # it asks about no other folder
    lines += [] if untrusted else [f'[projects."{cwd}"]', 'trust_level = "trusted"']
    _write(home / ".codex/config.toml", "\n".join(lines) + "\n")
    return _Furnished({"FAKE_KEY": KEY})


def _opencode(home: Path, cwd: Path, url: str, fresh: bool, untrusted: bool) -> _Furnished:
    provider = {
        "npm": "@ai-sdk/openai-compatible", "name": "fake", "models": {"fake": {"name": "Fake"}},
        "options": {"baseURL": f"{url}/v1", "apiKey": KEY},
    }  # fmt: skip
    settings = {
        "$schema": "https://opencode.ai/config.json", "autoupdate": False, "share": "disabled",
        "model": "fake/fake", "provider": {"fake": provider},
        "permission": {"bash": "ask", "edit": "ask", "webfetch": "ask"},
    }  # fmt: skip
    if not fresh:
        _write(home / ".config/opencode/opencode.json", json.dumps(settings))
        # It would fetch a package for plugins from npm into every home; the model has none and says so at once.
    return _Furnished({"OPENCODE_DISABLE_MODELS_FETCH": "1", "npm_config_registry": f"{url}/npm"})


def _gemini(home: Path, cwd: Path, url: str, fresh: bool, untrusted: bool) -> _Furnished:
    settings: dict[str, Any] = {
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False},
        "ui": {"hideTips": False, "dynamicWindowTitle": True},
    }  # fmt: skip
    if not fresh:
        settings["security"] = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": untrusted}}
    _write(home / ".gemini/settings.json", json.dumps(settings))
    return _Furnished({"GEMINI_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": url}, ("--model", "gemini-2.5-pro"))


def _aider(home: Path, cwd: Path, url: str, fresh: bool, untrusted: bool) -> _Furnished:
    # A list of prices that is there and new is not fetched.
    model = {"max_input_tokens": 100_000, "max_output_tokens": 10_000, "litellm_provider": "openai", "mode": "chat"}
    _write(home / ".aider/caches/model_prices_and_context_window.json", json.dumps({"openai/fake": model}))
    # Its rules go to the model apart from what the person says.
    _write(home / ".aider.model.settings.yml", "- name: openai/fake\n  edit_format: diff\n  reminder: sys\n")
    settings = {
        "OPENAI_API_BASE": f"{url}/toolless/v1", "OPENAI_API_KEY": KEY, "AIDER_ANALYTICS_DISABLE": "true",
        "AIDER_CHECK_UPDATE": "false", "AIDER_SHOW_MODEL_WARNINGS": "false", "AIDER_SHOW_RELEASE_NOTES": "false",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }  # fmt: skip
    return _Furnished(settings, ("--model", "openai/fake", *(() if fresh else ("--no-git",))))


_FURNISH: Final[Mapping[str, Callable[[Path, Path, str, bool, bool], _Furnished]]] = {
    "claude_code": _claude_code, "codex": _codex, "opencode": _opencode, "gemini": _gemini, "aider": _aider,
}  # fmt: skip


def _make_repository(folder: Path) -> None:
    """What an agent takes for a repository of git, whether git is there or not."""
    for name in ("objects", "refs/heads"):
        (folder / ".git" / name).mkdir(parents=True, exist_ok=True)
    _write(folder / ".git/HEAD", "ref: refs/heads/main\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
