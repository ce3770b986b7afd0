"""`GET /api/events/stream`: what happens, told as it happens, to as many as want to hear it."""
