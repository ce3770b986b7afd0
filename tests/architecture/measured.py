"""Everything that the gates find in the files, each file read and parsed once for all of them."""

from functools import cache

from tests.architecture import habits, sizes
from tests.architecture.findings import Finding
from tests.architecture.sources import sources


@cache
def findings() -> tuple[Finding, ...]:
    gates = (habits.measure, sizes.measure)
    return tuple(finding for source in sources() for gate in gates for finding in gate(source))
