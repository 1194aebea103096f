#!/bin/sh
# Step 4 of the guide: cage and Chromium, installed with the guide's own command from packages on the second disk.
set -e
export DEBIAN_FRONTEND=noninteractive
resize2fs -f "$(readlink -f /dev/disk/by-label/kiosk-root)"
mount -o ro LABEL=kiosk-data /media
mkdir -p /etc/apt/sources.list.d
echo 'deb [trusted=yes] file:/media ./' >/etc/apt/sources.list.d/browser.list
echo 'APT::Get::Assume-Yes "true"; Dpkg::Options { "--force-unsafe-io"; };' >/etc/apt/apt.conf.d/91kiosk
apt-get -qq update
sh -e ./command
umount /media
rm /etc/apt/sources.list.d/browser.list
