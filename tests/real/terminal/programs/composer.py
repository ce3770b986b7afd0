"""An input box that behaves badly on demand: `composer.py TRAP`.

swallow: the first Enter does nothing. newline: Enter makes a new line in the box and submits nothing. blind: nothing
that is typed is shown. ghost: a dim suggestion stands right of the cursor. toggle: bracketed paste goes off and on with
each redraw, and no Enter does anything. stall: after the first letter it reads nothing until the file that is named is
written to. logs: Enter is ignored, and twelve lines are printed. What was submitted is printed as `got: …`.
"""

import os
import sys
import tty

trap, text, enters = sys.argv[1], "", 0
tty.setraw(0)


def draw() -> None:
    shown = "" if trap == "blind" else text.replace("\n", "\r\n  ")
    ghost = "\x1b7\x1b[2m write a test\x1b[0m\x1b8" if trap == "ghost" else ""
    off, on = ("\x1b[?2004l", "\x1b[?2004h") if trap == "toggle" else ("", "")
    os.write(1, f"{off}\r\x1b[J> {shown}{ghost}{on}".encode())


draw()
while byte := os.read(0, 1):
    if byte == b"\x03":
        break
    if byte != b"\r":
        text += byte.decode("latin-1")
    else:
        enters += 1
        if trap == "newline":
            text += "\n"
        elif trap == "toggle":
            continue
        elif trap == "logs":
            os.write(1, b"".join(b"\r\ntick %d" % number for number in range(12)) + b"\r\n")
            continue
        elif trap != "swallow" or enters > 1:
            os.write(1, f"\r\ngot: {text}\r\n".encode())
            text, enters = "", 0
    draw()
    if trap == "stall" and text == "x":
        with open(sys.argv[2]) as gate:
            gate.read()
