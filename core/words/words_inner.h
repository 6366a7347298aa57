/* SPDX-License-Identifier: MIT */
/* The words in force, between words_load.c, which reads them, and words.c, which looks them up. */
#ifndef PBEM_CORE_WORDS_WORDS_INNER_H
#define PBEM_CORE_WORDS_WORDS_INNER_H

#include "core/words/words.h"

/* A list that grows; what its items are is their owner's business. */
struct list {
	void *items;
	size_t count, size;
};

struct row {
	char *word;
	enum talk talk;
	char kind;
};

struct answer {
	char *phrase, *text;
};

struct words {
	struct list orders;		/* of struct order_word */
	struct list talk;		/* of struct row, sorted once all are read */
	struct list topics;		/* of struct words_topic */
	struct list answers;		/* of struct answer */
	struct list lists[WORDS_LISTS]; /* of char * */
	struct list texts;		/* of char *: all that is owned */
};

/* Those in force; NULL until some were read. */
extern struct words *words_known;

void words_free(struct words *words);

#endif
