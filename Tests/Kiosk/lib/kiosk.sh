# shellcheck shell=bash
# Sourced by scenarios that run in the guest: checks that print, waits with an end, panels, people.
#
#   check TITLE COMMAND...       prints ok or FAIL; a scenario with a FAIL ends with status 1
#                                after three of the first ten the scenario ends: what follows builds on them
#   refused TITLE REGEX COMMAND...  the same for a command that has to fail, with those words
#   untrue TITLE COMMAND...      the same for a test that has to be untrue, and not to fail for another reason
#   until_true SECONDS COMMAND...   tries until it is true, four times as long, and longer while this machine gets on slowly
#   until_line FILE REGEX [COUNT]   waits until so many lines match (15 s)
#   usb_panel, virtual_panel     plugs a panel in; then: panel WORDS... (what it is told: lib/panel, man touchsim)
#   as USER COMMAND...           runs it as that user, with its groups
#   ahead COMMAND... &           a reader of panels that runs ahead of whoever plays them; daemon_ahead: so does the daemon
#   log_line REGEX [COUNT]       waits until the daemon has logged it (the regex has to fit no line of another program)
#   block REGEX                  the indented block of ./operating.md that begins with a line like that; step REGEX: carries it out
#   restarted                    whether this scenario has restarted its machine; restart: does, and begins again from the top
#   seen NAME COLOR PIXELS      waits until so many pixels of the screen have a color; the picture comes back as NAME.png
set -u
bad=0
view=1280x800
frame=320,80,640,640

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
        echo '     the first steps failed; the rest is not tried'
        end
    fi
}
_worked() { "$@"; }
# A program that is missing, crashes or hangs has refused nothing.
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
    # systemctl says 3 of a unit that is not active, and 4 of one that it does not know.
    ((status == 1)) || [[ $1 == systemctl && $status == [34] ]]
}
# Under emulation it is the starting of programs that costs: no sleep(1), and pauses that grow.
exec 9<> <(:)
_pause() { read -rt "$1" <&9; }
until_true() {
    # Tries count beside the clock: on a host that gives this machine little time they are as rare as what is waited for is slow.
    local end=$((SECONDS + 4 * $1 + 1)) tries=$((6 * $1)) pause=1
    while ((SECONDS < end || tries-- > 0)); do
        "${@:2}" >/run/until.log 2>&1 && return 0
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

# The kernel keeps a few dozen events for each reader of a panel and drops what is not read in time. A player that woke late
# makes up for it in one go, and a reader beside it came too late; one ahead of it reads each report as it is written.
ahead() {
    echo -1 >/proc/sys/kernel/sched_rt_runtime_us
    exec chrt --fifo 50 "$@"
}
daemon_ahead() {
    echo -1 >/proc/sys/kernel/sched_rt_runtime_us
    chrt --all-tasks --fifo --pid 50 "$(systemctl show -P MainPID touchd)"
}

# One follower: a journalctl for each look is slow under emulation. It begins with this boot and takes what everybody logs:
# journald counts an entry before it lists it by boot and unit, and a journalctl that picks by those and looks in between shows
# the entry only when the next one is written.
follow_log() {
    [[ -z ${follower:-} ]] || return 0
    journalctl -f -n all -o cat --after-cursor "$(journalctl -b -o export | sed -n 's/^__CURSOR=//p;q')" >/run/touchd.log &
    follower=$!
}
log_line() { follow_log; until_line /run/touchd.log "$@"; }
log_count() { grep -acE -- "$1" /run/touchd.log; }

# The USB gadget: the kernel's own loop, real usbhid and hid-multitouch, real unplug. touchd calls it remote.
usb_panel() {
    panel_kind=usb
    rm -f /run/panel.in
    mkfifo /run/panel.in
    /usr/bin/python3 ./panel "$@" </run/panel.in >/run/panel.out 2>&1 &
    player=$!
    exec 7>/run/panel.in
    until_line /run/panel.out '^node ' || { cat /run/panel.out; return 1; }
    node=$(sed -n 's/^node //p' /run/panel.out)
}
# A panel of touchsim through /dev/uinput. touchd calls it virtual.
virtual_panel() {
    panel_kind=virtual
    touchsim --backend uinput --view $view --control /run/sim "$@" >/run/panel.out 2>&1 &
    player=$!
    until_true 15 touchsim --control /run/sim status >/dev/null || { cat /run/panel.out; return 1; }
    node=$(touchsim --control /run/sim status | grep -o '/dev/input/event[0-9]*' | head -n 1)
}
# Answers when it is done.
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

# Puts a widget on screen in the background: screen NAME USER touchctl-words...; its words go to /run/NAME. It waits for the
# finger as long as touchctl can: on a busy host three drawings and their hashes take more than the minute of the default.
screen() {
    local name=$1 user=$2
    shift 2
    : >"/run/$name"
    as "$user" touchctl "$@" --frame $frame --timeout 600 >"/run/$name" 2>&1 &
    eval "${name}_pid=$!"
    until_line "/run/$name" 'on screen'
}
# finished NAME STATUS: that widget's program ended so.
finished() {
    local pid=${1}_pid status=0
    wait "${!pid}" || status=$?
    [[ $status == "$2" ]] || { echo "status $status"; cat "/run/$1"; return 1; }
}

block() { awk -v first="$1" '!on && $0 ~ "^    " first { on = 1 } on && /^[^ ]/ { exit } on { print substr($0, 5) }' operating.md; }
step() { block "$1" >/run/step.sh && test -s /run/step.sh && sh -e /run/step.sh; }

# The host looks, at the screen of a machine that has one.
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
    wait # the next job can print only when no process of this one is left
    touch /kiosk/restarted
    exit 99
}

_unplug() {
    exec 7>&-
    [[ -z ${follower:-} ]] || kill "$follower" 2>/dev/null
    [[ -z ${player:-} ]] || kill "$player" 2>/dev/null
}

# What every scenario ends with.
end() {
    _unplug
    if [[ $bad != 0 ]]; then
        echo '--- the daemon'
        journalctl -b -u touchd.service -u touchd.socket --no-pager -o short-monotonic | tail -n 40
    fi
    exit $bad
}
