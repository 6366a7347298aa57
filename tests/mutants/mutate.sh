#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: mutate.py finds every place in a file that can be changed, and no others, and makes each change in its place. A
# test kills the mutants that it should and spares those that nothing could kill. explained.txt speaks only of existing
# mutants.
set -u
srcdir=${srcdir:-.}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cat >"$work/sample.c" <<'C'
#include <assert.h>
#include <stdlib.h>

/* a == b, in a comment; as in "a == b" */
enum { MOST = 3 };

static int count_below(const int *values, int len, int limit)
{
	int count = 0, *copy = malloc(1);

	assert(len >= 0 && values != NULL);
	for (int i = 0; i < len; i++)
		if (values[i] < limit && values[i] != -1)
			count += 1;
	free(copy);
	if (count > MOST)
		return -1;
	return count;
}

int main(void)
{
	static const int values[] = {1, 5, -1, 3, 9};

	if (count_below(values, 5, 5) != 2 || count_below(values, 5, 10) != -1)
		return 1;
	return count_below(values, 3, 6) != 2;
}
C
cat >"$work/wanted" <<'E2'
12 < => <= killed
12 ++ => -- killed
13 < => <= killed
13 && => || killed
13 != => == killed
14 count += 1; => ; killed
14 += => -= killed
16 > => >= survived
17 -1 => 0 killed
E2
PYTHONPATH=$srcdir/tests/mutants ${PYTHON:-python3} -B - "$srcdir" "$work" >"$work/met" <<'P' || exit 1
import re
import subprocess
import sys

from mutate import mutants_of, mutated

source, work = sys.argv[1:]
with open(f"{work}/sample.c", encoding="utf-8") as file:
    text = file.read()
for mutant in mutants_of("sample.c", text):
    if mutant.line > 20:
        continue
    with open(f"{work}/mutant.c", "w", encoding="utf-8") as file:
        file.write(mutated(text, mutant))
    subprocess.run(["cc", "-w", "-fsanitize=bounds", "-o", f"{work}/mutant", f"{work}/mutant.c"], check=True)
    try:
        killed = subprocess.run([f"{work}/mutant"], timeout=10, stderr=subprocess.DEVNULL).returncode != 0
    except subprocess.TimeoutExpired:
        killed = True
    print(mutant.line, mutant.before, "=>", mutant.after, "killed" if killed else "survived")

with open(f"{source}/tests/mutants/explained.txt", encoding="utf-8") as file:
    blocks = "".join(line for line in file if not line.startswith("#")).split("\n\n")
for block in blocks:
    lines = [line.strip() for line in block.strip().split("\n")]
    if lines == [""]:
        continue
    with open(f"{source}/{lines[0]}", encoding="utf-8") as file:
        there = {(m.source, f"{m.before} => {m.after}".strip()) for m in mutants_of(lines[0], file.read())}
    if (lines[1], re.sub(r" #\d+$", "", lines[2])) not in there or len(lines) < 4:
        print("explained.txt has none such, or doesn't say why:", *lines[:3])
P
diff "$work/wanted" "$work/met"
