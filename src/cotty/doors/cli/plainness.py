"""What a pane prints, made fit to be passed on to a person's terminal or to a pipe.

Rules: pure; any split of the bytes gives the same; for a terminal what draws is kept (text, colours, cursor, erasing,
the alternate screen) and what speaks to the terminal is dropped (titles, clipboard, questions whose answers it would
type, mouse modes that would outlive the view); for a pipe only text is kept. Nothing that is dropped can join what
stood before and after it to a sequence: an ESC without an end goes too, and text is decoded after all that.
"""

import codecs
import re
from typing import Final

_SEQUENCE: Final = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]"  # CSI
    rb"|[\]PX^_k][^\x07\x18\x1a\x1b]*(?:\x07|\x18|\x1a|\x1b\\)?"  # OSC, DCS, SOS, PM, APC, title of screen
    rb"|[ -/]*[0-~]"  # two bytes, and designations
    rb"|)"
)
# One that may go on in the next bytes. A string that a new ESC cuts off has ended, unless that ESC may begin its end.
_STARTED: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_k][^\x07\x18\x1a\x1b]*\x1b?|[ -/]*)\Z")
_PRIVATE: Final = rb"(?:7|25|47|1047|1048|1049)"  # wrapping, the cursor, the alternate screen
_DRAWS: Final = re.compile(
    rb"\x1b(?:\[(?:[0-9;:]*[A-HJ-MPSTXZ@`abdefgmr]|[0-9;]*[su]|4[hl]|[?]%b(?:;%b)*[hl])|[78DEHM]|[()][0AB])\Z"
    % (_PRIVATE, _PRIVATE)
)
_DROPPED: Final = {code: None for code in (*range(32), 127) if chr(code) not in "\b\t\n\r\x0e\x0f\x1b"}
_CONTROLS: Final = _DROPPED | dict.fromkeys(range(0x80, 0xA0), "\N{REPLACEMENT CHARACTER}")
_NO_DRAWING: Final = dict.fromkeys((0x08, 0x0E, 0x0F, 0x1B))
_LONGEST: Final = 1 << 16  # a sequence that has not ended after so many bytes is given up


class Filter:
    """One per stream."""

    def __init__(self, *, keep_drawing: bool) -> None:
        self._keep = keep_drawing
        self._rest = b""
        self._return = ""  # a CR whose LF may come with the next bytes
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> str:
        """What may be passed on now; the beginning of a sequence is held back until it ends."""
        data = self._rest + data
        started = _STARTED.search(data)
        cut = started.start() if started and len(data) - started.start() < _LONGEST else len(data)
        self._rest = data[cut:]
        text = self._decoder.decode(_SEQUENCE.sub(self._judged, data[:cut])).translate(_CONTROLS)
        return text if self._keep else self._lines(text)

    def _lines(self, text: str) -> str:
        text = self._return + text
        self._return = "\r" if text.endswith("\r") else ""
        return text.removesuffix("\r").replace("\r\n", "\n").translate(_NO_DRAWING)

    def _judged(self, found: re.Match[bytes]) -> bytes:
        return found[0] if self._keep and _DRAWS.match(found[0]) else b""
