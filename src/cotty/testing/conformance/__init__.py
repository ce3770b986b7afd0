"""The conformance kit: randomized sends and answers through cotty's own verbs, held against what truly happened.

Start reading at `running.py` (one run); `cases.py` says what is tried, `playing.py` how, `bars.py` what has to be
reached. `cotty conformance` is its command.
"""
