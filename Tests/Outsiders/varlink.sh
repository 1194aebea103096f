#!/usr/bin/env bash
# Third-party Varlink clients against this project's certification server.   varlink.sh CERTIFICATION_SERVER VENV
# VENV is a folder for a Python environment, created if missing. Prints one line per check; exit status 0 only if all pass.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
server=$1 venv=$2 failures=0 pid=
trap '[[ -z $pid ]] || kill "$pid"; rm -rf "$folder"' EXIT
check() {
    local name=$1
    shift
    if "$@" >"$folder/log" 2>&1; then echo "ok    $name"; return; fi
    failures=$((failures + 1))
    echo "FAIL  $name"
    sed 's/^/      /' "$folder/log"
}
environment "$venv" 'varlink==31.0.0'
interface=$(echo "$venv"/lib/python3*/site-packages/varlink/tests/org.varlink.certification.varlink)

socket=$folder/certification.sock
"$server" "$interface" "$socket" &
pid=$!
until [[ -S $socket ]]; do
    kill -0 "$pid" || { echo 'FAIL  the server does not start'; exit 1; }
    ((SECONDS < 120)) || { echo 'FAIL  the server creates no socket'; exit 1; }
    sleep 0.05
done
# Each client returns what it got, and the server compares that.
certifies() { timeout 60 "$venv/bin/python" -m varlink.tests.test_certification --client "$@"; }
check "python's certification client" certifies "--varlink=unix:$socket"
# Debian's Go client always exits with 0; its last line has the outcome.
go_certifies() {
    timeout 60 varlink-go-certification -client -varlink "unix:$socket" 2>&1 | tee "$folder/go"
    [[ $(tail -n 1 "$folder/go") == "End: 'true'" ]]
}
check 'the Go certification client' go_certifies
check "python's command line reads the description" timeout 60 "$venv/bin/python" -m varlink.cli help "unix:$socket/org.varlink.certification"
# The starter expands the variable.
check 'certification of a server started with its socket' certifies -A "$server $interface \$VARLINK_ADDRESS"

kill "$pid"
stopped=0
wait "$pid" || stopped=$?
pid=
check 'the server ends with status 0 on SIGTERM' test $stopped = 0
check 'the socket file is removed' test ! -e "$socket"
[[ $failures == 0 ]] || { echo "FAIL  $failures of the checks above"; exit 1; }
