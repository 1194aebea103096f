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
# within COMMAND…: waits until a command succeeds; fails after two minutes. Such a wait measures nothing, so it is long.
within() {
    local end=$((SECONDS + 120))
    until "$@"; do
        ((SECONDS < end)) || { printf 'not within two minutes: %s\n' "$*" >&2; return 1; }
        sleep 0.1
    done
}
has_panel() { touchctl status 2>/dev/null | grep -q '^panels *1'; }
within has_panel

finger() { touchsim --control "$folder/sim" "$@" >/dev/null; }
# starts FILE COMMAND…: starts a command in the background, as $!, with its output in the file. This shell empties the file: the
# command may get to it only after heard() has read what another one wrote there.
starts() {
    : >"$1"
    "${@:2}" >"$1" 2>&1 &
}
# heard FILE TEXT PID [COUNT]: waits until COUNT lines of the file match the text, or the process ends.
heard() {
    within heard_or_ended "$@"
    has_heard "$@"
}
has_heard() { [[ $(grep -c "$2" "$1" || true) -ge ${4:-1} ]]; }
heard_or_ended() { has_heard "$@" || ! kill -0 "$3" 2>/dev/null; }
# draws PID FILE PATTERN…: draws patterns for a process that prints to FILE, each once the previous one was judged.
draws() {
    local asker=$1 file=$2 pattern seen
    shift 2
    for pattern; do
        seen=$(verdicts "$file")
        finger pattern "$pattern" in $frame
        within judged_or_ended "$seen" "$asker" "$file"
        kill -0 "$asker" 2>/dev/null || return 0
        finger wait 1200   # a wrong drawing is shown for a second
    done
}
verdicts() { cat "$folder/log" "$1" | grep -c "$judged" || true; }
judged_or_ended() { [[ $(verdicts "$3") != "$1" ]] || ! kill -0 "$2" 2>/dev/null; }
judged='^\(<.>touchd: \)\?unlock .* KIND=unlock\|^recorded'
