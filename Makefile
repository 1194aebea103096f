# make run | test | bench | check | install; each alone, on a fresh Debian 12 with a Swift toolchain.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
SWIFT_BUILD := swift build --quiet
release := .build/release

.PHONY: setup build release test run bench nightly check pictures clean install install-sim

setup:
	@scripts/setup test

build:
	@scripts/setup build
	$(SWIFT_BUILD)

# The Swift runtime is linked statically, so that a kiosk needs no Swift.
release:
	@scripts/setup build
	$(SWIFT_BUILD) -c release --static-swift-stdlib

# Suites that start programs run in a process of their own: the library behind exit tests spins on children it does not
# know until somebody reaps them.
spawning := TouchPanelTests|LineTests

# Everything that can be shown without a kernel device: models, real libinput in a test bed, outside clients.
test: setup
	swift build --build-tests
	swift test --skip-build --skip '$(spawning)'
	swift test --skip-build --filter '$(spawning)'
	Tests/Outsiders/varlink.sh .build/debug/varlink-certification .build/outsiders
	Tests/Outsiders/examples.sh .build/debug
	Tests/Outsiders/pam.sh .build/debug
	Tests/Outsiders/jwt.sh .build/debug .build/outsiders/jwt
	Tests/Outsiders/browser.sh .build/debug
	TOUR=once scripts/tour

# A virtual panel (or a real one), the daemon, a finger that unlocks and solves, what a client heard of it.
run:
	@scripts/setup run
	@$(SWIFT_BUILD)
	@scripts/tour

check:
	@scripts/check

# What nobody waits for: a million random gestures through every model (about five minutes), and the table of strokes.
nightly: setup
	swift build --build-tests
	TOUCHD_SEQUENCES=1000000 swift test --skip-build --filter InvariantTests
	swift build -c release --product touchstrokes
	.build/release/touchstrokes 1

bench: release
	@scripts/bench

# docs/pictures: one of each model, drawn by touchctl from a trace.
pictures:
	@scripts/setup build
	@$(SWIFT_BUILD)
	@scripts/pictures

# Puts everything in place; DESTDIR for packages. Order matters at run time: the group before the udev rule.
install: release
	install -D -m 0755 $(release)/touchd $(DESTDIR)/usr/sbin/touchd
	install -D -m 0755 $(release)/touchctl $(DESTDIR)/usr/bin/touchctl
	install -D -m 0644 systemd/touchd.sysusers $(DESTDIR)/usr/lib/sysusers.d/touchd.conf
	install -D -m 0644 udev/72-touchd.rules $(DESTDIR)/usr/lib/udev/rules.d/72-touchd.rules
	install -D -m 0644 systemd/touchd.service $(DESTDIR)/usr/lib/systemd/system/touchd.service
	install -D -m 0644 systemd/touchd.socket $(DESTDIR)/usr/lib/systemd/system/touchd.socket
	install -D -m 0644 systemd/touchd.conf $(DESTDIR)/etc/touchd/touchd.conf
	install -D -m 0644 man/touchd.8 $(DESTDIR)/usr/share/man/man8/touchd.8
	install -D -m 0644 man/touchctl.1 $(DESTDIR)/usr/share/man/man1/touchctl.1
	install -d $(DESTDIR)/usr/share/touchd/interfaces
	install -m 0644 interfaces/*.varlink $(DESTDIR)/usr/share/touchd/interfaces/
	install -d $(DESTDIR)/usr/share/touchd/web
	install -m 0644 web/touchd.js web/touchd.d.ts $(DESTDIR)/usr/share/touchd/web/
	@[ -n "$(DESTDIR)" ] || echo 'now run: systemd-sysusers && udevadm control --reload && udevadm trigger -c change -s input && systemctl daemon-reload && systemctl enable --now touchd.socket touchd.service'

# For developers, never on a kiosk: whoever can start it with rights to /dev/uinput can be any finger.
install-sim: release
	install -D -m 0755 $(release)/touchsim $(DESTDIR)/usr/bin/touchsim
	install -D -m 0755 $(release)/libtouchsim-preload.so $(DESTDIR)/usr/lib/touchd/libtouchsim-preload.so
	install -D -m 0644 man/touchsim.1 $(DESTDIR)/usr/share/man/man1/touchsim.1

clean:
	swift package clean
