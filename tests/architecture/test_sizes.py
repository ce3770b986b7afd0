"""No file, function or package is bigger than a reader can hold; the caps are in sizes.py."""

from tests.architecture.allowances import ALLOWANCES
from tests.architecture.findings import Finding, complaints
from tests.architecture.measured import findings
from tests.architecture.sizes import CAPS
from tests.architecture.sources import packages


def test_nothing_is_bigger_than_its_cap_unless_listed_with_a_reason() -> None:
    of_packages = [Finding("modules in a package", package, count) for package, count in packages().items()]
    said = complaints([*findings(), *of_packages], CAPS, ALLOWANCES)
    assert not said, "\n".join(said)


def test_every_allowance_says_why() -> None:
    assert [entry.where for entry in ALLOWANCES if len(entry.reason) < 20] == []
