"""Which CLI a command line is: by the program, or the script or module that an interpreter runs; by nothing else."""

import pytest

from cotty.profiles import guess


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["claude", "--resume"], "claude_code"),
        (["/usr/lib/node_modules/.bin/codex"], "codex"),
        (["node", "/x/.bin/codex"], "codex"),
        (["node", "--max-old-space-size=4096", "-r", "./hook.js", "/x/@openai/codex/bin/codex.js", "resume"], "codex"),
        (["node", "/x/node_modules/@anthropic-ai/claude-code/cli.js"], "claude_code"),
        (["bun", "run", "/x/node_modules/@google/gemini-cli/dist/index.js"], "gemini"),
        (["/x/node_modules/opencode-ai/bin/.opencode"], "opencode"),
        (["python3.12", "-u", "-m", "aider", "--yes"], "aider"),
        (["/x/python3", "/x/bin/aider"], "aider"),
        (["env", "A=b", "aider"], "aider"),
        (["-bash"], "shell"),
        (["python3"], "python_repl"),
    ],
)
def test_an_agent_is_known_by_its_program_script_or_module(words: list[str], name: str) -> None:
    assert guess(words).name == name


@pytest.mark.parametrize(
    "words",
    [
        ["vim", "/home/me/src/codex"],
        ["less", "/x/opencode"],
        ["tail", "-f", "/srv/gemini"],
        ["git", "commit", "-m", "aider: add docs"],
        ["git", "commit", "-m", "aider"],
        ["node", "serve.js", "/x/@openai/codex/bin/codex.js"],
        ["node", "-e", "codex", "codex"],
        ["ssh", "host", "-m", "aider"],
        ["cat", "/x/node_modules/@anthropic-ai/claude-code/cli.js"],
    ],
)
def test_a_program_that_names_an_agent_among_its_words_is_none(words: list[str]) -> None:
    assert guess(words).name == "generic"


def test_a_script_that_is_told_of_an_agent_is_none() -> None:
    assert guess(["python3", "serve.py", "--root", "/home/me/codex"]).name == "python_repl"
