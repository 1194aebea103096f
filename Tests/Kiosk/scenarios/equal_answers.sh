#!/bin/bash
# In journal and touchctl, duress looks like a right pattern, and an unknown user like a wrong pattern.
# seconds: 240
. ./kiosk.sh
check 'a panel is plugged in' virtual_panel
check 'the daemon sees it' log_line 'panel 1: .*, virtual'
enroll_anna
check 'storing a duress pattern asks for the old one first' screen duress root enroll anna --duress
check 'anna draws it' panel pattern 1-4-8-5-9 in $frame
check 'the proof is accepted' until_line /run/duress 'on screen' 2
check 'anna draws the new one' panel pattern 7-5-9-6-2 in $frame
check 'the drawing is recorded' until_line /run/duress 'draw it again to confirm'
check 'anna draws again' panel pattern 7-5-9-6-2 in $frame
check 'the duress pattern is stored' finished duress 0

# told NAME USER DOTS STATUS: a clerk requests an unlock; the output of touchctl and the journal go to /run/NAME.told, without entries
# about connections, which have numbers, libinput's warnings on a slow machine, and journald's own fields. Ids, tokens, numbers and
# pseudonyms are replaced.
told() {
    local cursor
    cursor=$(journalctl -u touchd.service -n 0 --show-cursor -o cat | sed -n 's/^-- cursor: //p')
    screen "$1" clerk unlock "$2" --attempts 1 && panel pattern "$3" in $frame && finished "$1" "$4" || return 1
    touchctl reload >/dev/null
    until_true 10 sh -c "journalctl -u touchd.service --after-cursor '$cursor' -o cat | grep -q 'nothing changed'" || return 1
    {
        sed -E 's/[A-Za-z0-9_.+=-]*[0-9][A-Za-z0-9_.+=-]{9,}/ID/g' "/run/$1"
        journalctl -u touchd.service --after-cursor "$cursor" -o json | python3 -c '
import json, sys
for line in sys.stdin:
    entry = json.loads(line)
    if entry["MESSAGE"].startswith(("connection ", "libinput: ")): continue
    for key, word in (("TOUCHD_RESULT", "ID"), ("TOUCHD_SEQUENCE", "ID"), ("TOUCHD_USER", "USER")):
        if key in entry: entry[key] = word
    print({key: entry[key] for key in sorted(entry) if key in ("MESSAGE", "MESSAGE_ID", "PRIORITY") or key.startswith("TOUCHD_")})'
    } | sed "s/$2/USER/g" >"/run/$1.told"
}
alike() { diff "/run/$1.told" "/run/$2.told"; }
check 'the right pattern' told right anna 1-4-8-5-9 0
check 'the duress pattern' told forced anna 7-5-9-6-2 0
check 'a wrong pattern' told wrong anna 1-2-3-6-9 1
check 'a wrong pattern of an unknown user' told unknown zoe1 1-2-3-6-9 1
check 'the journal has entries with fields' grep -q "'TOUCHD_OUTCOME': 'passed'" /run/right.told
check 'duress looks like any other unlock' alike right forced
check 'an unknown user looks like a wrong pattern' alike wrong unknown
untrue 'right and wrong patterns differ' alike right wrong
check 'an administrator sees duress' sh -c "touchctl --json results | grep -q '\"reason\":\"duress\"'"
untrue 'a clerk does not see duress' sh -c "setpriv --reuid=clerk --regid=clerk --init-groups touchctl --json results | grep duress"
end
