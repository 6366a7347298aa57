#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: `make -j all tests/seeded/pbem` builds a library that both need only once. With BUILT_SOURCES, automake makes
# `all` start a make of its own, and two makes that work on one archive disturb each other; here `all` doesn't.
grep -qx 'all: all-am' Makefile && exit 0
echo "FAILED: all isn't all-am alone: $(grep '^all:' Makefile)"
exit 1
