"""What is needed to try cotty, a profile or one's own automation on: programs that misbehave, and a judge of the rest.

Start reading at `scenario.py` (how a fake CLI misbehaves); `fake_cli/` is the program, `ground_truth.py` the judge.
"""
