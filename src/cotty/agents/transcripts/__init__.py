"""What agent CLIs write down of their conversations: the reply of a turn, and the last word.

Rules: read only, on this machine only; a conversation is that of the agent's own process, or nobody's; whatever cannot
be read is not there, and then the screen has to do. `reading.py` is what others ask.
"""
