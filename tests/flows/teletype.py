"""A program for a pane: prints what it is told through one pipe, and says through another when that was shown.

It asks the terminal where the cursor is and waits for the answer: whatever was printed before has been dealt with then.
"""

import os
import sys
import tty


def main() -> None:
    tty.setraw(0)
    orders, acks = (os.open(path, flags) for path, flags in zip(sys.argv[1:], (os.O_RDONLY, os.O_WRONLY), strict=True))
    while size := os.read(orders, 4):
        left, text = int.from_bytes(size, "big"), b""
        while len(text) < left:
            text += os.read(orders, left - len(text))
        text += b"\x1b[6n"
        while text:
            text = text[os.write(1, text) :]
        while not os.read(0, 64).endswith(b"R"):
            pass
        os.write(acks, b".")


if __name__ == "__main__":
    main()
