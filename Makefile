# make run | test | bench | check | install; each works on a fresh Debian 12 with a Swift toolchain.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
native := $(shell dpkg --print-architecture)
# make deb ARCH=arm64 builds for arm64, make deb SUITE=trixie for Debian 13, with the toolchain of scripts/cross.
ARCH ?= $(native)
SUITE ?= $(if $(filter $(native),$(ARCH)),native,trixie)
ifeq ($(SUITE),native)
SWIFT_BUILD := swift build --quiet
release := .build/release
packages := .build/packages
else
export ARCH
scratch := .build/$(ARCH)
cross_build := swift build --disable-sandbox --scratch-path $(scratch)
SWIFT_BUILD := scripts/cross $(cross_build) --destination /$(ARCH).json --quiet
release := $(scratch)/release
packages := .build/packages-$(if $(filter $(native),$(ARCH)),$(SUITE),$(ARCH))
endif

.PHONY: fleet attack tracks simulate test-arm64 kiosk-arm64 older-swift sanitize dist dist-twice setup build release test tests-built test-more test-kiosk test-all run \
    bench methods methods-built nightly fuzz check pictures clean install install-sim install-doc deb reproducible order

setup:
	@scripts/setup test

build:
	@scripts/setup build
	$(SWIFT_BUILD)

# The Swift runtime is linked statically, so that a kiosk needs no Swift.
# Programs contain neither the build folder nor the time, so that two builds have the same bytes (make reproducible). For the
# same reason, debug information does not name compiled C modules, whose names are hashes of the folder.
# Packed relocations and folded functions save 0.6 MB in the file and 1.1 MiB of mapped memory in the daemon; not exporting
# symbols saves 0.5 MB in the file. The functions that run for each report are placed next to each other (make order), so that
# caches evicted by other programs refill sooner.
# All symbols are bound before main(), and their tables are read-only from then on (scripts/elf).
# The C++ library of the Swift runtime is linked statically, too (scripts/link).
release_flags := -c release --static-swift-stdlib -Xlinker --build-id=sha1 -Xlinker --no-export-dynamic -Xlinker -znow \
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --symbol-ordering-file=$(CURDIR)/scripts/release.order \
    -Xlinker --no-warn-symbol-ordering \
    -Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker -zpack-relative-relocs \
    -Xlinker -T -Xlinker $(CURDIR)/scripts/release.ld -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
    -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. -Xswiftc -L -Xswiftc $(CURDIR)/scripts/link
# arm64 kernels have pages of 4, 16 or 64 KiB: the RELRO region must end with the largest.
ifeq ($(ARCH),arm64)
release_flags += -Xlinker -zcommon-page-size=65536
endif
# Without tests and benchmarks (Package.swift).
release: export TOUCHD_PACKAGES = 1
# The root that packages for another machine has no compiler: TOUCHD_BUILT means that the programs are already built.
release:
ifndef TOUCHD_BUILT
	@scripts/setup build
	$(SWIFT_BUILD) $(release_flags)
endif

# Tests/units.toml says what each of these runs, in which order, and what may run at the same time (scripts/units).
# VERBOSE=1 prints the output as it comes.
units := scripts/units $(if $(VERBOSE),-v)

# .ci/run (TOUCHD_STRICT) builds once, from nothing: whole modules at a time, without debug information, take 40 % less time.
# The index stays: SwiftPM finds the tests in it.
tests-built:
	swift build --build-tests $(if $(TOUCHD_STRICT),-debug-info-format none \
	    -Xswiftc -whole-module-optimization -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2)

# What every contributor runs: models, real libinput in a test bed, third-party clients. Seven minutes on two processors.
test: setup tests-built
	@$(units) test

# What else needs no kernel device: the fleet, the page in Chromium, GTK, installed files. Ten minutes more.
test-more: setup tests-built
	@$(units) fleet pages packaging

# The packages of this build on a real kernel: Debian in QEMU, panels by uinput and by a USB gadget.
# make test-kiosk SCENARIOS='install hotplug' runs only these scenarios.
test-kiosk: deb
	@scripts/setup kiosk
	Tests/Kiosk/run $(SCENARIOS)

# All of these, after one another; what .ci/run runs.
test-all: setup tests-built
	@$(units) gate

# Long and random tests, and those that were red on a busy machine; hours. Goes on after a failure.
# make nightly ONLY='fleetcluster fuzz' runs only these (scripts/units --list).
ONLY ?= nightly
nightly: setup tests-built
	@$(units) $(ONLY)

