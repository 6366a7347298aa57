/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/deffile.h"

/* Longer words never match. */
enum { MAX_WORD = 31 };

/*
 * Returns how many letters must be changed, added, dropped or swapped with the next to turn one
 * word into the other.
 */
static size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][MAX_WORD + 1], a_len = strlen(a), b_len = strlen(b);

	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		size_t *now = rows[i % 3], *last = rows[(i + 2) % 3];

		now[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    rows[(i + 1) % 3][j - 2] + 1 < best)
				best = rows[(i + 1) % 3][j - 2] + 1;
			now[j] = best;
		}
	}
	return rows[a_len % 3][b_len];
}

const char *deffile_nearest(const char *word, const char *const *words)
{
	const char *nearest = NULL;
	size_t least = strlen(word) / 3 + 1;

	if (strlen(word) > MAX_WORD)
		return NULL;
	for (; *words != NULL; words++) {
		size_t far;

		if (strlen(*words) > MAX_WORD)
			continue;
		far = edit_distance(word, *words);
		if (far < least || (far == least && nearest == NULL && far < strlen(*words))) {
			least = far;
			nearest = *words;
		}
	}
	return nearest;
}
