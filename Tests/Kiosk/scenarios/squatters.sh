#!/bin/bash
# Another local user in group touchd tries to keep the screen, answer for others, watch and use up what there is.
# seconds: 300
. ./kiosk.sh
useradd -m eve -G touchd
usermod -a -G touchd stranger
call() { as "$1" ./call "${@:2}"; }
squat() { : >/run/eve; setpriv --reuid=eve --regid=eve --init-groups ./squatter "$@" >/run/eve 2>&1 & eve=$!; }
newest() { touchctl --json scenes | grep -oE '"scene": ?"[^"]+"' | tail -n 1 | cut -d '"' -f 4; }
gone() { kill "$eve"; wait "$eve"; }
chmod 755 . call squatter
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
check 'anna enrolls' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0

# The screen
squat lock
check 'eve shows a lock, lets its wait expire and lingers' until_line /run/eve '^expired$'
refused 'a clerk does not learn whose scenes are there' 'permission denied' as clerk touchctl scenes
check 'root does' sh -c "touchctl scenes | grep -w $(id -u eve)"
check 'after some seconds it keeps nobody off' until_true 20 sh -c "touchctl --json scenes | grep -E '\"guarded\": ?false'"
check 'the clerk comes above it' screen unlock clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
check 'root dismisses what lingers' touchctl dismiss "$(newest)"
gone
check 'the clerk waits for a drawing' screen unlock clerk unlock anna --attempts 1
scene=$(newest)
refused 'eve does not take it away, although she knows its name' 'NoSuchScene' call eve io.touchd.scene.Dismiss "{\"scene\":\"$scene\"}"
refused 'nor by touchctl' 'no scene .* on screen' as eve touchctl dismiss "$scene"
squat scenes
check 'nor comes above it' until_line /run/eve '^0 scenes, then io.touchd.scene.Busy'
gone
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
squat scenes
check 'eve has sixteen scenes and no more' until_line /run/eve '^16 scenes, then io.touchd.scene.Busy'
check 'the clerk still comes above them' screen unlock clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
gone

# What others ask for
printf '[access]\nscreen=clerk\n[unlock]\ntrail=count\n' >/etc/touchd/touchd.conf.d/squatters.conf
check 'one user is named for the screen, and the trail is forbidden' systemctl reload touchd.service
check 'which the daemon takes' log_line '^\[access\] screen=.* -> clerk$'
refused 'eve hears of no request' 'PermissionDenied' call eve io.touchd.scene.Requests '{}' 5
refused 'and shows nothing' 'PermissionDenied' call eve io.touchd.scene.Present '{"widgets":[{"id":"go","kind":"button","x":0,"y":0,"width":9,"height":9}]}' 5
call clerk io.touchd.scene.Requests >/run/requests 2>&1 &
requests=$!
check 'the clerk listens' until_line /run/requests '"requests"'
PAM_TYPE=auth PAM_USER=anna PAM_SERVICE=sudo touchctl --timeout 60 unlock --pam >/run/sudo 2>&1 &
sudo=$!
check "and hears of sudo's request" until_line /run/requests '"prompt": "sudo"'
id=$(grep -oE '"id": "[^"]+"' /run/requests | tail -n 1 | cut -d '"' -f 4)
lock="{\"widgets\":[{\"id\":\"pad\",\"kind\":\"pattern\",\"x\":320,\"y\":80,\"width\":640,\"height\":640,\"request\":\"$id\",\"pattern\":{\"trail\":\"live\"}}]}"
refused 'eve does not answer it' 'PermissionDenied' call eve io.touchd.scene.Present "$lock" 5
call clerk io.touchd.scene.Present "$lock" >/run/shown 2>&1 &
shown=$!
check 'the clerk does' until_line /run/sudo 'Draw the pattern of anna'
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'lets sudo in' wait $sudo
check 'the front end heard how many dots there were' until_line /run/shown '"count": 5'
untrue 'but of no dot, although it asked for them' sh -c "grep '^{\"event\"' /run/shown | grep -E '\"(dot|x|angle)\":'"
kill $shown $requests

# What there is to use up
before=$(journalctl -b -u touchd.service -o cat | wc -l)
check 'eve redeems two thousand tokens that are none' as eve ./squatter redeem 2000
added() { echo $(($(journalctl -b -u touchd.service -o cat | wc -l) - before)); }
echo "     lines in the journal: $(added)"
check 'the journal has fewer than a hundred lines of it' test "$(added)" -lt 100
own() { awk '/^Private_Dirty:/ { print $2 }' "/proc/$(systemctl show -P MainPID touchd)/smaps_rollup"; }
base=$(own)
squat halves 40
check 'and sends forty halves of messages' until_line /run/eve 'sent$'
grown=$(($(own) - base))
echo "     the daemon grew by $grown KiB"
check 'the daemon grows by no more than 8 MiB' test "$grown" -le 8192
check 'and answers' touchctl status
check 'every half message is given up' until_line /run/eve '^40 ended'
wait "$eve"
check 'others have noticed nothing' screen unlock clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
end
