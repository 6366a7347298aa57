/* SPDX-License-Identifier: MIT */
/* The words in memory, for the files vocabulary*.c, which read them and look them up. */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_INTERNAL_H
#define PBEM_CORE_NOTATION_VOCABULARY_INTERNAL_H

#include <stdint.h>

#include "core/notation/vocabulary.h"
#include "core/util/deffile.h"

enum { VOCABULARY_A_YEAR = 12 }; /* months */

/* A list that grows. Its owner knows the type of its items. */
struct list {
	void *items;
	size_t count, size;
};

struct talk_entry {
	char *word;
	enum talk talk;
	char kind;
};

struct answer {
	char *phrase, *text;
};

struct argument_word {
	const char *word;
	uint8_t meaning; /* enum vocabulary_argument */
};

struct piece_letter {
	const char *language, *written;
	char kind;
	bool own;    /* only for players who have chosen the language */
	bool seldom; /* of few players: other meanings come first */
};

/* A language and a name for it. */
struct language {
	const char *language, *name;
};

struct vocabulary {
	char language[VOCABULARY_LANGUAGE_MAX + 1]; /* "": words of all languages only */
	struct phrases *phrases;	     /* the phrases in that language; NULL: English */
	struct vocabulary *next;	     /* the words of another language; the first in the
						list are those of all languages */
	struct list orders;		     /* of struct order_word */
	struct list talk;		     /* of struct talk_entry, sorted after all are read */
	struct list topics;		     /* of struct vocabulary_topic */
	struct list answers;		     /* of struct answer */
	struct list behind;		     /* of struct argument_word */
	struct list letters;		     /* of struct piece_letter */
	struct list languages;		     /* of struct language */
	struct list lists[VOCABULARY_LISTS]; /* of char * */
	struct list files;		     /* of struct deffile *, which own the words */
	struct list texts;		     /* of char *: other strings that the vocabulary owns */
};

/*
 * Returns the vocabulary in use, which is read first if necessary. Returns NULL if no folder was
 * set.
 */
const struct vocabulary *vocabulary_in_force(void);

/* Adds an item of that many bytes to the list and returns it. */
void *vocabulary_list_add(struct list *list, size_t item);

/*
 * vocabulary_arguments.c: read the lines `behind` and `letter`, and check that every meaning has a
 * word.
 */
int vocabulary_read_argument(void *target, const struct deffile_line *line, struct reason *reason);
int vocabulary_read_letter(void *target, const struct deffile_line *line, struct reason *reason);
void vocabulary_check_arguments(const struct vocabulary *words, const char *path,
				struct deffile_faults *faults);

/* Frees the vocabulary and those after it. Accepts NULL. */
void vocabulary_free(struct vocabulary *words);

#endif
