#!/bin/sh
# Lock every dependency with hashes: requirements/bootstrap.txt (uv), runtime.txt (the command line), dev.txt (all of it).
#
# One resolution serves every platform and every Python from 3.11 (--universal). The output names no index and no
# path: where packages come from is each machine's own setting. `sh scripts/lock.sh --upgrade` takes newer versions.
set -eu
cd "$(dirname "$0")/.."

compile() {
    output=$1
    shift
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
        --output-file "$output" "$@" >/dev/null
    if grep -nE '://|^--|^-[efi] ' "$output"; then
        echo "$output: a lock names packages and hashes only, see the lines above" >&2
        exit 1
    fi
    echo "locked $output: $(grep -c '==' "$output") packages"
}

compile requirements/bootstrap.txt "$@" requirements/bootstrap.in
compile requirements/runtime.txt "$@" pyproject.toml
compile requirements/dev.txt "$@" --constraints requirements/runtime.txt --group pyproject.toml:dev pyproject.toml
