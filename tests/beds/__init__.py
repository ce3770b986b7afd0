"""What the real tests stand on: versions of tmux, containers, sshd, shells. `python -m tests.beds` prepares it.

Rules: everything is cached outside the tree; what is there is left alone; nothing here fails a run, a bed that cannot
be had says why; only what is missing is installed, and never a network service on a person's own machine.
"""
