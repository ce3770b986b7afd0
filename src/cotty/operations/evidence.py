"""What each word of a receipt's evidence means: the one table that doors, the reference and people read.

Rules: a row for each word that a flow can say, checked by a test; a word that is none (the name of a key that was
pressed, the text by which an agent was told to leave) stands for itself.
"""

from collections.abc import Sequence
from typing import Final

EVIDENCE: Final = {
    "landed": "the text was seen to stand where it was typed",
    "no-echo": "the terminal does not show what is typed, so the text was not seen",
    "not-seen": "the text was typed and not seen to land, so no Enter was pressed",
    "line-full": "the line has no room for the text; nothing was typed",
    "draft-there": "somebody's text stands at the prompt; nothing was typed",
    "enter": "Enter was pressed; `enter-2` and so on: again, because the program had not taken it",
    "paste-off": "the shell's line editor took the line: it turned bracketed paste off",
    "command-start": "the shell said that the command has begun",
    "line-taken": "the terminal took the line",
    "new-prompt": "a new prompt stands at the cursor",
    "text-left": "the text is gone from where it stood",
    "program-ended": "the program ended with it",
    "text-stays": "the text stands there still; Enter did not take it",
    "unproved": "Enter was pressed, and nothing shows what became of it",
    "typed": "the text was written without a look, as it was asked for",
    "pressed": "the keys were pressed; nothing is proved of what they did",
    "gone": "the program or its pane has ended in between",
    "told-before": "a message with this key was told before; nothing was typed now",
    "busy": "the agent went to work on it",
    "echoed": "the agent repeats it in its conversation",
    "emptied": "the composer is empty again",
    "viewer-opened": "what the command opens stands in place of the composer",
    "dialog": "a dialog stands where the composer was",
    "mixed": "somebody else's text stands with it in the composer",
    "newline": "Enter became a new line of the composer instead of submitting it",
    "key": "the key of the option was pressed",
    "highlighted": "the option was highlighted",
    "dialog-went": "the dialog is gone",
    "same-dialog": "a dialog like it stands there still, or again",
    "dialog-changed": "another dialog came before the option was reached; it was left alone",
    "other-dialog": "another dialog stands there now",
    "highlight-stays": "the highlight does not move to that option",
    "not-busy": "it is not at work; nothing was pressed",
    "interrupted": "it says itself that it was interrupted",
    "stopped": "it is no longer at work",
    "still-busy": "it works on",
    "blocked": "it cannot go on: it says so itself",
    "unsteady": "the screen never stood still; nothing was pressed",
    "ended": "its process has ended",
    "still-there": "its process lives",
}


def sentence_of(evidence: Sequence[str]) -> str | None:
    """What the last word says, which decides; None where it is no word of the table."""
    last = evidence[-1] if evidence else ""
    return EVIDENCE.get(last)
