"""The bytes that every dialect is made of: server-sent events, and names that no two items share.

Rules: pure, but for the counter.
"""

import itertools
import json
from collections.abc import Mapping
from typing import Any, Final

DONE: Final = b"data: [DONE]\n\n"
_numbers: Final = itertools.count(1)


def event(data: Mapping[str, Any], *, name: str | None = None) -> bytes:
    heading = f"event: {name}\n" if name else ""
    return f"{heading}data: {json.dumps(data)}\n\n".encode()


def identity(kind: str) -> str:
    return f"{kind}_{next(_numbers):08d}"