# Builds touchd, touchd-tools, touchd-web, touchd-fleet, touchd-sim, touchd-doc and debug symbols in .build/packages; fails on warnings
# of lintian.
# They depend on the libraries of the Debian release they are built on. SUITE=trixie builds for Debian 13 in
# .build/packages-trixie; ARCH=arm64 builds for Debian 13 on arm64 in .build/packages-arm64.
programs = $(addprefix $(release)/,touchd touchctl touchd-dump touchd-tools touchd-web touchd-fleet touchd-operator touchctl-fleet touchsim \
    libtouchsim-preload.so)
# With which packages of Debian these were built.
buildinfo = dpkg-genbuildinfo --build=binary -u$(packages) -O$(packages)/touchd_$$(dpkg-parsechangelog -S Version)_$(ARCH).buildinfo
# There is no address of the project yet (SECURITY.md), so the field Maintainer has none.
lintian := lintian --allow-root --suppress-tags malformed-contact,bogus-mail-host-in-debian-changelog --display-level '>=warning' --fail-on error,warning
ifeq ($(SUITE),native)
deb:
	@scripts/setup package
	+DEB_RULES_REQUIRES_ROOT=no debian/rules clean binary
	$(buildinfo)
	$(lintian) $(packages)/*.deb
	scripts/elf $(programs)
else
# dpkg-architecture leaves the options of a command alone after -c, but not after --command.
deb:
	@scripts/setup cross
	scripts/cross
	$(MAKE) release ARCH=$(ARCH) SUITE=$(SUITE)
	scripts/cross run env swift_version=$$(scripts/cross version) DEB_RULES_REQUIRES_ROOT=no TOUCHD_BUILT=1 ARCH=$(ARCH) SUITE=$(SUITE) packages=$(CURDIR)/$(packages) \
	    dpkg-architecture -f --host-arch $(ARCH) -c debian/rules clean binary
	scripts/cross run dpkg-architecture -f --host-arch $(ARCH) -c $(buildinfo)
	scripts/cross run $(lintian) $(packages)/*.deb
	scripts/elf $(programs)
endif

# A release: the source of the current commit, the packages for Debian 12 and 13 and both architectures, an SBOM (CycloneDX),
# checksums, an APT repository, signed if TOUCHD_SIGNING_KEY is set (docs/releasing.md). The same commit gives the same packages.
dist:
	$(MAKE) deb ARCH=$(native)
	$(MAKE) deb SUITE=trixie
	$(MAKE) deb ARCH=arm64
	scripts/dist
	Tests/Outsiders/sbom.sh .build/outsiders/sbom .build/dist/*.cdx.json

# Builds the release twice and compares the files, but for those that have a date. Six release builds.
dist-twice:
	$(MAKE) dist
	rm -rf .build/dist-before .build/release .build/*-unknown-linux-gnu/release .build/arm64 .build/amd64
	mv .build/dist .build/dist-before
	$(MAKE) dist
	diff --recursive --brief --exclude=repository --exclude='*.buildinfo' --exclude='SHA256SUMS*' .build/dist-before .build/dist

# The suites that work in QEMU's user emulation; scripts/suites-arm64 lists the others with the reasons.
test-arm64:
	@scripts/setup cross
	ARCH=arm64 scripts/cross
	ARCH=arm64 scripts/cross swift build --destination /arm64-tests.json --disable-sandbox --scratch-path .build/arm64 --build-tests
	ARCH=arm64 scripts/cross run scripts/suites-arm64

# The tree and its tests with the oldest supported Swift, the 6.2 of scripts/cross, on amd64.
older-swift:
	@scripts/setup cross
	ARCH=amd64 scripts/cross
	ARCH=amd64 scripts/cross swift build --destination /amd64-tests.json --disable-sandbox --scratch-path .build/amd64 --build-tests

# The suites that start no programs, with AddressSanitizer (without its leak checker, see scripts/fuzz) and ThreadSanitizer. Two
# builds with all tests.
sanitize: setup
	for kind in address thread; do \
	    swift build --build-tests --sanitize $$kind --scratch-path .build/$$kind && \
	    ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=Tests/thread.suppressions \
	        BUNDLE=.build/$$kind/debug/touchdPackageTests.xctest scripts/suites-arm64 || exit 1; \
	done

# The arm64 packages on an arm64 kernel with pages of 16 KiB, as on a Raspberry Pi 5: Debian 13 in QEMU.
kiosk_arm64 := install hotplug packages service neighbors
kiosk-arm64:
	@scripts/setup kiosk
	@scripts/setup cross
	$(MAKE) deb ARCH=arm64
	Tests/Kiosk/run --arch arm64 $(kiosk_arm64)

# Packages built in another folder and at another time have the same bytes. Two release builds.
reproducible:
	@scripts/setup package
	scripts/reproducible

# The tour: a virtual panel (or a real one), the daemon, a finger that unlocks and solves, and the output of touchctl.
run:
	@scripts/setup run
	@$(SWIFT_BUILD)
	@scripts/tour

# A demonstration of the fleet: a server, three kiosks with virtual fingers, and the output of touchctl fleet.
fleet:
	@scripts/setup test
	@$(SWIFT_BUILD)
	@scripts/fleet

check:
	@scripts/check

# Parsers of untrusted input under libFuzzer, FUZZ_SECONDS for each; make nightly also tries a thousand fixed inputs. Inputs that
# crash a parser are kept in Tests/Fuzz/found, and both try them first from then on.
FUZZ_SECONDS ?= 300
fuzz: setup
	scripts/fuzz --seconds $(FUZZ_SECONDS)

# The programs that the named benchmarks run besides those of the packages.
built = $(foreach product,$(1),$(SWIFT_BUILD) $(release_flags) --product $(product) &&) true

bench: release
	$(call built,touchbench touchdrawing touchvault touchverdicts)
	@scripts/bench

# The most instructions between two looks at the panels, for each method: with a small store in the gate, where the programs
# of the packages are built, and with STORE='1000000 10000' in make nightly.
STORE = 10000 1000
methods: methods-built
	python3 -B Benchmarks/methods.py $(release) $(STORE)

methods-built:
	@scripts/setup bench
	$(call built,touchvault touchsim touchd)

# How often programs solve new captcha puzzles: the table of Benchmarks/attack.md. A few minutes.
attack:
	@scripts/setup test
	@scripts/attack
	swift build -c release --product touchgestures
	.build/release/touchgestures

# Shifts of a whole kiosk, each drawn from a seed; a seed that breaks a rule is printed, and repeats exactly: make simulate SEEDS=1 FIRST=7.
# Four of 500 steps take a second of CPU time.
SEEDS = 50
FIRST = 1
simulate: tests-built
	.build/debug/simulate $(SEEDS) $(FIRST)

# How a hundred thousand captcha tracks of each kind are judged: the table of Benchmarks/tracks.md. About five minutes.
tracks:
	@scripts/setup build
	swift build -c release --product touchtracks
	.build/release/touchtracks

# scripts/release.order: the functions of touchd that run for each report. Regenerate it only after large changes on that path;
# obsolete names are harmless.
order: release
	@scripts/setup test
	Benchmarks/order.py $(release) >scripts/release.order.new
	mv scripts/release.order.new scripts/release.order

# docs/pictures: a picture of each model, drawn by touchd-tools from a trace. .build/sheets: twenty captcha puzzles of each motif and
# profile, for inspection.
pictures:
	@scripts/setup test
	@$(SWIFT_BUILD)
	@$(SWIFT_BUILD) -c release --product touchpuzzles
	@scripts/pictures

# Installs everything; DESTDIR is for packages. On a running system, create the group before reloading udev.
unit_folder := /usr/lib/systemd/system
share := $(DESTDIR)/usr/share
# The kit for pages, without the demonstration.
kit := $(filter-out web/demo.js web/fingers.js web/labels.js web/pointer.js web/start.js,$(wildcard web/*.js))
kit_parts := drawings elements pretend
completions = scripts/completions $(release)/$(1) $(share)
install: release
	install -D -m 0755 $(release)/touchd $(DESTDIR)/usr/sbin/touchd
	install -D -m 0755 $(release)/touchctl $(DESTDIR)/usr/bin/touchctl
	install -D -m 0755 $(release)/touchd-dump $(DESTDIR)/usr/lib/touchd/touchd-dump
	install -D -m 0755 $(release)/touchd-tools $(DESTDIR)/usr/bin/touchd-tools
	install -D -m 0755 $(release)/touchd-web $(DESTDIR)/usr/sbin/touchd-web
	install -D -m 0755 $(release)/touchd-fleet $(DESTDIR)/usr/sbin/touchd-fleet
	install -D -m 0755 $(release)/touchctl-fleet $(DESTDIR)/usr/bin/touchctl-fleet
	install -D -m 0755 $(release)/touchd-operator $(DESTDIR)/usr/lib/touchd/touchd-operator
	install -D -m 0644 systemd/touchd.sysusers $(DESTDIR)/usr/lib/sysusers.d/touchd.conf
	install -D -m 0644 systemd/touchd-web.sysusers $(DESTDIR)/usr/lib/sysusers.d/touchd-web.conf
	install -D -m 0644 systemd/touchd-fleet.sysusers $(DESTDIR)/usr/lib/sysusers.d/touchd-fleet.conf
	for name in touchd touchd-web touchd-fleet; do \
	    install -D -m 0644 systemd/$$name.tmpfiles $(DESTDIR)/usr/lib/tmpfiles.d/$$name.conf || exit 1; done
	install -D -m 0644 udev/72-touchd.rules $(DESTDIR)/usr/lib/udev/rules.d/72-touchd.rules
	install -D -m 0644 -t $(DESTDIR)$(unit_folder) systemd/touchd.service systemd/touchd.socket systemd/touchd-monitor.socket \
	    systemd/touchd-web.service systemd/touchd-web.socket systemd/touchd-pepper.service systemd/touchd-fleet.service \
	    systemd/touchd-operator.socket systemd/touchd-operator@.service
	version=$$({ dpkg-query -W -f '$${Version}\n' libsystemd0 2>/dev/null || pkg-config --modversion libsystemd; } | head -n 1); \
	[ "$${version%%[!0-9]*}" -ge 254 ] || sed -i '/^# Delays that grow/,/^RestartMaxDelaySec=/d' $(DESTDIR)$(unit_folder)/touchd*.service
	install -D -m 0644 systemd/touchd-fleet-socket.conf $(DESTDIR)$(unit_folder)/touchd.socket.d/fleet.conf
	install -D -m 0755 systemd/make-pepper $(DESTDIR)/usr/lib/touchd/make-pepper
	install -D -m 0644 systemd/touchd.catalog $(DESTDIR)/usr/lib/systemd/catalog/touchd.catalog
	install -d $(DESTDIR)/etc/touchd/touchd.conf.d
	install -D -m 0644 systemd/touchd.conf $(DESTDIR)/usr/lib/touchd/touchd.conf
	install -d $(share)/man/man5
	scripts/man-configuration >$(share)/man/man5/touchd.conf.5
	install -D -m 0644 -t $(share)/man/man7 man/touchd-varlink.7
	install -D -m 0644 -t $(share)/man/man8 man/touchd.8 man/touchd-web.8 man/touchd-fleet.8
	install -d $(share)/man/man1
	for name in touchctl touchctl-fleet touchd-tools; do \
	    scripts/man-commands $(release)/$$name >$(share)/man/man1/$$name.1 || exit 1; done
	install -D -m 0644 -t $(share)/touchd/interfaces interfaces/*.varlink interfaces/prompts.json
	install -D -m 0644 -t $(share)/touchd/web $(kit) web/*.d.ts web/package.json interfaces/prompts.json web/start.js
	for part in $(kit_parts); do install -D -m 0644 -t $(share)/touchd/web/$$part web/$$part/*.js; done
	install -D -m 0644 -t $(share)/touchd/interfaces/fleet interfaces/fleet/*.json
	install -D -m 0644 web/start.html $(share)/touchd/web/index.html
	$(call completions,touchd)
	$(call completions,touchctl)
	$(call completions,touchd-tools)
	$(call completions,touchd-web)
	$(call completions,touchd-fleet)
	$(call completions,touchctl-fleet)
	@[ -n "$(DESTDIR)" ] || echo 'now run: systemd-sysusers && systemd-tmpfiles --create && udevadm control --reload && udevadm trigger -c change -s input && systemctl daemon-reload && systemctl enable --now touchd.socket touchd-monitor.socket touchd.service'

# For developers, never on a kiosk: any user who can run it with access to /dev/uinput can fake touches.
install-sim: release
	install -D -m 0755 $(release)/touchsim $(DESTDIR)/usr/bin/touchsim
	install -D -m 0755 $(release)/libtouchsim-preload.so $(DESTDIR)/usr/lib/touchd/libtouchsim-preload.so
	install -D -m 0644 -t $(share)/man/man1 man/touchsim.1
	$(call completions,touchsim)

install-doc:
	scripts/pages $(share)/doc/touchd-doc
	install -D -m 0644 -t $(share)/doc/touchd-doc/pictures docs/pictures/*
	install -D -m 0644 -t $(share)/doc/touchd-doc/demo $(wildcard web/*.*)
	for part in $(kit_parts) gallery; do install -D -m 0644 -t $(share)/doc/touchd-doc/demo/$$part web/$$part/*; done
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples $(wildcard examples/*.*)
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples/touchd python/touchd/*.py python/touchd/*.pyi
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples/touchd/wire python/touchd/wire/*.py
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples/web examples/web/*.*
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples/web/pay examples/web/pay/*
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples/monitoring examples/monitoring/*
	install -D -m 0755 -t $(share)/doc/touchd-doc/examples/fleet examples/fleet/to-* examples/fleet/authority
	install -D -m 0644 -t $(share)/doc/touchd-doc/examples/fleet examples/fleet/*.sql examples/fleet/*.conf

clean:
	swift package clean
