"""FOLLOW: who runs where, in what state, awaiting what; and how each of them is told something.

Rules: a screen is read by profiles, a pane is written to by the terminal room; nothing here knows who is asking.
"""
