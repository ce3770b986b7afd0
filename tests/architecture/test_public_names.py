"""The names a user meets are there, and cost nothing until they are used."""

import subprocess
import sys

import cotty


def test_every_public_name_leads_to_something() -> None:
    assert [name for name in cotty.__all__ if getattr(cotty, name, None) is None] == []


def test_the_list_of_public_names_is_sorted_and_is_what_dir_shows() -> None:
    assert sorted(cotty.__all__) == list(cotty.__all__) == dir(cotty)


def test_importing_cotty_loads_none_of_its_rooms() -> None:
    code = "import cotty, sys; print([name for name in sys.modules if name.startswith('cotty.')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
