#!/bin/sh
# Run every test this machine can run. Arguments go to pytest. What had to be skipped is named, with the reason, at the end.
set -eu
cd "$(dirname "$0")/.."

sh scripts/need.sh tmux || echo "tmux cannot be had here: the tests that need it will say so"
sh scripts/beds.sh "${BEDS:---all}"
exec .venv/bin/python -m pytest -rs "$@"
