#!/bin/sh
# A command in the session `shared`, waited for, and only what it printed. Every step says by its status whether it is
# proved: `set -e` is enough to stop at the first that is not.
#
#   sh examples/only_what_is_new.sh "seq 1 5"
set -eu

cotty open shared >/dev/null
cursor=$(cotty read shared --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["cursor"])')

cotty send shared "${1:-seq 1 5}"     # 0: the shell took the line; 50: it did not; 51: nobody can tell
cotty wait shared --timeout 60        # 0: the prompt is back; 124: the time was up
cotty read shared --since "$cursor"   # what came since, and not a line more
