"""What a gate reports, and how a list of allowances is held to shrinking.

An allowance names its exact amount. More fails, and so does less: whoever shrinks the thing lowers the
number, and an allowance that is no longer needed has to go.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule, the place it was measured (`path` or `path::function`), the amount there, and the line."""

    rule: str
    where: str
    amount: int
    line: int = 1


@dataclass(frozen=True, slots=True)
class Allowance:
    """A place that may go over a cap, by how much exactly, and why."""

    rule: str
    where: str
    amount: int
    reason: str


def complaints(findings: Iterable[Finding], caps: dict[str, int], allowances: Iterable[Allowance]) -> list[str]:
    """Return a sentence for each finding over its cap, and for each allowance that does not fit, of these rules."""
    capped = (found for found in findings if found.rule in caps)
    over = {(found.rule, found.where): found for found in capped if found.amount > caps[found.rule]}
    allowed = {(entry.rule, entry.where): entry for entry in allowances if entry.rule in caps}
    said = []
    for key, found in over.items():
        if key not in allowed:
            said.append(f"{found.where}:{found.line} {found.rule}: {found.amount}, at most {caps[found.rule]}")
        elif allowed[key].amount != found.amount:
            said.append(f"{found.where} {found.rule}: now {found.amount}, the allowance says {allowed[key].amount}")
    said += [f"{where} {rule}: the allowance is not needed any more" for rule, where in allowed.keys() - over.keys()]
    return sorted(said)
