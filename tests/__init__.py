"""The tests of cotty, shelved by room: see README.md."""
