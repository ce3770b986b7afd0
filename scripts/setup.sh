#!/bin/sh
# Make .venv from the locks, hashes checked, bytecode compiled. `make setup` runs it only when a lock has changed.
set -eu
cd "$(dirname "$0")/.."

find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "cotty needs Python 3.11 or newer; set PYTHON to one, for example: make setup PYTHON=/opt/bin/python3.12" >&2
    exit 1
}

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    PYTHON=$python sh scripts/need.sh "python$version-venv"
    echo "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi

# pip brings uv and nothing else; uv installs the rest in a few seconds.
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bootstrap.txt
.venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes --compile-bytecode -r requirements/dev.txt
.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation --editable .
.venv/bin/python -m compileall -q src/cotty
echo "installed into .venv: $(.venv/bin/python -c 'import cotty; print("cotty", cotty.__version__)')"
