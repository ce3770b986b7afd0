"""A prompt that was noted in one folder is known in another, however it spells folders; nothing else is made of it."""

import pytest

from cotty.terminal.flows.prompts import in_folder

HOME = "/home/anna"


@pytest.mark.parametrize(
    ("prompt", "was", "now", "reads"),
    [
        ("anna@host:~$ ", HOME, f"{HOME}/src", "anna@host:~/src$ "),
        ("anna@host:~/src$ ", f"{HOME}/src", "/", "anna@host:/$ "),
        ("[anna@host src]$ ", f"{HOME}/src", f"{HOME}/docs", "[anna@host docs]$ "),
        (f"{HOME}/src % ", f"{HOME}/src", HOME, f"{HOME} % "),
        ("anna@host ~/s/deep> ", f"{HOME}/src/deep", f"{HOME}/.config/fish", "anna@host ~/.c/fish> "),
        ("anna@host:~$ ", HOME, HOME, "anna@host:~$ "),
        ("ready> ", HOME, "/tmp", "ready> "),
        ("/home/annabel $ ", "/home/annabel", "/tmp", "/tmp $ "),
        ("ready> ", "", "/tmp", "ready> "),
        ("", "", "", ""),
    ],
)
def test_a_prompt_reads_so_in_another_folder(prompt: str, was: str, now: str, reads: str) -> None:
    assert in_folder(prompt, was, now, HOME) == reads


def test_without_a_home_the_last_name_still_tells() -> None:
    assert in_folder("h:~/src$ ", f"{HOME}/src", f"{HOME}/docs", "") == "h:~/docs$ "
