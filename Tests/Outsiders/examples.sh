#!/usr/bin/env bash
# The README's front ends with the real daemon: each must unlock with the right pattern and not with a wrong one.
#   examples.sh FOLDER-OF-PROGRAMS
set -euo pipefail
# shellcheck source=daemon.sh
. "$(dirname "$0")/daemon.sh" "$1"
passed=0 failed=0
end_own() { command tmux -L "touchd-$$" kill-server 2>/dev/null || true; }

check() { # NAME EXPECTED-STATUS PATTERN READY-WORD COMMAND…
    local name=$1 expected=$2 pattern=$3 ready=$4 status=0 front
    shift 4
    starts "$folder/heard" "$@"
    front=$!
    # shellcheck disable=SC2086
    ! heard "$folder/heard" "$ready" $front || draws $front "$folder/heard" $pattern
    wait $front || status=$?
    if [[ $status == "$expected" ]]; then
        passed=$((passed + 1)); printf 'ok %s\n' "$name"
    else
        failed=$((failed + 1)); printf 'FAILED %s: exit status %s, expected %s\n' "$name" "$status" "$expected"
        sed 's/^/    /' "$folder/heard" "$folder/log"
    fi
}

right=1-4-8-5-9 wrong=1-2-3-6
check 'enrollment' 0 "$right $right" 'on screen' touchctl enroll anna --frame $frame
check 'unlock.py with the right pattern' 0 $right waiting python3 "$examples/unlock.py" anna "$TOUCHD_SOCKET"
check 'unlock.py with five wrong patterns' 1 "$wrong $wrong $wrong $wrong $wrong" waiting \
    python3 "$examples/unlock.py" anna "$TOUCHD_SOCKET"
check 'unlock.mjs with the right pattern' 0 $right waiting node "$examples/unlock.mjs" anna "$TOUCHD_SOCKET"
check 'door.sh with a wrong and the right pattern' 0 "$wrong $right" 'on screen' sh "$examples/door.sh" anna

told_none() { ! grep -nE 'print.*(\["dot"\]|\["count"\]|self\.dots)|log\(.*\.dot\b' "$examples"/*.py "$examples"/*.mjs; }
if told_none; then passed=$((passed + 1)); echo 'ok no example prints what was drawn'
else failed=$((failed + 1)); echo 'FAILED an example prints what was drawn'
fi

# The terminal front end, in tmux, which captures its screen.
tmux() { command tmux -L "touchd-$$" -f /dev/null "$@"; }
has() { # TEXT…: whether each is on the terminal's screen.
    local text
    tmux capture-pane -p -t demo >"$folder/screen" 2>/dev/null || return
    for text; do grep -qF -- "$text" "$folder/screen" || return; done
}
shows() { within has "$@"; }
told() { # NAME COMMAND…
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); printf 'ok %s\n' "$name"
    else failed=$((failed + 1)); printf 'FAILED %s\n' "$name"; sed 's/^/    /' "$folder/screen" "$folder/log"
    fi
}
demo() { # LANGUAGE [OPTION]: starts the front end; writes its exit status to a file.
    rm -f "$folder/status"
    tmux new-session -d -s demo -x 110 -y 34 \
        "LANG=$1 TOUCHD_SOCKET=$TOUCHD_SOCKET $bin/touchctl demo ${2-} anna; echo \$? >$folder/status.new; mv $folder/status.new $folder/status"
}
left() { within test -f "$folder/status" && [[ $(<"$folder/status") == "$1" ]]; }
pad=64,80,640,600
demo en_GB.UTF-8
told 'touchctl demo shows dots, a slider and what to do' shows 'Draw your pattern' '○' '◉' '40' '✕'
finger down 0 170,180
finger move 0 384,180
told 'touchctl demo draws the line behind the finger' shows '(●)••' Drawing
finger up 0
rejects() { # Draws two dots, too few; the reason is shown for a second, which a shell that is not scheduled misses.
    finger line 170,180 384,180
    for _ in {1..40}; do
        ! has 'Connect at least 4 dots' || return 0
        sleep 0.05
    done
    return 1
}
told 'touchctl demo says why the drawing was rejected' within rejects
told 'touchctl demo asks again' shows 'Draw your pattern'
finger line 963,280 1100,280
told 'touchctl demo moves its slider' shows '7'
finger pattern $right in $pad
told 'touchctl demo exits with 0 after an unlock' left 0
demo de_DE.UTF-8
told 'touchctl demo shows German texts' shows 'Muster zeichnen'
finger tap 1004,560
told 'touchctl demo exits with 1 when it is closed' left 1
demo en_GB.UTF-8 --arrows
told 'touchctl demo accepts --arrows' shows 'Draw your pattern'
finger down 0 170,180
finger move 0 384,180
finger move 0 384,380
told 'touchctl demo --arrows shows the direction of each line' shows '→' '↓'
finger up 0
finger tap 1004,560
told 'touchctl demo --arrows exits when it is closed' left 1

demo en_GB.UTF-8
told 'touchctl demo asks before it is covered' shows 'Draw your pattern'
starts "$folder/cover" touchctl captcha --frame 900,560,300,200
cover=$!
told 'touchctl demo says when another scene gets the fingers' shows 'Something else on the screen'
kill $cover
told 'touchctl demo asks again when that has gone' shows 'Draw your pattern'
misses() { # Until there is a wait. Each is different: one that is repeated does not count.
    local wrong
    for wrong in 1-2-3-6 1-2-3-5 1-2-3-5-7 3-2-1-4 9-8-7-4 9-8-7-5 7-8-9-6 7-8-9-5 1-4-7-8 3-6-9-8; do
        finger pattern $wrong in $pad
        finger wait 2500
        ! has 'Too many wrong drawings: wait' || return 0
    done
    return 1
}
told 'touchctl demo says how long to wait' misses
seconds() { has 'wait' && grep -oE 'wait [0-9]+ s' "$folder/screen" | grep -oE '[0-9]+'; }
first=$(seconds)
is_less() { local now; now=$(seconds) && ((now <= first - 2)); }
told 'touchctl demo counts the wait down' within is_less
finger tap 1004,560
told 'touchctl demo exits during a wait' left 1
demo en_GB.UTF-8
told 'touchctl demo shows a wait that began before it' shows 'Too many wrong drawings: wait'
finger tap 1004,560
told 'touchctl demo exits after that' left 1

printf '%s passed, %s failed\n' $passed $failed
[[ $failed == 0 ]]
