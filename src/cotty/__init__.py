"""cotty: one terminal, shared by people and agents."""

__version__ = "0.1.0"
