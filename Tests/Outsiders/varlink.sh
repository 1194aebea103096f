#!/bin/sh
# Runs third-party Varlink clients against this project's certification server.
#
# usage: varlink.sh CERTIFICATION_SERVER VENV
#
# VENV is a folder for a Python environment, created if missing. Prints one line per check; exit status 0 only if all pass.
set -eu

server=${1:?usage: varlink.sh CERTIFICATION_SERVER VENV}
venv=${2:?usage: varlink.sh CERTIFICATION_SERVER VENV}
work=$(mktemp -d)
pid=
failures=0

clean_up() {
    if [ -n "$pid" ]; then
        kill "$pid" 2>/dev/null || :
        wait "$pid" 2>/dev/null || :
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

say() { printf '%-5s %s\n' "$1" "$2"; }

check() {
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        say ok "$name"
    else
        failures=$((failures + 1))
        say FAIL "$name"
        sed 's/^/      /' "$work/log"
    fi
}

packages='varlink==31.0.0'
if [ "$(cat "$venv/.packages" 2>/dev/null)" != "$packages" ]; then
    python3 -m venv "$venv"
    # shellcheck disable=SC2086 # two words on purpose
    "$venv/bin/pip" install --quiet --disable-pip-version-check $packages
    echo "$packages" >"$venv/.packages"
fi

socket=$work/certification.sock
"$server" "$socket" &
pid=$!
tries=0
until [ -S "$socket" ]; do
    kill -0 "$pid" 2>/dev/null || { say FAIL 'the server does not start'; exit 1; }
    tries=$((tries + 1))
    [ "$tries" -lt 2400 ] || { say FAIL 'the server creates no socket'; exit 1; }
    sleep 0.05
done

# Each client returns what it got, and the server compares that.
check "python's certification client" \
    timeout 60 "$venv/bin/python" -m varlink.tests.test_certification --client "--varlink=unix:$socket"

# Debian's Go client always exits with 0; its last line has the outcome.
go_certifies() {
    timeout 60 varlink-go-certification -client -varlink "unix:$socket" >"$work/go" 2>&1 || :
    cat "$work/go"
    [ "$(tail -n 1 "$work/go")" = "End: 'true'" ]
}
check 'the Go certification client' go_certifies

# Python's command line, and a server started with a listening socket.
check "python's command line reads the description" \
    timeout 60 "$venv/bin/python" -m varlink.cli help "unix:$socket/org.varlink.certification"
# shellcheck disable=SC2016 # the starter expands the variable
check 'certification of a server started with its socket' \
    timeout 60 "$venv/bin/python" -m varlink.tests.test_certification --client -A "$server \$VARLINK_ADDRESS"

# On SIGTERM the server exits and removes its socket.
kill "$pid"
wait "$pid" && stopped=0 || stopped=$?
pid=
check 'the server ends with status 0 on SIGTERM' [ "$stopped" -eq 0 ]
check 'the socket file is removed' [ ! -e "$socket" ]

[ "$failures" -eq 0 ] || { say FAIL "$failures of the checks above"; exit 1; }
say ok 'all'
