#!/bin/bash
# Another user in group touchd tries to block the screen, answer other users' requests, observe drawings and exhaust resources.
# seconds: 300
. ./kiosk.sh
useradd -m eve -G touchd
usermod -a -G touchd stranger
call() { as "$1" ./call "${@:2}"; }
squat() { : >/run/eve; setpriv --reuid=eve --regid=eve --init-groups ./squatter "$@" >/run/eve 2>&1 & eve=$!; }
newest() { touchctl --json scenes | grep -oE '"scene": ?"[^"]+"' | tail -n 1 | cut -d '"' -f 4; }
gone() { kill "$eve"; wait "$eve"; }
chmod 755 . call squatter
check 'a panel is plugged in' virtual_panel
check 'the daemon sees it' log_line 'panel 1: .*, virtual'
enroll_anna

# The screen
squat lock
check 'eve shows a lock, lets its Verify time out and keeps the scene' until_line /run/eve '^timed_out$'
refused 'a clerk may not list scenes' 'permission denied' as clerk touchctl scenes
check 'root may' sh -c "touchctl scenes | grep -w $(id -u eve)"
check 'after some seconds the scene blocks no other user' until_true 20 sh -c "touchctl --json scenes | grep -E '\"guarded\": ?false'"
check "the clerk's scene comes above it" screen unlock clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
check 'root dismisses the scene' touchctl dismiss "$(newest)"
gone
check 'the clerk waits for a drawing' screen unlock clerk unlock anna --attempts 1
scene=$(newest)
refused "eve cannot dismiss the clerk's scene, although she knows its name" 'NoSuchScene' call eve io.touchd.scene.Dismiss "{\"scene\":\"$scene\"}"
refused 'nor with touchctl' 'no scene .* on screen' as eve touchctl dismiss "$scene"
squat scenes
check 'nor can she show a scene above it' until_line /run/eve '^0 scenes, then io.touchd.scene.Busy'
gone
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
squat scenes
check 'eve may have sixteen scenes' until_line /run/eve '^16 scenes, then io.touchd.scene.Busy'
check "the clerk's scene still comes above them" screen unlock clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
gone

# Requests of other users
printf '[access]\nscreen=clerk\n[unlock]\ntrail=count\n' >/etc/touchd/touchd.conf.d/squatters.conf
check 'only the clerk may use the screen, and trails are denied' systemctl reload touchd.service
check 'the daemon applies it' log_line '^\[access\] screen=.* -> clerk$'
refused 'eve gets no requests' 'PermissionDenied' call eve io.touchd.scene.Requests '{}' 5
refused 'eve may not show a scene' 'PermissionDenied' call eve io.touchd.scene.Present '{"widgets":[{"id":"go","kind":"button","x":0,"y":0,"width":9,"height":9}]}' 5
call clerk io.touchd.scene.Requests >/run/requests 2>&1 &
requests=$!
check 'the clerk serves requests' until_line /run/requests '"requests"'
PAM_TYPE=auth PAM_USER=anna PAM_SERVICE=sudo touchctl --timeout 60 unlock --pam >/run/sudo 2>&1 &
sudo=$!
check "the clerk gets sudo's request" until_line /run/requests '"prompt": "sudo"'
unit=$(basename "$(cut -d : -f 3 /proc/$sudo/cgroup)")
check 'with the unit that asks, as systemd knows it' until_line /run/requests "\"unit\": \"$unit\""
id=$(grep -oE '"id": "[^"]+"' /run/requests | tail -n 1 | cut -d '"' -f 4)
lock="{\"widgets\":[{\"id\":\"pad\",\"kind\":\"pattern\",\"x\":320,\"y\":80,\"width\":640,\"height\":640,\"request\":\"$id\",\"pattern\":{\"trail\":\"live\"}}]}"
refused 'eve may not answer it' 'PermissionDenied' call eve io.touchd.scene.Present "$lock" 5
call clerk io.touchd.scene.Present "$lock" >/run/shown 2>&1 &
shown=$!
check 'the clerk answers it' until_line /run/sudo 'Draw the pattern of anna'
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'sudo is authenticated' wait $sudo
check 'the front end got the number of dots' until_line /run/shown '"count": 5'
untrue 'but no dots or positions, although it asked for them' sh -c "grep '^{\"event\"' /run/shown | grep -E '\"(dot|x|angle)\":'"
kill $shown $requests

# Resources
before=$(journalctl -b -u touchd.service -o cat | wc -l)
check 'eve redeems two thousand invalid tokens' as eve ./squatter redeem 2000
added() { echo $(($(journalctl -b -u touchd.service -o cat | wc -l) - before)); }
echo "     lines in the journal: $(added)"
check 'this adds fewer than a hundred lines to the journal' test "$(added)" -lt 100
own() { awk '/^Private_Dirty:/ { print $2 }' "/proc/$(systemctl show -P MainPID touchd)/smaps_rollup"; }
base=$(own)
squat halves 40
check 'eve sends forty incomplete messages' until_line /run/eve 'sent$'
grown=$(($(own) - base))
echo "     the daemon grew by $grown KiB"
check 'the daemon grows by no more than 8 MiB' test "$grown" -le 8192
check 'the daemon replies' touchctl status
check 'every connection with an incomplete message is closed' until_line /run/eve '^40 ended'
wait "$eve"
check 'the clerk can still unlock' screen unlock clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished unlock 0
end
