"""Which processes have to be held against the profiles, and which are shells."""

import pytest

from cotty.agents.processes import Process, downward, only_shells


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("-bash",), True), (("/bin/zsh", "-l"), True), (("bash", "--rcfile", "/tmp/x", "-i"), True),
        (("sh", "/usr/bin/claude"), False), (("node", "/usr/bin/codex"), False), (("vim",), False), ((), False),
    ],
)  # fmt: skip
def test_a_shell_without_a_script_is_no_agent(words: tuple[str, ...], expected: bool) -> None:
    assert only_shells([Process(1, 0, words)]) is expected


def test_one_that_may_be_an_agent_is_enough() -> None:
    assert not only_shells([Process(1, 0, ("bash",)), Process(2, 1, ("claude",))])


def test_processes_come_from_the_pane_downward_and_no_others() -> None:
    running = [Process(4, 2, ("d",)), Process(9, 8, ("x",)), Process(2, 1, ("b",)), Process(1, 0, ("a",)),
               Process(3, 1, ("c",))]  # fmt: skip
    assert [each.words[0] for each in downward(1, running)] == ["a", "b", "c", "d"]


def test_a_ring_of_parents_has_an_end() -> None:
    assert [each.pid for each in downward(1, [Process(1, 2, ("a",)), Process(2, 1, ("b",))])] == [1, 2]
