#!/bin/bash
# Journal and touchctl tell a clerk neither duress from a right pattern, nor a wrong one from a user whom nobody knows.
# seconds: 240
. ./kiosk.sh
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
check 'anna enrolls' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0
check 'a pattern for duress: first the old one' screen duress root enroll anna --duress
check 'she draws it' panel pattern 1-4-8-5-9 in $frame
check 'it is proof' until_line /run/duress 'on screen' 2
check 'the new one' panel pattern 7-5-9-6-2 in $frame
check 'it was heard' until_line /run/duress 'draw it again to confirm'
check 'once more' panel pattern 7-5-9-6-2 in $frame
check 'stored' finished duress 0

# told NAME USER DOTS STATUS: a clerk asks for an unlock; what touchctl and the journal say of it goes to /run/NAME.told.
# Left out are connections, which have numbers, what libinput says of a slow machine, and what journald adds; ids and tokens of
# touchctl become ID, and the ids, numbers and pseudonyms of the journal.
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
check 'the one for duress' told forced anna 7-5-9-6-2 0
check 'a wrong one' told wrong anna 1-2-3-6-9 1
check 'the same for somebody who does not exist' told unknown zoe1 1-2-3-6-9 1
check 'the journal has entries of it with fields' grep -q "'TOUCHD_OUTCOME': 'passed'" /run/right.told
check 'duress looks like any other unlock' alike right forced
check 'somebody unknown looks like a wrong pattern' alike wrong unknown
untrue 'while right and wrong are told apart' alike right wrong
check 'an administrator is told of duress' sh -c "touchctl --json results | grep -q '\"reason\":\"duress\"'"
untrue 'a clerk is not' sh -c "setpriv --reuid=clerk --regid=clerk --init-groups touchctl --json results | grep duress"
end
