# shellcheck shell=bash
# Sourced by scenarios that run in the guest: checks, waits with a timeout, panels, users.
#
#   check TITLE COMMAND...       prints ok or FAIL; a scenario with a FAIL exits with status 1, and exits at once
#                                if three of its first ten checks fail, because later ones depend on them
#   refused TITLE REGEX COMMAND...  checks that a command fails with a message that matches
#   untrue TITLE COMMAND...      checks that a test is false, and does not fail for another reason; TITLE states what is true
#   until_true SECONDS COMMAND...   repeats a command until it succeeds, for up to four times SECONDS, longer on a slow machine
#   until_line FILE REGEX [COUNT]   waits until COUNT lines match (15 s)
#   usb_panel, virtual_panel     plugs a panel in; then: panel WORDS... (commands: lib/panel, man touchsim)
#   device_by COMMAND...         a program that creates a device and names its node; unplug ends it
#   with_panel                   plugs a virtual panel in and checks that the daemon reads it
#   enroll_anna, enrolls USER, unlock_anna TITLE USER STATUS [PATTERN]   anna or another user enrolls; touchctl of a user ends with a status after she has drawn
#   as USER COMMAND...           runs a command as a user with the user's groups
#   shows [WIDGETS]              a front end of the clerk shows widgets, or a button that fills the screen, and prints to /run/scene; its
#                                process is $scene
#   pid [UNIT], serves           the main process of touchd or another unit; whether touchd answers a clerk
#   log_line REGEX [COUNT]       waits for an entry of the daemon (the regex must not match entries of other programs)
#   block REGEX                  prints the indented block of ./$guide whose first line matches; step REGEX: runs it
#   restarted                    whether this scenario has restarted its machine; restart: restarts it and runs the scenario again
#   seen NAME COLOR PIXELS       waits until that many pixels of the screen have a color; keeps the screenshot as NAME.png
set -u
bad=0
view=1280x800
frame=320,80,640,640
guide=operating.md

checks=0
fails=0
check() { _judge "$1" _worked "${@:2}"; }
refused() { _judge "$1" _refused "${@:2}"; }
untrue() { _judge "$1" _untrue "${@:2}"; }
_judge() {
    local title=$1
    shift
    ((++checks))
    if "$@" >/run/check.log 2>&1; then
        echo "ok   $title"
        return
    fi
    echo "FAIL $title"
    sed 's/^/     /' /run/check.log | tail -n 20
    bad=1
    if ((++fails >= 3 && checks <= 10)); then
        echo '     too many early failures; skipping the rest'
        end
    fi
}
_worked() { "$@"; }
# A program that is missing, crashes or hangs does not count as a refusal.
_refused() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    echo "status $status, wanted: $wanted"
    ((status > 0 && status < 126)) && head -n -1 /run/check.log | grep -qE -- "$wanted"
}
_untrue() {
    local status=0
    "$@" || status=$?
    echo "status $status"
    # systemctl exits with 3 for an inactive unit, and with 4 for an unknown one.
    ((status == 1)) || [[ $1 == systemctl && $status == [34] ]]
}
# Starting programs is expensive under emulation: no sleep(1), and growing pauses.
exec 9<> <(:)
_pause() { read -rt "$1" <&9; }
until_true() {
    # Also counts tries: on a busy host they are as slow as the event that is waited for.
    local end=$((SECONDS + 4 * $1 + 1)) tries=$((6 * $1)) pause=1 began
    while ((SECONDS < end || tries > 0)); do
        began=$SECONDS
        "${@:2}" >/run/until.log 2>&1 && return 0
        # A command that waits itself, up to ten seconds, is not tried as often.
        ((tries -= 1 + (SECONDS - began) / 2))
        _pause $((pause / 10)).$((pause % 10))
        ((pause >= 4)) || ((pause++))
    done
    cat /run/until.log
    return 1
}
_lines() { [[ $(grep -acE -- "$2" "$1" 2>/dev/null) -ge $3 ]]; }
until_line() { until_true 15 _lines "$1" "$2" "${3:-1}" || { tail -n 15 "$1"; return 1; }; }

as() {
    local user=$1
    shift
    setpriv --reuid="$user" --regid="$user" --init-groups env HOME=/ "$@"
}

button='{"id":"go","kind":"button","x":0,"y":0,"width":1280,"height":800}'
shows() {
    : >/run/scene
    # No function, whose process would not be the one that is killed.
    setpriv --reuid=clerk --regid=clerk --init-groups ./call io.touchd.scene.Present "{\"widgets\":[${1:-$button}]}" >/run/scene 2>&1 &
    scene=$!
    until_line /run/scene '"layout"'
}
pid() { systemctl show -P MainPID "${1:-touchd}"; }
serves() { as clerk touchctl status; }

# A single follower, because starting journalctl for each check is slow under emulation. It begins with this boot and is not filtered:
# journald counts an entry before it indexes it by boot and unit, and a journalctl that filters by those and reads in between shows
# the entry only when the next one is written.
follow_log() {
    [[ -z ${follower:-} ]] || return 0
    journalctl -f -n all -o cat --after-cursor "$(journalctl -b -o export | sed -n 's/^__CURSOR=//p;q')" >/run/touchd.log &
    follower=$!
}
log_line() { follow_log; until_line /run/touchd.log "$@"; }

