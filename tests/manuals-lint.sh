#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: mandoc has nothing to say against any manual page.
command -v mandoc >/dev/null || exit 77
cd "${srcdir:-.}" || exit 1
pages=$(find core games pbem -name '*.[157]')
[ -z "$pages" ] || mandoc -T lint -W warning $pages
