"""Carry bytes to a tmux somewhere: this machine, a container, another host. Knows nothing of what the bytes mean.

Start reading at `base.py`.
"""
