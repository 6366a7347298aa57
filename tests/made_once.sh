#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: `make -j all tests/seeded/pbem` builds a library that both need once: `all` is no make of its own, as automake has
# it where BUILT_SOURCES are, and two makes at work on one archive take it from each other.
grep -qx 'all: all-am' Makefile && exit 0
echo "FAILED: all isn't all-am alone: $(grep '^all:' Makefile)"
exit 1
