"""The door HTTP: every operation as `POST /api/<verb>`, one error shape, and who may ask.

Rules: `gate.py` stands in front of everything, HTTP and WebSocket alike; routes only translate.
"""
