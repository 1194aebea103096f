#!/usr/bin/env bash
# Which changes scripts/interfaces --check allows and which it refuses, each tried on a copy.   contract.sh
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
fresh() {
    rm -rf "$folder"/*
    mkdir -p "$folder"/{scripts,web,man,Tests/Fixtures}
    cp scripts/interfaces "$folder/scripts"
    cp man/touchd-varlink.7 "$folder/man"
    cp -r interfaces "$folder"
    cp -r Tests/Fixtures/contract "$folder/Tests/Fixtures"
}
# edited FILE SED-COMMAND: a fresh copy with one change; fails if the command changes nothing.
edited() {
    fresh
    sed -i "$2" "$folder/interfaces/io.touchd.$1.varlink"
    ! cmp -s "$folder/interfaces/io.touchd.$1.varlink" "interfaces/io.touchd.$1.varlink" || fail "'$2' changes nothing in $1"
    "$folder/scripts/interfaces"
}
refuses() {
    edited "$@"
    ! "$folder/scripts/interfaces" --check >"$folder/said" 2>&1 || fail "'$2' in $1 passes"
    ! "$folder/scripts/interfaces" --freeze >/dev/null 2>&1 || fail "'$2' in $1 can be frozen"
}
passes() {
    edited "$@"
    "$folder/scripts/interfaces" --check || fail "'$2' in $1 is refused"
    "$folder/scripts/interfaces" --freeze
    ! diff -r Tests/Fixtures/contract "$folder/Tests/Fixtures/contract" >/dev/null || fail "'$2' in $1 freezes nothing"
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
"$folder/scripts/interfaces"
printf '//\n' >>"$folder/web/wire.d.ts"
! "$folder/scripts/interfaces" --check 2>/dev/null || fail 'a stale file passes'
echo 'contract: promised members cannot be removed or changed; new ones can be added'
