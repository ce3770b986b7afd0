#!/bin/sh
# What a pane shows, as a frame: a file that says what has to be seen on it, for `cotty conformance PROFILE.toml`.
#
#   sh examples/capture_a_screen.sh %7 screens/idle/fresh.txt
#
# The folder is the state that you see: starting, idle, processing, awaiting_input, blocked, ended, or none. The tmux
# server is the one that cotty uses: COTTY_SOCKET_PATH or COTTY_SOCKET, else the usual one.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: sh examples/capture_a_screen.sh PANE FILE" >&2
    exit 2
fi

there() {
    if [ -n "${COTTY_SOCKET_PATH:-}" ]; then
        tmux -S "$COTTY_SOCKET_PATH" "$@"
    elif [ -n "${COTTY_SOCKET:-}" ]; then
        tmux -L "$COTTY_SOCKET" "$@"
    else
        tmux "$@"
    fi
}

pane=$1 file=$2
head=$(there display-message -p -t "$pane" "size: #{pane_width}x#{pane_height}
cursor: #{cursor_x} #{cursor_y}
cursor_visible: #{?cursor_flag,yes,no}
alternate: #{?alternate_on,yes,no}
title: #{pane_title}")
mkdir -p "$(dirname "$file")"
{
    printf '%s\n\n' "$head"
    there capture-pane -p -e -N -t "$pane"   # with colours, and the blanks at the ends of rows
} >"$file"
echo "$file"
