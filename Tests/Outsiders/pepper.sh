#!/usr/bin/env bash
# The credential that the package creates before the first start, checked with systemd-creds; and the fallback without it.
# Needs root; leaves the machine unchanged.
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() { printf 'pepper: %s\n' "$*" >&2; exit 1; }
[[ $(id -u) == 0 ]] || { echo 'skipped: needs root to create credentials'; exit 0; }
command -v systemd-creds >/dev/null || { echo 'skipped: no systemd-creds'; exit 0; }
# In a mount namespace, so that the machine's key stays untouched. On a disk, because systemd creates no key elsewhere.
if [[ -z ${1:-} ]]; then
    folder=$(mktemp -d /var/tmp/touchd-pepper.XXXXXX)
    trap 'rm -rf "$folder"' EXIT
    mkdir "$folder/systemd"
    unshare -m bash -c 'mount --bind "$1/systemd" /var/lib/systemd && "$0" "$1"' "$PWD/Tests/Outsiders/pepper.sh" "$folder"
    exit
fi
folder=$1
credential=$folder/credstore/touchd-pepper

systemd/make-pepper "$credential" >"$folder/said" 2>&1
[[ -e $credential ]] || fail "$(cat "$folder/said")"
[[ $(stat -c %a "$credential") == 600 ]] || fail "mode $(stat -c %a "$credential")"
[[ $(stat -c %a "$folder/credstore") == 700 ]] || fail 'the folder is accessible to others'
[[ $(systemd-creds decrypt --name=touchd-pepper "$credential" - | wc -c) == 32 ]] || fail 'the pepper does not have 32 bytes'
systemd-creds decrypt --name=another "$credential" - >/dev/null 2>&1 && fail 'it is accepted as another credential'
[[ $(ls "$folder/credstore") == touchd-pepper ]] || fail "left behind: $(ls "$folder/credstore")"
# Another machine with another key and the same disk.
rm /var/lib/systemd/credential.secret
systemd-creds has-tpm2 --quiet || ! systemd-creds decrypt --name=touchd-pepper "$credential" - >/dev/null 2>&1 ||
    fail 'another machine can decrypt it'

# A machine on which systemd-creds fails, and one without it.
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
echo 'pepper: a credential for this machine, or a reported reason'
