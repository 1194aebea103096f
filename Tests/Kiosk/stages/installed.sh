#!/bin/sh
# The packages of this build, installed as an operator would; a clerk who may use the socket and a stranger who may not.
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq -y install ./packages/touchd_*.deb ./packages/touchd-sim_*.deb >/dev/null
useradd -m clerk -G touchd
useradd -m stranger
mkdir -p /etc/touchd/touchd.conf.d
cat >/etc/touchd/touchd.conf.d/test.conf <<CONF
[view]
size=1280x800
[input]
allow-provenance=virtual,remote
CONF
systemctl restart touchd.service
