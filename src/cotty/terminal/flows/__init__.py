"""Decisions about a pane as generators: they yield steps and are sent glimpses. Pure: no I/O, no clock.

Start reading at `deliver.py`; `steps.py` has the words. The drivers live one room up, in `pane.py`.
"""
