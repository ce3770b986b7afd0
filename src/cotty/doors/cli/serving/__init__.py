"""Commands that start another door, or tell a program how to start one."""
