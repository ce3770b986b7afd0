"""What `send` and `keys` answer."""

from dataclasses import dataclass
from typing import Annotated

from cotty.model import Outcome
from cotty.operations.operation import Help


@dataclass(frozen=True, slots=True)
class ReceiptOutput:
    """What can be proved of what was typed."""

    pane: Annotated[str, Help("The id of the pane.")]
    outcome: Annotated[Outcome, Help("confirmed, not_submitted or unknown.")]
    evidence: Annotated[tuple[str, ...], Help("What was seen that the outcome rests on, in the order it came.")]
    milliseconds: Annotated[float, Help("How long it took.")]
    screen: Annotated[str | None, Help("What the pane showed, unless the outcome is confirmed.")]
