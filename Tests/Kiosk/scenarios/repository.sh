#!/bin/bash
# A kiosk by the guide from a signed repository: apt installs it, upgrades it, and takes it back.
# machine: kitted
# runs: nightly
# seconds: 400
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
guide=upgrades.md
echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/91yes
python3 -m http.server --bind 127.0.0.1 --directory /run/web 8000 >/run/served 2>&1 &
server=$!
publish() { ln -sfn "$PWD/published/$1" /run/web; }
publish first
cp ./published/first/touchd-archive-keyring.gpg .
suite=$(. /etc/os-release; echo "$VERSION_CODENAME")
sed -i "s#https://packages.example/touchd#http://127.0.0.1:8000#; s/bookworm-stable/$suite-stable/; s/ touchd-fleet\(=[^ ]*\)\?//" upgrades.md
version() { dpkg-query -W -f '${Version} ' touchd touchd-web; }
mkdir -p /usr/share/keyrings /etc/apt/sources.list.d
serves_files() { : <>/dev/tcp/127.0.0.1/8000; }
check 'the repository is served' until_true 10 serves_files
check "the guide's commands" step 'install -m 644 touchd-archive-keyring.gpg'
check 'touchd runs' until_true 10 systemctl is-active touchd.service
old=$(version) process=$(pid)
check 'keys come as a package' dpkg-query -W touchd-archive-keyring
publish second
check 'apt has the next release' apt-get update
check 'an upgrade' apt-get upgrade
check 'installs it' test "$(version)" = '9.9 9.9 '
check 'touchd runs' until_true 10 systemctl is-active touchd.service
untrue 'as a new process' test "$(pid)" = "$process"
sed -i "s/=[0-9][0-9.]*/=${old%% *}/g" upgrades.md
check 'the way back' step 'apt-get install --allow-downgrades'
check 'installs the old one' test "$(version)" = "$old"
check 'touchd runs' until_true 10 systemctl is-active touchd.service
check 'another upgrade' apt-get upgrade
check 'leaves it' test "$(version)" = "$old"
kill $server
end
end
