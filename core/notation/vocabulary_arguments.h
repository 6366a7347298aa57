/* SPDX-License-Identifier: MIT */
/*
 * The words that follow order words, and the letters of pieces, in all known languages. The files
 * give the meaning of each.
 */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_ARGUMENTS_H
#define PBEM_CORE_NOTATION_VOCABULARY_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/notation/vocabulary.h"

struct strbuf;

enum vocabulary_argument {
	ARGUMENT_NO,	  /* DRAW NO, ANSWER NO */
	ARGUMENT_A,	  /* CLAIM A DRAW */
	ARGUMENT_TO,	  /* SAY TO */
	ARGUMENT_AT,	  /* BOARD ON 2 */
	ARGUMENT_BOARD,	  /* DRAW ON BOARD 2 */
	ARGUMENT_COMPACT, /* BOARD COMPACT, BOARD FULL */
	ARGUMENT_FULL,
	ARGUMENT_OWN, /* VIEW OWN, VIEW WHITE */
	ARGUMENT_WHITE,
	ARGUMENT_ON, /* SHORT ON, AUTOPASS OFF */
	ARGUMENT_OFF,
	ARGUMENT_UNLESS, /* AUTOPASS UNLESS CHECK, CAPTURE, CARD */
	ARGUMENT_CHECK,
	ARGUMENT_CAPTURE,
	ARGUMENT_CARD,
	ARGUMENT_FOGGED, /* IF FOGGED, IF CHAOS */
	ARGUMENT_CHAOS,
	ARGUMENT_THEN,	/* IF black MOVE e7-e5 THEN MOVE g1-f3 */
	ARGUMENT_WORDS, /* JOIN WORDS */
	ARGUMENT_AS,	/* JOIN g12 AS Anna */
	ARGUMENT_UNTIL, /* VACATION 2026-12-24 TO 2027-01-06 */
	ARGUMENT_DAYS,	/* VACATION 10 DAYS */
	ARGUMENT_MEANINGS,
};

/* Reports whether the first `len` bytes of `word` are a word with that meaning, in any case. */
bool vocabulary_word_means(enum vocabulary_argument meaning, const char *word, size_t len);

/* Reports whether the whole text is a word with that meaning. */
bool vocabulary_text_means(enum vocabulary_argument meaning, const char *text);

/*
 * Returns the text after a word with that meaning at its beginning and the spaces after the word.
 * Returns NULL if the text doesn't begin with such a word, or no space follows.
 */
const char *vocabulary_follow(enum vocabulary_argument meaning, const char *text);

/*
 * Returns the text after a word with that meaning and one space, or the text itself if it doesn't
 * begin with such a word.
 */
const char *vocabulary_skip(enum vocabulary_argument meaning, const char *text);

/* Returns the text after an order word with that use and the spaces after it, or NULL. */
const char *vocabulary_follow_order(enum word_use use, const char *text);

/*
 * Finds the kinds of piece that the letter at the beginning of the text may mean in languages other
 * than English, and writes their letters with a NUL. If the current language has such a letter,
 * only its meanings count, otherwise those of all languages in the order of the files. Returns the
 * length of the longest matching letter in bytes; 0, with "", if there is none.
 */
enum { VOCABULARY_KINDS = 8 };
size_t vocabulary_letter_kinds(const char *text, char kinds_out[VOCABULARY_KINDS]);

/* Reports whether the text begins with a piece's letter in the current language. */
bool vocabulary_letter_is_own(const char *text);

/*
 * Reports whether the letter at the beginning of the text has that meaning only in a language of
 * few players, and that language isn't the current one. Other meanings of the letter then come
 * first.
 */
bool vocabulary_letter_is_seldom(const char *text, char kind);

/* Reports whether the letters of pieces are known in that language. */
bool vocabulary_has_letters(const char *language);

/*
 * Adds the current language's letter for a kind of piece, given by its English letter. Adds the
 * English letter if the language has no other.
 */
void vocabulary_add_letter(char kind, struct strbuf *out);

#endif
