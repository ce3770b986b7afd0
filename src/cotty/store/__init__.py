"""What outlives a process and is no file of lines: tokens and events, in one SQLite file.

Rules: nothing here knows who asks; a secret is kept as its digest alone.
"""
