#!/bin/sh
# Prepare what the real tests stand on (containers, tmux versions, sshd). Never fails: a test skips what is not there.
#
#   sh scripts/beds.sh --quick | --all
set -eu
cd "$(dirname "$0")/.."

if [ ! -f tests/beds/__main__.py ]; then
    echo "no test beds in this tree (tests/beds): container and ssh tests will be skipped"
    exit 0
fi
.venv/bin/python -m tests.beds "$@" || echo "test beds ended with $?: some tests will be skipped"
