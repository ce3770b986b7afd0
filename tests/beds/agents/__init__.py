"""Real agent CLIs for tests: installed at pinned versions, each in a home of its own, asking a scripted model.

Rules: everything is cached with the other beds; no account and no network when a test runs; what a CLI leaves running
is ended by its process id.
"""
