"""Every verb, written once: what it takes, what it gives, how much it may change, and who did it.

Rules: a door is never imported here; a verb is one file and one line in `table.py`; the engine does the work.
"""
