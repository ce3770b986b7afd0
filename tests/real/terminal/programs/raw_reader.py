"""Reads its terminal raw into a file: `raw_reader.py FILE [paste]`; with `paste` it asks for bracketed paste.

It prints `reading`, then nothing; a byte 0x04 ends it.
"""

import os
import sys
import tty

tty.setraw(0)
os.write(1, b"\x1b[?2004h" * ("paste" in sys.argv) + b"reading\r\n")
with open(sys.argv[1], "wb", buffering=0) as file:
    while (data := os.read(0, 65536)) and not data.endswith(b"\x04"):
        file.write(data)
    file.write(data.removesuffix(b"\x04"))
