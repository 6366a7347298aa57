/* SPDX-License-Identifier: MIT */
/* The words that stand behind order words, and the letters of pieces, in any language known. What
 * they mean is known by name, as what orders do is. */
#ifndef PBEM_CORE_WORDS_WORDS_BEHIND_H
#define PBEM_CORE_WORDS_WORDS_BEHIND_H

#include <stdbool.h>
#include <stddef.h>

#include "core/words/words.h"

struct text;

enum words_behind {
	BEHIND_NO,	/* DRAW NO, ANSWER NO */
	BEHIND_A,	/* CLAIM A DRAW */
	BEHIND_TO,	/* SAY TO */
	BEHIND_AT,	/* BOARD ON 2 */
	BEHIND_BOARD,	/* DRAW ON BOARD 2 */
	BEHIND_COMPACT, /* BOARD COMPACT, BOARD FULL */
	BEHIND_FULL,
	BEHIND_OWN, /* VIEW OWN, VIEW WHITE */
	BEHIND_WHITE,
	BEHIND_ON, /* SHORT ON, AUTOPASS OFF */
	BEHIND_OFF,
	BEHIND_UNLESS, /* AUTOPASS UNLESS CHECK, CAPTURE, CARD */
	BEHIND_CHECK,
	BEHIND_CAPTURE,
	BEHIND_CARD,
	BEHIND_FOGGED, /* IF FOGGED, IF CHAOS */
	BEHIND_CHAOS,
	BEHIND_THEN,  /* IF black MOVE e7-e5 THEN MOVE g1-f3 */
	BEHIND_WORDS, /* JOIN WORDS */
	BEHIND_AS,    /* JOIN g12 AS Anna */
	BEHIND_UNTIL, /* VACATION 2026-12-24 TO 2027-01-06 */
	BEHIND_DAYS,  /* VACATION 10 DAYS */
	BEHIND_MEANINGS,
};

/* Whether the first `len` letters of `word` are a word of that meaning, in any case. */
bool words_mean(enum words_behind meaning, const char *word, size_t len);

/* Whether the whole text is one. */
bool words_are(enum words_behind meaning, const char *text);

/* What follows one that the text begins with, and its blanks, or NULL: it begins with none, or no
 * blank ends it. */
const char *words_follow(enum words_behind meaning, const char *text);

/* What stands behind one and its one blank; the text itself where there is none. */
const char *words_skip(enum words_behind meaning, const char *text);

/* As words_follow, of a word that orders of that use begin with. */
const char *words_follow_order(enum word_use use, const char *text);

/*
 * The kinds of piece that the letter the text begins with may mean in other languages than English:
 * in the language spoken, or, where that hasn't got it, in any, in the order of the files; written
 * with its NUL. Returns how many bytes that letter has, the longest there is; 0: none, and "" is
 * written.
 */
enum { WORDS_KINDS = 8 };
size_t words_letter_kinds(const char *text, char kinds_out[WORDS_KINDS]);

/* The letter that the language spoken has for a kind, of which `kind` is the English one, which it
 * is where the language has none of its own. */
void words_add_letter(char kind, struct text *out);

#endif
