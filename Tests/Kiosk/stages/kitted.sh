#!/bin/sh
# Third-party programs that scenarios compare with touchd, and the libraries that its packages depend on, so that
# installing a new build takes seconds. The scenario "install" starts from a machine without them.
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq -y install evtest evemu-tools \
    libcairo2 libdeflate0 libgcc-s1 libinih1 libinput10 libjansson4 libpng16-16 libsodium23 libsqlite3-0 libstdc++6 \
    libturbojpeg0 libumockdev0 libyaml-0-2 acl $(apt-cache pkgnames libwebsockets1) $(apt-cache pkgnames libnats | grep -v dev)
