"""Prints what it is told: `printer.py COMMANDS ACKS`, two named pipes; each line of the first is a JSON string."""

import json
import os
import sys
import termios

with open(sys.argv[1], encoding="utf-8") as commands, open(sys.argv[2], "w", encoding="utf-8") as acks:
    for line in commands:
        data = json.loads(line).encode()
        while data:
            data = data[os.write(1, data) :]
        termios.tcdrain(1)
        acks.write("done\n")
        acks.flush()
