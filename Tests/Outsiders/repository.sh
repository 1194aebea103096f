#!/usr/bin/env bash
# The APT repository of make dist, signed with keys made for this run and served on loopback, as apt sees it with a state of its own: a
# kiosk installs, a candidate is upgraded before the others, there is a way back, keys change; what is unsigned, old or signed by
# others is refused.   repository.sh FOLDER-WITH-THE-PACKAGES
packages=$(realpath "$1")
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
server=
trap '[[ -z $server ]] || kill "$server"; gpgconf --homedir "$folder/gpg" --kill gpg-agent; rm -rf "$folder"' EXIT
fail() { printf 'repository: %s\n' "$*" >&2; [[ ! -s $folder/log ]] || tail -n 20 "$folder/log" >&2; exit 1; }
unset http_proxy https_proxy all_proxy TOUCHD_SIGNING_KEY TOUCHD_SIGNING_PASSPHRASE SOURCE_DATE_EPOCH
architecture=$(dpkg --print-architecture)
version=$(dpkg-deb -f "$packages/touchd_"*"_$architecture.deb" Version)

# key NAME [PASSPHRASE]: makes a key, and writes its secret part to a file.
key() {
    local fingerprint passphrase=${2-}
    gpg --homedir "$folder/gpg" --batch --quiet --pinentry-mode loopback --passphrase "$passphrase" --quick-generate-key "$1" ed25519 sign 2d 2>/dev/null
    fingerprint=$(gpg --homedir "$folder/gpg" --batch --with-colons --list-secret-keys "=$1" 2>/dev/null | awk -F: '$1 == "fpr" { print $10; exit }')
    gpg --homedir "$folder/gpg" --batch --quiet --pinentry-mode loopback --passphrase "$passphrase" --export-secret-keys "$fingerprint" >"$folder/$1.key"
}
# signed KEYS COMMAND…: runs scripts/repository with these keys.
signed() {
    local files
    files=$(printf "$folder/%s.key " $1)
    TOUCHD_SIGNING_KEY=$files scripts/repository "${@:2}" >"$folder/log" 2>&1 ||
        fail "scripts/repository ${*:2} fails"
}
# release VERSION: what make dist makes, of the packages of this build with another version.
release() {
    local package dist=$folder/dist-$1
    mkdir -p "$dist/debian-12/debug" "$dist/debian-13/debug"
    for package in touchd touchd-web; do
        dpkg-deb -R "$packages/${package}_${version}_$architecture.deb" "$folder/tree"
        sed -i "s/^Version: .*/Version: $1/" "$folder/tree/DEBIAN/control"
        dpkg-deb -Znone --root-owner-group -b "$folder/tree" "$dist/debian-12/${package}_$1_$architecture.deb" >/dev/null
        rm -rf "$folder/tree"
    done
    cp "$packages/touchd-dbgsym_${version}_$architecture.deb" "$dist/debian-12/debug"
    cp "$packages/touchd-doc_${version}_all.deb" "$dist"
    cp "$dist"/debian-12/*.deb "$dist/debian-13"
}

# kiosk NAME SUITE [KEYRING]: a machine with an apt of its own, which trusts the keys of the repository as they are now.
kiosk() {
    local place=$folder/kiosk-$1
    mkdir -p "$place"/etc/{apt.conf.d,sources.list.d,preferences.d} "$place"/state/lists/partial "$place"/cache/archives/partial
    cp "${3:-$folder/web/touchd-archive-keyring.gpg}" "$place/keyring.gpg"
    cp /var/lib/dpkg/status "$place/status"
    printf 'Types: deb\nURIs: http://127.0.0.1:%s\nSuites: %s\nComponents: main\nSigned-By: %s\n' "$port" "$2" "$place/keyring.gpg" \
        >"$place/etc/sources.list.d/touchd.sources"
    cat >"$place/apt.conf" <<CONF
Dir::Etc "$place/etc"; Dir::State "$place/state"; Dir::State::status "$place/status"; Dir::Cache "$place/cache";
APT::Sandbox::User "root"; Acquire::Check-Valid-Until "true"; Acquire::http::Proxy "DIRECT"; APT::Get::Assume-Yes "true";
CONF
}
on() { APT_CONFIG=$folder/kiosk-$1/apt.conf "${@:2}" >"$folder/log" 2>&1; }
# Without the lists of before, so that nothing depends on the second in which a file was written.
update() { rm -rf "$folder/kiosk-$1/state/lists"; on "$1" apt-get update --error-on=any; }
says() { grep -qE -- "$1" "$folder/log"; }
# refuses NAME PATTERN WHAT: an update fails for that reason.
refuses() {
    update "$1" && fail "$3 is accepted"
    says "$2" || fail "$3 is refused for another reason"
}
# installed NAME VERSION: the machine has these packages.
installed() {
    local package
    # apt takes a file that changed within a second for the same.
    find "$folder/kiosk-$1" -name "*pkgcache.bin" -delete
    cp /var/lib/dpkg/status "$folder/kiosk-$1/status"
    for package in touchd touchd-web; do
        dpkg-deb -f "$folder/dist-$2/debian-12/${package}_$2_$architecture.deb" | sed '/^Package: /a Status: install ok installed'
        echo
    done >>"$folder/kiosk-$1/status"
}
# written FILE: what the guide writes to a file of apt.
written() { awk -v file=">/etc/apt/$1 <<" 'index($0, file) { on = 1; next } /^    [A-Z]+$/ { on = 0 } on { print substr($0, 5) }' docs/upgrades.md; }
# by_night NAME: what unattended-upgrades would upgrade on that machine, with the guide's own file.
program=${TOUCHD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/touchd}/unattended-upgrades
by_night() {
    local place=$folder/kiosk-$1
    cp "$program/usr/share/unattended-upgrades/50unattended-upgrades" "$place/etc/apt.conf.d"
    written apt.conf.d/52touchd >"$place/etc/apt.conf.d/52touchd"
    printf 'Unattended-Upgrade::LogDir "%s"; APT::Sandbox::User "root"; Acquire::http::Proxy "DIRECT";\n' "$place" >"$place/etc/apt.conf.d/99test"
    unshare --map-root-user --mount bash -euc '
        mount --bind "$1/etc" /etc/apt
        mount --bind "$1/state" /var/lib/apt
        mount --bind "$1/cache" /var/cache/apt
        mount --bind "$1/status" /var/lib/dpkg/status
        mount -t tmpfs run /run
        "$2/usr/bin/unattended-upgrade" --dry-run --debug' - "$place" "$program" >"$folder/log" 2>&1 || fail "$1: unattended-upgrades fails"
        sed -n 's/^Packages that will be upgraded: //p' "$folder/log"
}

install -d -m 700 "$folder/gpg"
key first
key second
release 1.0
release 2.0
mkdir "$folder/web"
python3 -u -m http.server --bind 127.0.0.1 --directory "$folder/web" 0 >"$folder/served" 2>&1 &
server=$!
until port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$folder/served") && [[ -n $port ]]; do kill -0 "$server" || fail 'no server'; sleep 0.05; done

# Without a key
scripts/repository add "$folder/web" "$folder/dist-1.0" >"$folder/log" 2>&1 || fail 'an unsigned repository cannot be made'
says 'NOT SIGNED' || fail 'nothing says that it is unsigned'
gpg --homedir "$folder/gpg" --batch --quiet --export >"$folder/keys"
kiosk unsigned bookworm-candidate "$folder/keys"
refuses unsigned 'not signed' 'an unsigned repository'

# With one
signed first renew "$folder/web"
gpgv --quiet --keyring "$folder/web/touchd-archive-keyring.gpg" "$folder/web/dists/bookworm-stable"/Release{.gpg,} 2>"$folder/log" ||
    fail 'Release.gpg does not sign Release'
! scripts/repository renew "$folder/web" >"$folder/log" 2>&1 || fail 'without a key, signatures are removed'
says 'nothing was changed' || fail 'the reason is missing'
kiosk early bookworm-candidate
kiosk late bookworm-stable
update early || fail 'apt refuses the repository'
! says 'Err|Warning|^W:' || fail 'apt warns'
grep -q 'GET .*/by-hash/SHA512/' "$folder/served" || fail 'apt does not ask for lists by their hash'
on early apt-get install --download-only touchd touchd-web touchd-archive-keyring || fail 'apt does not download the packages'
cmp "$folder/kiosk-early/cache/archives/touchd_1.0_$architecture.deb" "$folder/dist-1.0/debian-12/touchd_1.0_$architecture.deb" ||
    fail 'another package is downloaded'
dpkg-deb --fsys-tarfile "$folder"/kiosk-early/cache/archives/touchd-archive-keyring_*.deb | tar -xO ./usr/share/keyrings/touchd-archive-keyring.gpg |
    cmp - "$folder/web/touchd-archive-keyring.gpg" || fail 'the package of keys has other keys'
on early apt-cache policy touchd-dbgsym
! says Candidate || fail 'debug symbols are beside the packages'
sed -i 's/^Components: .*/Components: main debug/' "$folder/kiosk-early/etc/sources.list.d/touchd.sources"
update early || fail 'apt refuses the debug symbols'
on early apt-cache policy touchd-dbgsym
says "Candidate: $version" || fail 'there are no debug symbols'
on early apt-cache policy
says 'o=touchd,a=candidate,n=bookworm-candidate,l=touchd' || fail 'rings cannot be told apart by their names'

# The rings
signed first promote "$folder/web"
update late || fail 'apt refuses the stable suite'
on late apt-get -s install touchd touchd-web || fail 'nothing to install in stable'
says '^Inst touchd \(1\.0 ' || fail 'stable has another version'
signed first add "$folder/web" "$folder/dist-2.0"
for name in early late; do
    installed $name 1.0
    update $name || fail "$name: apt refuses the new release"
    on $name apt-get -s upgrade || fail "$name: apt cannot upgrade"
    echo "$name: $(grep -c '^Inst touchd' "$folder/log")" >>"$folder/upgrades"
done
[[ $(cat "$folder/upgrades") == $'early: 2\nlate: 0' ]] || fail "upgrades after a release: $(cat "$folder/upgrades")"
[[ $(by_night early) == 'touchd touchd-web' ]] || fail 'by night, the candidate is not upgraded'
[[ $(by_night late) == '' ]] || fail 'by night, another kiosk is upgraded before the release is promoted'
on early apt-get -s install touchd=2.0 || fail 'touchd cannot be upgraded alone'
says '^Inst touchd \[1\.0\] \(2\.0 ' && ! says '^Remv' || fail 'an upgrade of touchd alone removes packages'
installed early 2.0
on early apt-get -s --allow-downgrades install touchd=1.0 touchd-web=1.0 || fail 'there is no way back'
says '^Inst touchd \[2\.0\] \(1\.0 ' && ! says '^Remv' || fail 'the way back leads elsewhere'
written preferences.d/touchd | sed 's/0\.2\.0/1.0/' >"$folder/kiosk-early/etc/preferences.d/touchd"
sed -n "s/^    echo '\(.*\)' .*53touchd-back$/\1/p" docs/upgrades.md >"$folder/kiosk-early/etc/apt.conf.d/53touchd-back"
[[ $(by_night early) == 'touchd touchd-web' ]] && says 'touchd_1\.0' || fail 'by night, there is no way back'
rm "$folder/kiosk-early"/etc/{preferences.d/touchd,apt.conf.d/53touchd-back}
signed first promote "$folder/web"
update late || fail 'apt refuses what was promoted'
on late apt-get -s upgrade || fail 'stable cannot be upgraded'
says '^Inst touchd \[1\.0\] \(2\.0 ' || fail 'what was promoted is not in stable'
cp -r "$folder/dist-2.0" "$folder/dist-again"
echo more >>"$folder/dist-again/debian-12/touchd_2.0_$architecture.deb"
! TOUCHD_SIGNING_KEY=$folder/first.key scripts/repository add "$folder/web" "$folder/dist-again" >"$folder/log" 2>&1 || fail 'a published package can be replaced'
says 'already published' || fail 'the reason is missing'

# Old
SOURCE_DATE_EPOCH=$(date --date='61 days ago' +%s) signed first renew "$folder/web"
refuses late 'expired' 'a list of 61 days ago'
SOURCE_DATE_EPOCH=$(date --date='59 days ago' +%s) signed first renew "$folder/web"
update late || fail 'a list of 59 days ago is refused'

# One key replaces another: both sign, until every kiosk has the new package of keys.
signed 'first second' renew "$folder/web"
signed 'first second' promote "$folder/web"
update late || fail 'with two signatures, a kiosk that knows the first key refuses'
on late apt-get install --download-only touchd-archive-keyring || fail 'the new keys cannot be downloaded'
newest=$(printf '%s\n' "$folder"/kiosk-late/cache/archives/touchd-archive-keyring_*.deb | sort --version-sort | tail -n 1)
dpkg-deb --fsys-tarfile "$newest" | tar -xO ./usr/share/keyrings/touchd-archive-keyring.gpg >"$folder/kiosk-late/keyring.gpg"
# The package of keys is named after the second.
SOURCE_DATE_EPOCH=$(date --date='5 seconds' +%s) signed second renew "$folder/web"
signed second promote "$folder/web"
update late || fail 'a kiosk with the new keys refuses the second'
refuses early 'NO_PUBKEY' 'on a kiosk without the new keys, the second'

# A primary key that only certifies, with two subkeys: both sign, one after it was exported alone.
gpg() { command gpg --homedir "$folder/gpg" --batch --quiet --pinentry-mode loopback --passphrase '' "$@" 2>/dev/null; }
gpg --quick-generate-key parent ed25519 cert 2d
parent=$(gpg --with-colons --list-keys =parent | awk -F: '$1 == "fpr" { print $10; exit }')
for _ in 1 2; do gpg --quick-add-key "$parent" ed25519 sign 2d; done
subkey=$(gpg --with-colons --list-keys =parent | awk -F: '$1 == "fpr" { last = $10 } END { print last }')
gpg --export-secret-subkeys "$parent" >"$folder/both.key"
gpg --export-secret-subkeys "$subkey!" >"$folder/one.key"
unset -f gpg
for kind in both one; do
    TOUCHD_SIGNING_KEY=$folder/$kind.key scripts/sign file "$folder/keys" || fail "$kind of the subkeys: nothing is signed"
    TOUCHD_SIGNING_KEY=$folder/$kind.key scripts/sign keys "$folder/public"
    gpgv --quiet --keyring "$folder/public" "$folder/keys.asc" "$folder/keys" 2>"$folder/log" || fail "$kind of the subkeys: the signature is wrong"
    grep -q "$subkey" "$folder/log" || fail "$kind of the subkeys: the new one does not sign"
    echo "$kind $(grep -c 'Good signature' "$folder/log")" >>"$folder/subkeys"
done
[[ $(cat "$folder/subkeys") == $'both 2\none 1' ]] || fail "signatures of subkeys: $(cat "$folder/subkeys")"

# A key with a passphrase, as it is stored.
echo 'correct horse battery staple' >"$folder/passphrase"
key locked "$(cat "$folder/passphrase")"
TOUCHD_SIGNING_KEY=$folder/locked.key TOUCHD_SIGNING_PASSPHRASE=$folder/passphrase scripts/sign file "$folder/keys" || fail 'a key with a passphrase does not sign'
gpg --homedir "$folder/gpg" --batch --quiet --export >"$folder/public"
gpgv --quiet --keyring "$folder/public" "$folder/keys.asc" "$folder/keys" 2>"$folder/log" || fail 'checksums are not signed'
says 'Good signature from "locked"' || fail 'another key has signed'
echo wrong >"$folder/passphrase"
! TOUCHD_SIGNING_KEY=$folder/locked.key TOUCHD_SIGNING_PASSPHRASE=$folder/passphrase scripts/sign file "$folder/keys" 2>/dev/null ||
    fail 'it signs without its passphrase'

# Nothing secret is left in a folder that is served.
[[ $(gpg --homedir "$folder/gpg" --batch --with-colons --show-keys "$folder/web/touchd-archive-keyring.gpg" | grep -c '^sec') == 0 ]] || fail 'a secret key is published'
echo 'repository: installs, upgrades by rings, ways back and new keys work; what is expired, unsigned or signed by others is refused'
