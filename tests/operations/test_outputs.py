"""What an operation answers has everything that the engine's noun has, so that no door knows less than Python."""

from dataclasses import fields

import pytest

from cotty.model import (
    AgentInfo,
    AgentReport,
    Awaiting,
    Composer,
    Evidence,
    Option,
    Page,
    PaneInfo,
    Ready,
    Receipt,
    Result,
    Screen,
    Turn,
)
from cotty.operations.agents.answers import AgentRow, AwaitingRow, OptionRow
from cotty.operations.agents.ask import TurnOutput
from cotty.operations.agents.explain import AskedRow, ComposerRow, EvidenceRow
from cotty.operations.agents.profiles import ProfileRow
from cotty.operations.answers import PaneRow, ReceiptOutput
from cotty.operations.read import ReadOutput
from cotty.operations.run import RunOutput
from cotty.operations.screen import ScreenOutput
from cotty.operations.wait import WaitOutput
from cotty.profiles.explaining import Asked
from cotty.profiles.registry import Summary

PAIRS = [(Page, ReadOutput), (Receipt, ReceiptOutput), (PaneInfo, PaneRow), (Result, RunOutput), (Screen, ScreenOutput),
         (Ready, WaitOutput), (AgentReport, AgentRow), (Awaiting, AwaitingRow), (Option, OptionRow), (Turn, TurnOutput),
         (Asked, AskedRow), (Composer, ComposerRow), (Evidence, EvidenceRow), (Summary, ProfileRow)]  # fmt: skip


@pytest.mark.parametrize(("noun", "output"), PAIRS, ids=lambda kind: kind.__name__)
def test_an_output_has_every_field_of_its_noun(noun: type, output: type) -> None:
    assert {field.name for field in fields(noun)} <= {field.name for field in fields(output)}


def test_a_row_of_agents_has_what_its_info_has_and_the_report_as_well() -> None:
    assert {field.name for field in fields(AgentInfo)} - {"report"} <= {field.name for field in fields(AgentRow)}
