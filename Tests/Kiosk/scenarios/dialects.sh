#!/bin/bash
# Recordings played through the kernel by evemu-play and libinput replay give the same events as in the test bed, as do touchd's dumps.
# seconds: 900
. ./kiosk.sh
follow_log

# The touch events in output of debug-events, without devices, event numbers and times.
plain() { sed -nE 's/^.event[0-9]+ +(TOUCH_[A-Z]+) +([0-9]+ +)?[+-][0-9.]+s\t */\1 /p' "$1"; }
# fingers FILE...: the touch events of a recording, from touchd's decoder, which the tests compare with libinput in the test bed.
fingers() { touchctl convert "$@" --to debug-events -o /run/decoded && plain /run/decoded; }
plugged() { node=$(grep -o '/dev/input/event[0-9]*' /run/player.out | head -n 1); [[ -n $node ]]; }

# plug TOOL FILE: creates a recording's device with evemu-device or libinput replay; sets node and player.
plug() {
    exec 8>&-
    rm -f /run/player.in
    mkfifo /run/player.in
    case $1 in
    evemu) evemu-device "$2" >/run/player.out 2>&1 & ;;
    libinput) PYTHONUNBUFFERED=1 libinput replay "$2" </run/player.in >/run/player.out 2>&1 & ;;
    esac
    player=$!
    exec 8<>/run/player.in
    until_true 30 plugged || { cat /run/player.out; return 1; }
    plugs=$((plugs + 1))
    log_line 'panel [0-9]+: .* at /dev/input/event' "$plugs"
}
# Not SIGINT, which background processes of a script ignore.
unplug() { kill "$player"; wait "$player" 2>/dev/null; until_true 15 test ! -e "$node"; }

# listen: starts Debian's reader and three dumps by touchd beside the daemon, and waits until all read.
listen() {
    ahead stdbuf -oL libinput debug-events --device "$node" >/run/theirs 2>&1 &
    readers=$!
    for dialect in debug-events evemu record; do
        ahead touchd --dump=$dialect "$node" >"/run/ours.$dialect" 2>/run/errors &
        readers+=" $!"
    done
    until_line /run/theirs DEVICE_ADDED && until_line /run/ours.debug-events DEVICE_ADDED \
        && until_line /run/ours.evemu '^A: ' && until_line /run/ours.record '^  events:'
}
# hear FILE: waits until as many fingers have lifted as in the file of expected lines, then ends the readers.
hear() {
    until_line /run/theirs TOUCH_UP "$(grep -c TOUCH_UP "$1")" &&
        until_line /run/ours.debug-events TOUCH_FRAME "$(grep -c TOUCH_FRAME "$1")"
    local status=$?
    # shellcheck disable=SC2086
    kill -INT $readers
    # shellcheck disable=SC2086
    wait $readers
    return $status
}
play() {
    case $1 in
    evemu) evemu-play "$node" <"$2" ;;
    libinput) echo >&8 ;;
    esac
}
same() { diff <("${@:2}") "$1" | head -n 20; return "${PIPESTATUS[0]}"; }

# through TOOL FILE: plays a recording and checks that all readers agree with the decoder.
through() {
    local tool=$1 file=$2 name
    name="$(basename "$file") by $tool"
    fingers "$file" >/run/expected
    check "$name: plugged in" plug "$tool" "$file"
    check "$name: readers listen" listen
    check "$name: played" play "$tool" "$file"
    check "$name: all fingers lifted" hear /run/expected
    check "$name: Debian's debug-events match the file" same /run/expected plain /run/theirs
    check "$name: so do touchd's" same /run/expected plain /run/ours.debug-events
    check "$name: so does its evemu dump" same /run/expected fingers /run/ours.evemu
    check "$name: so does its YAML dump" same /run/expected fingers /run/ours.record
    check "$name: unplugged" unplug
}

plugs=0
for name in three-fingers one-finger; do
    through evemu "recordings/$name.evemu"
    # The dumps of that.
    cp /run/ours.evemu "/run/$name.evemu"
    cp /run/ours.record "/run/$name.yml"
    through evemu "/run/$name.evemu"
    through libinput "/run/$name.yml"
done
# A recording that touchctl converts.
through libinput recordings/three-fingers.yml
end
