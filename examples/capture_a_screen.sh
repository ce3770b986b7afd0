#!/bin/sh
# What a pane shows, as a frame: a file that says what has to be seen on it, for `cotty conformance PROFILE.toml`.
#
#   sh examples/capture_a_screen.sh %7 screens/idle/fresh.txt
#
# The folder is the state that you see: starting, idle, processing, awaiting_input, blocked, ended, or none.
set -eu

pane=$1 file=$2
mkdir -p "$(dirname "$file")"
{
    tmux display-message -p -t "$pane" "size: #{pane_width}x#{pane_height}
cursor: #{cursor_x} #{cursor_y}
cursor_visible: #{?cursor_flag,yes,no}
alternate: #{?alternate_on,yes,no}
title: #{pane_title}
"
    tmux capture-pane -p -e -N -t "$pane"   # with colours, and the blanks at the ends of rows
} >"$file"
echo "$file"
