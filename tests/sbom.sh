#!/bin/sh
# SPDX-License-Identifier: MIT
# The bill of materials: whole, of this program, and twice the same.
set -eu
: "${srcdir:=.}"
command -v objdump >/dev/null && command -v dpkg-query >/dev/null || exit 77
made=$(mktemp)
trap 'rm -f "$made" "$made.again"' EXIT
"$srcdir/scripts/sbom" pbem/linked 1.2.3 >"$made"
LC_ALL=C TZ=Pacific/Auckland "$srcdir/scripts/sbom" pbem/linked 1.2.3 >"$made.again"
cmp "$made" "$made.again"
objdump -p pbem/linked | python3 -c '
import json
import re
import sys

needed = re.findall(r"NEEDED\s+(\S+)", sys.stdin.read())
bill = json.load(open(sys.argv[1], encoding="utf-8"))
packages = {each["SPDXID"]: each for each in bill["packages"]}
assert len(packages) == len(bill["packages"]), "two packages of one name"
own = [each for each in bill["packages"] if each["name"] == "pbem"]
assert len(own) == 1 and own[0]["versionInfo"] == "1.2.3" and own[0]["licenseDeclared"] == "MIT", own
direct = [packages[each["relatedSpdxElement"]] for each in bill["relationships"]
          if each["relationshipType"] == "DYNAMIC_LINK"]
assert all(each["spdxElementId"] in ("SPDXRef-DOCUMENT", own[0]["SPDXID"]) for each in bill["relationships"])
assert len(bill["relationships"]) == len(packages), "a package without a place"
named = " ".join(each.get("sourceInfo", each["name"]) for each in direct)
assert len(needed) > 5 and not [each for each in needed if each not in named], (needed, named)
for word in ("libgmime", "libglib", "libcurl", "libseccomp"):
    assert word in named, f"{word} in {named}"
' "$made"
if "$srcdir/scripts/sbom" /dev/null 1.2.3 >"$made" 2>&1; then
	echo "a bill of nothing was made" >&2
	exit 1
fi
grep -q 'linked with nothing' "$made"
