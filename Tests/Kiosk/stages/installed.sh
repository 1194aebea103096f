#!/bin/sh
# The packages of this build, installed as an operator would; a clerk who may use the socket and a stranger who may not.
# The configuration is created first, which saves a restart. Under emulation, hashing a pattern with 64 MiB takes seconds, and
# measuring the number of passes takes several times as long; the scenario "install" uses the defaults of both.
set -e
export DEBIAN_FRONTEND=noninteractive
mkdir -p /etc/touchd/touchd.conf.d
cat >/etc/touchd/touchd.conf.d/test.conf <<CONF
[view]
size=1280x800
[input]
allow-provenance=virtual,remote
[store]
hash-memory=19MiB
hash-passes=2
CONF
apt-get -qq -y install ./packages/touchd_*.deb ./packages/touchd-tools_*.deb ./packages/touchd-web_*.deb ./packages/touchd-fleet_*.deb ./packages/touchd-sim_*.deb
useradd -m clerk -G touchd
useradd -m stranger
