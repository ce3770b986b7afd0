"""What an operation answers has everything that the engine's noun has, so that no door knows less than Python."""

from dataclasses import fields

import pytest

from cotty.model import Page, PaneInfo, Ready, Receipt, Result, Screen
from cotty.operations.answers import PaneRow, ReceiptOutput
from cotty.operations.read import ReadOutput
from cotty.operations.run import RunOutput
from cotty.operations.screen import ScreenOutput
from cotty.operations.wait import WaitOutput

PAIRS = [(Page, ReadOutput), (Receipt, ReceiptOutput), (PaneInfo, PaneRow), (Result, RunOutput), (Screen, ScreenOutput),
         (Ready, WaitOutput)]  # fmt: skip


@pytest.mark.parametrize(("noun", "output"), PAIRS, ids=lambda kind: kind.__name__)
def test_an_output_has_every_field_of_its_noun(noun: type, output: type) -> None:
    assert {field.name for field in fields(noun)} <= {field.name for field in fields(output)}
