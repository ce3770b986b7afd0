"""An agent's own event server, where it has one that runs already: found, listened to, believed. Nothing is started.

Rules: loopback of this machine only; driven by the loop, no tasks; what is lost is no longer believed, and nobody waits
for it.
"""
