#!/usr/bin/env bash
# Upgrades by apt in a copy of this machine's root that is thrown away: what becomes of /etc/touchd/touchd.conf, which was a conffile
# up to 0.1. Needs root; changes nothing on this machine.
#   upgrades.sh FOLDER-WITH-THE-PACKAGES
set -euo pipefail
[[ $(id -u) == 0 ]] || { echo 'skipped: needs root to install packages'; exit 0; }
if [[ ${1-} != --inside ]]; then
    packages=$(realpath "$1")
    folder=$(mktemp -d "${TMPDIR:-/tmp}/touchd-upgrades.XXXXXX")
    trap 'rmdir "$folder"' EXIT
    unshare --mount bash -euc '
        mount -t tmpfs none "$2"
        mkdir "$2"/{new,work,root}
        mount -t overlay none -o "lowerdir=/,upperdir=$2/new,workdir=$2/work" "$2/root"
        mount -t tmpfs none "$2/root/run"
        mount -t proc none "$2/root/proc"
        mount --rbind /dev "$2/root/dev"
        mkdir "$2/root/run/packages"
        cp "$1" "$3"/touchd_*.deb "$2/root/run/packages"
        chroot "$2/root" env -C /run/packages ./upgrades.sh --inside' bash "$(realpath "$0")" "$folder" "$packages"
    exit
fi

fail() { printf 'upgrades: %s\n' "$*" >&2; tail -n 20 log >&2; exit 1; }
export DEBIAN_FRONTEND=noninteractive
conf=/etc/touchd/touchd.conf
# get ARGUMENT…: apt-get, with nobody to answer a question.
get() { apt-get -y -o APT::Sandbox::User=root --no-install-recommends "$@" </dev/null >log 2>&1; }
state() { dpkg-query -W -f '${Version} ${Status}' "$1" 2>/dev/null || true; }
dpkg-deb -R touchd_*.deb tree
sed -i 's/^Version: .*/Version: 0.1.0/' tree/DEBIAN/control
rm tree/DEBIAN/p{re,ost}*
mv tree/usr/lib/touchd/touchd.conf tree$conf
echo $conf >tree/DEBIAN/conffiles
dpkg-deb -Znone --root-owner-group -b tree old.deb >/dev/null
new=$(echo ./touchd_*.deb)
version=$(dpkg-deb -f "$new" Version)

get install ./old.deb || fail 'the old package cannot be installed'
[[ -e $conf ]] || fail 'the old package has no configuration file'
get install "$new" || fail 'an upgrade from an unchanged file fails'
[[ $(state touchd) == "$version install ok installed" ]] || fail "after an upgrade touchd is: $(state touchd)"
[[ $(ls /etc/touchd) == touchd.conf.d ]] || fail "a file that nobody changed remains: $(ls /etc/touchd)"
get purge touchd || fail 'touchd cannot be purged'

get install ./old.deb || fail 'the old package cannot be installed again'
printf '[view]\nsize=1234x567\n' >>$conf
get install "$new" || fail 'an upgrade from a changed file fails'
[[ $(state touchd) == "$version install ok installed" ]] || fail "after an upgrade touchd is: $(state touchd)"
grep -qx 'size=1234x567' $conf || fail 'what an administrator wrote is lost'
[[ $(ls /etc/touchd) == $'touchd.conf\ntouchd.conf.d' ]] || fail "copies of the file remain: $(ls /etc/touchd)"
[[ $(touchd --check) == "configuration OK: /usr/lib/touchd/touchd.conf, $conf" ]] || fail "touchd reads: $(touchd --check)"

get purge touchd || fail 'touchd cannot be purged with a changed file'
for left in /etc/touchd /var/lib/touchd /usr/lib/touchd; do [[ ! -e $left ]] || fail "$left remains after a purge"; done
echo 'upgrades: no question is asked, and what administrators wrote counts'
