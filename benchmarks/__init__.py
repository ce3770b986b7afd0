"""How quick cotty is, beside what it replaces, in one run on one machine.

`make bench` runs all of it; `python -m benchmarks.engine --quick --json` the part that takes less than 40 seconds.
Rules: every contender works on the same private tmux server, takes its turn in every round, and is checked to have done
the work; a figure is a median or a 95th percentile of single operations, never a best.
"""
