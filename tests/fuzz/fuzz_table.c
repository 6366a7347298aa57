/* SPDX-License-Identifier: MIT */
/* All harnesses: a new one is a file, its name here and in files.am, and its seeds in seeds.py. */
#include "tests/fuzz/fuzz.h"

#define FUZZ_LIST(ROW)                                                                             \
	ROW(letter)                                                                                \
	ROW(html)                                                                                  \
	ROW(reply)                                                                                 \
	ROW(charset)                                                                               \
	ROW(orders)                                                                                \
	ROW(turns)                                                                                 \
	ROW(site)                                                                                  \
	ROW(board)                                                                                 \
	ROW(record)                                                                                \
	ROW(definition)                                                                            \
	ROW(card)                                                                                  \
	ROW(deck)                                                                                  \
	ROW(setup)                                                                                 \
	ROW(pgn)                                                                                   \
	ROW(token)                                                                                 \
	ROW(imap)                                                                                  \
	ROW(smtp)                                                                                  \
	ROW(template)                                                                              \
	ROW(words)                                                                                 \
	ROW(config)

#define FUZZ_DECLARE(name) extern const struct fuzz fuzz_##name;
#define FUZZ_ROW(name) &fuzz_##name,

FUZZ_LIST(FUZZ_DECLARE)

const struct fuzz *const fuzz_all[] = {FUZZ_LIST(FUZZ_ROW) NULL};

const struct fuzz *fuzz_named(const char *name)
{
	for (size_t i = 0; fuzz_all[i] != NULL; i++)
		if (strcmp(fuzz_all[i]->name, name) == 0)
			return fuzz_all[i];
	return NULL;
}
