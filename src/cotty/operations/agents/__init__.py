"""The verbs of agents: who runs where, and what may be said to them."""
