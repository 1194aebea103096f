#!/usr/bin/env bash
# Upgrades and the way back by apt, in a copy of this machine's root that is thrown away: from and to 0.1, in which /etc/touchd/touchd.conf
# was a conffile. Nobody answers a question. Needs root; changes nothing on this machine. With units that run: Kiosk/scenarios/packages.sh.
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
        cp "$1" "$3"/touchd{,-web,-fleet}_*.deb "$2/root/run/packages"
        chroot "$2/root" env -C /run/packages ./upgrades.sh --inside' bash "$(realpath "$0")" "$folder" "$packages"
    exit
fi

fail() { printf 'upgrades: %s\n' "$*" >&2; tail -n 20 log >&2; exit 1; }
export DEBIAN_FRONTEND=noninteractive
conf=/etc/touchd/touchd.conf
rm -f /var/lib/man-db/auto-update
mkdir new old
mv ./*.deb new
for package in new/*.deb; do
    dpkg-deb -R "$package" tree
    sed -i 's/^Version: .*/Version: 0.1.0/; s/touchd (>= [^)]*)/touchd/' tree/DEBIAN/control
    if [[ -e tree/usr/lib/touchd/touchd.conf ]]; then
        rm tree/DEBIAN/p{re,ost}*
        mv tree/usr/lib/touchd/touchd.conf tree$conf
        echo $conf >tree/DEBIAN/conffiles
    fi
    dpkg-deb -Znone --root-owner-group -b tree "old/$(basename "$package")" >/dev/null
    rm -r tree
done
version=$(dpkg-deb -f new/touchd_*.deb Version)

# row TITLE FILES VERSION PACKAGE… [-- ARGUMENT…]: apt-get installs packages, and then /etc/touchd has these files.
row() {
    local title=$1 files=$2 want=$3 place=new names=() name
    shift 3
    [[ $want == "$version" ]] || place=old
    while [[ $# -gt 0 && $1 != -- ]]; do names+=("$1"); shift; done
    apt-get -y -o APT::Sandbox::User=root --no-install-recommends "${@:2}" install "${names[@]/#/./$place/}" </dev/null >log 2>&1 || fail "$title: apt-get fails"
    for name in "${names[@]}"; do
        name=${name%%_*}
        [[ $(dpkg-query -W -f '${Version} ${Status}' "$name") == "$want install ok installed" ]] || fail "$title: $name is not installed"
    done
    [[ $(echo $(ls /etc/touchd)) == "$files" ]] || fail "$title: /etc/touchd has $(ls /etc/touchd)"
}
cd new; touchd=$(echo touchd_*) web=$(echo touchd-web_*) fleet=$(echo touchd-fleet_*); cd ..
back=(-- --allow-downgrades) keep=(-o Dpkg::Options::=--force-confold)
own='touchd.conf touchd.conf.d'

row 'the old touchd'             "$own"         0.1.0      "$touchd"
row 'an upgrade, unchanged file' touchd.conf.d  "$version" "$touchd"
row 'the way back'               "$own"         0.1.0      "$touchd" "${back[@]}"
printf '[view]\nsize=1234x567\n' >>$conf
row 'an upgrade, changed file'   "$own"         "$version" "$touchd"
[[ $(touchd --check) == "configuration OK: /usr/lib/touchd/touchd.conf, $conf" ]] || fail "touchd reads: $(touchd --check)"
row 'the bridge is added'        "$own"         "$version" "$web"
row 'all are added'              "fleet $own"   "$version" "$touchd" "$web" "$fleet"
row 'the way back of all'        "fleet touchd.conf touchd.conf.d touchd.conf.dpkg-dist" 0.1.0 "$touchd" "$web" "$fleet" "${back[@]}" "${keep[@]}"
row 'all but the fleet'          "fleet touchd.conf touchd.conf.d touchd.conf.dpkg-dist" "$version" "$touchd" "$web"
grep -qx 'size=1234x567' $conf || fail 'what an administrator wrote is lost'

apt-get -y purge touchd touchd-web touchd-fleet </dev/null >log 2>&1 || fail 'a purge fails'
for left in /etc/touchd /var/lib/touchd{,-web,-fleet,-operator} /usr/lib/touchd; do [[ ! -e $left ]] || fail "$left remains after a purge: $(ls "$left")"; done
echo 'upgrades: up, back and up again; no question is asked, and what administrators wrote counts'
