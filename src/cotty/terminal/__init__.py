"""Panes, and one hand on the keyboard: the verbs of a terminal.

Start reading at `pane.py`; `desk.py` names what the panes of a server share; `flows/` decide and are pure.
"""
