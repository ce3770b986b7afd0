"""`doctor`: what this machine and the chosen tmux server offer and lack. The operation is in `check.py`."""
