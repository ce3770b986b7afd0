"""Play real agent CLIs to a scene and keep what they show: see scripts/record_screen.py.

Rules: a private tmux server, a home with a neutral path and a scripted model for each play; a scene waits for what it
wants to see.
"""
