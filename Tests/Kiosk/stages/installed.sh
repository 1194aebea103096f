#!/bin/sh
# The packages of this build, installed as an operator would; a clerk who may use the socket and a stranger who may not.
# The configuration lies there first: that saves a restart. Emulated, the hash of a pattern with 64 MiB takes seconds, and
# measuring how many passes suit the machine as long as several; the scenario "install" has both as they come.
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
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
apt-get -qq -y install ./packages/touchd_*.deb ./packages/touchd-web_*.deb ./packages/touchd-fleet_*.deb ./packages/touchd-sim_*.deb
useradd -m clerk -G touchd
useradd -m stranger
