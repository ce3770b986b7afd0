"""A long text is cut in the middle, and nothing of it is lost while it is kept."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.doors.mcp import cuts
from cotty.doors.mcp.cuts import Cuts, is_cut
from cotty.errors import InvalidInput


def whole(kept: Cuts, answer: dict[str, Any], budget: int) -> str:
    """The text again, from what was given and all that is read on."""
    head, _, rest = answer["text"].partition("\n[… ")
    parts, cursor = [head], answer.get("more")
    while cursor is not None:
        part = kept.read_on("me", cursor, budget)
        parts, cursor = [*parts, part["text"]], part.get("more")
    return "".join([*parts, rest.partition(" …]\n")[2]])


@given(st.text(st.sampled_from("ab\n…é"), min_size=0, max_size=4000), st.integers(500, 900), st.integers(500, 3000))
def test_all_of_it_can_be_read_on(text: str, budget: int, portion: int) -> None:
    kept = Cuts()
    answer = kept.fitted("me", {"pane": "%1", "text": text}, budget)
    assert ("more" in answer) is (len(text) > budget)
    assert len(answer["text"]) < budget + 120
    assert whole(kept, answer, portion) == text


def test_rows_are_cut_as_well_and_one_always_stays() -> None:
    kept, rows = Cuts(), [{"id": f"%{number}", "title": "t" * 400} for number in range(9)]
    answer = kept.fitted("me", {"panes": rows}, 900)
    assert answer["panes"] == rows[:2]
    assert kept.read_on("me", answer["more"], 9000)["text"].count("\n") == 7
    assert len(kept.fitted("me", {"panes": rows[:1]}, 10)["panes"]) == 1


def test_nobody_reads_what_was_cut_for_another() -> None:
    kept = Cuts()
    cursor = kept.fitted("me", {"text": "x" * 2000}, 500)["more"]
    with pytest.raises(InvalidInput, match="not kept"):
        kept.read_on("you", cursor, 500)


def test_what_is_kept_has_a_bound_and_the_oldest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "_CHARACTERS", 4000)
    kept = Cuts()
    first, *_, last = [kept.fitted("me", {"text": "x" * 2000}, 500)["more"] for _ in range(3)]
    assert len(kept.read_on("me", last, 9000)["text"]) == 1500
    with pytest.raises(InvalidInput):
        kept.read_on("me", first, 500)


def test_bytes_that_were_no_text_are_marked() -> None:
    assert Cuts().fitted("me", {"text": "a\udcffb"}, 500) == {"text": "a���b"}


@pytest.mark.parametrize("cursor", ["more-1", "AQAAYuRq", "", None, "more-1-0x"])
def test_a_cursor_of_a_pane_is_none_of_ours(cursor: str | None) -> None:
    assert not is_cut(cursor)
    assert is_cut("more-12-0")
