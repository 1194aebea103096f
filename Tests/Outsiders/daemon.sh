# shellcheck shell=bash
# Common setup of the checks, to be sourced: a temporary folder, a panel by touchsim and a daemon that reads it.
#   . daemon.sh FOLDER-OF-PROGRAMS [LINES-OF-CONFIGURATION]
# Sets bin, examples, folder, frame and panel, adds the programs to PATH and exports TOUCHD_SOCKET. On exit it calls the
# function `end_own`, if there is one, and cleans up.
bin=$(realpath "$1")
examples=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../examples")
folder=$(mktemp -d)
export TOUCHD_SOCKET=$folder/touchd.sock PATH=$bin:$PATH
frame=320,80,640,640
cat >"$folder/touchd.conf" <<CONF
[touchd]
socket=$TOUCHD_SOCKET
state-directory=$folder/state
[view]
size=1280x800
[input]
allow-provenance=virtual
[access]
group-frontend=
[store]
hash-memory=19MiB
${2-}
CONF
"$bin/touchsim" --backend umockdev --control "$folder/sim" -- "$bin/touchd" --config "$folder/touchd.conf" 2>"$folder/log" &
panel=$!
end() {
    ! declare -F end_own >/dev/null || end_own
    kill $panel 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
for _ in $(seq 600); do touchctl status 2>/dev/null | grep -q '^panels *1' && break; sleep 0.1; done

finger() { touchsim --control "$folder/sim" "$@" >/dev/null; }
# heard FILE TEXT PID [COUNT]: waits until COUNT lines of the file match the text, or the process ends.
heard() {
    for _ in $(seq 300); do
        [[ $(grep -c "$2" "$1" || true) -lt ${4:-1} ]] || return 0
        kill -0 "$3" 2>/dev/null || return 1
        sleep 0.1
    done
    return 1
}
# draws PID FILE PATTERN…: draws patterns for a process that prints to FILE, each once the previous one was judged.
draws() {
    local asker=$1 file=$2 pattern before
    shift 2
    for pattern; do
        before=$(cat "$folder/log" "$file" | grep -c "$judged" || true)
        finger pattern "$pattern" in $frame
        for _ in $(seq 300); do
            kill -0 "$asker" 2>/dev/null || return 0
            [[ $(cat "$folder/log" "$file" | grep -c "$judged" || true) == "$before" ]] || break
            sleep 0.1
        done
        finger wait 1200   # a wrong drawing is shown for a second
    done
}
judged='^\(<.>touchd: \)\?unlock .* KIND=unlock\|^recorded'
