"""No file sleeps, drops a task, hands a string to a shell, or tells tmux what harms it; see habits.py."""

from tests.architecture.allowances import ALLOWANCES
from tests.architecture.findings import complaints
from tests.architecture.habits import HABITS
from tests.architecture.measured import findings
from tests.architecture.sources import ROOT, packages, tracked

NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "common", "manager", "misc", "base"}
PROTOCOL = ROOT / "src/cotty/transports/base.py"


def test_no_file_breaks_a_habit_unless_listed_with_a_reason() -> None:
    said = complaints(findings(), dict.fromkeys(HABITS, 0), ALLOWANCES)
    assert not said, "\n".join(said)


def test_every_room_has_a_sign_on_its_door() -> None:
    rooms = [name for name in packages() if name.count("/") == 2]
    assert [room for room in rooms if not (ROOT / room / "README.md").is_file()] == []


def test_no_module_is_called_by_a_name_that_says_nothing() -> None:
    modules = [path for path in tracked(".py") if path.is_relative_to(ROOT / "src") and path != PROTOCOL]
    named = {path: {path.stem, path.parent.name} for path in modules}
    assert [path for path, names in named.items() if names & NAMES_THAT_SAY_NOTHING] == []
