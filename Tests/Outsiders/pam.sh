#!/usr/bin/env bash
# PAM without a login: pamtester uses a service that calls touchctl through pam_exec, and a finger draws on the lock that
# examples/greeter.py shows. pam_wrapper redirects the lookup of services to a temporary folder.
#   pam.sh FOLDER-OF-PROGRAMS
set -euo pipefail
# shellcheck source=daemon.sh
. "$(dirname "$0")/daemon.sh" "$1"
passed=0 failed=0 greeter=
end_own() { [[ -z $greeter ]] || kill "$greeter" 2>/dev/null || true; }

mkdir "$folder/services"
# The socket is given here: with --pam, touchctl ignores the environment, which users can influence.
cat >"$folder/services/touchd" <<CONF
auth required pam_exec.so quiet stdout seteuid $bin/touchctl --socket $TOUCHD_SOCKET --attempts 1 unlock --pam
account required pam_permit.so
CONF
wrapper=$(ls /usr/lib/*/libpam_wrapper.so | head -n 1)

serve() {
    starts "$folder/screen" python3 "$examples/greeter.py" "$TOUCHD_SOCKET"
    greeter=$!
    heard "$folder/screen" 'serving the screen' $greeter 1
}
report() { # NAME WHETHER
    if [[ $2 == 0 ]]; then passed=$((passed + 1)); printf 'ok %s\n' "$1"; return; fi
    failed=$((failed + 1)); printf 'FAILED %s\n' "$1"
    cat "$folder/heard" "$folder/screen" "$folder/log" | sed 's/^/    /'
}
asked='^Draw your pattern\|^Enter your PIN'
# enter DIGITS: taps them on the keypad in the frame, then the enter key.
enter() {
    local keys=123456789b0e rest=${1}e before index
    while [[ -n $rest ]]; do
        before=${keys%%"${rest:0:1}"*} rest=${rest:1}
        index=${#before}
        finger tap $((320 + 640 * (2 * (index % 3) + 1) / 6)),$((80 + 640 * (2 * (index / 3) + 1) / 8))
    done
}
# authenticate USER [VARIABLE=VALUE…]: starts pamtester for the user.
authenticate() {
    starts "$folder/heard" env "${@:2}" LD_PRELOAD="$wrapper" PAM_WRAPPER=1 PAM_WRAPPER_SERVICE_DIR="$folder/services" \
        pamtester touchd "$1" authenticate
}
# check NAME let-in|kept-out USER SECRET [VARIABLE=VALUE…]: enters nothing if SECRET is empty; digits alone are a PIN.
check() {
    local name=$1 expected=$2 user=$3 drawing=$4 status=0 tester count
    shift 4
    count=$(grep -c "$asked" "$folder/screen" 2>/dev/null || true)
    authenticate "$user" "$@"
    tester=$!
    if [[ -n $drawing ]] && heard "$folder/screen" "$asked" $tester $((count + 1)); then
        if [[ $drawing == *-* ]]; then finger pattern "$drawing" in $frame; else enter "$drawing"; fi
    fi
    wait $tester || status=$?
    if [[ $status == 0 ]]; then status=let-in; else status=kept-out; fi
    [[ $status == "$expected" ]] && report "$name" 0 || report "$name" 1
}

touch "$folder/screen" "$folder/heard"
right=1-4-8-5-9 wrong=1-2-3-6
starts "$folder/enrollment" touchctl enroll anna --frame $frame
enrollment=$!
heard "$folder/enrollment" 'on screen' $enrollment 1
draws $enrollment "$folder/enrollment" $right $right
wait $enrollment
pin=73519 wrong_pin=73510
starts "$folder/enrollment" touchctl enroll cara --secret pin --frame $frame
enrollment=$!
heard "$folder/enrollment" 'on screen' $enrollment 1
enter $pin
heard "$folder/enrollment" '^recorded' $enrollment 1
finger wait 1200
enter $pin
wait $enrollment

check 'no front end: kept out' kept-out anna ''
serve
check 'the right pattern: let in' let-in anna $right
grep -q 'Draw the pattern of anna on the screen.' "$folder/heard" && report 'the person is told what to do' 0 ||
    report 'the person is told what to do' 1
grep -q 'Draw your pattern, anna: touchd' "$folder/screen" && report 'the screen names the service' 0 ||
    report 'the screen names the service' 1
check 'a wrong pattern: kept out' kept-out anna $wrong
check 'the right PIN: let in' let-in cara $pin
report 'the person is told to enter the PIN' "$(grep -q 'Enter the PIN of cara on the screen.' "$folder/heard"; printf %s $?)"
report 'the screen asks for the PIN and names the service' "$(grep -q 'Enter your PIN, cara: touchd' "$folder/screen"; printf %s $?)"
check 'a wrong PIN: kept out' kept-out cara $wrong_pin
check 'a user without a pattern: kept out' kept-out bert $right
check 'the pattern of another user: kept out' kept-out root $right
# A socket of the user that accepts every secret must not be used.
mkfifo "$folder/answers"
cat >"$folder/yes.py" <<'PYTHON'
import socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print("listening", flush=True)
while True:
    connection = listener.accept()[0]
    connection.recv(4096)
    connection.sendall(b'{"parameters":{"outcome":"passed"}}\0')
PYTHON
python3 "$folder/yes.py" "$folder/yes.sock" >"$folder/answers" &
yes=$!
read -r _ <"$folder/answers"
check 'a daemon of the user, named in the environment: kept out' kept-out anna $wrong TOUCHD_SOCKET="$folder/yes.sock"
kill $yes
kill -STOP "$greeter"; kill -KILL "$greeter"; wait "$greeter" 2>/dev/null || true; greeter=
check 'the front end died: kept out' kept-out anna ''
kill $panel; wait $panel 2>/dev/null || true
check 'a dead daemon: kept out' kept-out anna ''
printf '%s passed, %s failed\n' $passed $failed
[[ $failed == 0 ]]
