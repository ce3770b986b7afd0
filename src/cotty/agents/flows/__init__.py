"""Flows over a screen that a profile reads: pure generators, driven by `terminal/driver.py`.

Rules: no I/O and no clock; time is `Glimpse.elapsed`; a flow decides and does nothing.
"""
