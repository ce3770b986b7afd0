#!/bin/sh
# Install the named programs that are missing, with the package manager of this system, saying what is done.
#
#   sh scripts/need.sh tmux
#   PYTHON=python3.12 sh scripts/need.sh python3.12-venv    (what Debian leaves out of its Python)
#
# Ends 0 when all are there, 1 when one is still missing (with the line a person would type).
set -eu
export DEBIAN_FRONTEND=noninteractive

have() {
    case $1 in
        python*-venv) "${PYTHON:-python3}" -c 'import ensurepip, venv' 2>/dev/null ;;
        *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

missing=
update=
for program in "$@"; do
    have "$program" || missing="$missing $program"
done
[ -n "$missing" ] || exit 0

if command -v brew >/dev/null 2>&1; then
    set -- brew install # brew refuses to run as root, so never with sudo
elif command -v apt-get >/dev/null 2>&1; then
    update="apt-get update -qq"
    set -- apt-get install -y --no-install-recommends
elif command -v dnf >/dev/null 2>&1; then
    set -- dnf install -y
elif command -v pacman >/dev/null 2>&1; then
    set -- pacman -S --noconfirm --needed
else
    echo "missing:$missing. No package manager known here (apt-get, brew, dnf, pacman): install it by hand." >&2
    exit 1
fi

if [ "$1" != brew ] && [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "missing:$missing. As root, run: $*$missing" >&2
        exit 1
    fi
    update=${update:+sudo $update}
    set -- sudo "$@"
fi

# Without a terminal nobody can answer sudo: ask only where it needs no answer.
if [ "$1" = sudo ] && [ ! -t 0 ] && ! sudo -n true 2>/dev/null; then
    echo "missing:$missing. sudo wants a password and nobody is here to type it. Run: $*$missing" >&2
    exit 1
fi

if [ -n "$update" ]; then
    echo "+ $update"
    # shellcheck disable=SC2086 # a command of two or three words
    $update || echo "the package lists could not be renewed; trying with those at hand" >&2
fi

echo "missing:$missing; installing with: $*$missing"
# shellcheck disable=SC2086 # one word per program
"$@" $missing || true

for program in $missing; do
    have "$program" || {
        echo "still missing: $program. Tried: $* $program" >&2
        exit 1
    }
done
