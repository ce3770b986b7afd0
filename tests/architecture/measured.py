"""Everything that the gates find in the files, each file read and parsed once for all of them.

A rule that stands in no table is judged by nobody: KNOWN is all that are.
"""

from functools import cache
from typing import Final

from tests.architecture import habits, sizes
from tests.architecture.findings import Finding
from tests.architecture.sources import sources

KNOWN: Final = habits.HABITS.keys() | sizes.CAPS.keys()


@cache
def findings() -> tuple[Finding, ...]:
    gates = (habits.measure, sizes.measure)
    return tuple(finding for source in sources() for gate in gates for finding in gate(source))
