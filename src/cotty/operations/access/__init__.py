"""The verbs of tokens: who besides this account may ask a server, and how much."""
