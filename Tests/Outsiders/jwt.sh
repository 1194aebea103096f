#!/usr/bin/env bash
# Tokens of the real daemon, checked with a third-party JWT library.
#   jwt.sh FOLDER-OF-PROGRAMS VENV
# VENV is a folder for a Python environment, created if missing. Prints one line per check; exit status 0 only if all pass.
set -euo pipefail
venv=$2
here=$(realpath "$(dirname "$0")")
packages='PyJWT==2.10.1 cryptography==44.0.0'
if [[ $(cat "$venv/.packages" 2>/dev/null) != "$packages" ]]; then
    python3 -m venv "$venv"
    # shellcheck disable=SC2086 # two words on purpose
    "$venv/bin/pip" install --quiet --disable-pip-version-check $packages
    echo "$packages" >"$venv/.packages"
fi

# shellcheck source=daemon.sh
. "$here/daemon.sh" "$1" 'results=3
[captcha]
tolerance=45
lockout=off
[token]
issuer=kiosk-7
unlock-lifetime=600s
captcha-lifetime=600s'
drawing=1-4-8-5-9

stop() { printf 'FAILED %s\n' "$*"; sed 's/^/    /' "$folder/heard" "$folder/log"; exit 1; }
# run COMMAND…: runs touchctl with a widget on screen; a finger draws twice for an enrollment, otherwise once.
run() {
    starts "$folder/heard" touchctl "$@" --frame $frame
    local client=$! drawings=$drawing
    [[ $1 != enroll ]] || drawings="$drawing $drawing"
    # shellcheck disable=SC2086
    ! heard "$folder/heard" '"layout"\|on screen' $client || draws $client "$folder/heard" $drawings
    wait $client || stop "touchctl $*"
}
# token NAME: unlocks and stores the token in a file.
token() {
    run unlock anna --audience https://bank.example --nonce "nonce of $1"
    sed -n 's/^token //p' "$folder/heard" >"$folder/$1.jwt"
    [[ -s $folder/$1.jwt ]] || stop "no token from an unlock"
}

# lives SECONDS: sets the lifetime of following tokens.
lives() {
    sed -i "s/^unlock-lifetime=.*/unlock-lifetime=$1s/" "$folder/touchd.conf"
    touchctl reload >"$folder/heard" || stop "touchctl reload"
}

run enroll anna
# Results that are too many.
for _ in 1 2 3 4; do touchctl disable anna && touchctl enable anna; done >/dev/null
touchctl keys >"$folder/jwks.json"
lives 10
token late
lives 600
token good
token other
touchctl keys rotate >/dev/null
touchctl keys >"$folder/later.json"
token after
# exp refers to this machine's clock.
over() { python3 -B -c 'import base64, json, sys, time
claims = json.loads(base64.urlsafe_b64decode(open(sys.argv[1]).read().split(".")[1] + "=="))
sys.exit(time.time() <= claims["exp"])' "$folder/late.jwt"; }
until over; do sleep 0.2; done
# The random track is occasionally rejected as not human.
for _ in 1 2 3 4 5; do
    python3 "$here/captchatoken.py" "$bin/touchsim" "$folder/sim" "$TOUCHD_SOCKET" https://bank.example \
        'nonce of captcha' >"$folder/captcha.jwt" 2>"$folder/heard" && break
done
[[ -s $folder/captcha.jwt ]] || stop 'no token from a captcha'
date +%s >"$folder/used.begun"
token used
date +%s >"$folder/used.ended"
"$venv/bin/python" "$here/jwtcheck.py" "$bin/touchctl" "$folder"
