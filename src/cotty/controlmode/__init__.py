"""tmux's language: commands to bytes, bytes to events. Pure: no I/O, no clock, no asyncio.

Start reading at `dialogue.py`.
"""
