# make run | test | bench | check | install; each alone, on a fresh Debian 12 with a Swift toolchain.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
SWIFT_BUILD := swift build --quiet
release := .build/release

.PHONY: setup build release test run bench check certify clean install

setup:
	@scripts/setup test

build:
	@scripts/setup build
	$(SWIFT_BUILD)

# The Swift runtime is linked statically, so that a kiosk needs no Swift.
release:
	@scripts/setup build
	$(SWIFT_BUILD) -c release --static-swift-stdlib

# Everything that can be shown without a kernel device: models, real libinput in a test bed, outside clients.
test: setup
	swift build --build-tests
	swift test --skip-build
	Tests/Outsiders/varlink.sh .build/debug/varlink-certification .build/outsiders

# A virtual panel (or a real one), the daemon, a finger that unlocks and solves, what a client heard of it.
run:
	@scripts/setup build
	@$(SWIFT_BUILD)
	@scripts/tour

check:
	@scripts/check

bench: release
	@scripts/bench

clean:
	swift package clean
