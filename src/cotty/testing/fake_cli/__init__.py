"""A terminal program that looks like a coding agent and springs the traps of a scenario: a real program in a real pane.

Start reading at `agent.py` (what it does); `loop.py` gives it a terminal and the time, `skins.py` a look.
"""
