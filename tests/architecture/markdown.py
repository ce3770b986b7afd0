"""Links and headings of a Markdown text, code left out."""

import re
from collections.abc import Iterator
from typing import Final

FENCE: Final = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE: Final = re.compile(r"`[^`\n]*`")
LINK: Final = re.compile(
    r"(?<!\\)\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE
)
HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


def links(text: str) -> Iterator[str]:
    """Targets of inline and reference links that stay inside the repository."""
    prose = CODE.sub("", FENCE.sub("", text))
    for inline, reference in LINK.findall(prose):
        target = inline or reference
        if "://" not in target and not target.startswith("mailto:"):
            yield target


def anchors(text: str) -> set[str]:
    """The anchors that a page of this text has: headings in lower case, blanks as dashes, no punctuation."""
    titles = HEADING.findall(FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
