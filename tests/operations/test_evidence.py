"""Every word that a flow can say as evidence is explained, and nothing is explained that none says."""

import ast
import re

import pytest

from cotty.operations.evidence import EVIDENCE, sentence_of
from tests.architecture.sources import ROOT

SAID_BY = (
    "terminal/flows/deliver.py", "terminal/sending.py", "agents/flows/submit.py", "agents/flows/answer.py",
    "agents/flows/stopping.py", "agents/flows/parting.py", "agents/leaving.py", "agents/once.py",
)  # fmt: skip
WORD = re.compile(r"[a-z]+(-[a-z]+)*")
# Words of these files that are no evidence: what is refused, what a flow tells itself, and values of others.
INNER = {"swallowed", "shell-in-front", "shell-waiting", "bracketed", "lines", "draft", "not-ready", "no-dialog",
         "no-option", "stale", "id", "begun", "replace"}  # fmt: skip


def words_in(source: str) -> set[str]:
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {text for text in constants if isinstance(text, str) and WORD.fullmatch(text)}


def test_every_word_that_is_said_is_explained_and_no_other() -> None:
    said = set().union(*(words_in((ROOT / "src/cotty" / file).read_text(encoding="utf-8")) for file in SAID_BY))
    assert said - INNER == set(EVIDENCE)


def test_a_word_that_nobody_explains_is_found() -> None:
    assert words_in('Delivered(outcome, (*evidence, "strange-word"))') - INNER - set(EVIDENCE) == {"strange-word"}


@pytest.mark.parametrize(
    ("evidence", "sentence"),
    [(("landed", "enter", "paste-off"), EVIDENCE["paste-off"]), (("Escape",), None), ((), None)],
)
def test_the_last_word_decides(evidence: tuple[str, ...], sentence: str | None) -> None:
    assert sentence_of(evidence) == sentence
