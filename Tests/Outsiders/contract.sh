#!/usr/bin/env bash
# Which changes scripts/interfaces --check allows and which it refuses, each tried on a copy.   contract.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
fresh() {
    rm -rf "$copy"/*
    mkdir -p "$copy"/{scripts,web,man,Tests/Fixtures}
    cp scripts/interfaces "$copy/scripts"
    cp man/touchd-varlink.7 "$copy/man"
    cp -r interfaces "$copy"
    cp -r Tests/Fixtures/contract "$copy/Tests/Fixtures"
}
fail() { printf 'contract: %s\n' "$*" >&2; exit 1; }
# edited FILE SED-COMMAND: a fresh copy with one change; fails if the command changes nothing.
edited() {
    fresh
    sed -i "$2" "$copy/interfaces/io.touchd.$1.varlink"
    ! cmp -s "$copy/interfaces/io.touchd.$1.varlink" "interfaces/io.touchd.$1.varlink" || fail "'$2' changes nothing in $1"
    "$copy/scripts/interfaces"
}
refuses() {
    edited "$@"
    ! "$copy/scripts/interfaces" --check >"$copy/said" 2>&1 || fail "'$2' in $1 passes"
    ! "$copy/scripts/interfaces" --freeze >/dev/null 2>&1 || fail "'$2' in $1 can be frozen"
}
passes() {
    edited "$@"
    "$copy/scripts/interfaces" --check || fail "'$2' in $1 is refused"
    "$copy/scripts/interfaces" --freeze
    ! diff -r Tests/Fixtures/contract "$copy/Tests/Fixtures/contract" >/dev/null || fail "'$2' in $1 freezes nothing"
}
scripts/interfaces --check
refuses scene 's/^  button,$/  knob,/'                              # an enumeration value
refuses scene 's/^  minDots: ?int,/  fewestDots: ?int,/'            # a setting
refuses scene 's/^  rows: ?int,/  rows: ?float,/'                   # a type
refuses scene 's/^  id: string,/  id: ?string,/'                    # a required member
refuses unlock 's/^method ClearWait/method ForgetDrawings/'         # a method
refuses unlock 's/^error NoSuchUser (user: string)/error NoSuchUser ()/'
refuses device 's/^# \[Role: observer\]/# [Role: administrator]/'   # a role
refuses result "/^# \\[Requires 'more' flag\\]/d"
refuses captcha 's/^method Refresh(challengeId: string)/method Refresh(challengeId: string, reason: string)/'
refuses scene 's/^  widget: string,$/  widget: string,\n  extra: ?int,/;s/^  id: string,$/  id: string,\n  color: string,/'
passes captcha 's/^method Refresh(challengeId: string)/method Refresh(challengeId: string, reason: ?string)/'
passes device 's/^  node: string,/  node: string,\n  seat: string,/' # a new member in what the daemon sends
passes scene 's/^  button,$/  button,\n  # A place to hold\n  pedal,/'
passes manage '$a # Says nothing\n# [Role: observer]\nmethod Ping() -> ()'
fresh
"$copy/scripts/interfaces"
printf '//\n' >>"$copy/web/wire.d.ts"
! "$copy/scripts/interfaces" --check 2>/dev/null || fail 'a stale file passes'
echo 'contract: promised members cannot be removed or changed; new ones can be added'
