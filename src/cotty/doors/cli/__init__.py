"""The command line: `cotty VERB [address] …`.

Rules: nothing heavy at the top of a module that every command loads (`make bench` measures the start); a person sees
colour and tables, a pipe sees plain lines, `--json` prints the output of the operation; an error is one line and one
suggestion, never a traceback.
"""
