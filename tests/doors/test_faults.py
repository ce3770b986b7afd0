"""Every error has a row in the fault table, and no two can be taken for each other."""

import pytest

from cotty.doors.cli.words import ALWAYS, SHAPES
from cotty.doors.faults import FAULTS, fault_of
from cotty.errors import CottyError, every_error


@pytest.mark.promise("cli:exit-codes")
@pytest.mark.parametrize("error", list(every_error()), ids=lambda error: error.__name__)
def test_every_error_has_a_fault(error: type[CottyError]) -> None:
    assert error.code in FAULTS


def test_every_fault_belongs_to_an_error() -> None:
    assert set(FAULTS) == {error.code for error in every_error()}


def test_no_two_errors_share_a_code_or_an_exit_code() -> None:
    codes = [error.code for error in every_error()]
    assert len(set(codes)) == len(codes)
    exits = [fault.exit_code for fault in FAULTS.values()]
    assert len(set(exits)) == len(exits)


def test_no_answer_has_the_exit_code_of_an_error() -> None:
    answers = {code for shape in SHAPES.values() for code, _ in shape.exits} | {code for code, _ in ALWAYS if code != 1}
    assert answers.isdisjoint({fault.exit_code for fault in FAULTS.values()})


def test_exit_codes_and_statuses_are_ones_that_exist() -> None:
    assert all(0 < fault.exit_code < 124 for fault in FAULTS.values())
    assert all(400 <= fault.http_status < 600 for fault in FAULTS.values())
    assert all(fault.meaning and not fault.meaning.endswith(".") for fault in FAULTS.values())


def test_an_error_nobody_knows_is_the_unexpected_one() -> None:
    assert fault_of("from_the_future").exit_code == 1


def test_every_error_says_what_happened_and_what_to_do() -> None:
    for error in every_error():
        said = error()
        assert said.message.endswith("."), error
        assert said.suggestion, error
