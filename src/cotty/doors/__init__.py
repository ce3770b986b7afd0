"""Ways in for users. A door translates in and out, and decides nothing.

Rules: a door knows its own dialect, `perform()` and the fault table; never another door, never the engine's insides.
"""
