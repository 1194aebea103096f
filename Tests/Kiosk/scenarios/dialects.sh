#!/bin/bash
# Recordings played through the kernel by evemu-play and libinput replay give the same events as in the test bed, as do touchd's dumps.
# runs: nightly
# seconds: 500
. ./kiosk.sh
follow_log

# The touch events in output of debug-events, without devices, event numbers and times.
plain() { sed -nE 's/^.event[0-9]+ +(TOUCH_[A-Z]+) +([0-9]+ +)?[+-][0-9.]+s\t */\1 /p' "$1"; }
# fingers FILE...: the touch events of a recording, from touchd's decoder, which the tests compare with libinput in the test bed.
fingers() { touchctl convert "$@" --to debug-events -o /run/decoded && plain /run/decoded; }
# plug TOOL FILE: creates a recording's device with evemu-device or libinput replay; sets node and player.
plug() {
    exec 8>&-
    rm -f /run/player.in
    mkfifo /run/player.in
    exec 8<>/run/player.in
    case $1 in
    evemu) device_by evemu-device "$2" ;;
    libinput) PYTHONUNBUFFERED=1 device_by libinput replay "$2" </run/player.in ;;
    esac || return 1
    plugs=$((plugs + 1))
    log_line 'panel [0-9]+: .* at /dev/input/event' "$plugs"
}

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
through evemu recordings/three-fingers.evemu
# The dumps of that.
cp /run/ours.evemu /run/dumped.evemu
cp /run/ours.record /run/dumped.yml
through evemu /run/dumped.evemu
through libinput /run/dumped.yml
# A recording that touchctl converts.
through libinput recordings/three-fingers.yml
end
