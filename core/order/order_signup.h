/* SPDX-License-Identifier: MIT */
/* What is written about a game that has not begun, so that no variant is known to read it by: JOIN,
 * LEAVE, and of a rematch REMATCH or REMATCH NO. */
#ifndef PBEM_CORE_ORDER_ORDER_SIGNUP_H
#define PBEM_CORE_ORDER_ORDER_SIGNUP_H

#include <stdbool.h>
#include <stddef.h>

enum signup_kind { SIGNUP_NOTHING, SIGNUP_JOIN, SIGNUP_LEAVE, SIGNUP_REMATCH };

enum {
	SIGNUP_WORD_MAX = 31,  /* of a game's id, and of a seat's name */
	SIGNUP_NAME_MAX = 63,  /* bytes, as a seat's display name has them */
	SIGNUP_WORDS_MAX = 80, /* bytes: more than words for the shuffles may have */
	LOOK_TEXT_MAX = 60
};

/* UTF-8; "" where nothing of it stands there. */
struct order_signup {
	enum signup_kind kind;
	bool no; /* REMATCH NO */
	/* JOIN [FIRST [SECOND]] [AS NAME] [WORDS WORDS], the first two in small letters: a game's
	 * id, a seat, or both in that order. */
	char first[SIGNUP_WORD_MAX + 1];
	char second[SIGNUP_WORD_MAX + 1];
	char name[SIGNUP_NAME_MAX + 1];
	char words[SIGNUP_WORDS_MAX + 1];
	size_t at, len; /* where its line stands in the text */
};

/* Finds the first line of a letter's new text that is such an order; SIGNUP_NOTHING when none is:
 * "Join us for dinner tomorrow" is none. What is too long for its place is cut at a character's
 * end. */
void order_signup_read(const char *new_text, struct order_signup *signup_out);

/* What is written about watching a game: by who has no seat in it, so that it may be any game. The
 * last four are wishes for his letters. */
enum look_kind {
	LOOK_NOTHING,
	LOOK_BEGIN,
	LOOK_END,
	LOOK_STATUS,
	LOOK_HELP,
	LOOK_GAMES,
	LOOK_SHORT,
	LOOK_HTML,
	LOOK_ZONE,
	LOOK_LANGUAGE
};

struct order_look {
	enum look_kind kind;
	char game[SIGNUP_WORD_MAX + 1]; /* in small letters, behind WATCH and UNWATCH; or "" */
	char text[LOOK_TEXT_MAX + 1]; /* behind HELP: the topic, or ""; SHORT, HTML: "on" or "off";
					 ZONE and LANGUAGE: as written */
	size_t at, len;		      /* where its line stands in the text */
};

/* The first line that is WATCH or UNWATCH, with a game's id behind it or none, STATUS, BOARD or
 * GAMES alone, HELP or HELP RULES, SHORT ON, HTML ON, ZONE Europe/Berlin or LANGUAGE English;
 * LOOK_NOTHING when none is. */
void order_look_read(const char *new_text, struct order_look *look_out);

#endif
