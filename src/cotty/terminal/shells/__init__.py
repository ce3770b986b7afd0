"""The scripts that make a shell tell where a command's output begins, where it ends, and with which exit code."""
