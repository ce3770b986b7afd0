"""One tmux server as live objects: who asks it, who looks at it, who hears it. It knows nothing of panes' verbs.

Start reading at `connection.py`; `hand.py`, `eye.py` and `ear.py` each own what they need of it.
"""
