"""The door for models: cotty's operations as tools and resources of the Model Context Protocol.

Rules: the official SDK speaks the protocol; what a tool takes and gives comes from the operation table, what a model is
told beside that from `words.py`; nothing here knows over which transport it is asked.
"""
