#!/usr/bin/env bash
# What the package says, and leaves, where no credential can be created before the first start: with a systemd-creds that fails, and
# without one; and the mark for touchd. The credential itself: install.sh and tpm.sh in Tests/Kiosk.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
mkdir "$folder/broken" "$folder/none"
printf '#!/bin/sh\nexit 1\n' >"$folder/broken/systemd-creds"
chmod 755 "$folder/broken/systemd-creds"
PATH=$folder/broken:$PATH systemd/make-pepper "$folder/second/touchd-pepper" >"$folder/said"
grep -q 'beside the vault' "$folder/said" || fail 'a failure is not reported'
[[ -z $(ls "$folder/second") ]] || fail "left behind: $(ls "$folder/second")"
for program in sh mkdir rm; do ln -s "$(command -v $program)" "$folder/none/"; done
PATH=$folder/none sh systemd/make-pepper "$folder/third/touchd-pepper" >"$folder/said"
grep -q 'no systemd-creds' "$folder/said" || fail 'missing systemd-creds is not reported'
[[ ! -e $folder/third ]] || fail 'a folder is left behind'
mkdir "$folder/works" "$folder/state"
printf '#!/bin/sh\neval "file=\${$#}"\n[ "$file" = - ] || cat >"$file"\n' >"$folder/works/systemd-creds"
chmod 755 "$folder/works/systemd-creds"
STATE_DIRECTORY=$folder/state PATH=$folder/works:$PATH systemd/make-pepper "$folder/fourth/touchd-pepper" >"$folder/said"
[[ -s $folder/fourth/touchd-pepper && -e $folder/state/pepper.fresh ]] || fail 'a credential without its mark'
echo 'pepper: without a credential the reason is reported'
