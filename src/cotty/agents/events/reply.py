"""An HTTP reply as it arrives: bytes in, the bytes of its body out. Pure.

Rules: only what is needed to follow a stream: the status, a length or chunks; anything else is an error, and the end.
"""

from typing import Final

_HEAD: Final = 16 << 10  # bytes of the head of a reply
_CHUNK_LINE: Final = 64


class BadReply(ValueError):
    """Nothing that can be read as a reply."""


class Reply:
    """One reply. `status` is 0 until the head is whole; `over` when the body is."""

    def __init__(self) -> None:
        self.status = 0
        self.over = False
        self._left: int | None = None  # bytes of the body, or of this chunk, that are to come; None: until the end
        self._chunked = False
        self._kept = b""

    def receive(self, data: bytes) -> bytes:
        """What these bytes add to the body."""
        self._kept += data
        if not self.status and not self._head():
            return b""
        return self._chunks() if self._chunked else self._plain()

    def _head(self) -> bool:
        head, found, rest = self._kept.partition(b"\r\n\r\n")
        if not found:
            if len(head) > _HEAD:
                raise BadReply("no end of the head")
            return False
        first, *lines = head.decode("latin-1").split("\r\n")
        words = first.split(" ")
        if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
            raise BadReply(f"not HTTP: {first[:40]!r}")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self._chunked = fields.get("transfer-encoding", "").lower() == "chunked"
        length = fields.get("content-length", "")
        self._left = 0 if self._chunked else int(length) if length.isdigit() else None
        self.status, self._kept = int(words[1]), rest
        return True

    def _plain(self) -> bytes:
        body, self._kept = self._kept, b""
        if self._left is not None:
            body = body[: self._left]
            self._left -= len(body)
            self.over = self._left == 0
        return body

    def _chunks(self) -> bytes:
        body = bytearray()
        while not self.over:
            if not self._left:
                size, found, rest = self._kept.lstrip(b"\r\n").partition(b"\r\n")
                if not found:
                    if len(size) > _CHUNK_LINE:
                        raise BadReply("not a chunk")
                    break
                self._begin_chunk(size, rest)
                continue
            taken = self._kept[: self._left]
            if not taken:
                break
            body += taken
            self._left -= len(taken)
            self._kept = self._kept[len(taken) :]
        return bytes(body)

    def _begin_chunk(self, size: bytes, rest: bytes) -> None:
        try:
            self._left = int(size.partition(b";")[0], 16)
        except ValueError:
            raise BadReply(f"not a chunk: {size[:20]!r}") from None
        self._kept, self.over = rest, self._left == 0