# A panel by USB gadget: the kernel's loopback controller, real usbhid and hid-multitouch, real unplug. Its provenance is remote.
usb_panel() {
    panel_kind=usb
    rm -f /run/panel.in
    mkfifo /run/panel.in
    /usr/bin/python3 ./panel </run/panel.in >/run/panel.out 2>&1 &
    player=$!
    exec 7>/run/panel.in
    until_line /run/panel.out '^node ' || { cat /run/panel.out; return 1; }
    node=$(sed -n 's/^node //p' /run/panel.out)
}
# A panel by touchsim through /dev/uinput. Its provenance is virtual.
virtual_panel() {
    panel_kind=virtual
    touchsim --backend uinput --view $view --control /run/sim "$@" >/run/panel.out 2>&1 &
    player=$!
    until_true 15 touchsim --control /run/sim status >/dev/null || { cat /run/panel.out; return 1; }
    node=$(touchsim --control /run/sim status | grep -o '/dev/input/event[0-9]*' | head -n 1)
}
_named() { node=$(grep -o '/dev/input/event[0-9]*' /run/player.out | head -n 1); [[ -n $node ]]; }
device_by() {
    "$@" <&0 >/run/player.out 2>&1 &
    player=$!
    until_true 30 _named || { cat /run/player.out; return 1; }
}
# Not SIGINT, which background processes of a script ignore.
unplug() { kill "$player"; wait "$player" 2>/dev/null; until_true 15 test ! -e "$node"; }
with_panel() {
    check 'a panel is plugged in' virtual_panel
    check 'the daemon sees it' log_line 'panel 1: .*, virtual'
}
# Returns when the command is done.
panel() {
    if [[ $panel_kind == virtual ]]; then
        touchsim --control /run/sim "$@" >/run/panel.last || { cat /run/panel.last; return 1; }
    else
        local done
        done=$(grep -c '^done' /run/panel.out)
        echo "$*" >&7
        until_line /run/panel.out '^done' $((done + 1))
    fi
}

# screen NAME USER touchctl-words...: runs touchctl in the background and waits until its widget is on screen; the output goes to
# /run/NAME. The timeout is the maximum, because on a busy host three drawings and their hashes take more than the default minute.
screen() {
    local name=$1 user=$2
    shift 2
    : >"/run/$name"
    as "$user" touchctl "$@" --frame $frame --timeout 600 >"/run/$name" 2>&1 &
    eval "${name}_pid=$!"
    until_line "/run/$name" 'on screen'
}
# finished NAME STATUS: waits for that touchctl and checks its exit status.
finished() {
    local pid=${1}_pid status=0
    wait "${!pid}" || status=$?
    [[ $status == "$2" ]] || { echo "status $status"; cat "/run/$1"; return 1; }
}

enroll_anna() { enrolls anna; }
# enrolls USER [RECORDED]: root enrolls a user, who draws twice; touchctl prints RECORDED after the first drawing.
enrolls() {
    check "root begins an enrollment of $1" screen enroll root enroll "$1"
    check "$1 draws" panel pattern 1-4-8-5-9 in $frame
    check 'the drawing is recorded' until_line /run/enroll "${2:-draw it again to confirm}"
    check "$1 draws again" panel pattern 1-4-8-5-9 in $frame
    check 'the pattern is stored' finished enroll 0
}
# The right pattern unless another one is given.
unlock_anna() {
    check "$1" screen unlock "$2" unlock anna --attempts 1
    check 'anna draws' panel pattern "${4:-1-4-8-5-9}" in $frame
    check "the unlock ends with status $3" finished unlock "$3"
}

block() { awk -v first="$1" '!on && $0 ~ "^    " first { on = 1 } on && /^[^ ]/ { exit } on { print substr($0, 5) }' "$guide"; }
step() { block "$1" >/run/step.sh && test -s /run/step.sh && sh -e /run/step.sh; }

# The host takes the screenshot.
exec 8>&1
seen() {
    local count
    echo "look $*" >&8
    read -r count </dev/virtio-ports/kiosk.job
    echo "$count pixels"
    ((count >= $3))
}

restarted() { [[ -e /kiosk/restarted ]]; }
restart() {
    [[ $bad == 0 ]] || end
    _unplug
    wait # the next job can print only after all processes of this one have ended
    touch /kiosk/restarted
    exit 99
}

_unplug() {
    exec 7>&-
    [[ -z ${follower:-} ]] || kill "$follower" 2>/dev/null
    [[ -z ${player:-} ]] || kill "$player" 2>/dev/null
}

# Every scenario ends with this.
end() {
    _unplug
    if [[ $bad != 0 ]]; then
        echo '--- the daemon'
        journalctl -b -u touchd.service -u touchd.socket --no-pager -o short-monotonic | tail -n 40
    fi
    exit $bad
}
